"""Stars, hearts and money points, and rounding: rulings C22 to C31."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.core.luck import Use
from parlour.games.careers import events as told

Laid = Callable[..., Any]

NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
NEVER = [0, 0, 999]
"""The formula of who shall not win."""


# --- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "stars", "hearts"),
    [("farming 5", 2, 4), ("farming 6", 0, 6), ("politics 11", 12, 0), ("moon 8", 16, 0), ("holiday", 0, 4)],
)
def test_stars_and_hearts_are_added_to_those_that_the_player_has(
    both: Laid, where: str, stars: int, hearts: int
) -> None:
    """[C22]"""
    played = both(stars=[7, 3, 0], hearts=[9, 0, 2]).land(where)
    assert played.state.stars == [7 + stars, 3, 0]
    assert played.state.hearts == [9 + hearts, 0, 2]
    (event,) = played.told(told.PointsChanged)
    assert (event.stars, event.hearts, event.has_stars, event.has_hearts) == (stars, hearts, 7 + stars, 9 + hearts)


def test_points_are_counted_on_beyond_the_formula(both: Laid) -> None:
    """[C23] Without end."""
    played = both(formulas=[[15, 19, 26], NEVER, NEVER], stars=[15, 0, 0], hearts=[50, 0, 0])
    played.land("farming 5")
    assert (played.state.stars[0], played.state.hearts[0], played.over) == (17, 54, False)
    million = 1_000_000
    assert both(cash=[million, 0, 0]).land("politics 9").cash[0] == million + 5_000
    played = both(stars=[million, 0, 0], hearts=[million, 0, 0]).land("farming 5")
    assert (played.state.stars[0], played.state.hearts[0]) == (million + 2, million + 4)


@pytest.mark.parametrize(
    ("cash", "points"), [(0, 0), (950, 0), (1_000, 1), (8_950, 8), (9_000, 9), (9_500, 9), (9_950, 9), (10_000, 10)]
)
def test_each_whole_thousand_is_a_money_point(both: Laid, cash: int, points: int) -> None:
    """[C24] From 9,000 to 9,950 there are nine."""
    laid = both(cash=[cash, 0, 0], formulas=[[0, 0, 60]] * 3)
    assert laid.rules.view(laid.state, 1)["seats"][0]["money_points"] == points
    assert laid.rules.result(laid.state).scores == (points, 0, 0)


def test_salary_counts_for_nothing_until_it_is_collected(both: Laid) -> None:
    """[C24] A raise to 40,000 is no money point; the salary is, once Payday is passed."""
    laid = both(salary=[39_000, 0, 0], formulas=[[0, 0, 40], NEVER, NEVER])
    played = laid.land("business 3")
    assert (played.state.salary[0], played.cash[0], played.over) == (40_000, 1_000, False)
    played.state.active, played.state.at[0] = 0, played.space("stars_menu")
    played.turn(luck=[[6, 5]])
    assert (played.cash[0], played.over) == (41_000, True)


@pytest.mark.parametrize("what", ["stars", "hearts", "completed", "degree", "salary"])
@pytest.mark.parametrize("half", ["give", "ask"])
def test_points_and_experience_are_never_traded(both: Laid, what: str, half: str) -> None:
    """[C25] Nor degrees and salaries: there is no place for them in an offer."""
    laid = both(trade=1, stars=[9, 9, 9], hearts=[9, 9, 9], degree=["Law", "Science", ""])
    asked = laid.until("Trade")
    offer = {"to": 1, "give": {**NOTHING}, "ask": {**NOTHING}}
    asked.check(offer)
    offer[half][what] = 1
    with pytest.raises(IllegalAnswer):
        asked.check(offer)


# --- rounding -------------------------------------------------------------------------------------------------------


def test_a_tenth_of_13150_costs_1300(both: Laid) -> None:
    """[C26] Note B: the shop, and a throw of 1."""
    played = both(cash=[13_150, 0, 0]).land("shop", luck=[1])
    assert played.told(told.Paid) == [told.Paid(0, amount=1_300, what=played.name("shop"))]
    assert played.cash[0] == 11_850


@pytest.mark.parametrize(
    ("start", "luck", "laid", "paid"),
    [
        (18, [[1, 2], 3], {"cash": [13_150, 0, 0]}, 3_900),
        ("payday", [[1, 1]], {"salary": [1_375, 0, 0]}, 100),
        (15, [[1, 2]], {"salary": [1_375, 0, 0]}, 650),
        (6, [[1, 3]], {"cash": [1_350, 0, 0]}, 300),
        ("farming 8", [[1]], {"cash": [13_150, 0, 0]}, 6_550),
        (6, [[1, 3]], {"cash": [150, 0, 0]}, 0),
    ],
    ids=["shop", "tax", "rent", "food", "hail", "little food"],
)
def test_what_is_due_to_the_bank_is_rounded_down(
    both: Laid, start: int | str, luck: list[Any], laid: dict[str, Any], paid: int
) -> None:
    """[C26] Tenths, a half or a quarter of the salary or the cash."""
    played = both(at=[start, 0, 0], **laid)
    before = played.cash[0]
    played.turn(luck=luck)
    assert [event.amount for event in played.told(told.Paid)] == ([paid] if paid else [])
    assert played.cash[0] == before - paid


@pytest.mark.parametrize(("corner", "paid"), [("hospital", 650), ("unemployment", 500)])
def test_what_a_corner_costs_is_rounded_down(both: Laid, corner: str, paid: int) -> None:
    """[C26] Half of a salary of 1,375, or half of 1,050 in cash."""
    laid = both(at=[corner, 0, 0], salary=[1_375, 0, 0], cash=[1_050, 0, 0])
    played = laid.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.told(told.Paid)[0].amount == paid


@pytest.mark.parametrize(("salary", "collected"), [(1_375, 1_400), (1_350, 1_350), (1, 50), (2_001, 2_050), (0, 0)])
def test_what_is_due_from_the_bank_is_rounded_up(both: Laid, salary: int, collected: int) -> None:
    """[C27] A salary of 1,375 brings 1,400, and stays 1,375."""
    played = both(at=[31, 0, 0], salary=[salary, 0, 0]).turn(luck=[[2, 3]])
    assert [event.amount for event in played.told(told.SalaryCollected)] == [collected]
    assert (played.cash[0], played.state.salary[0]) == (1_000 + collected, salary)


def test_a_share_is_of_the_cash_at_that_moment(both: Laid) -> None:
    """[C28] 1,000 of salary on the way and 3,000 in hand: a quarter is 1,000."""
    played = both(at=[31, 0, 0], cash=[3_000, 0, 0]).turn(luck=[[5, 6]])
    assert [event.amount for event in played.told(told.Paid)] == [1_000]
    assert played.cash[0] == 3_000


@pytest.mark.parametrize(("stars", "left"), [(0, 0), (1, 1), (2, 1), (5, 3), (12, 6), (13, 7)])
def test_who_loses_half_of_the_stars_loses_the_smaller_half(both: Laid, stars: int, left: int) -> None:
    """[C29] Note A: of none nothing is lost."""
    played = both(stars=[stars, 8, 8], hearts=[3, 3, 3]).land("politics 10")
    assert (played.state.stars, played.state.hearts) == ([left, 8, 8], [3, 3, 3])
    assert len(played.told(told.PointsChanged)) == (left != stars)


@pytest.mark.parametrize(
    ("where", "points"),
    [("moon 3", (0, 7, 4_350)), ("moon 4", (9, 7, 0)), ("hollywood 7", (19, 0, 4_350))],
)
def test_who_loses_all_has_none(both: Laid, where: str, points: tuple[int, int, int]) -> None:
    """[C30] Stars, cash, and hearts, each alone."""
    played = both(stars=[9, 1, 1], hearts=[7, 1, 1], cash=[4_350, 50, 50]).land(where)
    g = played.state
    assert (g.stars[0], g.hearts[0], played.cash[0]) == points
    assert (g.stars[1:], g.hearts[1:], played.cash[1:]) == ([1, 1], [1, 1], [50, 50])


@pytest.mark.parametrize("where", ["moon 3", "moon 4"])
def test_who_has_none_loses_none(both: Laid, where: str) -> None:
    """[C30]"""
    played = both(cash=[0, 0, 0]).land(where)
    assert (played.state.stars[0], played.state.hearts[0], played.cash[0]) == (0, 0, 0)
    assert played.order() == ["Thrown", "Moved"]


# --- one square, one change -----------------------------------------------------------------------------------------


def test_nobody_wins_on_stars_that_cost_all_hearts(both: Laid) -> None:
    """[C31] Ten stars and the loss of all hearts are one thing."""
    played = both(formulas=[[10, 5, 0], NEVER, NEVER], hearts=[5, 0, 0]).land("hollywood 7")
    assert (played.state.stars[0], played.state.hearts[0], played.over) == (10, 0, False)


@pytest.mark.parametrize(
    ("where", "formula", "points"),
    [
        ("farming 5", [2, 4, 0], [2, 4, 1]),
        ("politics 9", [4, 0, 6], [4, 0, 6]),
        ("moon 11", [10, 0, 1], [10, 0, 1]),
    ],
)
def test_all_that_a_square_gives_counts_at_once(both: Laid, where: str, formula: list[int], points: list[int]) -> None:
    """[C31] And all of it is there when the formula is met, being sent away too."""
    played = both(formulas=[formula, NEVER, NEVER]).land(where)
    assert played.told(told.FormulaMet) == [told.FormulaMet(0, formula=formula, points=points)]
    assert (played.state.at[0] == played.space("hospital")) == (where == "moon 11")


@pytest.mark.parametrize(
    ("where", "formula", "laid", "say", "luck"),
    [
        ("hearts_menu", [0, 4, 10], {"cash": [10_000, 0, 0]}, ("Buy", 2_000), []),
        ("stars_menu", [4, 0, 10], {"cash": [10_000, 0, 0]}, ("Buy", 4_000), []),
        ("auto_show", [0, 1, 10], {"cash": [10_000, 0, 0]}, ("BuyCar", 1), []),
        ("hobby", [6, 0, 10], {"cash": [10_000, 0, 0]}, ("BuyStars", 1), [6]),
    ],
)
def test_nobody_wins_with_money_that_is_spent_on_points(
    both: Laid, where: str, formula: list[int], laid: dict[str, Any], say: tuple[str, int], luck: list[int]
) -> None:
    """[C31] To pay and to get what is paid for are one thing."""
    played = both(formulas=[formula, NEVER, NEVER], **laid).land(where, say=[say], luck=luck)
    assert played.told(told.Paid)
    assert not played.over
    cheaper = [*formula[:-1], played.cash[0] // 1_000]
    assert both(formulas=[cheaper, NEVER, NEVER], **laid).land(where, say=[say], luck=luck).over


@pytest.mark.parametrize(("pips", "over"), [(3, False), (4, True)])
def test_a_stake_counts_only_by_what_it_brings_back(both: Laid, pips: int, over: bool) -> None:
    """[C31 C83] Of 11,000 one 3,000 is staked: 12,000 are there on a 4 only."""
    laid = both(cash=[11_000, 0, 0], formulas=[[0, 0, 12], NEVER, NEVER])
    played = laid.land("gamble", luck=[pips], say=[("Stake", 1)])
    assert (played.cash[0], played.over) == (8_000 + 1_000 * pips, over)


class Onlooker:
    """Luck that looks at the cash in hand when it is asked for a throw."""

    def __init__(self, answers: list[Any]) -> None:
        self.answers = answers
        self.seen: list[int] = []

    def answer(self, question: Any, use: Use) -> Any:
        self.seen.append(self.game.state.cash(0))
        return self.answers.pop(0)

    game: Any


def test_a_stake_is_not_in_hand_while_the_dice_roll(both: Laid) -> None:
    """[C31 C83] 9,000 of 11,000 are in the bank until three dice have been thrown, and come back as one sum."""
    laid = both(at=[21, 0, 0], cash=[11_000, 0, 0], turns=[1, 1, 1])
    luck = Onlooker([[1, 4], 8])
    luck.game = game = laid.game(luck)
    while game.pending[0].kind != "Stake":
        game.answer(0, game.pending[0].default())
    assert list(game.pending[0].options()) == [0, 1, 2, 3]
    game.answer(0, 3)
    assert luck.seen == [11_000, 2_000]
    assert game.state.cash(0) == 10_000
    assert [str(event) for event in game.take_events() if type(event) is told.Received] == [
        f"Seat 0 gets $8,000 for {laid.name('gamble')}."
    ]
