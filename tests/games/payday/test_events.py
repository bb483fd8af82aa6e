"""The sentences of the events, as a reader of a match meets them."""

import json
import random

import pytest

from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.games.payday import events as told
from parlour.games.payday.events import EVENTS

SENTENCES = [
    (told.LoanTaken(1, amount=3000, loan=7000), "Seat 1 borrows $3,000 and now owes $7,000."),
    (told.LoanRepaid(1, amount=3000, loan=4000), "Seat 1 pays back $3,000 and now owes $4,000."),
    (
        told.Moved(1, pips=4, day=26, date="Friday the 26th", space="family_casino_night"),
        "Seat 1 rolls 4 and moves to Friday the 26th: family casino night.",
    ),
    (told.JackpotWon(1, amount=1200), "JACKPOT: seat 1 wins $1,200."),
    (
        told.JackpotFed(1, amount=200, reason="groceries", jackpot=900),
        "Seat 1 puts $200 on the Jackpot for groceries; $900 lie there now.",
    ),
    (told.MailCame(1, card="Tick Tock Inc.", kind="bill", amount=200), "Seat 1 gets a bill for $200: Tick Tock Inc."),
    (told.MailCame(1, card="Cat's Meow", kind="ad", amount=0), "Seat 1 gets an ad: Cat's Meow."),
    (told.NothingDrawn(1, pile="Deal"), "Seat 1 finds no Deal card to draw."),
    (
        told.DealTurnedUp(1, card="Sahara Safari", cost=9500, value=14000),
        "Seat 1 turns up Sahara Safari: cost $9,500, value $14,000.",
    ),
    (told.DealBought(1, card="Sahara Safari", price=300), "Seat 1 buys Sahara Safari for $300."),
    (told.DealDeclined(1, card="Teen Jeans Inc."), "Seat 1 leaves Teen Jeans Inc."),
    (told.DealSold(1, card="Sahara Safari", value=14000), "Seat 1 sells Sahara Safari for $14,000."),
    (told.SweepstakesWon(1, pips=5, amount=5000), "Seat 1 rolls 5 and wins $5,000 in the sweepstakes."),
    (told.LotteryEntered(1, ante=100, number=4), "Seat 1 antes $100 and picks 4."),
    (told.LotteryCalledOff(1), "Nobody plays the lottery that seat 1 landed on."),
    (told.LotteryRolled(1, number=2), "Seat 1 rolls 2 for the lottery, which nobody picked."),
    (told.LotteryWon(1, number=4, amount=1300), "The 4 comes up: seat 1 wins $1,300 in the lottery."),
    (
        told.RadioRolled(seats=[1, 2, 0], rolls=[5, 5, 1]),
        "In the radio contest seat 1 rolls 5, seat 2 rolls 5 and seat 0 rolls 1.",
    ),
    (told.RadioWon(1, amount=1000), "Seat 1 wins $1,000 in the radio contest."),
    (
        told.BirthdayHeld(1, gift=100, amount=300),
        "Happy birthday: seat 1 gets $100 from each other player, $300 in all.",
    ),
    (told.CasinoWon(1, pips=3, amount=500), "Seat 1 rolls 3 and wins $500 at the casino."),
    (
        told.CharityWalked(1, pips=4, gift=400, jackpot=1200),
        "Seat 1 rolls 4 on the charity walk and all others put $400 on the Jackpot; $1,200 lie there now.",
    ),
    (told.SalaryPaid(1, amount=3500), "Seat 1 collects the salary of $3,500."),
    (told.InterestPaid(1, amount=400), "Seat 1 pays $400 of interest."),
    (told.BillsPaid(1, cards=["Vet", "Dr. I.M. Blurd"], amount=600), "Seat 1 pays $600 to Vet and Dr. I.M. Blurd."),
    (told.MonthEnded(1, month=2, months=3), "Seat 1 has completed month 2 of 3."),
    (told.DealsLost(1, cards=["Sahara Safari"]), "Seat 1 found no buyer for Sahara Safari."),
    (told.Retired(1, net_worth=-2300), "Seat 1 retires with a net worth of -$2,300."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence


def test_there_is_a_sentence_of_every_kind() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(EVENTS)


def test_events_are_plain_json(seed: int) -> None:
    rng = random.Random(seed)
    game = Game.new("payday", seats=4, luck=Keyed(b"%d" % seed))
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        for event in game.take_events():
            assert json.loads(json.dumps(event.to_json())) == event.to_json()
