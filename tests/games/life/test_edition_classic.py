"""The board, the cards and the prices of the classic edition, number by number."""

from collections import Counter
from pathlib import Path

import pytest

from parlour.core.edition import load
from parlour.games.life import edition as life
from parlour.games.life.edition import START, Edition

KINDS = """
    get pay tile get miss_turn tile pay tile pay tile
    job_search pay_day pay get pay_day tile miss_turn tile pay get
    tile tile pay_day pay get_married pay tile pay pay pay
    night_school pay_day tax get tile buy_starter_home pay_day lose_job baby pay
    baby get pay_day baby pay baby pay pay pay trade_salary
    baby pay_day baby pay tile pay stock_zooms tile tile pay_day
    pay trade_salary tile tile baby pay_day pay night_school tile pay
    pay_day tile get spin_again trade_salary tax pay pay pay_day stock_slump
    buy_house per_child get baby pay pay_day tile pay trade_salary pay
    get pay pay_day get tax pay_day pay tile get per_child
    tile tile pay pay_day pay get trade_salary pay stock_slump pay
    pay_day pay tax pay pay lose_job spin_again pay_day pay trade_salary
    tile spin_again pay per_child pay_day tax spin_again tile pay tile
    trade_salary pay_day tile spin_again pay tile pay_day tile spin_again tile
    pay tile pay_day pay pay pension retire
"""
"""What each space is, ten in a line, from number 1 on."""

COUNTS = {
    "pay_day": 21,
    "tile": 29,
    "baby": 8,
    "get": 12,
    "pay": 41,
    "tax": 5,
    "per_child": 3,
    "trade_salary": 7,
    "spin_again": 6,
    "night_school": 2,
    "lose_job": 2,
    "miss_turn": 2,
    "stock_zooms": 1,
    "stock_slump": 2,
    "pension": 1,
    "job_search": 1,
    "get_married": 1,
    "buy_starter_home": 1,
    "buy_house": 1,
    "retire": 1,
}
"""How many spaces there are of each kind."""

THOUSANDS = {
    "get": {1: 20, 4: 5, 14: 10, 20: 10, 34: 50, 42: 10, 73: 10, 83: 80, 91: 75, 94: 80, 99: 95, 106: 100},
    "bank": {2: 5, 7: 5, 13: 5, 26: 10, 103: 90},
    "auto": {9: 5, 24: 15, 29: 10, 61: 15},
    "home": {48: 40, 54: 15, 105: 50, 110: 125},
    "per_child": {82: 5, 100: 5, 124: 50},
    "night_school": {31: 20, 68: 20},
    "pension": {146: 20},
    "Doctor": {19: 5, 49: 5, 112: 25, 123: 100},
    "Lawyer": {30: 10, 67: 25, 78: 25, 141: 45, 145: 45},
    "Police Officer": {92: 15},
    "Entertainer": {47: 5, 85: 15, 119: 100, 144: 35},
    "Salesperson": {28: 10, 40: 5, 56: 5, 90: 25, 114: 30},
    "Athlete": {45: 20, 77: 25, 108: 30, 115: 35, 135: 65},
    "Artist": {70: 20, 88: 35, 97: 25, 129: 125},
}
"""Each amount on the board, in thousands, by the space's number: what is paid goes to the bank or to a career."""

PAYEES = {
    "Doctor": ([19, 49, 112, 123], 135_000),
    "Lawyer": ([30, 67, 78, 141, 145], 150_000),
    "Accountant": ([33, 76, 95, 113, 126], 0),
    "Teacher": ([31, 68, 82, 100, 124], 0),
    "Police Officer": ([92], 15_000),
    "Entertainer": ([47, 85, 119, 144], 155_000),
    "Salesperson": ([28, 40, 56, 90, 114], 75_000),
    "Athlete": ([45, 77, 108, 115, 135], 175_000),
    "Artist": ([70, 88, 97, 129], 205_000),
}
"""The spaces that pay each career, and what those that just cost something come to."""

LEFT, RIGHT, LONG, SHORT = 49, 56, 85, 92


@pytest.fixture(scope="module")
def edition() -> Edition:
    """The numbers of the classic edition."""
    return load(Path(life.__file__).parent / "editions" / "classic.toml", Edition)


def route(edition: Edition, *chosen: int) -> list[int]:
    """The spaces from the start to the end, taking a chosen one wherever there is a choice."""
    way = [START]
    while onward := edition.roads[way[-1]]:
        way += onward if len(onward) == 1 else [space for space in onward if space in chosen]
    return way[1:]


def test_the_board_has_these_147_spaces(edition: Edition) -> None:
    assert [space.kind for space in edition.board.spaces] == KINDS.split()
    assert edition.retire == 147
    assert (edition.title, edition.year) == ("The Game of Life", 2000)


def test_the_board_has_so_many_spaces_of_each_kind(edition: Edition) -> None:
    assert Counter(space.kind for space in edition.board.spaces) == COUNTS
    births = Counter(space.children for space in edition.board.spaces if space.kind == "baby")
    assert births == {1: 6, 2: 2}


def test_thirty_three_payments_cannot_be_insured_and_eight_can(edition: Edition) -> None:
    insured = {number: space.insured for number, space in enumerate(edition.board.spaces, 1) if space.insured}
    assert insured == {**dict.fromkeys((9, 24, 29, 61), "auto"), **dict.fromkeys((48, 54, 105, 110), "home")}
    payments = [space for space in edition.board.spaces if space.kind == "pay"]
    assert len([space for space in payments if not space.insured]) == 33


def test_every_amount_on_the_board(edition: Edition) -> None:
    found: dict[str, dict[int, int]] = {}
    for number, space in enumerate(edition.board.spaces, 1):
        if space.amount:
            group = (space.insured or space.payee or "bank") if space.kind == "pay" else space.kind
            found.setdefault(group, {})[number] = space.amount // 1_000
    assert found == THOUSANDS


def test_the_red_spaces_stop_every_car_and_the_blue_ones_are_optional(edition: Edition) -> None:
    spaces = list(enumerate(edition.board.spaces, 1))
    assert [number for number, space in spaces if space.stop] == [11, 25, 36, 81, 147]
    assert [number for number, space in spaces if space.optional] == [31, 50, 62, 68, 75, 89, 107, 120, 131]


def test_twins_are_on_44_and_84(edition: Edition) -> None:
    assert [number for number in range(1, 148) if edition.on(number).children == 2] == [44, 84]


def test_the_roads_part_at_the_start_and_at_two_forks_and_meet_again(edition: Edition) -> None:
    assert edition.roads[START] == (12, 1)
    other = {number: roads for number, roads in enumerate(edition.roads) if number and roads != (number + 1,)}
    assert other == {11: (15,), 48: (49, 56), 55: (62,), 84: (85, 92), 91: (96,), 147: ()}
    met = Counter(after for roads in edition.roads for after in roads)
    assert [number for number, times in met.items() if times > 1] == [15, 62, 96]


@pytest.mark.parametrize(
    ("first", "fork", "way", "spaces", "pay_days", "tiles"),
    [
        pytest.param(12, LEFT, LONG, 126, 19, 32, id="career, left, long"),
        pytest.param(12, RIGHT, SHORT, 122, 19, 30, id="career, right, short: the shortest"),
        pytest.param(1, LEFT, LONG, 134, 18, 36, id="college, left, long: the longest"),
        pytest.param(1, RIGHT, SHORT, 130, 18, 34, id="college, right, short"),
    ],
)
def test_a_route_has_so_many_spaces_pay_days_and_tiles(
    edition: Edition, first: int, fork: int, way: int, spaces: int, pay_days: int, tiles: int
) -> None:
    kinds = [edition.on(number).kind for number in route(edition, first, fork, way)]
    assert len(kinds) == spaces
    assert kinds.count("pay_day") == pay_days
    assert len([kind for kind in kinds if kind in ("tile", "get_married", "baby")]) == tiles


def test_the_way_to_retirement_is_measured_by_the_shortest_road(edition: Edition) -> None:
    far = edition.to_retire
    assert (far[START], far[1], far[12], far[147], far[146]) == (122, 129, 121, 0, 1)
    assert far[11] == far[14] == far[15] + 1
    assert (far[48], far[LEFT], far[RIGHT], far[62]) == (85, 85, 84, 78)
    assert (far[84], far[LONG], far[SHORT], far[96]) == (56, 58, 55, 51)


def test_four_careers_need_a_degree_and_three_have_powers(edition: Edition) -> None:
    assert [(card.name, card.degree) for card in edition.careers.cards] == [
        ("Doctor", True),
        ("Lawyer", True),
        ("Accountant", True),
        ("Teacher", True),
        ("Police Officer", False),
        ("Entertainer", False),
        ("Salesperson", False),
        ("Athlete", False),
        ("Artist", False),
    ]
    powers = {card.name: (card.fine_on, card.fine, card.commission) for card in edition.careers.cards}
    assert {name: power for name, power in powers.items() if any(power)} == {
        "Police Officer": (10, 5_000, 0),
        "Salesperson": (0, 0, 5_000),
        "Artist": (1, 10_000, 0),
    }
    assert edition.career["Artist"].fine_on == 1


def test_these_spaces_pay_these_careers(edition: Edition) -> None:
    found: dict[str, tuple[list[int], int]] = {name: ([], 0) for name in edition.career}
    for number, space in enumerate(edition.board.spaces, 1):
        if space.payee:
            numbers, total = found[space.payee]
            found[space.payee] = ([*numbers, number], total + (space.amount if space.kind == "pay" else 0))
    assert found == PAYEES


def test_taxes_go_to_the_accountant_and_school_fees_to_the_teacher(edition: Edition) -> None:
    payees = {(space.kind, space.payee) for space in edition.board.spaces if space.kind not in ("pay", "tile")}
    assert {kind: payee for kind, payee in payees if payee} == {
        "tax": "Accountant",
        "per_child": "Teacher",
        "night_school": "Teacher",
    }


def test_salaries_are_20000_to_100000_and_their_tax_is_half_but_5000(edition: Edition) -> None:
    assert [card.value for card in edition.salaries.cards] == list(range(20_000, 100_001, 10_000))
    assert edition.tax == {salary: salary // 2 - 5_000 for salary in range(20_000, 100_001, 10_000)}


def test_the_nine_houses(edition: Edition) -> None:
    assert [(deed.name, deed.price, deed.insurance, deed.sells) for deed in edition.deeds.cards] == [
        ("Split-Level", 40_000, 10_000, 35_000),
        ("Mobile Home", 60_000, 15_000, 55_000),
        ("Log Cabin", 80_000, 20_000, 80_000),
        ("Cozy Condo", 100_000, 25_000, 105_000),
        ("Dutch Colonial", 120_000, 30_000, 130_000),
        ("Beach House", 140_000, 35_000, 130_000),
        ("Farmhouse", 160_000, 40_000, 180_000),
        ("Tudor", 180_000, 45_000, 210_000),
        ("Victorian", 200_000, 50_000, 230_000),
    ]
    assert [deed.name for deed in edition.deeds.cards if deed.starter] == list(edition.deed)[:6]


def test_the_insurance_of_a_house_is_a_quarter_of_its_price(edition: Edition) -> None:
    assert [deed.name for deed in edition.deeds.cards if deed.insurance * 4 != deed.price] == []


def test_there_is_a_stock_for_each_number_but_the_10(edition: Edition) -> None:
    assert edition.stocks.numbers == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert (edition.stocks.price, edition.stocks.dividend) == (50_000, 10_000)


def test_the_25_tiles_come_to_650000_and_4_of_them_are_set_aside(edition: Edition) -> None:
    assert [(tile.value, tile.count) for tile in edition.tiles.values] == [
        (10_000, 7),
        (20_000, 6),
        (30_000, 5),
        (40_000, 4),
        (50_000, 3),
    ]
    assert (len(edition.tile_values), sum(edition.tile_values), edition.tiles.reserved) == (25, 650_000, 4)
    assert (edition.tile_values[0], edition.tile_values[6:8], edition.tile_values[-1]) == (
        10_000,
        (10_000, 20_000),
        50_000,
    )


def test_everybody_begins_with_10000_and_college_costs_two_notes(edition: Edition) -> None:
    assert (edition.seats.least, edition.seats.most) == (2, 6)
    assert (edition.start.cash, edition.start.tuition, edition.tuition_notes) == (10_000, 40_000, 2)
    loans = edition.loans
    assert (loans.note, loans.repay, loans.most_at_once) == (20_000, 25_000, 10)


def test_the_wheel_has_the_numbers_from_1_to_10(edition: Edition) -> None:
    assert (edition.spinner.least, edition.spinner.most) == (1, 10)


def test_a_wedding_brings_10000_from_8_up_and_5000_from_5_up(edition: Edition) -> None:
    gifts = [edition.wedding_gift(spin) for spin in range(1, 11)]
    assert gifts == [0, 0, 0, 0, 5_000, 5_000, 5_000, 10_000, 10_000, 10_000]


def test_a_car_has_room_for_four_children(edition: Edition) -> None:
    child = edition.child
    assert (child.gift, child.bonus, child.most, edition.car.pegs) == (5_000, 10_000, 4, 6)


def test_insurance_of_a_car_costs_10000(edition: Edition) -> None:
    assert edition.insurance.auto == 10_000


def test_three_cards_of_each_are_drawn_at_job_search_and_two_at_night_school(edition: Edition) -> None:
    assert (edition.job_search.careers, edition.job_search.salaries) == (3, 3)
    assert (edition.night_school.careers, edition.night_school.salaries) == (2, 2)
