"""Entering an occupation: rulings C51 to C60."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.events import Entered, Moved, Paid, Thrown

Laid = Callable[..., Any]

FEES = {
    "farming": 1000,
    "college": 500,
    "business": 500,
    "sea": 100,
    "politics": 3000,
    "hollywood": 1000,
    "exploring": 4000,
    "moon": 5000,
}
OCCUPATIONS = [key for key in FEES if key != "college"]
DEGREES = ["Law", "Medicine", "Science", "Engineering", "College"]
ANY = set(DEGREES)
OPENED_BY = {
    1971: {"business": ANY, "sea": ANY, "politics": {"Law"}, "exploring": ANY, "moon": {"Science", "Engineering"}},
    2003: {"business": ANY, "politics": {"Law"}, "exploring": {"Engineering"}, "moon": {"Science"}},
}
"""The degrees that open an occupation, by the year of the edition."""
QUIET = {"farming": 1, "college": 3, "business": 3, "sea": 2, "politics": 3, "hollywood": 1, "exploring": 1, "moon": 1}
"""A square of each path on which nothing is asked, drawn or paid."""


def ways(both: Laid, key: str, *, degree: str = "", **laid: Any) -> tuple[str, ...]:
    """How a seat on that entrance may use its turn; it may retire, and so is asked in any case."""
    other = "moon" if key == "farming" else "farming"
    played = both(at=[key, 9, 9], degree=[degree, "", ""], completed=[{other: 3}, {}, {}], **laid)
    return tuple(played.until("TakeTurn").ways)


# --- reaching an entrance -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "luck", "say"),
    [
        ({"at": [9, 0, 0]}, [[1, 4]], []),
        ({"at": ["hobby", 0, 0], "experience": [[1], [], []]}, [], [("MoveBy", 1)]),
        ({"at": [9, 0, 0], "opportunity": [["Any occupation"], [], []]}, [], [("TakeTurn", "opportunity")]),
    ],
    ids=["throw", "Experience Card", "Opportunity Card"],
)
def test_an_entrance_is_reached_exactly(
    both: Laid, laid: dict[str, Any], luck: list[Any], say: list[tuple[str, Any]]
) -> None:
    """[C51 C52] By throw or either card; nothing more happens there, not even the fee, and next the way is open."""
    played = both(**laid)
    by_opportunity = say[:1] == [("TakeTurn", "opportunity")]
    played.turn(luck=luck, say=[*say, ("ChooseOccupation", played.name("sea"))] if by_opportunity else say)
    assert played.order()[1:] == ["Moved"]
    assert (played.state.at, played.cash, played.state.active) == ([14, 0, 0], [1000, 1000, 1000], 1)
    played.state.active = 0
    played.turn(luck=[[2]], say=[] if by_opportunity else [("TakeTurn", "enter")])
    assert (played.state.at[0], played.cash[0]) == (played.space("sea 2"), 900)


def test_an_entrance_that_is_passed_is_not_reached(both: Laid) -> None:
    """[C51] From one square before it and one after it there is no way in."""
    for start, end in ((13, 16), (15, 18)):
        played = both(at=[start, 0, 0], cash=[9000, 0, 0]).turn(luck=[[1, 2]])
        assert (played.state.at[0], played.kinds_asked()) == (end, [])


@pytest.mark.parametrize("key", FEES)
@pytest.mark.parametrize(("over", "say"), [(0, [("TakeTurn", "move")]), (-50, [])], ids=["unwilling", "unable"])
def test_who_does_not_or_cannot_enter_goes_on_outside(
    both: Laid, key: str, over: int, say: list[tuple[str, Any]]
) -> None:
    """[C53] By two dice; whoever is the least change short of the fee is not even asked."""
    played = both(at=[key, 9, 9], cash=[FEES[key] + over, 0, 0], salary=[0, 0, 0], opportunity_pile=[])
    played.turn(luck=[[1, 2]], say=say)
    assert played.told(Thrown) == [Thrown(0, dice=[1, 2])]
    assert played.state.at[0] == (played.space(key) + 3) % 32
    assert played.told(Entered) == []


# --- requirements ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", FEES)
def test_the_fee_opens_an_occupation(both: Laid, key: str) -> None:
    """[C54] The whole of it."""
    assert "enter" in ways(both, key, cash=[FEES[key], 0, 0])
    assert "enter" not in ways(both, key, cash=[FEES[key] - 50, 0, 0])


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("key", OCCUPATIONS)
def test_a_degree_opens_the_occupations_that_name_it(both: Laid, key: str, degree: str) -> None:
    """[C54 C73] Without any cash; to all others it is worth nothing."""
    opened = degree in OPENED_BY[both().e.year].get(key, ())
    assert ("enter" in ways(both, key, degree=degree, cash=[0, 0, 0])) == opened


@pytest.mark.parametrize("key", OCCUPATIONS)
@pytest.mark.parametrize("known", OCCUPATIONS)
def test_experience_opens_its_own_occupation_only(both: Laid, key: str, known: str) -> None:
    """[C54] Without any cash; who may retire is asked in any case."""
    played = both(at=[key, 9, 9], cash=[0, 0, 0], completed=[{known: 3}, {}, {}])
    assert ("enter" in played.until("TakeTurn").ways) == (key == known)


@pytest.mark.parametrize(
    ("laid", "by"),
    [
        ({"cash": [4000, 0, 0]}, "fee"),
        ({"cash": [0, 0, 0], "degree": ["College", "", ""]}, "degree"),
        ({"cash": [0, 0, 0], "completed": [{"exploring": 1}, {}, {}]}, "experience"),
    ],
)
def test_the_example_of_sports(table_1971: Laid, laid: dict[str, Any], by: str) -> None:
    """[C54] 4,000, or any College degree, or Sports experience."""
    played = table_1971(at=["exploring", 0, 0], **laid).turn(luck=[[1]], say=[("TakeTurn", "enter")])
    fee = 4000 if by == "fee" else 0
    assert played.told(Entered) == [Entered(0, occupation="Sports", by=by, fee=fee)]
    assert played.cash[0] == 0


@pytest.mark.parametrize(
    ("laid", "by"),
    [
        ({"cash": [4000, 0, 0]}, "fee"),
        ({"cash": [4000, 0, 0], "degree": ["Science", "", ""]}, "fee"),
        ({"cash": [0, 0, 0], "degree": ["Engineering", "", ""]}, "degree"),
        ({"cash": [0, 0, 0], "completed": [{"exploring": 1}, {}, {}]}, "experience"),
    ],
)
def test_the_example_of_exploring(table: Laid, laid: dict[str, Any], by: str) -> None:
    """[C54] 4,000, or an Engineering degree, or experience."""
    played = table(at=["exploring", 0, 0], **laid).turn(luck=[[1]], say=[("TakeTurn", "enter")])
    fee = 4000 if by == "fee" else 0
    assert played.told(Entered) == [Entered(0, occupation="Exploring", by=by, fee=fee)]
    assert played.cash[0] == 0


@pytest.mark.parametrize("key", OCCUPATIONS)
@pytest.mark.parametrize("degree", DEGREES)
def test_experience_then_a_degree_then_a_card_then_cash(both: Laid, key: str, degree: str) -> None:
    """[C55] Each is used when those before it are missing; the fee is paid only without all three."""
    year = both().e.year
    met = ["experience", *(["degree"] if degree in OPENED_BY[year].get(key, ()) else []), "card", "fee"]
    while met:
        played = both(
            at=[key, 9, 9],
            cash=[5000, 0, 0],
            experience_pile=[],
            completed=[{key: int("experience" in met)}, {}, {}],
            degree=[degree if met[0] in ("experience", "degree") else "", "", ""],
            special=["free_entry" if "card" in met else "", "", ""],
            must_enter=[True, False, False],
        )
        played.turn(luck=[[QUIET[key]]])
        by = met.pop(0)
        fee = FEES[key] if by == "fee" else 0
        assert played.told(Entered) == [Entered(0, occupation=played.name(key), by=by, fee=fee)]
        assert sum(paid.amount for paid in played.told(Paid)) == fee


def test_to_college_leads_nothing_but_its_fee(both: Laid) -> None:
    """[C55 C56] 500."""
    played = both(at=["college", 0, 0]).turn(luck=[[3]], say=[("TakeTurn", "enter")])
    assert played.told(Entered) == [Entered(0, occupation="College", by="fee", fee=500)]
    assert played.cash[0] == 500


@pytest.mark.parametrize("key", FEES)
def test_the_fee_is_paid_before_the_die_is_thrown(both: Laid, key: str) -> None:
    """[C56] To the bank."""
    played = both(at=[key, 9, 9], cash=[5000, 0, 0], opportunity_pile=[], experience_pile=[])
    bank = played.state.money.bank
    played.turn(luck=[[QUIET[key]]], say=[("TakeTurn", "enter")])
    assert played.order()[:4] == ["Paid", "Entered", "Thrown", "Moved"]
    assert played.told(Paid) == [Paid(0, amount=FEES[key], what=f"the way into {played.name(key)}")]
    assert played.cash == [5000 - FEES[key], 0, 0]
    assert played.state.money.bank == bank + FEES[key]


def test_no_fee_is_paid_when_an_entrance_is_reached_by_card(both: Laid) -> None:
    """[C56] It is on the next turn."""
    played = both(seats=2, at=[9, 0], opportunity=[["Big Business"], []], cash=[1000, 0])
    played.turn(say=[("TakeTurn", "opportunity")])
    assert (played.told(Paid), played.cash) == ([], [1000, 0])
    played.state.active = 0
    played.turn(luck=[[3]])
    assert [(paid.seat, paid.amount) for paid in played.told(Paid)] == [(0, 500)]


@pytest.mark.parametrize("key", OCCUPATIONS)
def test_one_completion_frees_from_the_fee_for_good(both: Laid, key: str) -> None:
    """[C57] After walking out of the last square, and on every later visit, without any cash."""
    last = {"farming": 9, "business": 11, "sea": 9, "politics": 11, "hollywood": 9, "exploring": 11, "moon": 13}[key]
    played = both(seats=2, at=[f"{key} {last}", 9], cash=[0, 0], opportunity_pile=[], experience_pile=[])
    played.turn(luck=[[1]])
    for _ in range(3):
        played.state.active, played.state.at[0] = 0, played.space(key)
        played.turn(luck=[[QUIET[key]]], say=[("TakeTurn", "enter")])
    assert played.told(Entered) == [Entered(0, occupation=played.name(key), by="experience", fee=0)] * 3
    assert played.told(Paid) == []


# --- the first squares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_a_number_leads_to_that_square_of_the_path(both: Laid, pips: int) -> None:
    """[C58] One die, thrown on the turn of entering."""
    played = both(at=["farming", 0, 0], experience_pile=[])
    played.turn(luck=[[pips], *([1] if pips == 4 else [])], say=[("TakeTurn", "enter")])
    assert played.told(Thrown) == [Thrown(0, dice=[pips])]
    assert played.told(Moved)[0].space == played.space(f"farming {pips}")


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_an_experience_card_leads_to_that_square_of_the_path(both: Laid, value: int) -> None:
    """[C58] In place of the die."""
    played = both(at=["moon", 0, 0], cash=[6000, 0, 0], experience=[[value], [], []])
    played.turn(say=[("TakeTurn", "enter"), ("MoveBy", value)])
    assert played.told(Thrown) == []
    assert played.told(Moved)[0].space == played.space(f"moon {value}")


def test_the_question_on_entering_is_about_one_die(both: Laid) -> None:
    """[C58] Beside the cards."""
    question = both(at=["farming", 0, 0], experience=[[2], [], []]).until("MoveBy", say=[("TakeTurn", "enter")])
    assert (question.dice, question.options()) == (1, ("throw", 2))


@pytest.mark.parametrize("key", OCCUPATIONS)
def test_an_occupation_may_be_entered_any_number_of_times(both: Laid, key: str) -> None:
    """[C59] Here for the eighth time, and in whatever order the others were completed."""
    played = both(at=[key, 9, 9], completed=[dict.fromkeys(OCCUPATIONS, 7), {}, {}], experience_pile=[])
    assert "enter" in played.until("TakeTurn").ways


@pytest.mark.parametrize("degree", DEGREES)
def test_a_graduate_cannot_enter_college_again(both: Laid, degree: str) -> None:
    """[C59] For no money, and with any degree."""
    assert "enter" in ways(both, "college", cash=[9000, 0, 0])
    assert "enter" not in ways(both, "college", degree=degree, cash=[9000, 0, 0])


# --- a graduate on College ------------------------------------------------------------------------------------------


def test_a_graduate_who_lands_on_college_throws_again(both: Laid) -> None:
    """[C60] Both dice, at once."""
    played = both(at=[4, 9, 9], degree=["Law", "", ""], cash=[0, 0, 0]).turn(luck=[[1, 2], [1, 2]])
    assert played.order() == ["Thrown", "Moved", "Thrown", "Moved"]
    assert (played.state.at[0], played.state.active) == (10, 1)


def test_others_who_land_on_college_stay(both: Laid) -> None:
    """[C60]"""
    played = both(at=[4, 9, 9], degree=["", "Law", ""], cash=[0, 0, 0]).turn(luck=[[1, 2]])
    assert (played.order(), played.state.at[0]) == (["Thrown", "Moved"], 7)


def test_a_graduate_may_go_on_from_college_by_experience_card(both: Laid) -> None:
    """[C60] If none was used on this turn."""
    laid = {"at": [4, 9, 9], "degree": ["College", "", ""], "cash": [0, 0, 0], "experience": [[3, 4], [], []]}
    played = both(**laid).turn(luck=[[1, 2]], say=[("MoveBy", "throw"), ("MoveBy", 4)])
    assert played.state.at[0] == 11
    played = both(**laid).turn(luck=[[1, 3]], say=[("MoveBy", 3)])
    assert played.order() == ["ExperiencePlayed", "Moved", "Thrown", "Moved"]
    assert played.state.at[0] == 11


def test_a_graduate_on_college_bumps_first(both: Laid) -> None:
    """[C60]"""
    played = both(seats=2, at=[4, 7], degree=["Law", ""], cash=[0, 0]).turn(luck=[[1, 2], [2, 2]])
    assert played.order() == ["Thrown", "Moved", "Bumped", "Sent", "Thrown", "Moved"]
    assert played.state.at == [11, 16]


def test_a_graduate_who_comes_out_of_a_path_onto_college_throws_two_dice(both: Laid) -> None:
    """[C60] And cannot use the Experience Card that completing has just brought."""
    played = both(at=["farming 9", 9, 9], degree=["Law", "", ""], cash=[0, 0, 0]).turn(luck=[[3], 4, [1, 2]])
    assert [thrown.dice for thrown in played.told(Thrown)] == [[3], [1, 2]]
    assert (played.state.at[0], played.state.experience[0]) == (10, [4])
