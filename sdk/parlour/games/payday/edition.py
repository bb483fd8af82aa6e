"""The numbers of one edition of PayDay, as its TOML file has them, and which of them the game can be played with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from parlour.board.track import Track
from parlour.core.edition import Mistake
from parlour.core.tomlfile import KeyPath
from parlour.core.wording import ordinal

START = 0
"""The space before the first day."""

SpaceName = Literal[
    "mail",
    "sweepstakes",
    "deal",
    "lottery",
    "sweet_sunday",
    "radio_contest",
    "found_a_buyer",
    "happy_birthday",
    "fun_day",
    "buy_groceries",
    "yard_sale",
    "family_casino_night",
    "charity_walk",
    "pay_day",
]
"""Each space that the calendar of an edition may name."""

Kind = Literal["bill", "moneygram", "ad", "postcard"]
"""What a Mail card may be; the last two ask for no money."""


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
    space: SpaceName
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
    kind: Kind
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

    def mistakes(self) -> Iterator[Mistake]:
        """Numbers out of the bounds of the game, a calendar that is none, and cards that cannot be told apart."""
        for key, value, least, most in self._bounds():
            if value < least or (most is not None and value > most):
                upper = "up" if most is None else f"to {most}"
                yield Mistake(key, value, f"a whole number from {least} {upper}")
        notes = sum(each.worth * each.count for each in self.money.notes)
        if notes != self.money.start:
            yield Mistake(("money", "start"), self.money.start, f"{notes}, which is what the notes come to")
        yield from self._calendar_mistakes()
        yield from _twice("deals", [card.name for card in self.deals.cards])
        yield from _twice("mail", [card.name for card in self.mail.cards])
        for index, letter in enumerate(self.mail.cards):
            if letter.amount and letter.kind in ("ad", "postcard"):
                yield Mistake(
                    ("mail", "cards", index, "amount"), letter.amount, f"0: nobody pays for the {letter.kind}"
                )

    def _bounds(self) -> Iterator[tuple[KeyPath, int, int, int | None]]:
        """Each number with the least and most that it may be; in the lottery each seat needs a number of the die."""
        yield ("die", "sides"), self.die.sides, 2, None
        yield ("die", "jackpot"), self.die.jackpot, 1, self.die.sides
        yield ("seats", "least"), self.seats.least, 2, self.die.sides
        yield ("seats", "most"), self.seats.most, self.seats.least, self.die.sides
        months = self.months
        yield ("months", "least"), months.least, 1, None
        yield ("months", "most"), months.most, months.least, None
        yield ("months", "default"), months.default, months.least, months.most
        yield ("months", "recommended"), months.recommended, months.least, months.most
        yield ("loans", "unit"), self.loans.unit, 1, None
        yield ("loans", "interest_percent"), self.loans.interest_percent, 0, 100
        yield ("loans", "most_units_at_once"), self.loans.most_units_at_once, 1, None
        yield ("money", "salary"), self.money.salary, 0, None
        for name in ("sweepstakes", "yard_sale", "charity_walk"):
            yield (name, "per_pip"), getattr(self, name).per_pip, 0, None
        for name in ("radio_contest", "happy_birthday", "fun_day", "buy_groceries"):
            yield (name, "amount"), getattr(self, name).amount, 0, None
        yield ("lottery", "bank"), self.lottery.bank, 0, None
        yield ("lottery", "ante"), self.lottery.ante, 0, None
        yield ("family_casino_night", "win"), self.family_casino_night.win, 0, None
        yield ("family_casino_night", "loss"), self.family_casino_night.loss, 0, None
        for index, note in enumerate(self.money.notes):
            yield ("money", "notes", index, "worth"), note.worth, 1, None
            yield ("money", "notes", index, "count"), note.count, 0, None
        for index, deal in enumerate(self.deals.cards):
            yield ("deals", "cards", index, "cost"), deal.cost, 0, None
            yield ("deals", "cards", index, "value"), deal.value, 0, None
        for index, letter in enumerate(self.mail.cards):
            yield ("mail", "cards", index, "amount"), letter.amount, 0, None

    def _calendar_mistakes(self) -> Iterator[Mistake]:
        days = self.calendar.days
        if not self.calendar.weekdays:
            yield Mistake(("calendar", "weekdays"), [], "the days of a week")
        if not days:
            yield Mistake(("calendar", "days"), [], "the days from the 1st to Pay Day")
        for index, each in enumerate(days):
            key = ("calendar", "days", index)
            if each.day != index + 1:
                yield Mistake((*key, "day"), each.day, f"{index + 1}, since the days follow each other from the 1st")
            is_last = index == len(days) - 1
            if (each.space == "pay_day") != is_last:
                expected = "pay_day on the last day" if is_last else "another space: pay_day is the last day"
                yield Mistake((*key, "space"), each.space, expected)
            if each.space == "mail" and each.cards < 1:
                yield Mistake((*key, "cards"), each.cards, "a whole number from 1 up on a Mail space")
            if each.space != "mail" and each.cards:
                yield Mistake((*key, "cards"), each.cards, "no cards on a space that is not mail")


def _twice(pile: str, names: list[str]) -> Iterator[Mistake]:
    """The names in a pile that another card before them has."""
    for index, name in enumerate(names):
        if name in names[:index]:
            yield Mistake((pile, "cards", index, "name"), name, "a name that no other card of the pile has")
