"""The order of play and the first decision: rulings L16 to L28."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Scripted
from parlour.games.life import events as told
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]

CAREER = ("ChooseStart", "start a career")
COLLEGE = ("ChooseStart", "go to college")
FREE = ["Police Officer", "Entertainer", "Salesperson", "Athlete", "Artist"]
"""The careers that require no degree."""


# --- who begins -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spins", "first"), [([3, 9, 4], 1), ([10, 1, 1], 0), ([1, 2, 3], 2)])
def test_the_highest_spin_begins(table: Laid, spins: list[int], first: int) -> None:
    """[L16]"""
    game = table().opening(spins=spins)
    assert game.state.active == first
    assert game.told(told.OrderSpun) == [told.OrderSpun(seats=[0, 1, 2], numbers=spins)]
    assert [(question.seat, question.options()) for question in game.luck] == [
        (seat, range(1, 11)) for seat in (0, 1, 2)
    ]


def test_a_game_begins_with_the_spins_for_the_order(edition: Edition) -> None:
    """[L16] The first question is that of the seat that spun highest."""
    game = Game.new("life", seats=3, luck=Scripted([2, 5, 8]))
    assert [(question.seat, question.kind) for question in game.pending] == [(2, "ChooseStart")]
    assert game.state.turns == [0, 0, 1]


def test_spins_for_the_order_pay_nobody(table: Laid) -> None:
    """[L16] Not even where somebody had a card by then: no fine of 10, no sale of 1, no dividend."""
    game = table(career=["Police Officer", "Artist", ""], stocks={0: 1, 1: 7}).opening(spins=[1, 7, 10])
    assert game.order() == ["OrderSpun"]
    assert game.cash == [10_000] * 3


def test_those_who_tie_for_the_highest_spin_again(table: Laid) -> None:
    """[L17] They and nobody else, and those who tie once more once more."""
    game = table(seats=4).opening(spins=[7, 7, 3, 7, 9, 2, 9, 4, 5])
    assert [(each.seats, each.numbers) for each in game.told(told.OrderSpun)] == [
        ([0, 1, 2, 3], [7, 7, 3, 7]),
        ([0, 1, 3], [9, 2, 9]),
        ([0, 3], [4, 5]),
    ]
    assert game.state.active == 3
    assert [question.seat for question in game.luck] == [0, 1, 2, 3, 0, 1, 3, 0, 3]


def test_a_tie_below_the_highest_is_none(table: Laid) -> None:
    """[L17]"""
    game = table().opening(spins=[4, 4, 6])
    assert game.order() == ["OrderSpun"]
    assert game.state.active == 2


@pytest.mark.parametrize(("seat", "after"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_play_passes_to_the_next_higher_seat_and_from_the_last_to_the_first(table: Laid, seat: int, after: int) -> None:
    """[L18]"""
    assert table(seats=4, active=seat).turn(spins=[3]).state.active == after


def test_play_goes_round_from_who_began(table: Laid) -> None:
    """[L18]"""
    game = table(seats=3, at=[97, 106, 111]).opening(spins=[1, 1, 8])
    movers = []
    for number in (4, 4, 4, 5, 5):
        movers.append(game.state.active)
        game.turn(spins=[number])
    assert movers == [2, 0, 1, 2, 0]


# --- the first decision ---------------------------------------------------------------------------------------------


def test_the_first_decision_comes_before_anything_else_of_the_first_turn(table: Laid) -> None:
    """[L19]"""
    game = table(entry=[0, 0, 0])
    question = game.until("ChooseStart")
    assert question.options() == ("start a career", "go to college")
    assert (question.seat, question.tuition) == (0, 40_000)
    assert (game.events, game.asked, game.luck) == ([], [], [])


def test_the_first_decision_is_made_in_the_own_first_turn_and_in_no_other(table: Laid) -> None:
    """[L19] Seats that have not had a turn have not chosen; who has is not asked again."""
    game = table(entry=[0, 0, 0]).turn(spins=[2], draws=["Athlete", 20_000], say=[CAREER])
    assert game.state.entry == [12, 0, 0]
    assert game.sheets("career") == ["Athlete", "", ""]
    assert game.again(0).turn(spins=[4]).kinds_asked() == []
    assert game.again(1).until("ChooseStart").seat == 1


@pytest.mark.parametrize(("number", "space"), [(1, 12), (2, 13), (3, 14), (10, 21)])
def test_the_first_step_of_a_career_is_the_first_space_of_its_road(table: Laid, number: int, space: int) -> None:
    """[L20]"""
    game = table(entry=[0, 0, 0])
    game.turn(spins=[number], draws=["Athlete", 20_000], say=[CAREER])
    assert game.path() == [space]
    assert game.told(told.CareerBegun) == [told.CareerBegun(0)]
    assert game.state.at == [space, 0, 0]


def test_who_starts_a_career_draws_among_those_that_require_no_degree(table: Laid) -> None:
    """[L21] One that does would go back, and another be drawn: all that are free are equally likely."""
    game = table(entry=[0, 0, 0]).turn(spins=[2], draws=["Artist", 20_000], say=[CAREER])
    draw = game.luck[0]
    assert (draw.purpose, sorted(draw.cards)) == ("career", sorted(FREE))
    assert game.state.career == ["Artist", "", ""]
    assert game.kinds_asked() == ["ChooseStart"]
    assert game.state.degree == [False] * 3


def test_a_career_that_another_has_is_not_drawn(table: Laid) -> None:
    """[L21]"""
    game = table(entry={0: 0}, career={1: "Artist", 2: "Athlete"})
    game.turn(spins=[2], draws=["Salesperson", 20_000], say=[CAREER])
    assert sorted(game.luck[0].cards) == ["Entertainer", "Police Officer", "Salesperson"]


def test_who_starts_a_career_draws_one_salary_at_random(table: Laid) -> None:
    """[L22] After the career, among all that are left, and without a choice."""
    game = table(entry={0: 0}, salary={1: 100_000, 2: 60_000})
    game.turn(spins=[2], draws=["Athlete", 90_000], say=[CAREER])
    draws = [question for question in game.luck if question.kind == "Draw"]
    assert [draw.purpose for draw in draws] == ["career", "salary"]
    assert draws[1].cards == (20_000, 30_000, 40_000, 50_000, 70_000, 80_000, 90_000)
    assert game.state.salary == [90_000, 100_000, 60_000]


def test_then_the_turn_goes_on_like_any_other(table: Laid) -> None:
    """[L23] The step before the spin, a spin, and a move with its Pay Day and its space."""
    game = table(entry=[0, 0, 0])
    game.turn(
        spins=[3],
        draws=["Athlete", 30_000],
        say=[CAREER, ("BeforeSpin", "buy auto insurance")],
    )
    assert [question.kind for question in game.asked] == ["ChooseStart", "BeforeSpin", "BeforeSpin"]
    assert game.order() == [
        *("CareerBegun", "CareerTaken", "SalaryTaken", "PolicyBought", "Spun", "PayDay", "Moved", "Received"),
    ]
    assert game.cash[0] == 10_000 - 10_000 + 30_000 + 10_000


def test_college_is_the_only_way_when_no_career_is_free(table: Laid) -> None:
    """[L24] Five seats have all that require no degree; the sixth is not even asked."""
    game = table(seats=6, active=5, entry={5: 0}, career=[*FREE, ""])
    game.turn(spins=[3])
    assert game.kinds_asked() == []
    assert game.told(told.WentToCollege) == [told.WentToCollege(5)]
    assert (game.state.at[5], game.state.career[5]) == (3, "")


def test_one_free_career_is_enough_to_start_with(table: Laid) -> None:
    """[L24] It is taken; with one card there is nothing to ask luck."""
    game = table(seats=5, active=4, entry={4: 0}, career=[*FREE[:4], ""])
    game.turn(spins=[3], draws=[20_000], say=[CAREER])
    assert game.state.career[4] == "Artist"


@pytest.mark.parametrize(("number", "space"), [(1, 1), (2, 2), (5, 5), (10, 10)])
def test_the_first_step_of_college_is_the_first_space_of_its_road(table: Laid, number: int, space: int) -> None:
    """[L25]"""
    game = table(entry=[0, 0, 0]).turn(spins=[number], say=[COLLEGE])
    assert game.path() == [space]
    assert game.told(told.WentToCollege) == [told.WentToCollege(0)]


@pytest.mark.parametrize("cash", [10_000, 90_000, 0])
def test_college_costs_40_000_which_are_borrowed(table: Laid, cash: int) -> None:
    """[L26] Two notes, even of who could pay, and the cash stays as it was."""
    game = table(entry=[0, 0, 0], cash={0: cash})
    bank = game.state.money.bank
    game.turn(spins=[3], say=[COLLEGE])
    assert game.order() == ["WentToCollege", "LoanTaken", "TuitionPaid", "Spun", "Moved", "TileTaken"]
    assert game.told(told.LoanTaken) == [told.LoanTaken(0, count=2, amount=40_000, notes=2)]
    assert game.told(told.TuitionPaid) == [told.TuitionPaid(0, amount=40_000)]
    assert (game.cash[0], game.state.notes, game.state.money.bank) == (cash, [2, 0, 0], bank)


def test_a_student_has_neither_career_nor_salary_until_job_search(table: Laid) -> None:
    """[L27] Scholarship, textbooks and friends; then the job."""
    game = table(entry=[0, 0, 0])
    for number in (1, 1, 1, 5):
        game.turn(spins=[number], say=[COLLEGE] if number == 1 and not game.state.entry[0] else [])
        game.state.active = 0
        assert (game.state.career[0], game.state.salary[0]) == ("", 0)
    game.turn(
        spins=[10, 3],
        draws=["Doctor", "Artist", "Teacher", 30_000, 50_000, 20_000],
        say=[("ChooseCareer", "Doctor"), ("ChooseSalary", 50_000)],
    )
    assert (game.state.career[0], game.state.salary[0]) == ("Doctor", 50_000)
    assert game.path() == [1, 2, 3, 8, 11, 17]
    assert [each.amount for each in game.told(told.PayDay)] == [50_000]


def test_there_is_no_pay_day_before_job_search(edition: Edition) -> None:
    """[L27]"""
    assert [edition.on(number).kind for number in range(1, 12)].count("pay_day") == 0
    assert edition.on(11).kind == "job_search"
    assert edition.on(12).kind == "pay_day"


def test_who_starts_at_college_has_a_degree_from_then_on(table: Laid) -> None:
    """[L28] Also before Job Search, and when it takes a career that requires none; a career gives none."""
    game = table(entry=[0, 0, 0]).turn(spins=[3], say=[COLLEGE])
    game.turn(spins=[3], draws=["Athlete", 20_000], say=[CAREER])
    assert game.sheets("degree") == [True, False, False]
    game.again(0).land(
        11,
        spins=[1],
        draws=["Artist", "Police Officer", "Teacher", 30_000, 50_000, 60_000],
        say=[("ChooseCareer", "Artist"), ("ChooseSalary", 50_000)],
    )
    assert game.sheets("degree") == [True, False, False]
