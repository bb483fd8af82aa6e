"""The numbers of one edition of PayDay, as its TOML file has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parlour.board.track import Track
from parlour.core.wording import ordinal

START = 0
"""The space before the first day."""


@dataclass(frozen=True)
class Seats:
    """How many may play.  [P4]"""

    least: int
    most: int


@dataclass(frozen=True)
class Months:
    """How many months a match may have, and how many are recommended.  [P2 P3]"""

    least: int
    most: int
    default: int
    recommended: int


@dataclass(frozen=True)
class Die:
    """The die, and the number that wins the Jackpot.  [P26 P29]"""

    sides: int
    jackpot: int


@dataclass(frozen=True)
class Notes:
    """Some notes of one worth.  [P11]"""

    worth: int
    count: int


@dataclass(frozen=True)
class Cash:
    """What each player starts with, in all and in notes, and the monthly salary.  [P11 P75]"""

    start: int
    salary: int
    notes: tuple[Notes, ...]


@dataclass(frozen=True)
class Loans:
    """The unit that loans come in, the interest of a Pay Day, and how many units one question offers.  [P18 P19 P23]"""

    unit: int
    interest_percent: int
    most_units_at_once: int


@dataclass(frozen=True)
class PerPip:
    """A sum for each pip of a roll.  [P52 P68 P71]"""

    per_pip: int


@dataclass(frozen=True)
class Sum:
    """A sum that is always the same.  [P60 P65 P66 P67]"""

    amount: int


@dataclass(frozen=True)
class Lottery:
    """What the bank puts in, and what each player who is in adds.  [P53 P54]"""

    bank: int
    ante: int


@dataclass(frozen=True)
class Casino:
    """What an odd number brings and an even one costs.  [P70]"""

    win: int
    loss: int


@dataclass(frozen=True)
class Day:
    """A day, its space and, on a Mail space, the number on the flag.  [P27 P36]"""

    day: int
    space: str
    cards: int = 0


@dataclass(frozen=True)
class Calendar:
    """The days of the week, Sunday first, and the spaces from the 1st to Pay Day; none is the Jackpot.  [P27 P34]"""

    weekdays: tuple[str, ...]
    days: tuple[Day, ...]


@dataclass(frozen=True)
class Deal:
    """A Deal card.  [P45 P48 P51]"""

    name: str
    cost: int
    value: int


@dataclass(frozen=True)
class Deals:
    """The Deal cards.  [P5]"""

    cards: tuple[Deal, ...]


@dataclass(frozen=True)
class Letter:
    """A Mail card: a bill, a moneygram, an ad or a postcard.  [P38 P39 P40 P41]"""

    name: str
    kind: str
    amount: int


@dataclass(frozen=True)
class Mail:
    """The Mail cards.  [P5]"""

    cards: tuple[Letter, ...]


@dataclass(frozen=True)
class Edition:
    """All the numbers of the game."""

    title: str
    year: int
    seats: Seats
    months: Months
    die: Die
    money: Cash
    loans: Loans
    sweepstakes: PerPip
    lottery: Lottery
    radio_contest: Sum
    happy_birthday: Sum
    fun_day: Sum
    buy_groceries: Sum
    yard_sale: PerPip
    family_casino_night: Casino
    charity_walk: PerPip
    calendar: Calendar
    deals: Deals
    mail: Mail

    @cached_property
    def track(self) -> Track:
        """START and the days behind it; a token stops on the last, which is Pay Day.  [P27 P73]"""
        last = len(self.calendar.days)
        return Track.line(last, stops={last})

    @cached_property
    def deal(self) -> dict[str, Deal]:
        """The Deal cards by name."""
        return {card.name: card for card in self.deals.cards}

    @cached_property
    def letter(self) -> dict[str, Letter]:
        """The Mail cards by name."""
        return {card.name: card for card in self.mail.cards}

    @cached_property
    def date(self) -> dict[int, str]:
        """The days as people say them, `Monday the 1st`; week follows week without a gap, from START on.  [P27]"""
        week = self.calendar.weekdays
        return {each.day: f"{week[each.day % len(week)]} the {ordinal(each.day)}" for each in self.calendar.days}

    def on(self, day: int) -> Day:
        """The day of that date."""
        return self.calendar.days[day - 1]
