"""The numbers of one edition of Life, as its TOML file has them, and which of them the game can be played with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.core.edition import Mistake, between, out_of_bounds
from parlour.core.tomlfile import KeyPath
from parlour.games.life.tables import (
    Board,
    Car,
    Career,
    Careers,
    Child,
    Deed,
    Deeds,
    Drawn,
    Insurance,
    Loans,
    Salaries,
    Seats,
    Space,
    Spinner,
    Start,
    Stocks,
    Tiles,
    Wedding,
)

START = 0
"""Where a car is before its player has decided how to begin."""

WITH_AMOUNT = ("get", "pay", "per_child", "night_school", "pension")
WITH_PAYEE = ("pay", "per_child", "night_school", "tax")
GIVES = {"job_search": "a career", "get_married": "a spouse", "buy_starter_home": "a home"}
"""What a player has from these spaces on."""
NEEDS = {
    "pay_day": ("a career",),
    "tax": ("a career",),
    "trade_salary": ("a career",),
    "night_school": ("a career",),
    "lose_job": ("a career",),
    "baby": ("a spouse",),
    "buy_house": ("a home",),
    "retire": ("a career", "a spouse", "a home"),
}
"""What every player who comes to these spaces has to have."""


@dataclass(frozen=True)
class Edition:
    """All the numbers of the game."""

    title: str
    year: int
    seats: Seats
    start: Start
    spinner: Spinner
    loans: Loans
    car: Car
    child: Child
    wedding: Wedding
    insurance: Insurance
    stocks: Stocks
    job_search: Drawn
    night_school: Drawn
    careers: Careers
    salaries: Salaries
    deeds: Deeds
    tiles: Tiles
    board: Board

    @cached_property
    def retire(self) -> int:
        """The last space."""
        return len(self.board.spaces)

    @cached_property
    def roads(self) -> tuple[tuple[int, ...], ...]:
        """The spaces that may follow each space, START first: two at a fork, none behind the last.  [L2 L3 L4]"""
        board = self.board
        onward = [space.next or (number + 1,) for number, space in enumerate(board.spaces[:-1], 1)]
        return ((board.career, board.college), *onward, ())

    @cached_property
    def to_retire(self) -> tuple[int, ...]:
        """How many spaces each space is from the last, START first, by the shortest road."""
        far = [0] * len(self.roads)
        for number in reversed(range(len(far) - 1)):
            far[number] = 1 + min(far[after] for after in self.roads[number])
        return tuple(far)

    @cached_property
    def career(self) -> dict[str, Career]:
        """The Career Cards by name."""
        return {card.name: card for card in self.careers.cards}

    @cached_property
    def deed(self) -> dict[str, Deed]:
        """The House Deeds by name."""
        return {card.name: card for card in self.deeds.cards}

    @cached_property
    def tax(self) -> dict[int, int]:
        """The tax due on each salary."""
        return {card.value: card.tax for card in self.salaries.cards}

    @cached_property
    def tile_values(self) -> tuple[int, ...]:
        """What each of the LIFE Tiles is worth, tile by tile."""
        return tuple(each.value for each in self.tiles.values for _ in range(each.count))

    @property
    def tuition_notes(self) -> int:
        """The loan notes that pay for College."""
        return self.start.tuition // self.loans.note

    def on(self, number: int) -> Space:
        """The space of that number."""
        return self.board.spaces[number - 1]

    def wedding_gift(self, spin: int) -> int:
        """What each other player gives for a spin at a wedding."""
        return next((gift.amount for gift in self.wedding.gifts if spin >= gift.least), 0)

    def mistakes(self) -> Iterator[Mistake]:
        """Numbers out of their bounds, roads that do not hold together, and cards that do not go round."""
        wrong_numbers = list(out_of_bounds(self))
        yield from wrong_numbers
        if wrong_numbers:
            return
        yield from _orders(self)
        yield from _cards(self)
        yield from _spaces(self)
        astray = list(_astray(self))
        yield from astray or _lives(self)


def _orders(edition: Edition) -> Iterator[Mistake]:
    """Numbers that do not go with each other."""
    seats, loans, high = edition.seats, edition.loans, edition.spinner.most
    tiles, tuition, most = len(edition.tile_values), edition.start.tuition, edition.child.most
    for key, value, lowest, highest in (
        (("seats", "most"), seats.most, seats.least, None),
        (("loans", "repay"), loans.repay, loans.note, None),
        (("tiles", "reserved"), edition.tiles.reserved, 0, tiles),
        *((("stocks", "numbers", index), each, 1, high) for index, each in enumerate(edition.stocks.numbers)),
    ):
        if value < lowest or (highest is not None and value > highest):
            yield Mistake(key, value, between(lowest, highest))
    if tuition % loans.note:
        yield Mistake(("start", "tuition"), tuition, f"whole loan notes of {loans.note}")
    if most != edition.car.pegs - 2:
        yield Mistake(("child", "most"), most, f"{edition.car.pegs - 2}, which is a car without driver and spouse")
    below = high + 1
    for index, gift in enumerate(edition.wedding.gifts):
        if gift.least >= below:
            yield Mistake(("wedding", "gifts", index, "least"), gift.least, f"less than {below}")
        below = gift.least


def _cards(edition: Edition) -> Iterator[Mistake]:
    """Cards that cannot be told apart, that say half of something, or that are too few for the seats."""
    careers, salaries, deeds = edition.careers.cards, edition.salaries.cards, edition.deeds.cards
    high, most = edition.spinner.most, edition.seats.most
    yield from _twice("name", [(("careers", "cards", index, "name"), card.name) for index, card in enumerate(careers)])
    yield from _twice("name", [(("deeds", "cards", index, "name"), card.name) for index, card in enumerate(deeds)])
    yield from _twice("value", [(("salaries", "cards", i, "value"), card.value) for i, card in enumerate(salaries)])
    yield from _twice("number", [(("stocks", "numbers", i), number) for i, number in enumerate(edition.stocks.numbers)])
    for index, career in enumerate(careers):
        key: KeyPath = ("careers", "cards", index)
        if career.fine_on > high:
            yield Mistake((*key, "fine_on"), career.fine_on, between(0, high))
        if bool(career.fine_on) != bool(career.fine):
            expected = "a fine for that spin" if career.fine_on else "0, since no spin is fined"
            yield Mistake((*key, "fine"), career.fine, expected)
    for index, salary in enumerate(salaries):
        if salary.tax > salary.value:
            yield Mistake(("salaries", "cards", index, "tax"), salary.tax, f"no more than the salary of {salary.value}")
    for pile, found, least, why in (
        ("careers", len(careers), most, "one for each seat"),
        ("salaries", len(salaries), most + 1, "one for each seat and one to change to"),
        ("deeds", len(deeds), most + 1, "one for each seat and one to change to"),
        ("deeds", [deed.starter for deed in deeds].count(True), most, "a starter home for each seat"),
    ):
        if found < least:
            yield Mistake((pile, "cards"), found, f"{least} or more, {why}")


def _twice(what: str, told: Sequence[tuple[KeyPath, str | int]]) -> Iterator[Mistake]:
    """What tells the cards of a pile apart, where another card before them has it too."""
    found = [each for _, each in told]
    for index, (key, each) in enumerate(told):
        if each in found[:index]:
            yield Mistake(key, each, f"a {what} that no other card has")


def _spaces(edition: Edition) -> Iterator[Mistake]:
    """Spaces that say what their kind has no use for, or do not say what it needs."""
    for index, space in enumerate(edition.board.spaces):
        key: KeyPath = ("board", "spaces", index)
        if not space.name:
            yield Mistake((*key, "name"), space.name, "a name")
        if bool(space.amount) != (space.kind in WITH_AMOUNT):
            expected = "0 on a space of kind" if space.amount else "a whole number from 1 up on a space of kind"
            yield Mistake((*key, "amount"), space.amount, f"{expected} {space.kind}")
        if bool(space.children) != (space.kind == "baby"):
            expected = "0 on a space of kind" if space.children else "a whole number from 1 up on a space of kind"
            yield Mistake((*key, "children"), space.children, f"{expected} {space.kind}")
        if space.payee and space.kind not in WITH_PAYEE:
            yield Mistake((*key, "payee"), space.payee, f"nobody on a space of kind {space.kind}")
        elif space.payee and space.payee not in edition.career:
            yield Mistake((*key, "payee"), space.payee, f"one of {', '.join(edition.career)}")
        if space.insured and (space.kind != "pay" or space.payee):
            yield Mistake((*key, "insured"), space.insured, "insurance only where the bank is paid")


def _astray(edition: Edition) -> Iterator[Mistake]:
    """Roads that do not lead forward, spaces that no road leads to, and an end that is none."""
    spaces, last = edition.board.spaces, edition.retire
    for name, entry in (("career", edition.board.career), ("college", edition.board.college)):
        if entry > last:
            yield Mistake(("board", name), entry, between(1, last))
    reached = {edition.board.career, edition.board.college}
    for number, space in enumerate(spaces, 1):
        key: KeyPath = ("board", "spaces", number - 1)
        if (space.kind == "retire") != (number == last):
            expected = "retire on the last space" if number == last else "another kind: retire is the last space"
            yield Mistake((*key, "kind"), space.kind, expected)
        for index, after in enumerate(space.next):
            if number == last:
                yield Mistake((*key, "next", index), after, "nothing: the last space leads nowhere")
            elif not number < after <= last or after in space.next[:index]:
                yield Mistake((*key, "next", index), after, f"another space from {number + 1} to {last}")
        if number not in reached:
            yield Mistake(key, space.name, "a space that a road leads to")
        reached.update(space.next or (number + 1,))


def _lives(edition: Edition) -> Iterator[Mistake]:
    """Spaces that somebody comes to without what they are about, or that give what somebody has already."""
    had: dict[int, list[frozenset[str]]] = {edition.board.college: [frozenset()]}
    had.setdefault(edition.board.career, []).append(frozenset({GIVES["job_search"]}))
    for number, space in enumerate(edition.board.spaces, 1):
        key: KeyPath = ("board", "spaces", number - 1, "kind")
        given = GIVES.get(space.kind)
        always, ever = frozenset.intersection(*had[number]), frozenset.union(*had[number])
        needed = (*NEEDS.get(space.kind, ()), *(("a home",) if space.insured == "home" else ()))
        for each in needed:
            if each not in always:
                yield Mistake(key, space.kind, f"another kind: not everybody has {each} here")
        if given in ever:
            yield Mistake(key, space.kind, f"another kind: somebody has {given} already")
        gained = {given} if given else set()
        for after in edition.roads[number]:
            had.setdefault(after, []).extend([always | gained, ever | gained])
