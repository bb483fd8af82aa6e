"""What an edition of Careers is made of: the tables of its file, and the bounds of each number in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

Corner = Literal["payday", "hospital", "unemployment", "holiday"]
Kind = Literal[
    Corner, "opportunity", "entrance", "tax", "auto_show", "food", "hobby", "rent", "shop", "gamble", "hearts_menu",
    "stars_menu",
]  # fmt: skip
"""What an outer space may be."""
Special = Literal["", "free_entry", "double_hearts"]

Whole = Annotated[int, 0, None]
Count = Annotated[int, 1, None]
Percent = Annotated[int, 0, 100]
Dollars = Annotated[int, 0, None, "change"]
"""A sum, which has to be payable in the smallest change."""


@dataclass(frozen=True)
class Seats:
    """How many may play.  [C1]"""

    least: Annotated[int, 2, None]
    most: Count


@dataclass(frozen=True)
class Formula:
    """How many points make a formula: usually, for two, for partners, and in a short game.  [C18 C19 C162]"""

    total: Count
    two_seats: Count
    partnership: Count
    short: tuple[Count, ...]


@dataclass(frozen=True)
class Turns:
    """How many turns each seat may have, and how many are enough to try out a bot.  [C175]"""

    least: Count
    most: Count
    default: Count
    brief: Count


@dataclass(frozen=True)
class Start:
    """What each player begins with.  [C7]"""

    cash: Dollars
    salary: Whole


@dataclass(frozen=True)
class Cash:
    """The smallest change, and the dollars of one point of money.  [C10 C24]"""

    change: Count
    point: Count


@dataclass(frozen=True)
class Trade:
    """How often and how much may be offered, and how much may be promised.  [C131 C132 C141 C149]"""

    offers_per_turn: Whole
    offers_to_raise: Whole
    cards_per_offer: Whole
    largest_note: Dollars
    most_notes: Whole


@dataclass(frozen=True)
class Dice:
    """The dice thrown outside and in a path, and their sides.  [C37 C38]"""

    outer: Count
    path: Count
    sides: Annotated[int, 2, None]


@dataclass(frozen=True)
class Payday:
    """Salaries for passing Payday, and in all for landing on it.  [C43 C44]"""

    passing: Whole
    landing: Whole


@dataclass(frozen=True)
class Bracket:
    """The tax on a whole salary up to this; 0 is without limit."""

    up_to: Whole
    percent: Percent


@dataclass(frozen=True)
class Tax:
    """The brackets, lowest first.  [C75]"""

    brackets: tuple[Bracket, ...]


@dataclass(frozen=True)
class Food:
    """The share of cash that food costs.  [C76]"""

    percent: Percent


@dataclass(frozen=True)
class Rent:
    """The share of a salary that rent costs.  [C77]"""

    percent: Percent


@dataclass(frozen=True)
class AutoShow:
    """The hearts of each unit spent, and those lost by a player who spends none.  [C78 C79]"""

    per_thousand: Whole
    unit: Annotated[int, 1, None, "change"]
    lost: Whole


@dataclass(frozen=True)
class Shop:
    """The share of cash that each pip costs.  [C80]"""

    percent_per_pip: Percent


@dataclass(frozen=True)
class Hobby:
    """The price of a throw for stars, and how many throws one landing allows.  [C81]"""

    price: Dollars
    most: Count


@dataclass(frozen=True)
class Gamble:
    """The stake's unit, and what each pip brings for it.  [C82 C83]"""

    unit: Annotated[int, 1, None, "change"]
    per_pip: Dollars


@dataclass(frozen=True)
class Line:
    """A price, and the points for it.  [C84]"""

    price: Dollars
    points: Count


@dataclass(frozen=True)
class Menu:
    """Lines, of which one may be bought.  [C84]"""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Hospital:
    """The highest total that frees, and the share of a salary that does.  [C86 C87]"""

    most: Whole
    percent: Percent


@dataclass(frozen=True)
class Unemployment:
    """The totals that free beside doubles, and the share of cash that does.  [C91 C92]"""

    totals: tuple[Count, ...]
    percent: Percent


@dataclass(frozen=True)
class Holiday:
    """Hearts for landing and staying, the highest total to stay on, may the retired decline?  [C97 C98 C160 C161]"""

    landing: Whole
    staying: Whole
    most: Whole
    may_decline: bool


@dataclass(frozen=True)
class Step:
    """What a path square does; `toll` is paid, or else the way leads to Unemployment.  [C61 C62 C63 C65]"""

    stars: Whole = 0
    hearts: Whole = 0
    cash: Dollars = 0
    cash_per_pip: Dollars = 0
    salary: Whole = 0
    salary_per_pip: Whole = 0
    experience: Whole = 0
    opportunity: Whole = 0
    toll: Dollars = 0
    halve_salary: bool = False
    halve_stars: bool = False
    halve_cash: bool = False
    lose_stars: bool = False
    lose_hearts: bool = False
    lose_cash: bool = False
    lose_turn: bool = False
    throw_again: bool = False
    go_to: Literal["", "hospital", "unemployment"] = ""


@dataclass(frozen=True)
class Occupation:
    """A path: where it begins and ends, what opens it, and its squares; one of them is College.  [C54 C59]"""

    name: str
    entrance: Whole
    exit: Whole
    fee: Dollars
    degrees: tuple[str, ...]
    tags: tuple[str, ...]
    steps: tuple[Step, ...]
    any_degree: bool = False
    college: bool = False


@dataclass(frozen=True)
class Degrees:
    """The special degrees, each given once; the plain one; the Doctor's; and the raise with any.  [C71 C72 C88]"""

    special: tuple[str, ...]
    plain: str
    doctor: str
    salary: Whole


@dataclass(frozen=True)
class Completion:
    """Experience Cards for the first, second and every later completion, and how many allow to retire.  [C68 C156]"""

    cards: tuple[Whole, ...]
    retire_after: Count


@dataclass(frozen=True)
class OpportunityCard:
    """Cards alike, to an occupation's key, `any` or `holiday`, by which they are named.  [C100 C111 C112 C115 C116]"""

    target: str
    count: Count
    special: Special = ""
    name: str = ""


@dataclass(frozen=True)
class Opportunity:
    """The Opportunity Cards, and what a special one's name ends in.  [C3]"""

    suffix: dict[str, str]
    cards: tuple[OpportunityCard, ...]


@dataclass(frozen=True)
class ExperienceCard:
    """Cards alike: how far they move.  [C39]"""

    value: Count
    count: Count


@dataclass(frozen=True)
class Experience:
    """The Experience Cards.  [C3]"""

    cards: tuple[ExperienceCard, ...]
