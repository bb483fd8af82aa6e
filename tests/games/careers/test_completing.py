"""Leaving a path by its end: rulings C66 to C70."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.dealings import ExperienceDrawn
from parlour.games.careers.events import Completed, SalaryCollected

Laid = Callable[..., Any]

LENGTHS = {
    "farming": 9,
    "college": 7,
    "business": 11,
    "sea": 9,
    "politics": 11,
    "hollywood": 9,
    "exploring": 11,
    "moon": 13,
}
EXITS = {
    "farming": 5,
    "college": 10,
    "business": 12,
    "sea": 17,
    "politics": 20,
    "hollywood": 25,
    "exploring": 28,
    "moon": 1,
}
OCCUPATIONS = [key for key in LENGTHS if key != "college"]


def leave(both: Laid, key: str, *, pips: int, back: int = 0, luck: Any = (), say: Any = (), **laid: Any) -> Any:
    """Seat 0 walks out of a path, from so many squares before its last one; there are no cards but those in `laid`.

    The cash is too little for whatever can be bought outside, and enough for what has to be paid there.
    """
    start = f"{key} {LENGTHS[key] - back}"
    usual = {"at": [start, "hobby", "hobby"], "cash": [950, 0, 0], "opportunity_pile": [], "experience_pile": []}
    return both(**{**usual, **laid}).turn(luck=[[pips], *luck], say=say)


@pytest.mark.parametrize("over", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("key", EXITS)
def test_the_first_step_out_of_a_path_is_its_exit(both: Laid, key: str, over: int) -> None:
    """[C66 C67] What is left of the move goes on from there, from whichever square of the path the move began."""
    end = (EXITS[key] + over) % 32
    is_college = key == "college"
    for back in range(6 - over):
        pips_of_the_shop = [2] if end == 21 else []
        say = [("ChooseDegree", "Law")] if is_college else []
        played = leave(both, key, back=back, pips=back + 1 + over, luck=pips_of_the_shop, say=say)
        assert played.state.at[0] == end
        assert played.told(Completed) == ([] if is_college else [Completed(0, occupation=played.name(key), times=1)])
        assert played.state.degree[0] == ("Law" if is_college else "")


@pytest.mark.parametrize("key", EXITS)
def test_who_ends_on_the_last_square_is_still_inside(both: Laid, key: str) -> None:
    """[C66 C67] The path is completed by the next step only."""
    played = both(at=[f"{key} {LENGTHS[key] - 1}", 0, 0], opportunity_pile=[]).turn(luck=[[1]])
    assert played.state.at[0] == played.space(f"{key} {LENGTHS[key]}")
    assert (played.told(Completed), played.state.degree[0]) == ([], "")


@pytest.mark.parametrize("square", sorted(EXITS.values()))
def test_an_exit_means_nothing_to_who_comes_along_the_outside(both: Laid, square: int) -> None:
    """[C66] Neither on landing there nor in passing."""
    for start in (square - 3, square - 2):
        played = both(at=[start % 32, 9, 9], cash=[0, 0, 0], salary=[0, 0, 0], opportunity_pile=[])
        played.turn(luck=[[1, 2], *([2] if start == 18 else [])])  # to the shop
        assert played.state.at[0] == (start + 3) % 32
        assert (played.told(Completed), played.state.experience[0], played.state.degree[0]) == ([], [], "")


@pytest.mark.parametrize("key", OCCUPATIONS)
def test_an_occupation_may_be_completed_by_experience_card(both: Laid, key: str) -> None:
    """[C67]"""
    cards = {"experience": [[2], [], []], "experience_pile": [1, 1], "opportunity_pile": []}
    played = both(at=[f"{key} {LENGTHS[key] - 1}", 9, 9], **cards).turn(luck=[1], say=[("MoveBy", 2)])
    assert played.told(Completed) == [Completed(0, occupation=played.name(key), times=1)]
    assert (played.state.at[0], played.state.experience[0]) == (EXITS[key], [1])


@pytest.mark.parametrize(
    ("laid", "say"),
    [
        ({"opportunity": [["Any occupation"], [], []]}, [("TakeTurn", "opportunity"), ("ChooseOccupation", "College")]),
        ({"completed": [{"moon": 3}, {}, {}]}, [("TakeTurn", "retire"), ("FollowHoliday", True)]),
    ],
    ids=["Opportunity Card", "retiring"],
)
def test_who_leaves_a_path_in_another_way_has_not_completed_it(
    table_1971: Laid, laid: dict[str, Any], say: list[tuple[str, Any]]
) -> None:
    """[C67] From its last square."""
    played = table_1971(at=["politics 11", 9, 9], **laid).turn(say=say)
    assert played.state.at[0] < 32
    assert (played.told(Completed), played.told(ExperienceDrawn)) == ([], [])


# --- Experience Cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "cards"), [(0, 1), (1, 2), (2, 3), (3, 3), (4, 3), (9, 3)])
@pytest.mark.parametrize("key", OCCUPATIONS)
def test_completing_brings_one_then_two_then_three_cards(both: Laid, key: str, before: int, cards: int) -> None:
    """[C68] Three each time from the third on; what else was completed counts for nothing."""
    completed = {**dict.fromkeys(OCCUPATIONS, 5), key: before}
    values, say = [4, 1, 3][:cards], [("TakeTurn", "move")]
    laid = {"completed": [completed, {}, {}], "experience_pile": [1, 3, 4, 4]}
    played = leave(both, key, pips=1, luck=values, say=say, **laid)
    assert played.told(Completed) == [Completed(0, occupation=played.name(key), times=before + 1)]
    assert played.told(ExperienceDrawn) == [ExperienceDrawn(0, count=cards, known=[])]
    assert played.state.experience == [sorted(values), [], []]
    after = [before + 1 if other == key else completed.get(other, 0) for other in played.e.occupations]
    assert played.state.record[0] == after


def test_the_cards_of_five_completions_in_a_row(both: Laid) -> None:
    """[C68] 1, 2, 3, 3 and 3."""
    played = both(at=[0, 9, 9], opportunity_pile=[])
    for before, count in enumerate((1, 2, 3, 3, 3)):
        played.state.active, played.state.at[0] = 0, played.space("politics 11")
        say = [("TakeTurn", "move")] * (before >= 3) + [("MoveBy", "throw")] * (before > 0)
        played.turn(luck=[[1], *[1, 2, 3][:count]], say=say)
    assert [drawn.count for drawn in played.told(ExperienceDrawn)] == [1, 2, 3, 3, 3]
    assert played.state.experience[0] == [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


# --- the order of what happens --------------------------------------------------------------------------------------

CREDIT = ["Completed", "ExperienceDrawn", "ExperienceSeen"]


def test_completing_comes_before_a_payday_on_the_way_and_before_the_landing(both: Laid) -> None:
    """[C69] From the seventh path past Payday onto a card."""
    played = leave(both, "exploring", pips=6, luck=[4], experience_pile=[1, 4])
    assert played.order() == ["Thrown", "Moved", *CREDIT, "SalaryCollected", "NothingDrawn"]


def test_completing_comes_before_payday_itself(both: Laid) -> None:
    """[C69] From the seventh path onto it."""
    played = leave(both, "exploring", pips=5, luck=[4], experience_pile=[1, 4])
    assert played.order() == ["Thrown", "Moved", *CREDIT, "SalaryCollected"]


def test_completing_comes_before_a_bump(both: Laid) -> None:
    """[C69]"""
    played = leave(both, "business", pips=2, luck=[4], experience_pile=[1, 4], at=["business 11", "hobby", 0])
    assert played.order() == ["Thrown", "Moved", *CREDIT, "Bumped", "Sent"]


def test_completing_comes_before_the_corner_that_the_move_ends_on(both: Laid) -> None:
    """[C69] The Hospital takes nothing of it away."""
    played = leave(both, "farming", pips=4, luck=[4], experience_pile=[1, 4])
    assert (played.state.at[0], played.state.experience[0]) == (8, [4])
    assert played.state.record[0][played.occupation("farming")] == 1


def test_a_degree_is_there_before_the_square_that_the_move_ends_on(both: Laid) -> None:
    """[C69] And the raise: the food bill is paid after them."""
    played = leave(both, "college", pips=1, say=[("ChooseDegree", "Medicine")])
    assert played.order() == ["Thrown", "Moved", "Graduated", "SalaryChanged", "Paid"]


def test_the_card_that_completing_brings_is_for_a_later_turn(both: Laid) -> None:
    """[C69] It has been drawn on this one: a graduate who comes out onto College has to throw."""
    played = leave(both, "farming", pips=3, luck=[4, [1, 2]], experience_pile=[1, 4], degree=["Law", "", ""])
    assert (played.kinds_asked(), played.state.at[0], played.state.experience[0]) == ([], 10, [4])


# --- Payday on the way out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [0, 1, 2, 3, 4, 5])
def test_the_way_out_of_the_space_path_collects_no_salary(both: Laid, over: int) -> None:
    """[C70] Note F: Payday is not passed over, though the entrance lies before it."""
    played = leave(both, "moon", pips=1 + over)
    assert played.state.at[0] == 1 + over
    assert played.told(SalaryCollected) == []


@pytest.mark.parametrize("key", ["moon", "exploring"])
def test_a_path_that_leads_by_payday_pays_nothing_inside(both: Laid, key: str) -> None:
    """[C70] All the way through both, from the entrance on."""
    for step in range(1, LENGTHS[key]):
        played = both(at=[f"{key} {step}", 9, 9], cash=[2000, 0, 0], experience_pile=[])
        say = [("PayToll", True)] if (key, step) == ("exploring", 2) else []
        played.turn(luck=[[1], *([[4]] if (key, step) == ("exploring", 1) else [])], say=say)
        assert played.told(SalaryCollected) == []


@pytest.mark.parametrize(
    ("over", "amount", "times"), [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 6000, 2), (5, 3000, 1)]
)
def test_the_way_out_of_the_path_before_it_may_land_on_payday_or_pass_it(
    both: Laid, over: int, amount: int, times: int
) -> None:
    """[C43 C44 C66] Sports and Exploring come out four squares before Payday."""
    played = leave(both, "exploring", pips=1 + over, salary=[3000, 0, 0])
    assert played.state.at[0] == (28 + over) % 32
    assert played.told(SalaryCollected) == ([SalaryCollected(0, amount=amount, times=times)] if times else [])
    assert played.cash[0] == 950 + amount
