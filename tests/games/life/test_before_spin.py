"""The step before the spin: rulings L33 to L35."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told

Laid = Callable[..., Any]

STOCK = ("BeforeSpin", "buy a stock")
AUTO = ("BeforeSpin", "buy auto insurance")
HOME = ("BeforeSpin", "buy home insurance")
BORROW = ("BeforeSpin", "take loans")
REPAY = ("BeforeSpin", "repay loans")
ALL = ("spin", "buy a stock", "buy auto insurance", "buy home insurance", "take loans", "repay loans")
RICH = {"at": [97, 0, 0], "cash": {0: 200_000}, "notes": {0: 3}, "house": {0: "Log Cabin"}}
"""A seat that can do all that can be done."""


def offered(game: Any) -> list[tuple[str, ...]]:
    """What could be done before the spin, each time it was asked."""
    return [question.options() for question in game.asked if question.kind == "BeforeSpin"]


def test_stock_insurance_loans_and_repayment_are_offered(table: Laid) -> None:
    """[L33]"""
    question = table(**RICH).until("BeforeSpin")
    assert (question.seat, question.options()) == (0, ALL)


def test_they_are_offered_before_the_very_first_spin_too(table: Laid) -> None:
    """[L33] To who starts a career, and to a student."""
    career = [("ChooseStart", "start a career")]
    game = table(entry={0: 0}, cash={0: 90_000})
    question = game.until("BeforeSpin", say=career, draws=["Artist", 20_000])
    assert question.options() == ("spin", "buy a stock", "buy auto insurance", "take loans")
    game = table(entry={0: 0}, cash={0: 90_000})
    game.turn(spins=[3], say=[("ChooseStart", "go to college"), STOCK, ("ChooseStock", 7), REPAY])
    assert (game.state.stocks[0], game.state.notes[0], game.cash[0]) == ([7], 1, 90_000 - 50_000 - 25_000)


def test_each_of_them_does_what_it_says_before_the_spin(table: Laid) -> None:
    """[L33] The sums are those of the rulebook: 50,000, 10,000, 20,000 a loan, 25,000 to repay it."""
    game = table(**RICH)
    game.turn(
        spins=[4],
        say=[STOCK, ("ChooseStock", 6), AUTO, HOME, BORROW, ("Borrow", 2), REPAY, ("Repay", 3)],
    )
    assert game.order()[:6] == ["StockTaken", "PolicyBought", "PolicyBought", "LoanTaken", "LoanRepaid", "Spun"]
    g = game.state
    assert (g.stocks[0], g.auto[0], g.home[0], g.notes[0]) == ([6], True, True, 2)
    assert game.cash[0] == 200_000 - 50_000 - 10_000 - 20_000 + 40_000 - 75_000


@pytest.mark.parametrize("space", [25, 36, 74])
def test_nothing_is_bought_at_any_other_moment(table: Laid, space: int) -> None:
    """[L33] Not before the spin after a STOP or on a space that gives one, nor in another's turn."""
    say = [("ChooseStarterHome", "Split-Level")] if space == 36 else []
    game = table(seats=2, cash=[300_000, 300_000], at={1: 146})
    game.land(space, spins=[2, 3] if space == 25 else [5], say=say)
    assert [(question.kind, question.seat) for question in game.asked if question.kind == "BeforeSpin"] == [
        ("BeforeSpin", 0)
    ]
    assert game.state.stocks == [[], []]
    assert game.state.auto == [False, False]


@pytest.mark.parametrize(
    "say",
    [
        [AUTO, STOCK, ("ChooseStock", 6), REPAY, ("Repay", 1), BORROW, ("Borrow", 1)],
        [BORROW, ("Borrow", 1), REPAY, ("Repay", 1), STOCK, ("ChooseStock", 6), AUTO],
        [REPAY, ("Repay", 1), AUTO, BORROW, ("Borrow", 1), STOCK, ("ChooseStock", 6)],
    ],
)
def test_one_action_is_taken_at_a_time_in_any_order(table: Laid, say: list[tuple[str, Any]]) -> None:
    """[L34] Up to the spin, and all in any order come to the same."""
    game = table(**RICH).turn(spins=[4], say=say)
    g = game.state
    assert (g.stocks[0], g.auto[0], g.notes[0], game.cash[0]) == ([6], True, 3, 135_000)
    assert [question.kind for question in game.asked][-1] == "BeforeSpin"
    assert len(offered(game)) == 5


def test_the_player_may_spin_at_once(table: Laid) -> None:
    """[L34]"""
    game = table(**RICH).turn(spins=[4], say=[("BeforeSpin", "spin")])
    assert offered(game) == [ALL]
    assert game.order()[0] == "Spun"


def test_loans_are_taken_and_repaid_once_each(table: Laid) -> None:
    """[L34] So nobody can borrow and repay without end. With nothing left but the spin there is no question."""
    game = table(**RICH)
    game.turn(spins=[4], say=[BORROW, ("Borrow", 1), REPAY, ("Repay", 1), AUTO, HOME, STOCK, ("ChooseStock", 6)])
    assert offered(game) == [
        ALL,
        ("spin", "buy a stock", "buy auto insurance", "buy home insurance", "repay loans"),
        ("spin", "buy a stock", "buy auto insurance", "buy home insurance"),
        ("spin", "buy a stock", "buy home insurance"),
        ("spin", "buy a stock"),
    ]


def test_a_new_turn_offers_loans_anew(table: Laid) -> None:
    """[L34]"""
    game = table(**RICH).turn(spins=[4], say=[BORROW, ("Borrow", 1), REPAY, ("Repay", 1)])
    options = game.again(0).until("BeforeSpin").options()
    assert "take loans" in options
    assert "repay loans" in options


@pytest.mark.parametrize(
    ("cash", "actions"),
    [
        (200_000, ("buy a stock", "buy auto insurance", "buy home insurance", "take loans", "repay loans")),
        (50_000, ("buy a stock", "buy auto insurance", "buy home insurance", "take loans", "repay loans")),
        (49_999, ("buy auto insurance", "buy home insurance", "take loans", "repay loans")),
        (25_000, ("buy auto insurance", "buy home insurance", "take loans", "repay loans")),
        (24_999, ("buy auto insurance", "buy home insurance", "take loans")),
        (20_000, ("buy auto insurance", "buy home insurance", "take loans")),
        (19_999, ("buy auto insurance", "take loans")),
        (10_000, ("buy auto insurance", "take loans")),
        (9999, ("take loans",)),
        (0, ("take loans",)),
    ],
)
def test_what_is_bought_is_paid_from_cash_in_hand(table: Laid, cash: int, actions: tuple[str, ...]) -> None:
    """[L35] A stock is 50,000, a note 25,000, the policy of a Log Cabin 20,000 and that of a car 10,000."""
    game = table(**{**RICH, "cash": {0: cash}})
    assert game.until("BeforeSpin").options() == ("spin", *actions)


def test_who_lacks_the_cash_borrows_first(table: Laid) -> None:
    """[L35] Two notes make a stock possible, and no purchase borrows by itself."""
    game = table(at=[97, 0, 0]).turn(spins=[4], say=[BORROW, ("Borrow", 2), STOCK, ("ChooseStock", 9)])
    assert offered(game) == [
        ("spin", "buy auto insurance", "take loans"),
        ("spin", "buy a stock", "buy auto insurance", "repay loans"),
    ]
    assert game.told(told.LoanTaken) == [told.LoanTaken(0, count=2, amount=40_000, notes=2)]
    assert (game.cash[0], game.state.stocks[0]) == (0, [9])
