"""The sentences of the events, as a reader of a match meets them."""

import json
import random

import pytest

from parlour.board.bargain import CounterMade, OfferMade, OfferRefused
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.games.careers import dealings as dealt
from parlour.games.careers import events as told
from parlour.games.careers.events import EVENTS

NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
MUCH = {"cash": 500, "opportunity": ["College", "Vacation"], "experience": [4], "promise": 1_000, "notes": [3]}

SENTENCES = [
    (told.FormulasChosen(total=60), "Everybody has a success formula of 60 points."),
    (
        told.FirstThrown(seats=[0, 1, 2], throws=[7, 11, 3]),
        "For the first turn seat 0 throws 7, seat 1 throws 11 and seat 2 throws 3.",
    ),
    (told.TurnLost(1), "Seat 1 loses this turn."),
    (told.Thrown(1, dice=[3]), "Seat 1 throws 3."),
    (told.Thrown(1, dice=[3, 5]), "Seat 1 throws 3 and 5."),
    (told.ExperiencePlayed(1, value=4), "Seat 1 plays an Experience Card of 4."),
    (
        told.OpportunityPlayed(1, card="Any occupation", target="Politics"),
        "Seat 1 plays the Opportunity Card Any occupation and moves to Politics.",
    ),
    (told.Moved(1, space=10, name="Pay Food Bills"), "Seat 1 is on Pay Food Bills."),
    (
        told.Sent(1, to_corner="Unemployment", why="bumped by seat 2"),
        "Seat 1 goes to Unemployment: bumped by seat 2.",
    ),
    (told.Stayed(1, corner="Hospital"), "Seat 1 stays in Hospital."),
    (told.Retired(1), "Seat 1 retires for a holiday."),
    (told.Entered(1, occupation="Politics", by="fee", fee=3_000), "Seat 1 enters Politics for $3,000."),
    (told.Entered(1, occupation="Politics", by="degree", fee=0), "Seat 1 enters Politics by degree."),
    (told.Completed(1, occupation="Politics", times=2), "Seat 1 completes Politics; that makes 2."),
    (told.Graduated(1, degree="Law"), "Seat 1 graduates from College: Law."),
    (told.LosesNextTurn(1), "Seat 1 will lose its next turn."),
    (
        told.PointsChanged(1, stars=10, hearts=-5, has_stars=12, has_hearts=0, why="Scandal"),
        "Seat 1: +10 stars and -5 hearts for Scandal.",
    ),
    (
        told.PointsChanged(1, stars=0, hearts=4, has_stars=0, has_hearts=4, why="Vacation"),
        "Seat 1: +4 hearts for Vacation.",
    ),
    (told.SalaryCollected(1, amount=2_750, times=2), "Seat 1 collects $2,750 of salary."),
    (told.SalaryChanged(1, salary=1_375), "The salary of seat 1 is now $1,375."),
    (told.Paid(1, amount=1_300, what="Shopping Spree"), "Seat 1 pays $1,300 for Shopping Spree."),
    (told.Received(1, amount=8_000, what="Stock Market"), "Seat 1 gets $8,000 for Stock Market."),
    (told.DoctorPaid(1, doctor=0, amount=650), "Seat 1 pays $650 to the Doctor, seat 0."),
    (dealt.OpportunityDrawn(1, card="College"), "Seat 1 draws the Opportunity Card College."),
    (
        dealt.OpportunityReturned(1, card="College"),
        "Seat 1 lays College under the deck, since nobody can use it, and draws again.",
    ),
    (dealt.ExperienceDrawn(1, count=1, known=[]), "Seat 1 draws 1 Experience Card."),
    (dealt.ExperienceDrawn(1, count=3, known=[]), "Seat 1 draws 3 Experience Cards."),
    (dealt.ExperienceSeen(1, values=[4, 1, 2], to=(1,)), "Seat 1 has drawn 4, 1 and 2."),
    (dealt.NothingDrawn(1, deck="Experience"), "Seat 1 finds no Experience Card to draw."),
    (dealt.Bumped(1, by=2), "Seat 2 bumps seat 1 to Unemployment."),
    (dealt.LetStay(1, by=2), "Seat 2 lets seat 1 stay."),
    (
        OfferMade(1, partner=2, gives=MUCH, asks=NOTHING),
        'Seat 1 offers seat 2 (cash $500; opportunity "College", "Vacation"; experience 4; promise $1,000; '
        "notes 3) for (nothing).",
    ),
    (
        CounterMade(2, partner=1, gives=NOTHING, asks={**NOTHING, "cash": 50}),
        "Seat 2 would give seat 1 (nothing) for (cash $50).",
    ),
    (OfferRefused(2, partner=1), "Seat 2 refuses what seat 1 offers."),
    (
        dealt.Traded(1, partner=2, gave={**NOTHING, "experience": [3, 4]}, got={**NOTHING, "cash": 700}),
        "Seat 1 gives seat 2 (experience 3, 4) and gets (cash $700).",
    ),
    (dealt.OfferLapsed(1, partner=2), "The offer of seat 1 to seat 2 has lapsed."),
    (dealt.NoteIssued(debtor=1, holder=2, number=3, amount=1_500), "Seat 1 owes seat 2 $1,500 by note 3."),
    (dealt.NotePassed(number=3, holder=0), "Note 3 is now held by seat 0."),
    (dealt.NoteCancelled(number=3, why="seat 1 has it back"), "Note 3 is cancelled: seat 1 has it back."),
    (dealt.NotePaid(1, holder=2, number=3, amount=1_000, left=500), "Seat 1 pays $1,000 of note 3 to seat 2."),
    (
        told.WentBankrupt(1, forced=True, cash=50, opportunity=[], experience=[]),
        "Seat 1 must go bankrupt and starts over again from Payday.",
    ),
    (
        told.WentBankrupt(1, forced=False, cash=50, opportunity=["College"], experience=[2]),
        "Seat 1 goes bankrupt and starts over again from Payday.",
    ),
    (told.FormulaMet(1, formula=[20, 20, 20], points=[29, 50, 20]), "Seat 1 has met its success formula and wins!"),
    (
        told.FormulasRevealed(formulas=[[20, 20, 20], [0, 0, 60], [5, 50, 5]]),
        "The formulas: seat 0 had 20/20/20, seat 1 had 0/0/60 and seat 2 had 5/50/5.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence


def test_there_is_a_sentence_of_every_kind_and_each_kind_is_listed_once() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(EVENTS)
    assert len(set(EVENTS)) == len(EVENTS)


@pytest.mark.parametrize("options", [{}, {"partnership": 1}], ids=str)
@pytest.mark.parametrize("edition", ["1971", "reissue"])
def test_events_are_plain_json_and_one_sentence(edition: str, options: dict[str, int], seed: int) -> None:
    """Whatever happens in a random game, with whatever is written on the board."""
    rng = random.Random(seed)
    game = Game.new(f"careers/{edition}", seats=4, luck=Keyed(b"%d" % seed), options={**options, "turns": 15})
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        for event in game.take_events():
            assert type(event) in EVENTS
            assert json.loads(json.dumps(event.to_json())) == event.to_json()
            sentence = str(event)
            assert sentence[0].isupper()
            assert sentence[-1] in ".!"
            assert "\n" not in sentence
