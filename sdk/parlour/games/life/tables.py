"""What an edition of Life is made of: the tables of its file, and the bounds of each number in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

Kind = Literal[
    "get", "pay", "tile", "pay_day", "miss_turn", "job_search", "get_married", "baby", "stock_zooms", "stock_slump",
    "trade_salary", "night_school", "lose_job", "tax", "per_child", "spin_again", "buy_starter_home", "buy_house",
    "pension", "retire",
]  # fmt: skip
"""What a space may be."""
Insured = Literal["", "auto", "home"]
"""The policy for which the bank pays."""

STOPS = ("job_search", "get_married", "buy_starter_home", "buy_house", "retire")
"""The kinds of the red spaces, where every car has to stop."""
OPTIONAL = ("trade_salary", "night_school")
"""The kinds of the blue spaces, which a player may ignore."""

Whole = Annotated[int, 0, None]
Count = Annotated[int, 1, None]
Dollars = Annotated[int, 0, None]
Price = Annotated[int, 1, None]


@dataclass(frozen=True)
class Seats:
    """How many may play."""

    least: Annotated[int, 2, None]
    most: Count


@dataclass(frozen=True)
class Start:
    """The cash that each player begins with, and the tuition, which is borrowed."""

    cash: Dollars
    tuition: Dollars


@dataclass(frozen=True)
class Spinner:
    """The least and the highest number of the wheel; all of them are equally likely."""

    least: Annotated[int, 1, 1]
    most: Annotated[int, 2, None]


@dataclass(frozen=True)
class Loans:
    """What a loan note brings, what it costs to repay it, and how many notes one answer may borrow or repay."""

    note: Price
    repay: Price
    most_at_once: Count


@dataclass(frozen=True)
class Car:
    """The holes for pegs in a car: one is the driver's, and one the spouse's."""

    pegs: Annotated[int, 2, None]


@dataclass(frozen=True)
class Drawn:
    """How many cards of each pile are drawn to choose from."""

    careers: Count
    salaries: Count


@dataclass(frozen=True)
class Space:
    """A space: what it costs or brings, whom it pays, and where it leads, if not only to the one behind it.

    `amount` is for each child on a per_child space, for each number spun on a pension space, and the tuition of a night
    school. `payee` is the career whose holder is paid; where it is empty the bank is.
    """

    kind: Kind
    name: str
    amount: Dollars = 0
    payee: str = ""
    next: tuple[Count, ...] = ()
    insured: Insured = ""
    children: Whole = 0

    @property
    def stop(self) -> bool:
        """Whether every car has to stop here.  [L51 L52]"""
        return self.kind in STOPS

    @property
    def optional(self) -> bool:
        """Whether a player may ignore the space, as no other.  [L55 L56]"""
        return self.kind in OPTIONAL


@dataclass(frozen=True)
class Board:
    """The first spaces of both ways to begin, and all spaces: the first of them is number 1."""

    career: Count
    college: Count
    spaces: tuple[Space, ...]


@dataclass(frozen=True)
class Career:
    """A career: does it need a degree, and what is its holder paid beside what the spaces say?

    Another player who spins `fine_on` pays the holder the `fine`; `commission` is for each stock or policy that another
    player buys. What spaces pay it stands with them.  [L68 L69 L72 L73 L76 L77]
    """

    name: str
    degree: bool
    fine_on: Whole = 0
    fine: Dollars = 0
    commission: Dollars = 0


@dataclass(frozen=True)
class Careers:
    """The Career Cards."""

    cards: tuple[Career, ...]


@dataclass(frozen=True)
class Salary:
    """A salary, and the tax due on it."""

    value: Price
    tax: Dollars


@dataclass(frozen=True)
class Salaries:
    """The Salary Cards."""

    cards: tuple[Salary, ...]


@dataclass(frozen=True)
class Deed:
    """A house: its price, that of its insurance, what the bank buys it for, and is it a starter home?  [L99 L107]"""

    name: str
    price: Price
    insurance: Dollars
    sells: Dollars
    starter: bool = False


@dataclass(frozen=True)
class Deeds:
    """The House Deeds."""

    cards: tuple[Deed, ...]


@dataclass(frozen=True)
class Stocks:
    """The numbers that there are Stock Cards for, the price of each, and what it brings when its number is spun."""

    numbers: tuple[Count, ...]
    price: Dollars
    dividend: Dollars


@dataclass(frozen=True)
class Tile:
    """LIFE Tiles alike: what they are worth.  [L120]"""

    value: Dollars
    count: Count


@dataclass(frozen=True)
class Tiles:
    """The LIFE Tiles, and how many of them wait at Millionaire Estates."""

    reserved: Whole
    values: tuple[Tile, ...]


@dataclass(frozen=True)
class Gift:
    """What each other player gives who sees this number spun, or a higher one."""

    least: Count
    amount: Dollars


@dataclass(frozen=True)
class Wedding:
    """The wedding gifts, the highest spin first; below the last there is none."""

    gifts: tuple[Gift, ...]


@dataclass(frozen=True)
class Child:
    """What each other player gives for a birth, what a child brings at retirement, and how many a car can hold."""

    gift: Dollars
    bonus: Dollars
    most: Whole


@dataclass(frozen=True)
class Insurance:
    """The price of a policy for the car; that for a house is on its deed."""

    auto: Dollars
