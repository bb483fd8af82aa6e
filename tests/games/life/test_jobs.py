"""Salaries and tax, Night School, Lose Your Job and Trade Salary: rulings L78 to L89."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.games.life.edition import Edition
from parlour.games.life.events import CardsDrawn, CareerTaken, JobLost, SalariesTraded, SalaryTaken
from parlour.games.life.money_events import LoanTaken, Paid

Laid = Callable[..., Any]

BANK = -1
DEGREE = ["Accountant", "Doctor", "Lawyer", "Teacher"]
FREE = ["Artist", "Athlete", "Entertainer", "Police Officer", "Salesperson"]
CAREERS = sorted([*DEGREE, *FREE])
SALARIES = list(range(20_000, 100_001, 10_000))
SCHOOLS, LOST, TRADES = (31, 68), (38, 116), (50, 62, 75, 89, 107, 120, 131)


def worker(job: str = "Artist", pay: int = 50_000, /, **laid: Any) -> dict[str, Any]:
    """Seat 0 with that career and salary, and whatever else the test lays."""
    mine = {each: laid.pop(each, {}) for each in ("career", "salary")}
    return {**laid, "career": {0: job, **mine["career"]}, "salary": {0: pay, **mine["salary"]}}


def enrol(career: str, salary: int) -> list[tuple[str, Any]]:
    """Go to night school and take these cards, drawn or old."""
    return [("GoToNightSchool", True), ("ChooseCareer", career), ("ChooseSalary", salary)]


# --- salaries and tax -----------------------------------------------------------------------------------------------


def test_there_is_one_salary_card_of_each_ten_thousand(table: Laid, edition: Edition) -> None:
    """[L78]"""
    assert [card.value for card in edition.salaries.cards] == SALARIES
    assert table().state.salaries_left == SALARIES


@pytest.mark.parametrize("held", [[], [20_000], [100_000, 50_000], [30_000, 40_000, 60_000, 70_000]])
def test_nobody_draws_a_salary_that_somebody_has(table: Laid, held: list[int]) -> None:
    """[L78]"""
    laid = table(seats=6, entry={0: 0}, salary=dict(enumerate(held, 1)))
    played = laid.turn(spins=[2], draws=["Artist", 90_000], say=[("ChooseStart", "start a career")])
    assert list(played.luck[1].cards) == [salary for salary in SALARIES if salary not in held]
    assert played.sheets("salary")[0] == 90_000
    assert played.state.salaries_left == [salary for salary in SALARIES if salary not in (90_000, *held)]


@pytest.mark.parametrize("career", CAREERS)
@pytest.mark.parametrize("salary", [20_000, 60_000, 100_000])
def test_any_career_may_have_any_salary(table: Laid, career: str, salary: int) -> None:
    """[L79]"""
    careers = [career, *(name for name in CAREERS if name != career)][:3]
    salaries = [salary, *(each for each in SALARIES if each != salary)][:3]
    say = [("ChooseCareer", career), ("ChooseSalary", salary)]
    played = table().land(11, draws=[*careers, *salaries], spins=[1], say=say)
    assert played.asked[-1].options() == tuple(salaries)
    assert (played.state.career[0], played.state.salary[0]) == (career, salary)


TAXES = [
    (20_000, 5_000),
    (30_000, 10_000),
    (40_000, 15_000),
    (50_000, 20_000),
    (60_000, 25_000),
    (70_000, 30_000),
    (80_000, 35_000),
    (90_000, 40_000),
    (100_000, 45_000),
]


@pytest.mark.parametrize(("salary", "tax"), TAXES)
@pytest.mark.parametrize("number", [33, 76, 95, 113, 126])
@pytest.mark.parametrize("payee", [BANK, 0, 2])
def test_tax_is_half_of_the_salary_less_5000(table: Laid, number: int, salary: int, tax: int, payee: int) -> None:
    """[L70 L80 L67] To the Accountant, who pays none, or else to the bank."""
    other = {2: "Accountant"} if payee == 2 else {}
    laid = worker("Artist" if payee else "Accountant", salary, career=other, cash=[50_000, 0, 0])
    played = table(**laid).land(number)
    assert played.told(Paid) == ([Paid(0, amount=tax, payee=payee, what="Taxes")] if payee else [])
    assert played.cash[2] == (tax if payee == 2 else 0)


# --- night school ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", SCHOOLS)
def test_who_passes_night_school_sees_no_card_and_pays_nothing(table: Laid, number: int) -> None:
    """[L55 L81] Which is the cautious answer."""
    played = table(**worker()).land(number, say=[("GoToNightSchool", False)])
    assert (played.order()[-1], played.cash, played.kinds_asked()) == ("Moved", [10_000] * 3, ["GoToNightSchool"])
    assert (played.asked[-1].default(), played.asked[-1].tuition) == (False, 20_000)
    assert [question.purpose for question in played.luck] == ["spin"]


@pytest.mark.parametrize("number", SCHOOLS)
def test_who_enrols_draws_two_careers_and_two_salaries(table: Laid, number: int) -> None:
    """[L81 L85] Of all that nobody has, by a player with a degree."""
    laid = worker(career={1: "Doctor"}, salary={1: 20_000}, cash={0: 20_000}, degree={0: True})
    draws: list[Any] = ["Lawyer", "Athlete", 30_000, 100_000]
    played = table(**laid).land(number, draws=draws, say=enrol("Artist", 100_000))
    first, second, third, fourth = (question.cards for question in played.luck[1:])
    assert list(first) == [name for name in CAREERS if name not in ("Artist", "Doctor")]
    assert list(second) == [name for name in first if name != "Lawyer"]
    assert list(third) == [each for each in SALARIES if each not in (50_000, 20_000)]
    assert list(fourth) == [each for each in third if each != 30_000]
    assert played.told(CardsDrawn) == [CardsDrawn(0, cards=draws)]


@pytest.mark.parametrize("career", ["Artist", "Lawyer", "Athlete"])
@pytest.mark.parametrize("salary", [50_000, 30_000, 100_000])
@pytest.mark.parametrize("number", SCHOOLS)
def test_either_card_may_be_kept_or_replaced(table: Laid, number: int, career: str, salary: int) -> None:
    """[L82 L83] Tuition of 20,000 is due if at least one is replaced."""
    laid = table(**worker(cash=[25_000, 0, 0], degree={0: True}))
    bank = laid.state.money.bank
    played = laid.land(number, draws=["Lawyer", "Athlete", 30_000, 100_000], say=enrol(career, salary))
    taken = [CareerTaken(0, career=career)] * (career != "Artist") + [SalaryTaken(0, salary=salary)] * (
        salary != 50_000
    )
    tuition = [Paid(0, amount=20_000, payee=BANK, what="Night School")] if taken else []
    drawn = played.order().index("CardsDrawn")
    assert played.events[drawn + 1 :] == [*tuition, *taken]
    assert (played.cash[0], played.state.money.bank - bank) == ((5_000, 20_000) if taken else (25_000, 0))
    assert (played.state.career[0], played.state.salary[0]) == (career, salary)
    assert played.state.careers_left == [name for name in CAREERS if name != career]
    assert played.state.salaries_left == [each for each in SALARIES if each != salary]


def test_what_may_be_taken_at_night_school_is_the_old_card_or_a_drawn_one(table: Laid) -> None:
    """[L82 L15] Keeping the old one is the cautious answer, also of a low salary."""
    draws = ["Lawyer", "Athlete", 30_000, 100_000]
    played = table(**worker(degree={0: True})).land(31, draws=draws, say=enrol("Artist", 50_000))
    career, salary = played.asked[-2:]
    assert (career.options(), career.default()) == (("Artist", "Lawyer", "Athlete"), "Artist")
    assert (salary.options(), salary.default()) == ((50_000, 30_000, 100_000), 50_000)


@pytest.mark.parametrize("answer", ["Doctor", "", None])
def test_a_card_that_was_not_drawn_cannot_be_taken(table: Laid, answer: Any) -> None:
    """[L82]"""
    draws = ["Lawyer", "Athlete", 30_000, 100_000]
    with pytest.raises(IllegalAnswer):
        table(**worker(degree={0: True})).land(31, draws=draws, say=enrol(answer, 50_000))


@pytest.mark.parametrize(("cash", "notes", "left"), [(20_000, 0, 0), (19_999, 1, 19_999), (0, 1, 0)])
def test_tuition_is_borrowed_if_need_be(table: Laid, cash: int, notes: int, left: int) -> None:
    """[L83]"""
    draws = ["Lawyer", "Athlete", 30_000, 100_000]
    laid = table(**worker(cash={0: cash}, degree={0: True}))
    played = laid.land(68, draws=draws, say=enrol("Lawyer", 50_000))
    assert (played.state.notes[0], played.cash[0], len(played.told(LoanTaken))) == (notes, left, notes)


@pytest.mark.parametrize(("career", "salary", "paid"), [("Artist", 30_000, 20_000), ("Artist", 50_000, 0)])
def test_tuition_goes_to_the_teacher(table: Laid, career: str, salary: int, paid: int) -> None:
    """[L71 L83 L84]"""
    laid = table(**worker(career={2: "Teacher"}, cash=[20_000, 0, 0], degree={0: True, 2: True}))
    played = laid.land(31, draws=["Lawyer", "Athlete", 30_000, 100_000], say=enrol(career, salary))
    assert played.cash == [20_000 - paid, 0, paid]


@pytest.mark.parametrize("number", SCHOOLS)
def test_who_becomes_the_teacher_has_paid_the_bank_before(table: Laid, number: int) -> None:
    """[L84]"""
    draws = ["Teacher", "Athlete", 30_000, 100_000]
    laid = table(**worker(cash={0: 20_000}, degree={0: True}))
    played = laid.land(number, draws=draws, say=enrol("Teacher", 30_000))
    assert played.told(Paid) == [Paid(0, amount=20_000, payee=BANK, what="Night School")]
    assert played.order()[-3:] == ["Paid", "CareerTaken", "SalaryTaken"]


@pytest.mark.parametrize(("career", "salary"), [("Lawyer", 50_000), ("Teacher", 100_000), ("Athlete", 30_000)])
def test_a_teacher_pays_no_tuition_not_even_to_become_something_else(table: Laid, career: str, salary: int) -> None:
    """[L84]"""
    draws = ["Lawyer", "Athlete", 30_000, 100_000]
    played = table(**worker("Teacher", cash=[0, 0, 0])).land(31, draws=draws, say=enrol(career, salary))
    assert (played.told(Paid), played.cash, played.state.notes) == ([], [0, 0, 0], [0, 0, 0])
    assert (played.state.career[0], played.state.salary[0]) == (career, salary)


@pytest.mark.parametrize("number", SCHOOLS)
@pytest.mark.parametrize(("career", "salary"), [("Athlete", 50_000), ("Artist", 100_000), ("Athlete", 30_000)])
def test_without_a_degree_night_school_has_careers_that_require_none_and_gives_no_degree(
    table: Laid, number: int, career: str, salary: int
) -> None:
    """[L85 L87] Whatever was taken; also when the job is lost after that."""
    laid = table(**worker(cash={0: 50_000}))
    played = laid.land(number, draws=["Athlete", "Entertainer", 30_000, 100_000], say=enrol(career, salary))
    first, second = (list(question.cards) for question in played.luck if question.purpose == "career")
    assert first == [name for name in FREE if name != "Artist"]
    assert second == [name for name in first if name != "Athlete"]
    assert played.asked[-2].options() == ("Artist", "Athlete", "Entertainer")
    assert played.state.degree[0] is False
    played = played.again(0).land(38, draws=["Entertainer", 20_000])
    assert list(played.luck[1].cards) == [name for name in FREE if name != career]


def test_a_degree_is_kept_at_night_school_also_by_who_takes_a_career_that_requires_none(table: Laid) -> None:
    """[L85 L87] So every career can be drawn when the job is lost after that."""
    laid = table(**worker("Doctor", cash={0: 50_000}))
    played = laid.land(31, draws=["Athlete", "Lawyer", 30_000, 100_000], say=enrol("Athlete", 50_000))
    assert played.state.degree[0] is True
    played = played.again(0).land(38, draws=["Lawyer", 20_000])
    assert list(played.luck[1].cards) == [name for name in CAREERS if name != "Athlete"]


@pytest.mark.parametrize("number", SCHOOLS)
def test_where_no_career_without_a_degree_is_left_night_school_has_salaries_only(table: Laid, number: int) -> None:
    """[L14 L54 L85] The career is not asked for then; four that require a degree are in the pile all the same."""
    laid = table(seats=5, **worker("Artist", career=dict(enumerate(FREE[1:], 1)), cash={0: 20_000}))
    say = [("GoToNightSchool", True), ("ChooseSalary", 100_000)]
    played = laid.land(number, draws=[30_000, 100_000], say=say)
    assert played.told(CardsDrawn) == [CardsDrawn(0, cards=[30_000, 100_000])]
    assert (played.state.career[0], played.state.salary[0]) == ("Artist", 100_000)
    assert played.state.careers_left == DEGREE


# --- lose your job --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", LOST)
@pytest.mark.parametrize("degree", [False, True])
def test_who_loses_the_job_draws_another_career_and_another_salary(table: Laid, number: int, degree: bool) -> None:
    """[L86 L87] Of what is left, without the old cards, which go back after that; and nothing is asked or paid."""
    others: dict[str, Any] = {"career": {1: "Doctor", 2: "Athlete"}, "salary": {1: 90_000, 2: 20_000}}
    played = table(**worker(degree={0: degree}, **others)).land(number, draws=["Entertainer", 70_000])
    careers, salaries = (question.cards for question in played.luck[1:])
    held = ("Artist", "Doctor", "Athlete")
    assert list(careers) == [name for name in (CAREERS if degree else FREE) if name not in held]
    assert list(salaries) == [each for each in SALARIES if each not in (50_000, 90_000, 20_000)]
    assert played.events[-3:] == [JobLost(0), CareerTaken(0, career="Entertainer"), SalaryTaken(0, salary=70_000)]
    assert "Artist" in played.state.careers_left
    assert 50_000 in played.state.salaries_left
    assert (played.kinds_asked(), played.cash, played.state.degree[0]) == ([], [10_000] * 3, degree)


@pytest.mark.parametrize("career", DEGREE)
def test_a_graduate_may_draw_a_career_that_requires_a_degree(table: Laid, career: str) -> None:
    """[L86 L87]"""
    old = DEGREE[0] if career != DEGREE[0] else DEGREE[1]
    played = table(**worker(old)).land(116, draws=[career, 20_000])
    assert (played.state.career[0], played.state.salary[0]) == (career, 20_000)


@pytest.mark.parametrize("number", LOST)
def test_without_a_career_to_draw_the_old_one_is_kept_and_the_salary_changes(table: Laid, number: int) -> None:
    """[L87] The other four without a degree are taken, and there is none."""
    taken = dict(enumerate(FREE[1:], 1))
    played = table(seats=5, **worker("Artist", career=taken)).land(number, draws=[20_000])
    assert (played.state.career[0], played.state.salary[0]) == ("Artist", 20_000)
    assert played.events[-2:] == [JobLost(0), SalaryTaken(0, salary=20_000)]
    graduate = table(seats=5, **worker("Artist", career=taken, degree={0: True})).land(number, draws=["Doctor", 20_000])
    assert list(graduate.luck[1].cards) == DEGREE


def test_the_last_career_without_a_degree_is_drawn_without_luck(table: Laid) -> None:
    """[L87]"""
    played = table(seats=4, **worker("Artist", career=dict(enumerate(FREE[2:], 1)))).land(38, draws=[20_000])
    assert played.state.career[0] == "Athlete"


# --- trade salary ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", TRADES)
@pytest.mark.parametrize("partner", [1, 2])
def test_salaries_are_swapped_with_whom_the_player_chooses(table: Laid, number: int, partner: int) -> None:
    """[L55 L88 L89] The other is not asked; careers and money stay where they are."""
    careers: dict[str, Any] = {"career": {1: "Doctor", 2: "Athlete"}, "salary": {1: 90_000, 2: 20_000}}
    played = table(**worker(**careers)).land(number, say=[("TradeSalary", partner)])
    gets = played.told(SalariesTraded)[0].gets
    assert played.told(SalariesTraded) == [SalariesTraded(0, partner=partner, gets=gets, gives=50_000)]
    assert gets == (90_000 if partner == 1 else 20_000)
    assert played.state.salary == ([90_000, 50_000, 20_000] if partner == 1 else [20_000, 90_000, 50_000])
    assert played.state.career == ["Artist", "Doctor", "Athlete"]
    assert ({question.seat for question in played.asked}, played.cash) == ({0}, [10_000] * 3)


@pytest.mark.parametrize("number", TRADES)
def test_a_salary_may_be_kept(table: Laid, number: int) -> None:
    """[L55 L88 L15] Which is the cautious answer."""
    played = table(**worker(salary={1: 90_000})).land(number, say=[("TradeSalary", None)])
    assert (played.asked[-1].default(), played.state.salary) == (None, [50_000, 90_000, 0])
    assert played.told(SalariesTraded) == []


def test_a_trade_is_with_a_player_in_play_who_has_a_salary(table: Laid) -> None:
    """[L88] Not with a student, nor with somebody retired, nor with oneself."""
    salaries = {1: 20_000, 4: 100_000}
    laid = table(seats=6, **worker(salary=salaries, at={2: 7}, retired={3: "Countryside Acres"}))
    played = laid.land(62, say=[("TradeSalary", None)])
    assert played.asked[-1].options() == (None, 1, 4)
    assert played.asked[-1].salaries == {"1": 20_000, "4": 100_000}


@pytest.mark.parametrize("number", TRADES)
def test_where_nobody_has_a_salary_to_trade_nothing_is_asked(table: Laid, number: int) -> None:
    """[L88 L14]"""
    played = table(**worker(at={1: 7}, retired={2: "Countryside Acres"})).land(number)
    assert "TradeSalary" not in played.kinds_asked()
    assert played.state.salary == [50_000, 0, 0]


def test_tax_and_pay_day_go_along_with_the_card(table: Laid) -> None:
    """[L89] 100,000 and a tax of 45,000 for who had 50,000 and a tax of 20,000; and the other way round."""
    laid = table(**worker("Lawyer", salary={1: 100_000}, cash=[50_000, 50_000, 0]))
    laid.land(75, say=[("TradeSalary", 1)])
    assert laid.again(0).land(76).cash == [5_000, 50_000, 0]
    assert laid.again(1).land(95, spin=1).cash == [5_000, 30_000, 0]
    assert laid.again(0).land(96, spin=1).cash == [105_000, 30_000, 0]
    assert laid.again(1).land(111, spin=1).cash == [105_000, 80_000, 0]
