"""The sentences of the events, as a reader of a match meets them."""

import json
import random

import pytest

from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.games.life import events as told
from parlour.games.life.events import EVENTS

SENTENCES = [
    (
        told.OrderSpun(seats=[0, 1, 2], numbers=[7, 10, 3]),
        "For the first turn seat 0 spins 7, seat 1 spins 10 and seat 2 spins 3.",
    ),
    (told.CareerBegun(1), "Seat 1 starts a career."),
    (told.WentToCollege(1), "Seat 1 goes to college."),
    (told.TuitionPaid(1, amount=40_000), "Seat 1 pays $40,000 of tuition."),
    (told.Spun(1, number=10), "Seat 1 spins 10."),
    (told.Moved(1, space=103, name="Cabin at the lake", kind="pay"), "Seat 1 is on 103, Cabin at the lake."),
    (told.MissesNextTurn(1), "Seat 1 will miss its next turn."),
    (told.TurnMissed(1), "Seat 1 misses this turn."),
    (told.PayDay(1, amount=90_000), "Pay Day: seat 1 collects $90,000."),
    (told.Received(1, amount=95_000, what="Quiz show"), "Seat 1 gets $95,000 for Quiz show."),
    (told.Paid(1, amount=30_000, payee=-1, what="Sailboat"), "Seat 1 pays the bank $30,000 for Sailboat."),
    (told.Paid(1, amount=30_000, payee=0, what="Sailboat"), "Seat 1 pays seat 0 $30,000 for Sailboat."),
    (told.Covered(1, policy="home", amount=40_000, what="Flood"), "Seat 1 has home insurance for Flood, $40,000."),
    (told.LoanTaken(1, count=2, amount=40_000, notes=5), "Seat 1 borrows $40,000 and now has 5 loan notes."),
    (told.LoanRepaid(1, count=2, amount=50_000, notes=3), "Seat 1 repays 2 loan notes for $50,000 and has 3 left."),
    (told.DividendPaid(1, number=7, amount=10_000), "Seat 1 gets $10,000 for its stock 7."),
    (told.StockTaken(1, number=7, price=50_000), "Seat 1 takes stock 7 for $50,000."),
    (told.StockLost(1, number=7), "Seat 1 loses stock 7."),
    (told.PolicyBought(1, policy="auto", price=10_000), "Seat 1 buys auto insurance for $10,000."),
    (told.CommissionPaid(1, buyer=2, amount=5_000), "Seat 1 gets $5,000 for what seat 2 has bought."),
    (told.CardsDrawn(1, cards=["Doctor", "Artist", 20_000]), "Seat 1 draws Doctor, Artist and 20000."),
    (told.CareerTaken(1, career="Police Officer"), "Seat 1 is now Police Officer."),
    (told.SalaryTaken(1, salary=100_000), "The salary of seat 1 is now $100,000."),
    (told.JobLost(1), "Seat 1 loses its job."),
    (told.SalariesTraded(1, partner=2, gets=80_000, gives=20_000), "Seat 1 trades $20,000 for the $80,000 of seat 2."),
    (told.Married(1), "Seat 1 gets married."),
    (told.ChildrenBorn(1, born=2, children=3), "Seat 1 has 2 children more, and 3 in the car."),
    (told.HomeBought(1, deed="Log Cabin", price=80_000), "Seat 1 buys Log Cabin for $80,000."),
    (told.HomeSold(1, deed="Tudor", price=210_000), "Seat 1 sells Tudor for $210,000."),
    (told.TileTaken(1, left=12), "Seat 1 takes a LIFE tile and leaves 12."),
    (told.TileStolen(1, victim=2), "Seat 1 takes a LIFE tile from seat 2."),
    (told.NoTile(1), "Seat 1 finds no LIFE tile to take."),
    (told.CardsReturned(1, career="Artist", salary=20_000), "Seat 1 gives back Artist and $20,000."),
    (told.Retired(1, home="Countryside Acres"), "Seat 1 retires to Countryside Acres."),
    (
        told.ReservedTilesGiven(seats=[0, 2], each=2),
        "The richest at Millionaire Estates, seat 0 and seat 2: 2 more LIFE tiles each.",
    ),
    (told.TilesTurnedUp(1, values=[50_000, 10_000]), "The LIFE tiles of seat 1 are worth $60,000."),
    (told.TilesTurnedUp(1, values=[]), "The LIFE tiles of seat 1 are worth $0."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence


def test_there_is_a_sentence_of_every_kind_and_each_kind_is_listed_once() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(EVENTS)
    assert len(set(EVENTS)) == len(EVENTS)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_events_are_plain_json_and_one_sentence(seats: int, seed: int) -> None:
    """Whatever happens in a random game, with whatever is written on the board."""
    rng = random.Random(seed)
    game = Game.new("life", seats=seats, luck=Keyed(b"%d" % seed))
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        for event in game.take_events():
            assert type(event) in EVENTS
            assert json.loads(json.dumps(event.to_json())) == event.to_json()
            sentence = str(event)
            assert sentence[0].isupper()
            assert sentence[-1] == "."
            assert "\n" not in sentence
