"""The squares of the outside track: rulings C74 to C84, and notes A, B, D, H, I, J, K and L of the rulebooks."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.games.careers.dealings import OpportunityDrawn
from parlour.games.careers.events import Paid, PointsChanged, Received, SalaryChanged, SalaryCollected, WentBankrupt

Laid = Callable[..., Any]

OPPORTUNITIES = [1, 3, 5, 9, 12, 15, 17, 20, 23, 25, 28]


@pytest.mark.parametrize("space", OPPORTUNITIES)
def test_opportunity_knocks_with_one_card(both: Laid, space: int) -> None:
    """[C74]"""
    table = both()
    card = table.name("farming")
    played = table.land(space, luck=[card], say=[("UseAtOnce", "keep")])
    assert played.told(OpportunityDrawn) == [OpportunityDrawn(0, card=card)]
    assert played.state.opportunity == [[card], [], []]


def test_all_these_squares_are_opportunity_knocks(both: Laid) -> None:
    """[C74]"""
    assert [space for space, kind in enumerate(both().e.ring) if kind == "opportunity"] == OPPORTUNITIES


# --- taxes, bills and rent ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("salary", "tax"),
    [
        *[(1000, 100), (1375, 100), (2000, 200), (3000, 300)],
        *[(3001, 1500), (3050, 1500), (3375, 1650), (4000, 2000), (9000, 4500), (9999, 4950)],
        *[(10000, 9000), (10001, 9000), (11375, 10200), (20000, 18000)],
    ],
)
def test_taxes_are_a_share_of_the_salary_at_one_rate(both: Laid, salary: int, tax: int) -> None:
    """[C75 C26] 10 % up to 3,000, 50 % below 10,000 and 90 % from there on, whatever the cash."""
    played = both(salary=[salary, 1000, 1000], cash=[20000, 0, 0]).turn(luck=[[1, 1]])
    assert played.told(Paid) == [Paid(0, amount=tax, what=played.name("tax"))]
    assert (played.cash, played.state.at[0]) == ([20000 - tax, 0, 0], 2)


@pytest.mark.parametrize(("cash", "bill"), [(1000, 250), (2000, 500), (13150, 3250), (350, 50), (150, 0), (0, 0)])
def test_food_costs_a_quarter_of_the_cash(both: Laid, cash: int, bill: int) -> None:
    """[C76 C26] Whatever the salary; what is rounded down to nothing is not paid."""
    played = both(cash=[cash, 0, 0], salary=[8000, 1000, 1000]).land("food")
    assert played.cash == [cash - bill, 0, 0]
    assert played.told(Paid) == ([Paid(0, amount=bill, what=played.name("food"))] if bill else [])


def test_food_is_a_share_of_the_cash_with_the_salary_of_the_same_move(both: Laid) -> None:
    """[C76 C28] 1,000 and a salary of 1,375, which is 1,400, are 2,400."""
    played = both(at=["stars_menu", 0, 0], salary=[1375, 1000, 1000]).turn(luck=[[5, 6]])
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=1400, times=1)]
    assert played.told(Paid) == [Paid(0, amount=600, what=played.name("food"))]


@pytest.mark.parametrize(("salary", "rent"), [(1000, 500), (1375, 650), (1400, 700), (3500, 1750), (20000, 10000)])
def test_rent_is_half_of_a_salary(both: Laid, salary: int, rent: int) -> None:
    """[C77 C26]"""
    played = both(salary=[salary, 1000, 1000], cash=[15000, 0, 0]).land("rent")
    assert played.told(Paid) == [Paid(0, amount=rent, what=played.name("rent"))]
    assert played.cash == [15000 - rent, 0, 0]


@pytest.mark.parametrize("square", ["tax", "rent"])
def test_tax_and_rent_may_take_all_the_cash(both: Laid, square: str) -> None:
    """[C75 C77] Half of 4,000 is paid out of 2,000; with 50 less it is bankruptcy."""
    where = 0 if square == "tax" else "food"
    luck = [[1, 1]] if square == "tax" else [[4, 4]]
    laid = {"at": [where, 9, 9], "salary": [4000, 1000, 1000]}
    paid = both(cash=[2000, 0, 0], **laid).turn(luck=luck)
    assert (paid.cash, paid.told(WentBankrupt)) == ([0, 0, 0], [])
    bankrupt = both(cash=[1950, 0, 0], **laid).turn(luck=luck)
    assert [event.forced for event in bankrupt.told(WentBankrupt)] == [True]


# --- the auto show and the shop -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("salary", "cash", "most"), [(3000, 2950, 2), (3000, 3000, 3), (2950, 9000, 2), (1375, 5000, 1), (8000, 20000, 8)]
)
def test_a_car_costs_at_most_a_salary_and_the_cash(both: Laid, salary: int, cash: int, most: int) -> None:
    """[C78] Whole thousands."""
    table = both(salary=[salary, 1000, 1000], cash=[cash, 0, 0])
    question = table.land("auto_show", say=[("BuyCar", 0)]).asked[-1]
    assert list(question.options()) == list(range(most + 1))


@pytest.mark.parametrize("units", [1, 2, 5])
def test_each_thousand_of_a_car_is_a_heart(both: Laid, units: int) -> None:
    """[C78]"""
    played = both(salary=[5000, 1000, 1000], cash=[9150, 0, 0], hearts=[2, 0, 0]).land(
        "auto_show", say=[("BuyCar", units)]
    )
    assert (played.cash[0], played.state.hearts, played.state.stars) == (
        9150 - 1000 * units,
        [2 + units, 0, 0],
        [0] * 3,
    )


@pytest.mark.parametrize(
    ("cash", "salary", "say"),
    [(9000, 1000, [("BuyCar", 0)]), (950, 1000, []), (0, 1000, []), (9000, 999, []), (9000, 0, [])],
)
@pytest.mark.parametrize(("hearts", "left"), [(7, 6), (1, 0), (0, 0)])
def test_who_buys_no_car_loses_a_heart(
    both: Laid, cash: int, salary: int, say: list[Any], hearts: int, left: int
) -> None:
    """[C79] If there is one; less than 1,000 of cash or of salary is buying nothing."""
    table = both(cash=[cash, 0, 0], salary=[salary, 1000, 1000], hearts=[hearts, 3, 3])
    played = table.land("auto_show", say=say)
    assert (played.cash, played.state.hearts) == ([cash, 0, 0], [left, 3, 3])
    assert len(played.told(PointsChanged)) == hearts - left


def test_who_buys_a_car_loses_no_heart(both: Laid) -> None:
    """[C79]"""
    played = both(hearts=[3, 0, 0]).land("auto_show", say=[("BuyCar", 1)])
    assert (played.state.hearts, len(played.told(PointsChanged))) == ([4, 0, 0], 1)


@pytest.mark.parametrize(("pips", "price"), [(1, 1300), (2, 2600), (3, 3900), (4, 5250), (5, 6550), (6, 7850)], ids=str)
def test_the_shop_takes_a_tenth_of_the_cash_a_pip(both: Laid, pips: int, price: int) -> None:
    """[C80 C26] Note B: of 13,150 a one takes 1,300; it is rounded once, and there is nothing to be asked."""
    played = both(cash=[13150, 500, 500]).land("shop", luck=[pips])
    assert played.told(Paid) == [Paid(0, amount=price, what=played.name("shop"))]
    assert (played.cash, played.kinds_asked()) == ([13150 - price, 500, 500], [])


def test_who_has_no_cash_throws_in_the_shop_and_pays_nothing(both: Laid) -> None:
    """[C80]"""
    assert both(cash=[0, 0, 0]).land("shop", luck=[6]).told(Paid) == []


# --- the hobby and the gamble ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "most"), [(3000, 1), (5950, 1), (6000, 2), (50000, 2)])
def test_a_hobby_may_be_bought_for_3000_or_6000(both: Laid, cash: int, most: int) -> None:
    """[C81] Note I."""
    played = both(cash=[cash, 0, 0]).land("hobby", say=[("BuyStars", 0)])
    assert list(played.asked[-1].options()) == list(range(most + 1))


@pytest.mark.parametrize(("throws", "stars"), [(1, 1), (1, 5), (1, 6), (2, 2), (2, 8), (2, 12)])
def test_a_hobby_brings_the_stars_of_one_die_or_of_two(both: Laid, throws: int, stars: int) -> None:
    """[C81] Note I: all is paid first, and asked once."""
    played = both(cash=[7000, 0, 0], stars=[3, 0, 0]).land("hobby", luck=[stars], say=[("BuyStars", throws)])
    assert (played.cash, played.state.stars) == ([7000 - 3000 * throws, 0, 0], [3 + stars, 0, 0])
    assert played.order()[-2:] == ["Paid", "PointsChanged"]


@pytest.mark.parametrize(("money", "wins"), [(4, True), (5, False)])
def test_stars_of_a_hobby_and_its_price_are_one_change(both: Laid, money: int, wins: bool) -> None:
    """[C81 C31] Of 7,000 there are 4,000 left when the stars are there."""
    played = both(cash=[7000, 0, 0], formulas=[[3, 0, money], [999] * 3, [999] * 3])
    assert played.land("hobby", luck=[3], say=[("BuyStars", 1)]).over is wins


@pytest.mark.parametrize(("cash", "most"), [(3000, 1), (8950, 2), (9000, 3), (11000, 3), (30000, 10)])
def test_a_stake_is_a_multiple_of_3000_that_the_cash_allows(both: Laid, cash: int, most: int) -> None:
    """[C82] Note D: of 11,000 at most 9,000."""
    played = both(cash=[cash, 0, 0]).land("gamble", say=[("Stake", 0)])
    assert list(played.asked[-1].options()) == list(range(most + 1))
    assert (played.asked[-1].unit, played.cash) == (3000, [cash, 0, 0])


def test_12000_cannot_be_staked_out_of_11000(both: Laid) -> None:
    """[C82] Note D."""
    with pytest.raises(IllegalAnswer):
        both(cash=[11000, 0, 0]).land("gamble", luck=[24], say=[("Stake", 4)])


@pytest.mark.parametrize(
    ("units", "pips", "back"),
    [(1, 5, 5000), (1, 2, 2000), (1, 1, 1000), (2, 2 + 6, 8000), (2, 12, 12000), (3, 3, 3000), (3, 18, 18000)],
)
def test_a_stake_brings_back_1000_a_pip(both: Laid, units: int, pips: int, back: int) -> None:
    """[C82 C83] Note D: a 5 brings 5,000 on 3,000 and a 2 only 2,000; a 2 and a 6 bring 8,000 on 6,000."""
    played = both(cash=[11000, 0, 0]).land("gamble", luck=[pips], say=[("Stake", units)])
    name = played.name("gamble")
    assert played.events[-2:] == [Paid(0, amount=3000 * units, what=name), Received(0, amount=back, what=name)]
    assert played.cash == [11000 - 3000 * units + back, 0, 0]
    assert played.kinds_asked() == ["Stake"]


@pytest.mark.parametrize(("money", "wins"), [(10, True), (11, False)])
def test_a_stake_is_not_in_hand(both: Laid, money: int, wins: bool) -> None:
    """[C83] Of 11,000 there are 5,000 in hand with 6,000 staked, and a 5 brings 10,000 together."""
    played = both(cash=[11000, 0, 0], formulas=[[0, 0, money], [999] * 3, [999] * 3])
    assert played.land("gamble", luck=[5], say=[("Stake", 2)]).over is wins


# --- the menus ------------------------------------------------------------------------------------------------------

HEARTS = {2000: 4, 8000: 8, 16000: 12}
STARS = {4000: 4, 8000: 10, 12000: 16}


@pytest.mark.parametrize(
    ("menu", "cash", "prices"),
    [
        *[("hearts_menu", 2000, [2000]), ("hearts_menu", 7950, [2000]), ("hearts_menu", 8000, [2000, 8000])],
        *[("hearts_menu", 15950, [2000, 8000]), ("hearts_menu", 50000, [2000, 8000, 16000])],
        *[("stars_menu", 4000, [4000]), ("stars_menu", 8000, [4000, 8000]), ("stars_menu", 12000, [4000, 8000, 12000])],
    ],
)
def test_a_menu_has_the_lines_that_the_cash_can_pay(both: Laid, menu: str, cash: int, prices: list[int]) -> None:
    """[C84] Or none is bought, and nothing is paid."""
    played = both(cash=[cash, 0, 0]).land(menu, say=[("Buy", 0)])
    assert list(played.asked[-1].options()) == [0, *prices]
    assert (played.cash, played.told(PointsChanged)) == ([cash, 0, 0], [])


@pytest.mark.parametrize(("menu", "cash"), [("hearts_menu", 1950), ("stars_menu", 3950)])
def test_who_can_pay_no_line_is_not_asked(both: Laid, menu: str, cash: int) -> None:
    """[C84 C15]"""
    assert both(cash=[cash, 0, 0]).land(menu).cash == [cash, 0, 0]


@pytest.mark.parametrize(("price", "hearts"), HEARTS.items())
def test_hearts_are_bought_one_line_a_landing(both: Laid, price: int, hearts: int) -> None:
    """[C84] Note J."""
    played = both(cash=[50000, 0, 0], hearts=[1, 0, 0]).land("hearts_menu", say=[("Buy", price)])
    assert played.kinds_asked() == ["Buy"]
    assert (played.cash[0], played.state.hearts, played.state.stars) == (50000 - price, [1 + hearts, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(("price", "stars"), STARS.items())
def test_stars_are_bought_one_line_a_landing(both: Laid, price: int, stars: int) -> None:
    """[C84] Note J."""
    played = both(cash=[50000, 0, 0], stars=[1, 0, 0]).land("stars_menu", say=[("Buy", price)])
    assert played.kinds_asked() == ["Buy"]
    assert (played.cash[0], played.state.stars, played.state.hearts) == (50000 - price, [1 + stars, 0, 0], [0, 0, 0])


@pytest.mark.parametrize("answer", [24000, 10000, 4000, [8000, 16000], 20])
def test_no_two_lines_of_a_menu_make_a_third(both: Laid, answer: Any) -> None:
    """[C84] Note J: 24,000 for 20 hearts is refused, and so is a line twice."""
    with pytest.raises(IllegalAnswer):
        both(cash=[50000, 0, 0]).land("hearts_menu", say=[("Buy", answer)])


def test_a_menu_wins_with_what_is_left_of_the_cash(both: Laid) -> None:
    """[C84 C31] 8 hearts of 10,000 leave 2,000."""
    formulas = [[0, 8, 2], [999] * 3, [999] * 3]
    assert both(cash=[10000, 0, 0], formulas=formulas).land("hearts_menu", say=[("Buy", 8000)]).over
    formulas = [[0, 8, 3], [999] * 3, [999] * 3]
    assert not both(cash=[10000, 0, 0], formulas=formulas).land("hearts_menu", say=[("Buy", 8000)]).over


# --- what holds for all squares -------------------------------------------------------------------------------------


def test_who_has_no_stars_loses_nothing_of_them(both: Laid) -> None:
    """[C29] Note A."""
    played = both(stars=[0, 4, 0], hearts=[5, 0, 0]).land("politics 10")
    assert (played.state.stars, played.state.hearts, played.told(PointsChanged)) == ([0, 4, 0], [5, 0, 0], [])


EXPENSES: list[tuple[str, list[Any], list[tuple[str, Any]]]] = [
    ("rent", [], []),
    ("food", [], []),
    ("shop", [5], []),
    ("auto_show", [], [("BuyCar", 1)]),
    ("hobby", [4], [("BuyStars", 1)]),
    ("gamble", [1], [("Stake", 1)]),
    ("hearts_menu", [], [("Buy", 8000)]),
    ("stars_menu", [], [("Buy", 4000)]),
]


@pytest.mark.parametrize(("square", "luck", "say"), EXPENSES)
def test_expenses_change_no_salary(both: Laid, square: str, luck: list[Any], say: list[Any]) -> None:
    """[C49] Note H."""
    played = both(cash=[13150, 0, 0], salary=[1375, 2000, 3000]).land(square, luck=luck, say=say)
    assert played.cash[0] < 13150
    assert (played.state.salary, played.told(SalaryChanged)) == ([1375, 2000, 3000], [])


@pytest.mark.parametrize(("square", "luck", "say"), EXPENSES)
def test_what_is_paid_goes_to_the_bank_and_to_no_player(
    both: Laid, square: str, luck: list[Any], say: list[Any]
) -> None:
    """[C9] Note K: no seat keeps what should go to the bank."""
    table = both(cash=[13150, 700, 900], active=0)
    bank = table.state.money.bank
    played = table.land(square, luck=luck, say=say)
    assert played.cash[1:] == [700, 900]
    assert played.state.money.bank == bank + 13150 - played.cash[0]


@pytest.mark.parametrize(
    ("square", "kind"),
    [
        ("hobby", "BuyStars"),
        ("gamble", "Stake"),
        ("hearts_menu", "Buy"),
        ("stars_menu", "Buy"),
        ("auto_show", "BuyCar"),
    ],
)
def test_where_the_board_says_may_a_player_may_as_well_not(both: Laid, square: str, kind: str) -> None:
    """[C14 C16] Note L; not to is the cautious answer too."""
    played = both(cash=[20000, 0, 0]).land(square, say=[(kind, 0)])
    assert (played.cash, played.asked[-1].default()) == ([20000, 0, 0], 0)


@pytest.mark.parametrize(("salary", "passing", "landing"), [(1000, 1000, 2000), (1375, 1400, 2750), (1390, 1400, 2800)])
def test_what_the_bank_pays_is_rounded_up(both: Laid, salary: int, passing: int, landing: int) -> None:
    """[C27 C43 C44] Note B: twice 1,375 is rounded as one sum."""
    laid = {"at": ["gamble", 9, 9], "salary": [salary, 1000, 1000], "cash": [0, 0, 0], "opportunity_pile": []}
    assert both(**laid).turn(luck=[[3, 4]]).told(SalaryCollected) == [SalaryCollected(0, amount=passing, times=1)]
    assert both(**laid).turn(luck=[[3, 3]]).told(SalaryCollected) == [SalaryCollected(0, amount=landing, times=2)]
