"""The spaces of the outer track, the corners' landings among them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from parlour.core.decision import Decision, Roll, Seat
from parlour.games.careers.debts import owe
from parlour.games.careers.edition import Edition
from parlour.games.careers.money import collect_salary, pay, percent_of, receive
from parlour.games.careers.opportunity import draw_opportunity
from parlour.games.careers.places import space_of
from parlour.games.careers.scoring import look_for_winner, score
from parlour.games.careers.state import CareersState
from parlour.games.careers.tables import Menu

Onward = str | None
"""What a space leads to in the same turn: another throw, or a drawn Opportunity Card to be used at once."""

AGAIN = "throw again"


@dataclass(frozen=True)
class BuyCar(Decision[int]):
    """How many thousands do you spend at the auto show?

    Each brings a heart. To spend nothing is the cautious answer.  [C14 C16 C78]
    """

    unit: int
    most: int

    def options(self) -> range:
        return range(self.most + 1)

    def default(self) -> int:
        return 0


@dataclass(frozen=True)
class BuyStars(Decision[int]):
    """How many throws for stars do you buy?

    None is the cautious answer.
    """

    price: int
    most: int

    def options(self) -> range:
        return range(self.most + 1)

    def default(self) -> int:
        return 0


@dataclass(frozen=True)
class Stake(Decision[int]):
    """How many units do you put up, each of which brings back so much a pip of a die of its own?

    None is the cautious answer: what comes back depends on the dice.  [C14 C16 C82]
    """

    unit: int
    per_pip: int
    most: int

    def options(self) -> range:
        return range(self.most + 1)

    def default(self) -> int:
        return 0


@dataclass(frozen=True)
class Buy(Decision[int]):
    """Which one of the selections do you buy, by its price, or 0 for none?

    None is the cautious answer.
    """

    points: dict[str, int]
    what: str

    def options(self) -> tuple[int, ...]:
        return (0, *map(int, self.points))

    def default(self) -> int:
        return 0


async def opportunity(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Draw an Opportunity Card, which may be used at once.  [C74]"""
    return await draw_opportunity(g, e, seat, 1)


async def tax(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Pay a share of one salary, the greater the salary is.  [C75]"""
    salary = g.salary[seat]
    percent = next(each.percent for each in e.tax.brackets if salary <= each.up_to or not each.up_to)
    await owe(g, e, seat, percent_of(e, salary, percent), space_of(g, e, seat).name)
    return None


async def rent(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Pay a share of one salary.  [C77]"""
    await owe(g, e, seat, percent_of(e, g.salary[seat], e.rent.percent), space_of(g, e, seat).name)
    return None


async def food(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Pay a share of the cash in hand.  [C28 C76]"""
    pay(g, seat, percent_of(e, g.cash(seat), e.food.percent), space_of(g, e, seat).name)
    return None


async def shop(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Throw one die and pay a share of the cash for each pip.  [C28 C80]"""
    pips = await Roll(seat, purpose="square", sides=e.dice.sides)
    pay(g, seat, percent_of(e, g.cash(seat), e.shop.percent_per_pip * pips), space_of(g, e, seat).name)
    return None


async def auto_show(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Spend up to one salary for hearts; whoever buys nothing loses one, if there is one to lose.  [C31 C78 C79]"""
    show, name = e.auto_show, space_of(g, e, seat).name
    most = min(g.salary[seat], g.cash(seat)) // show.unit
    units = await BuyCar(seat, unit=show.unit, most=most, because=f"you are on {name}")
    if units:
        pay(g, seat, units * show.unit, name)
        score(g, seat, hearts=units * show.per_thousand, why=name)
        look_for_winner(g, e)
    elif g.hearts[g.side(seat)]:
        score(g, seat, hearts=-min(show.lost, g.hearts[g.side(seat)]), why=name)
    return None


async def hobby(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Buy one or two throws of a die, all paid first; each pip is a star.  [C81]"""
    price, name = e.hobby.price, space_of(g, e, seat).name
    most = min(e.hobby.most, g.cash(seat) // price)
    throws = await BuyStars(seat, price=price, most=most, because=f"you are on {name}")
    if throws:
        pay(g, seat, throws * price, name)
        score(g, seat, stars=await Roll(seat, purpose="square", dice=throws, sides=e.dice.sides), why=name)
        look_for_winner(g, e)
    return None


async def gamble(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Put up units of cash before any throw; each brings back so much a pip.  [C82 C83]"""
    bet, name = e.gamble, space_of(g, e, seat).name
    most = g.cash(seat) // bet.unit
    units = await Stake(seat, unit=bet.unit, per_pip=bet.per_pip, most=most, because=f"you are on {name}")
    if units:
        pay(g, seat, units * bet.unit, name)
        pips = await Roll(seat, purpose="square", dice=units, sides=e.dice.sides)
        receive(g, seat, bet.per_pip * pips, name)
        look_for_winner(g, e)
    return None


async def hearts_menu(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Buy one selection of hearts, or none.  [C84]"""
    name = space_of(g, e, seat).name
    hearts = await buy(g, seat, e.hearts_menu, "hearts", name)
    if hearts:
        score(g, seat, hearts=hearts, why=name)
        look_for_winner(g, e)
    return None


async def stars_menu(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Buy one selection of stars, or none.  [C84]"""
    name = space_of(g, e, seat).name
    stars = await buy(g, seat, e.stars_menu, "stars", name)
    if stars:
        score(g, seat, stars=stars, why=name)
        look_for_winner(g, e)
    return None


async def buy(g: CareersState, seat: Seat, menu: Menu, what: str, name: str) -> int:
    """Pay for one line of a menu that the cash can pay, or for none; returns its points.  [C84]"""
    points = {str(line.price): line.points for line in menu.lines if line.price <= g.cash(seat)}
    price = await Buy(seat, points=points, what=what, because=f"you are on {name}")
    if not price:
        return 0
    pay(g, seat, price, name)
    return points[str(price)]


async def holiday(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """A landing on the holiday corner brings hearts.  [C97 C112]"""
    score(g, seat, hearts=e.holiday.landing, why=space_of(g, e, seat).name)
    look_for_winner(g, e)
    return None


async def payday(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """A landing on Payday pays the salary more than once, all told.  [C44]"""
    collect_salary(g, e, seat, e.payday.landing)
    return None


async def entrance(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Nothing more happens in this turn, but a graduate cannot stay at College and throws again.  [C51 C52 C60]"""
    occupation = space_of(g, e, seat).occupation
    is_college = occupation is not None and e.paths[occupation].college
    return AGAIN if is_college and g.is_graduate(seat) else None


async def penalty(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Hospital and Unemployment hold whoever lands there; how to get out is the next turn's business.  [C85]"""
    return None


SQUARES: Mapping[str, Callable[[CareersState, Edition, Seat], Awaitable[Onward]]] = {
    "payday": payday,
    "opportunity": opportunity,
    "tax": tax,
    "entrance": entrance,
    "auto_show": auto_show,
    "hospital": penalty,
    "food": food,
    "hobby": hobby,
    "unemployment": penalty,
    "rent": rent,
    "shop": shop,
    "holiday": holiday,
    "gamble": gamble,
    "hearts_menu": hearts_menu,
    "stars_menu": stars_menu,
}
"""What each kind of outer space does to a seat that lands on it."""
