"""In a path, all its squares: rulings C61 to C65."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from parlour.games.careers.dealings import ExperienceDrawn, OpportunityDrawn
from parlour.games.careers.events import Completed, Entered, Moved, Paid, Received, SalaryChanged, Sent

Laid = Callable[..., Any]

PATHS = {
    "farming": [
        *("2 hearts", "draw 1 Experience", "2 hearts", "1000 a pip", "2 stars, 4 hearts"),
        *("6 hearts", "5000", "2 hearts", "lose half the cash"),
    ],
    "college": [
        *("4 hearts", "lose the next turn", "2 hearts", "2 hearts", "draw 2 Opportunity", "6 stars"),
        "draw 2 Opportunity",
    ],
    "business": [
        *("draw 1 Experience", "draw 1 Opportunity", "salary 1000", "lose the next turn", "2000", "salary 2000"),
        *("draw 1 Experience", "4 hearts", "go to Unemployment", "half the salary", "salary 3000"),
    ],
    "sea": [
        *("go to the Hospital", "2 hearts", "draw 2 Opportunity", "draw 1 Experience", "1000 a pip"),
        *("4 hearts", "6 hearts", "lose the next turn", "8 hearts"),
    ],
    "politics": [
        *("go to Unemployment", "draw 2 Opportunity", "4 stars", "2 hearts", "draw 2 Experience", "6 stars"),
        *("2 stars, 4 hearts", "8 stars", "4 stars, 5000", "lose half the stars", "12 stars"),
    ],
    "hollywood": [
        *("2 stars", "draw 1 Experience", "draw 2 Opportunity", "6 stars, 2 hearts", "salary 1000"),
        *("half the salary", "10 stars, lose the hearts", "salary 1000 a pip", "12 stars"),
    ],
    "exploring": [
        *("2 hearts", "throw again", "pay 2000 or go to Unemployment", "2 hearts", "draw 2 Experience", "4 hearts"),
        *("go to the Hospital", "10000", "2 stars, 4 hearts", "6 hearts", "20000"),
    ],
    "moon": [
        *("2 hearts", "6 stars", "lose the stars", "lose the cash", "2 stars, 4 hearts", "salary 2000"),
        *("draw 2 Experience", "16 stars", "10 hearts", "10000", "10 stars, go to the Hospital"),
        *("6 stars, 4 hearts", "5000"),
    ],
}
SQUARES = [(key, step) for key, squares in PATHS.items() for step in range(1, len(squares) + 1)]


@dataclass(frozen=True)
class Has:
    """What a seat has before a square and after it."""

    stars: int = 7
    hearts: int = 5
    cash: int = 9150
    salary: int = 2750
    experience: int = 0
    opportunity: int = 0
    loses_turn: bool = False
    at: str = "there"


BEFORE = Has()
KEEP = [("UseAtOnce", "keep")]
ANY = "Any occupation"
AFTER: dict[str, tuple[Has, list[Any], list[tuple[str, Any]]]] = {
    "2 hearts": (Has(hearts=7), [], []),
    "4 hearts": (Has(hearts=9), [], []),
    "6 hearts": (Has(hearts=11), [], []),
    "8 hearts": (Has(hearts=13), [], []),
    "10 hearts": (Has(hearts=15), [], []),
    "2 stars": (Has(stars=9), [], []),
    "4 stars": (Has(stars=11), [], []),
    "6 stars": (Has(stars=13), [], []),
    "8 stars": (Has(stars=15), [], []),
    "12 stars": (Has(stars=19), [], []),
    "16 stars": (Has(stars=23), [], []),
    "2 stars, 4 hearts": (Has(stars=9, hearts=9), [], []),
    "6 stars, 2 hearts": (Has(stars=13, hearts=7), [], []),
    "6 stars, 4 hearts": (Has(stars=13, hearts=9), [], []),
    "4 stars, 5000": (Has(stars=11, cash=14_150), [], []),
    "10 stars, lose the hearts": (Has(stars=17, hearts=0), [], []),
    "10 stars, go to the Hospital": (Has(stars=17, at="hospital"), [], []),
    "lose the stars": (Has(stars=0), [], []),
    "lose half the stars": (Has(stars=4), [], []),
    "2000": (Has(cash=11_150), [], []),
    "5000": (Has(cash=14_150), [], []),
    "10000": (Has(cash=19_150), [], []),
    "20000": (Has(cash=29_150), [], []),
    "1000 a pip": (Has(cash=13_150), [4], []),
    "lose half the cash": (Has(cash=4600), [], []),
    "lose the cash": (Has(cash=0), [], []),
    "salary 1000": (Has(salary=3750), [], []),
    "salary 2000": (Has(salary=4750), [], []),
    "salary 3000": (Has(salary=5750), [], []),
    "salary 1000 a pip": (Has(salary=6750), [4], []),
    "half the salary": (Has(salary=1375), [], []),
    "draw 1 Experience": (Has(experience=1), [3], []),
    "draw 2 Experience": (Has(experience=2), [3, 1], []),
    "draw 1 Opportunity": (Has(opportunity=1), [ANY], KEEP),
    "draw 2 Opportunity": (Has(opportunity=2), [ANY, ANY], KEEP),
    "lose the next turn": (Has(loses_turn=True), [], []),
    "throw again": (Has(hearts=9, at="exploring 6"), [[4]], []),
    "pay 2000 or go to Unemployment": (Has(cash=7150), [], [("PayToll", True)]),
    "go to Unemployment": (Has(at="unemployment"), [], []),
    "go to the Hospital": (Has(at="hospital"), [], []),
}
"""What a seat has after each square, what luck says on it, and what the seat answers."""


def has(played: Any, seat: int) -> Has:
    """What a seat of a table has now; `at` stays open."""
    g = played.state
    return Has(
        stars=g.stars[seat],
        hearts=g.hearts[seat],
        cash=played.cash[seat],
        salary=g.salary[seat],
        experience=len(g.experience[seat]),
        opportunity=len(g.opportunity[seat]),
        loses_turn=g.loses_turn[seat],
    )


@pytest.mark.parametrize(("key", "step"), SQUARES)
def test_each_square_does_just_what_is_printed_on_it(both: Laid, key: str, step: int) -> None:
    """[C61 C62 C63] To the one who lands on it, and to nobody else."""
    after, luck, say = AFTER[PATHS[key][step - 1]]
    fee = 500 if (key, step) == ("college", 1) else 0
    played = both(
        at=[0, 9, 9],
        stars=[BEFORE.stars] * 3,
        hearts=[BEFORE.hearts] * 3,
        cash=[BEFORE.cash + fee, BEFORE.cash, BEFORE.cash],
        salary=[BEFORE.salary] * 3,
    )
    played.land(f"{key} {step}", luck=luck, say=say)
    there = f"{key} {step}" if after.at == "there" else after.at
    assert has(played, 0) == replace(after, at="there")
    assert played.state.at == [played.space(there), 9, 9]
    assert (has(played, 1), has(played, 2)) == (BEFORE, BEFORE)
    assert (played.told(Completed), played.state.active) == ([], 1)


def test_there_are_eighty_squares(both: Laid) -> None:
    """[C61] In eight paths; the table of this file has them all."""
    played = both()
    assert [len(path.steps) for path in played.e.paths] == [len(squares) for squares in PATHS.values()]
    assert len(SQUARES) == 80
    assert len(played.e.spaces) == 32 + 80


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("square", ["farming 4", "sea 5"])
def test_a_bonus_may_go_by_the_die(both: Laid, square: str, pips: int) -> None:
    """[C62] One die, of its own."""
    played = both().land(square, luck=[pips])
    assert played.told(Received) == [Received(0, amount=1000 * pips, what=played.name(square))]
    assert (played.cash[0], played.state.salary[0]) == (1000 + 1000 * pips, 1000)


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_a_raise_may_go_by_the_die(both: Laid, pips: int) -> None:
    """[C62] It is a raise, and no cash."""
    played = both().land("hollywood 8", luck=[pips])
    assert played.told(SalaryChanged) == [SalaryChanged(0, salary=1000 + 1000 * pips)]
    assert (played.cash[0], played.told(Received)) == (1000, [])


@pytest.mark.parametrize(
    ("square", "count"),
    [
        ("farming 2", 1), ("business 1", 1), ("business 7", 1), ("sea 4", 1), ("politics 5", 2), ("hollywood 2", 1),
        ("exploring 5", 2), ("moon 7", 2),
    ],
)  # fmt: skip
def test_experience_cards_are_drawn_on_some_squares(both: Laid, square: str, count: int) -> None:
    """[C63] As many as the square says, one after the other."""
    played = both(at=[0, 9, 9]).land(square, luck=[4, 1][:count])
    assert played.told(ExperienceDrawn) == [ExperienceDrawn(0, count=count, known=[])]
    assert played.state.experience[0] == sorted([4, 1][:count])


def test_opportunity_cards_are_drawn_one_by_one(both: Laid) -> None:
    """[C63] Face up, behind those that are there."""
    played = both(opportunity=[["Politics"], [], []], cash=[0, 0, 0])
    played.land("hollywood 3", luck=["College", "Big Business"])
    assert played.told(OpportunityDrawn) == [
        OpportunityDrawn(0, card="College"),
        OpportunityDrawn(0, card="Big Business"),
    ]
    assert played.state.opportunity[0] == ["Politics", "College", "Big Business"]


# --- sent out of a path ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("square", "corner", "say"),
    [
        ("business 9", "unemployment", []),
        ("sea 1", "hospital", []),
        ("politics 1", "unemployment", []),
        ("exploring 3", "unemployment", [("PayToll", False)]),
        ("exploring 7", "hospital", []),
        ("moon 11", "hospital", []),
    ],
)
def test_who_is_sent_out_of_a_path_gets_no_credit(
    both: Laid, square: str, corner: str, say: list[tuple[str, Any]]
) -> None:
    """[C64] No experience, no Experience Card."""
    key, _, step = square.partition(" ")
    played = both(cash=[5000, 0, 0]).land(square, say=say)
    assert played.told(Sent)[0].to_corner == played.name(corner)
    assert (played.told(Completed), played.told(ExperienceDrawn)) == ([], [])
    assert played.state.record[0][played.occupation(key)] == (1 if step == "1" else 0)  # laid, to get in without a fee
    assert played.state.experience[0] == []


@pytest.mark.parametrize(
    ("square", "dice", "end"), [("moon 11", [2, 1], 11), ("exploring 7", [1, 1], 10), ("business 9", [3, 4], 23)]
)
def test_who_was_sent_out_of_a_path_does_not_go_back(both: Laid, square: str, dice: list[int], end: int) -> None:
    """[C64] From the corner the way leads along the outside."""
    played = both(seats=2, at=[0, 13], cash=[50, 0], opportunity_pile=[]).land(square)
    played.state.active = 0
    played.turn(luck=[dice])
    assert played.state.at == [end, 13]


def test_a_path_is_entered_anew_from_its_entrance(both: Laid) -> None:
    """[C64] With the fee again, and from the first square."""
    played = both(seats=2, at=[0, 9], cash=[1500, 0]).land("business 9")
    played.state.active, played.state.at[0] = 0, played.space("business")
    played.turn(luck=[[3]], say=[("TakeTurn", "enter")])
    assert played.told(Entered) == [Entered(0, occupation="Big Business", by="fee", fee=500)]
    assert played.told(Moved)[-1].space == played.space("business 3")


# --- the toll -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cash", [2000, 2050, 9000])
def test_the_toll_may_be_paid(both: Laid, cash: int) -> None:
    """[C65] 2,000, with which the token stays where it is."""
    played = both(cash=[cash, 0, 0]).land("exploring 3", say=[("PayToll", True)])
    assert played.told(Paid) == [Paid(0, amount=2000, what=played.name("exploring 3"))]
    assert (played.cash[0], played.state.at[0]) == (cash - 2000, played.space("exploring 3"))


def test_the_toll_may_be_refused(both: Laid) -> None:
    """[C65] For nothing, but for the path."""
    played = both(cash=[9000, 0, 0]).land("exploring 3", say=[("PayToll", False)])
    assert played.told(Sent) == [Sent(0, to_corner="Unemployment", why=played.name("exploring 3"))]
    assert (played.cash[0], played.state.at[0], played.told(Paid)) == (9000, 16, [])


@pytest.mark.parametrize("cash", [0, 1950])
@pytest.mark.parametrize("trade", [0, 1])
def test_who_cannot_pay_the_toll_goes_to_unemployment(both: Laid, cash: int, trade: int) -> None:
    """[C65] Without a question, without raising money, and never by bankruptcy."""
    played = both(trade=trade, cash=[cash, 5000, 5000]).land("exploring 3")
    assert played.order() == ["Thrown", "Moved", "Sent"]
    assert (played.cash[0], played.state.at[0], played.kinds_asked()) == (cash, 16, [])
