"""Moving by throw and by Experience Card, and being sent: rulings C37 to C42."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.events import ExperiencePlayed, Moved, Paid, PointsChanged, SalaryCollected, Sent, Thrown

Laid = Callable[..., Any]


@pytest.mark.parametrize(
    ("start", "dice", "end"),
    [(0, [6, 4], 10), (9, [1, 1], 11), (13, [1, 2], 16), (4, [2, 2], 8), (30, [6, 5], 9), (27, [3, 1], 31)],
)
def test_outside_two_dice_lead_clockwise(both: Laid, start: int, dice: list[int], end: int) -> None:
    """[C37] From any square, an entrance that is not entered among them, and round past Payday."""
    played = both(at=[start, "hobby", "hobby"], cash=[0, 0, 0], salary=[0, 0, 0], opportunity_pile=[])
    played.turn(luck=[dice])
    assert played.told(Thrown) == [Thrown(0, dice=dice)]
    assert played.told(Moved)[0] == Moved(0, space=end, name=played.name(end))
    assert played.state.at == [end, 13, 13]


def test_one_die_leads_through_a_path(both: Laid) -> None:
    """[C38]"""
    played = both(at=["politics 3", 0, 0]).turn(luck=[[5]])
    assert played.told(Thrown) == [Thrown(0, dice=[5])]
    assert played.state.at[0] == played.space("politics 8")


@pytest.mark.parametrize(("start", "pips", "end"), [("business 11", 6, 17), ("farming 8", 5, 8), ("moon 13", 1, 1)])
def test_one_die_leads_out_of_a_path(both: Laid, start: str, pips: int, end: int) -> None:
    """[C38] Two are thrown on the next turn only."""
    played = both(seats=2, at=[start, "hobby"], opportunity_pile=[], experience_pile=[]).turn(luck=[[pips]])
    assert played.told(Thrown) == [Thrown(0, dice=[pips])]
    assert played.state.at[0] == end


def test_after_a_path_two_dice_are_thrown_again(both: Laid) -> None:
    """[C37 C38]"""
    played = both(seats=2, at=["politics 11", "hobby"], experience_pile=[], opportunity_pile=[]).turn(luck=[[1]])
    played.turn(luck=[[1, 1]]).turn(luck=[[2, 3]])
    assert [thrown.dice for thrown in played.told(Thrown)] == [[1], [1, 1], [2, 3]]
    assert played.state.at[0] == 25


@pytest.mark.parametrize("value", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("start", "ends"), [("shop", (22, 23, 24, 25)), ("moon 4", ("moon 5", "moon 6", "moon 7", "moon 8"))]
)
def test_an_experience_card_takes_the_place_of_the_throw(both: Laid, start: str, ends: Any, value: int) -> None:
    """[C39] Outside and inside; its value is the number of squares, and nothing is thrown."""
    played = both(at=[start, 0, 0], experience=[[value], [], []], experience_pile=[], opportunity_pile=[])
    played.turn(say=[("MoveBy", value)])
    assert played.state.at[0] == played.space(ends[value - 1])
    assert played.told(ExperiencePlayed) == [ExperiencePlayed(0, value=value)]
    assert played.told(Thrown) == []


def test_the_cards_that_a_seat_may_move_by(both: Laid) -> None:
    """[C39] Each value once, beside the throw; the question says how many dice that is."""
    question = both(at=["hobby", 0, 0], experience=[[3, 1, 3], [4], []]).until("MoveBy")
    assert (question.options(), question.dice) == (("throw", 1, 3), 2)
    question = both(at=["farming 1", 0, 0], experience=[[3, 1, 3], [4], []]).until("MoveBy")
    assert (question.options(), question.dice) == (("throw", 1, 3), 1)


# --- only the last square counts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "passed", "dice", "order"),
    [
        (5, "hospital", [2, 3], ["Paid"]),  # past the auto show, College and a card, to the food bill
        (12, "hobby", [3, 3], ["Paid"]),  # past an entrance, a card and Unemployment, to the rent
        (21, "holiday", [5, 6], ["SalaryCollected"]),  # past the gamble and both menus, to Payday
        (28, "tax", [2, 5], ["SalaryCollected", "NothingDrawn"]),  # past Payday and a card, to a card
        ("moon 2", "moon 4", [3], ["PointsChanged"]),  # past lost stars and lost cash
        ("business 8", "business 9", [3], ["SalaryChanged"]),  # past Unemployment and half a salary
        ("exploring 1", "exploring 3", [5], ["PointsChanged"]),  # past a throw, a toll and two cards
    ],
)
def test_the_squares_passed_do_nothing(
    both: Laid, start: int | str, passed: str, dice: list[int], order: list[str]
) -> None:
    """[C40] Payday apart; whoever stands on one of them is left alone too."""
    played = both(seats=2, at=[start, passed], cash=[16_000, 0], stars=[8, 0], hearts=[8, 0], opportunity_pile=[])
    there = played.state.at[1]
    played.turn(luck=[dice])
    assert played.order() == ["Thrown", "Moved", *order]
    assert played.state.at[1] == there


def test_the_last_square_is_carried_out_as_printed(both: Laid) -> None:
    """[C40] A quarter of 16,000."""
    played = both(at=[5, 0, 0], cash=[16_000, 1000, 1000]).turn(luck=[[2, 3]])
    assert played.told(Paid) == [Paid(0, amount=4000, what="Pay Food Bills")]


# --- throwing again -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pips", "square"), [(4, 6), (2, 4)])
def test_throw_again_is_one_more_die_on_the_same_turn(both: Laid, pips: int, square: int) -> None:
    """[C41] From that square, and then the next seat is on."""
    played = both(at=["exploring 1", 0, 0]).turn(luck=[[1], [pips]])
    assert played.told(Thrown) == [Thrown(0, dice=[1]), Thrown(0, dice=[pips])]
    assert [moved.space for moved in played.told(Moved)] == [
        *(played.space("exploring 2"), played.space(f"exploring {square}"))
    ]
    assert played.told(PointsChanged)[0].hearts == {6: 4, 4: 2}[square]
    assert played.state.active == 1


def test_an_experience_card_may_take_the_place_of_the_second_throw(both: Laid) -> None:
    """[C41] After a first throw, which it does not undo."""
    played = both(at=["exploring 1", 0, 0], experience=[[4], [], []])
    played.turn(luck=[[1]], say=[("MoveBy", "throw"), ("MoveBy", 4)])
    assert played.order() == ["Thrown", "Moved", "ExperiencePlayed", "Moved", "PointsChanged"]
    assert played.state.at[0] == played.space("exploring 6")


def test_who_came_by_an_experience_card_has_to_throw_again(both: Laid) -> None:
    """[C41] A second card is not asked for: one a turn."""
    played = both(at=["exploring 1", 0, 0], experience=[[1, 4], [], []])
    played.turn(luck=[[2]], say=[("MoveBy", 1)])
    assert played.order() == ["ExperiencePlayed", "Moved", "Thrown", "Moved", "PointsChanged"]
    assert (played.state.at[0], played.state.experience[0]) == (played.space("exploring 4"), [4])


def test_throw_again_comes_at_once_also_on_entering(both: Laid) -> None:
    """[C41] By the 2 with which the path is entered."""
    played = both(at=["exploring", 0, 0], completed=[{"exploring": 1}, {}, {}])
    played.turn(luck=[[2], [6]], say=[("TakeTurn", "enter")])
    assert played.order() == ["Entered", "Thrown", "Moved", "Thrown", "Moved", "Received"]
    assert (played.state.at[0], played.cash[0]) == (played.space("exploring 8"), 11_000)


# --- sent directly --------------------------------------------------------------------------------------------------


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
def test_who_is_sent_passes_nothing_and_collects_nothing(
    both: Laid, square: str, corner: str, say: list[tuple[str, Any]]
) -> None:
    """[C42] All but the first of these corners lie beyond Payday."""
    played = both(cash=[2000, 1000, 1000], salary=[3000, 1000, 1000]).land(square, say=say)
    name = {"unemployment": "Unemployment", "hospital": "Hospital"}[corner]
    assert played.told(Sent) == [Sent(0, to_corner=name, why=played.name(square))]
    assert played.told(SalaryCollected) == []
    assert (played.state.at, played.cash) == ([played.space(corner), 0, 0], [2000, 1000, 1000])


def test_who_is_bumped_passes_nothing_and_collects_nothing(both: Laid) -> None:
    """[C42] From the gamble to Unemployment, beyond Payday."""
    played = both(at=[0, "gamble", 0]).land("gamble")
    assert played.told(Sent) == [Sent(1, to_corner="Unemployment", why="bumped by seat 0")]
    assert played.told(SalaryCollected) == []
    assert (played.state.at[1], played.cash) == (16, [1000, 1000, 1000])
