"""Marriage and children: rulings L90 to L98."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life.edition import Edition
from parlour.games.life.events import ChildrenBorn, Married, Moved, Spun, TileTaken
from parlour.games.life.money_events import LoanTaken, Paid, Received

Laid = Callable[..., Any]

BABIES, TWINS = (39, 41, 46, 51, 53, 65), (44, 84)
BIRTHS = [*((number, 1) for number in BABIES), *((number, 2) for number in TWINS)]
GIFTS = {**dict.fromkeys((1, 2, 3, 4), 0), **dict.fromkeys((5, 6, 7), 5_000), **dict.fromkeys((8, 9, 10), 10_000)}
ONWARD = 2
"""A spin from Get Married to a space that brings a tile and costs nothing."""


# --- marriage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", range(1, 11))
def test_nobody_misses_the_wedding(table: Laid, spaces: int) -> None:
    """[L90] A 10 from right before it ends there, and so does what is just enough."""
    for number in range(spaces, 11):
        played = table(at={0: 25 - spaces}, salary={0: 20_000}).turn(spins=[number, 1, ONWARD])
        assert played.path() == [25, 27]
        assert played.told(Married) == [Married(0)]


def test_all_four_ways_lead_to_the_wedding(edition: Edition) -> None:
    """[L90] It is on every road, and a spouse is there only once."""
    assert [number for number in range(1, 148) if edition.on(number).kind == "get_married"] == [25]
    assert not any(after > 25 > before for before, roads in enumerate(edition.roads) for after in roads)


def test_a_wedding_brings_a_spouse_and_a_tile(table: Laid) -> None:
    """[L90 L91] The spin for the gifts comes after both, and the spin for the next move after that."""
    played = table(cash=[0, 20_000, 20_000]).land(25, spins=[9, ONWARD])
    assert (played.state.spouse, played.state.children) == ([True, False, False], [0, 0, 0])
    order = ["Spun", "Moved", "Married", "TileTaken", "Spun", "Paid", "Paid", "Spun", "Moved", "TileTaken"]
    assert [name for name in played.order() if name != "PayDay"] == order
    assert (played.state.tiles, played.state.pile) == ([2, 0, 0], 19)
    assert played.sheets("married") == [True, False, False]


@pytest.mark.parametrize(("number", "gift"), GIFTS.items())
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_each_other_player_gives_by_the_spin(table: Laid, number: int, gift: int, seats: int) -> None:
    """[L91]"""
    laid = table(seats=seats, cash=[1_000, *[15_000] * (seats - 1)])
    played = laid.land(25, spins=[number, ONWARD])
    assert played.told(Spun)[1] == Spun(0, number=number)
    assert played.cash == [1_000 + gift * (seats - 1), *[15_000 - gift] * (seats - 1)]
    gifts = [Paid(other, amount=gift, payee=0, what="the wedding") for other in range(1, seats)] if gift else []
    assert played.told(Paid) == gifts


@pytest.mark.parametrize(("cash", "notes", "left"), [(10_000, 0, 0), (9_999, 1, 19_999), (0, 1, 10_000)])
def test_who_is_short_borrows_for_a_gift(table: Laid, cash: int, notes: int, left: int) -> None:
    """[L91 L97] Also a student, and without being asked."""
    played = table(cash=[0, cash, 50_000], at={1: 4}).land(25, spins=[8, ONWARD])
    assert (played.cash, played.state.notes) == ([20_000, left, 40_000], [0, notes, 0])
    assert len(played.told(LoanTaken)) == notes
    assert played.asked == [question for question in played.asked if question.kind == "BeforeSpin"]


# --- births ---------------------------------------------------------------------------------------------------------


def test_there_are_six_spaces_of_a_baby_and_two_of_twins(edition: Edition) -> None:
    """[L92 L94]"""
    births = [(number, edition.on(number).children) for number in range(1, 148)]
    assert sorted(birth for birth in births if birth[1]) == sorted(BIRTHS)


@pytest.mark.parametrize("number", BABIES)
@pytest.mark.parametrize("children", [0, 1, 3])
def test_a_baby_brings_a_peg_a_tile_and_5000_of_each(table: Laid, number: int, children: int) -> None:
    """[L92 L93]"""
    played = table(children={0: children, 1: 2}, cash=[0, 7_000, 8_000], tiles=[1, 0, 0]).land(number)
    assert played.state.children == [children + 1, 2, 0]
    assert (played.cash, played.state.tiles, played.state.pile) == ([10_000, 2_000, 3_000], [2, 0, 0], 19)
    gifts = [Paid(other, amount=5_000, payee=0, what="a birth") for other in (1, 2)]
    moved = [type(event) for event in played.events].index(Moved)
    born = ChildrenBorn(0, born=1, children=children + 1)
    assert played.events[moved + 1 :] == [born, *gifts, TileTaken(0, left=19)]


@pytest.mark.parametrize("number", TWINS)
@pytest.mark.parametrize("children", [0, 1, 2])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_twins_bring_two_pegs_but_one_tile_and_one_gift_of_each(
    table: Laid, number: int, children: int, seats: int
) -> None:
    """[L94 L95]"""
    laid = table(seats=seats, children={0: children}, cash=[0, *[6_000] * (seats - 1)])
    played = laid.land(number)
    assert played.state.children[0] == children + 2
    assert played.cash == [5_000 * (seats - 1), *[1_000] * (seats - 1)]
    assert (played.state.tiles[0], played.state.pile) == (1, 20)


@pytest.mark.parametrize(
    ("children", "number", "then"),
    [(4, 39, 4), (4, 65, 4), (3, 44, 4), (3, 84, 4), (4, 84, 4), (4, 44, 4), (2, 44, 4), (3, 53, 4)],
)
def test_a_car_has_room_for_four_children(table: Laid, children: int, number: int, then: int) -> None:
    """[L96] Of twins one may still find room; gifts and tile come all the same."""
    played = table(spouse={0: True}, children={0: children}, cash=[0, 5_000, 5_000]).land(number)
    assert (played.state.children, played.sheets("children")) == ([then, 0, 0], [then, 0, 0])
    assert (played.cash, played.state.tiles) == ([10_000, 0, 0], [1, 0, 0])


def test_who_has_no_hole_counts_as_a_child_in_nothing(table: Laid) -> None:
    """[L96 L60] Three children, twins, and another: college for 200,000, and 40,000 at the end."""
    laid = table(children={0: 3}, cash=[300_000, 50_000, 50_000], house={0: "Tudor"}, career={0: "Lawyer"})
    laid.land(44)
    laid.again(0).land(46)
    assert laid.again(0).land(124).told(Paid)[-1].amount == 4 * 50_000
    laid.again(0).land(147, say=[("ChooseRetirement", "Millionaire Estates")])
    assert laid.told(Received) == [Received(0, amount=40_000, what="the children")]


# --- who gives ------------------------------------------------------------------------------------------------------

OCCASIONS = [(25, [5, ONWARD], "the wedding"), (41, [], "a birth"), (84, [], "a birth")]


@pytest.mark.parametrize(("number", "spins", "what"), OCCASIONS)
@pytest.mark.parametrize("home", ["Millionaire Estates", "Countryside Acres"])
def test_who_has_retired_gives_nothing(table: Laid, number: int, spins: list[int], what: str, home: str) -> None:
    """[L97] However rich; who has hardly begun does."""
    laid = table(seats=4, cash=[0, 900_000, 5_000, 5_000], retired={1: home}, at={2: 6}, entry={0: 12, 1: 12, 2: 1})
    played = laid.land(number, spins=spins)
    assert played.told(Paid) == [Paid(other, amount=5_000, payee=0, what=what) for other in (2, 3)]
    assert played.cash == [10_000, 900_000, 0, 0]


@pytest.mark.parametrize(("number", "spins", "what"), OCCASIONS)
@pytest.mark.parametrize(("active", "givers"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_gifts_come_from_the_receivers_left(
    table: Laid, number: int, spins: list[int], what: str, active: int, givers: list[int]
) -> None:
    """[L98]"""
    played = table(seats=4, active=active).land(number, spins=spins)
    assert played.told(Paid) == [Paid(giver, amount=5_000, payee=active, what=what) for giver in givers]
