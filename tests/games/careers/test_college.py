"""College and its degrees: rulings C71 to C73."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.dealings import ExperienceDrawn
from parlour.games.careers.events import Completed, Entered, Graduated, SalaryChanged

Laid = Callable[..., Any]

SPECIAL = ("Law", "Medicine", "Science", "Engineering")
OPENED = {
    1971: {
        "Law": ["business", "sea", "politics", "exploring"],
        "Medicine": ["business", "sea", "exploring"],
        "Science": ["business", "sea", "exploring", "moon"],
        "Engineering": ["business", "sea", "exploring", "moon"],
        "College": ["business", "sea", "exploring"],
    },
    2003: {
        "Law": ["business", "politics"],
        "Medicine": ["business"],
        "Science": ["business", "moon"],
        "Engineering": ["business", "exploring"],
        "College": ["business"],
    },
}


def graduate(played: Any, seat: int, *answers: str) -> Any:
    """That seat walks out of College onto the food bill; `answers` has its degree where it is asked."""
    played.state.active, played.state.at[seat] = seat, played.space("college 7")
    return played.turn(luck=[[1]], say=[("ChooseDegree", degree) for degree in answers])


@pytest.mark.parametrize(("salary", "after"), [(1000, 3000), (4000, 6000), (1375, 3375), (500, 2500)])
def test_college_brings_2000_more_salary_and_a_degree(both: Laid, salary: int, after: int) -> None:
    """[C71] No cash, which comes with the next Payday."""
    played = graduate(both(at=[9, 13, 13], cash=[0, 0, 0], salary=[salary, 1000, 1000]), 0, "Law")
    assert played.told(Graduated) == [Graduated(0, degree="Law")]
    assert played.told(SalaryChanged) == [SalaryChanged(0, salary=after)]
    assert (played.state.salary, played.state.degree) == ([after, 1000, 1000], ["Law", "", ""])
    assert played.cash == [0, 0, 0]


def test_college_brings_no_experience(both: Laid) -> None:
    """[C71] Neither a card nor credit for an occupation."""
    played = graduate(both(at=[9, 13, 13]), 0, "Science")
    assert (played.told(Completed), played.told(ExperienceDrawn)) == ([], [])
    assert (played.state.experience[0], played.state.record[0]) == ([], [0] * 8)


def test_college_is_left_by_experience_card_just_so(both: Laid) -> None:
    """[C71] From within, past its last square."""
    played = both(at=["college 6", 13, 13], cash=[0, 0, 0], experience=[[3], [], []])
    played.turn(say=[("MoveBy", 3), ("ChooseDegree", "Engineering")])
    assert (played.state.at[0], played.state.degree[0], played.state.salary[0]) == (11, "Engineering", 3000)
    assert played.state.experience[0] == []


def test_who_leaves_college_by_opportunity_card_has_no_degree(both: Laid) -> None:
    """[C71] Nor the raise."""
    played = both(at=["college 7", 13, 13], opportunity=[["Big Business"], [], []])
    played.turn(say=[("TakeTurn", "opportunity")])
    assert (played.state.at[0], played.state.degree[0], played.state.salary[0]) == (11, "", 1000)


# --- while they last ------------------------------------------------------------------------------------------------


def test_the_first_graduate_has_the_choice_of_four(both: Laid) -> None:
    """[C72]"""
    question = both(at=["college 7", 13, 13]).until("ChooseDegree", luck=[[1]])
    assert question.options() == SPECIAL


@pytest.mark.parametrize("degree", SPECIAL)
def test_the_second_graduate_has_the_choice_of_the_remaining_three(both: Laid, degree: str) -> None:
    """[C72] The rulebooks' example: the first took Science."""
    question = both(at=[13, "college 7", 13], active=1, degree=[degree, "", ""]).until("ChooseDegree", luck=[[1]])
    assert question.options() == tuple(other for other in SPECIAL if other != degree)


def test_the_fifth_and_the_sixth_graduate_get_the_plain_degree(both: Laid) -> None:
    """[C72] With the same raise; the fourth takes what is left, and is not asked either."""
    played = both(seats=6, at=[13] * 6, cash=[0] * 6)
    for seat, answers in enumerate((["Science"], ["Law"], ["Engineering"], [], [], [])):
        graduate(played, seat, *answers)
        played.state.at[seat] = 13
    assert [graduated.degree for graduated in played.told(Graduated)] == [
        *("Science", "Law", "Engineering", "Medicine", "College", "College")
    ]
    assert [question.options() for question in played.asked if question.kind == "ChooseDegree"] == [
        *(SPECIAL, ("Law", "Medicine", "Engineering"), ("Medicine", "Engineering"))
    ]
    assert played.state.salary == [3000] * 6


# --- what they open -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("degree", [*SPECIAL, "College"])
def test_each_degree_opens_these_occupations(both: Laid, degree: str) -> None:
    """[C73] Without any cash; the seat may retire, and so is asked in any case."""
    opened = []
    for key in both().e.occupations:
        other = "moon" if key == "farming" else "farming"
        laid = {"cash": [0, 0, 0], "degree": [degree, "", ""], "completed": [{other: 3}, {}, {}]}
        if "enter" in both(at=[key, 9, 9], **laid).until("TakeTurn").ways:
            opened.append(key)
    assert opened == OPENED[both().e.year][degree]


@pytest.mark.parametrize("key", ["business", "sea", "exploring"])
def test_a_plain_degree_is_used_in_place_of_the_fee(table_1971: Laid, key: str) -> None:
    """[C73] Big Business, Teaching and Sports of 1971."""
    played = table_1971(at=[key, 9, 9], cash=[5000, 0, 0], degree=["College", "", ""], experience_pile=[])
    played.turn(luck=[[6]], say=[("TakeTurn", "enter")])
    assert played.told(Entered) == [Entered(0, occupation=played.name(key), by="degree", fee=0)]
    assert played.cash[0] == 5000


def test_a_degree_of_another_seat_opens_nothing(both: Laid) -> None:
    """[C73] It is Law that would open Politics."""
    played = both(at=["politics", 9, 9], cash=[0, 0, 0], degree=["Science", "Law", ""]).turn(luck=[[1, 2]])
    assert (played.kinds_asked(), played.state.at[0]) == ([], 22)
