"""Careers and salaries: found, chosen, lost and traded."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Draw, Seat
from parlour.core.options import Json
from parlour.games.life.edition import Edition
from parlour.games.life.events import CardsDrawn, CareerTaken, JobLost, SalariesTraded, SalaryTaken
from parlour.games.life.loans import pay_career
from parlour.games.life.state import LifeState


@dataclass(frozen=True)
class ChooseCareer(Decision[str]):
    """Which career do you take?

    The first is the cautious answer: it is the one that you have, or else any.  [L15 L53 L82]
    """

    careers: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return self.careers

    def default(self) -> str:
        return self.careers[0]


@dataclass(frozen=True)
class ChooseSalary(Decision[int]):
    """Which salary do you take?

    The one that you have is the cautious answer, else the highest.  [L15 L53 L82]
    """

    salaries: tuple[int, ...]
    has: int

    def options(self) -> tuple[int, ...]:
        return self.salaries

    def default(self) -> int:
        return self.has or max(self.salaries)


@dataclass(frozen=True)
class GoToNightSchool(Decision[bool]):
    """Do you go to night school, and see new cards?

    Tuition is due if you take one. Not to go is the cautious answer: it costs nothing.  [L15 L55 L81]
    """

    tuition: int

    def options(self) -> tuple[bool, bool]:
        return (False, True)

    def default(self) -> bool:
        return False


@dataclass(frozen=True)
class TradeSalary(Decision[int | None]):
    """With whom do you trade salaries, if with anybody? The other cannot refuse.

    With nobody is the cautious answer: you keep what you have.  [L15 L55 L88]
    """

    salaries: dict[str, int]

    def options(self) -> tuple[int | None, ...]:
        return (None, *map(int, self.salaries))

    def default(self) -> None:
        return None


# --- cards ----------------------------------------------------------------------------------------------------------


async def draw(seat: Seat, purpose: str, pile: list[Json], count: int) -> list[Json]:
    """Draw so many cards of a pile, as far as there are; they stay in it until somebody takes them.  [L6 L54 L151]"""
    left = list(pile)
    drawn: list[Json] = []
    while left and len(drawn) < count:
        card = await Draw(seat, purpose=purpose, cards=tuple(left))
        left.remove(card)
        drawn.append(card)
    return drawn


def take_career(g: LifeState, seat: Seat, career: str) -> None:
    """Take a Career Card; the old one goes back into the pile.  [L7 L64]"""
    if g.career[seat]:
        g.careers_left.append(g.career[seat])
    g.careers_left.remove(career)
    g.careers_left.sort()
    g.career[seat] = career
    g.tell(CareerTaken(seat, career=career))


def take_salary(g: LifeState, seat: Seat, salary: int) -> None:
    """Take a Salary Card; the old one goes back into the pile.  [L7 L78 L79]"""
    if g.salary[seat]:
        g.salaries_left.append(g.salary[seat])
    g.salaries_left.remove(salary)
    g.salaries_left.sort()
    g.salary[seat] = salary
    g.tell(SalaryTaken(seat, salary=salary))


def open_careers(g: LifeState, e: Edition, seat: Seat) -> list[str]:
    """The Career Cards of the pile that a seat may have: without a degree those that require none.  [L65 L87]"""
    return [card for card in g.careers_left if g.degree[seat] or not e.career[card].degree]


# --- occasions ------------------------------------------------------------------------------------------------------


async def first_job(g: LifeState, e: Edition, seat: Seat) -> None:
    """Draw a career that requires no degree, and a salary.  [L21 L22]"""
    (career,) = await draw(seat, "career", open_careers(g, e, seat), 1)
    take_career(g, seat, career)
    (salary,) = await draw(seat, "salary", g.salaries_left, 1)
    take_salary(g, seat, salary)


async def job_search(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Draw careers and salaries, then choose one of each; a STOP.  [L50 L53 L54]"""
    drawn = e.job_search
    careers = await draw(seat, "career", g.careers_left, drawn.careers)
    salaries = await draw(seat, "salary", g.salaries_left, drawn.salaries)
    g.tell(CardsDrawn(seat, cards=[*careers, *salaries]))
    listed = tuple(card for card in e.career if card in careers)
    take_career(g, seat, await ChooseCareer(seat, careers=listed, because="you search for a job"))
    take_salary(g, seat, await ChooseSalary(seat, salaries=tuple(salaries), has=0, because="you search for a job"))
    return True


async def night_school(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Enrol or pass; who takes a new card pays tuition.  [L55 L81 L82 L83 L84 L85]"""
    space = e.on(g.at[seat])
    if not await GoToNightSchool(seat, tuition=space.amount, because=f"you are on {space.name}"):
        return False
    careers = await draw(seat, "career", open_careers(g, e, seat), e.night_school.careers)
    salaries = await draw(seat, "salary", g.salaries_left, e.night_school.salaries)
    g.tell(CardsDrawn(seat, cards=[*careers, *salaries]))
    old_career, old_salary = g.career[seat], g.salary[seat]
    career = await ChooseCareer(seat, careers=(old_career, *careers), because="you go to night school")
    salary = await ChooseSalary(
        seat, salaries=(old_salary, *salaries), has=old_salary, because="you go to night school"
    )
    if career == old_career and salary == old_salary:
        return False
    pay_career(g, e, seat, space.amount, space.payee, space.name)
    if career != old_career:
        take_career(g, seat, career)
    if salary != old_salary:
        take_salary(g, seat, salary)
    return False


async def lose_job(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Draw another career, if one is open, and another salary; the old ones go back after that.  [L86 L87]"""
    g.tell(JobLost(seat))
    careers = await draw(seat, "career", open_careers(g, e, seat), 1)
    salaries = await draw(seat, "salary", g.salaries_left, 1)
    for career in careers:
        take_career(g, seat, career)
    for salary in salaries:
        take_salary(g, seat, salary)
    return False


async def trade_salary(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Swap Salary Cards with another player in play, or pass.  [L55 L88 L89]"""
    salaries = {str(other): g.salary[other] for other in sorted(g.others_in_play(seat)) if g.salary[other]}
    partner = await TradeSalary(seat, salaries=salaries, because=f"you are on {e.on(g.at[seat]).name}")
    if partner is not None:
        g.salary[seat], g.salary[partner] = g.salary[partner], g.salary[seat]
        g.tell(SalariesTraded(seat, partner=partner, gets=g.salary[seat], gives=g.salary[partner]))
    return False
