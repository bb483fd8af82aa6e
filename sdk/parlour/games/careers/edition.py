"""The numbers of one edition of Careers, as its TOML files have them, and which of them the game can be played with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from parlour.board.track import Track
from parlour.core.edition import Mistake, out_of_bounds
from parlour.core.tomlfile import KeyPath
from parlour.games.careers.tables import (
    AutoShow,
    Cash,
    Completion,
    Corner,
    Degrees,
    Dice,
    Experience,
    Food,
    Formula,
    Gamble,
    Hobby,
    Holiday,
    Hospital,
    Kind,
    Menu,
    Occupation,
    Opportunity,
    OpportunityCard,
    Payday,
    Rent,
    Seats,
    Shop,
    Start,
    Tax,
    Trade,
    Turns,
    Unemployment,
)


@dataclass(frozen=True)
class Space:
    """An outer space, or a path's square from step 1 on."""

    id: int
    kind: Kind | Literal["path"]
    name: str
    occupation: int | None
    step: int


@dataclass(frozen=True)
class Edition:
    """All the numbers of the game."""

    title: str
    year: int
    ring: tuple[Kind, ...]
    seats: Seats
    formula: Formula
    turns: Turns
    start: Start
    cash: Cash
    trade: Trade
    dice: Dice
    payday: Payday
    tax: Tax
    food: Food
    rent: Rent
    auto_show: AutoShow
    shop: Shop
    hobby: Hobby
    gamble: Gamble
    hearts_menu: Menu
    stars_menu: Menu
    hospital: Hospital
    unemployment: Unemployment
    holiday: Holiday
    names: dict[str, str]
    occupations: dict[str, Occupation]
    degrees: Degrees
    completion: Completion
    opportunity: Opportunity
    experience: Experience

    @cached_property
    def paths(self) -> tuple[Occupation, ...]:
        """The occupations by index, in the order of the file."""
        return tuple(self.occupations.values())

    @cached_property
    def first_step(self) -> tuple[int, ...]:
        """The first square of each path: the squares follow the ring's spaces, path by path."""
        lengths = [len(path.steps) for path in self.paths]
        return tuple(len(self.ring) + sum(lengths[:index]) for index in range(len(lengths)))

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """Every space by its id."""
        found: list[Space] = []
        at = {path.entrance: index for index, path in enumerate(self.paths)}
        for id, kind in enumerate(self.ring):
            name = self.paths[at[id]].name if kind == "entrance" else self.names[kind]
            found.append(Space(id, kind, name, at.get(id), 0))
        for index, path in enumerate(self.paths):
            for step, tag in enumerate(path.tags, 1):
                found.append(Space(len(found), "path", f"{path.name} {step}: {tag}", index, step))
        return tuple(found)

    @cached_property
    def track(self) -> Track:
        """The ring, and the paths that lead back to it; a token gets into a path only where it turns off.  [C2 C66]"""
        following = [*range(1, len(self.ring)), 0]
        for path in self.paths:
            first = len(following)
            following += [*range(first + 1, first + len(path.steps)), path.exit]
        return Track(tuple(following), frozenset())

    @cached_property
    def corner(self) -> dict[str, int]:
        """Where each corner is."""
        return {kind: self.ring.index(kind) for kind in get_args(Corner)}

    @cached_property
    def opportunity_card(self) -> dict[str, OpportunityCard]:
        """The Opportunity Cards by name."""
        return {(named := self._named(card)).name: named for card in self.opportunity.cards}

    def occupation_of(self, space: int) -> int | None:
        """The index of the occupation that a space is the entrance or a square of."""
        return self.spaces[space].occupation

    def mistakes(self) -> Iterator[Mistake]:
        """Numbers out of their bounds, a board that does not hold together, and cards that lead nowhere."""
        yield from out_of_bounds(self, {"change": self.cash.change})
        yield from _orders(self)
        yield from _ring(self)
        for key, path in self.occupations.items():
            yield from _path(self, key, path)
        yield from _cards(self)

    def _named(self, card: OpportunityCard) -> OpportunityCard:
        target = self.occupations[card.target].name if card.target in self.occupations else self.names["holiday"]
        return replace(card, name=card.name or target + self.opportunity.suffix.get(card.special, ""))


def _orders(edition: Edition) -> Iterator[Mistake]:
    """Numbers that do not go with each other."""
    seats, turns, sides = edition.seats, edition.turns, edition.dice.sides
    for key, value, least, most in (
        (("seats", "most"), seats.most, seats.least, None),
        (("turns", "most"), turns.most, turns.least, None),
        (("turns", "default"), turns.default, turns.least, turns.most),
        (("turns", "brief"), turns.brief, turns.least, turns.most),
        (("shop", "percent_per_pip"), edition.shop.percent_per_pip, 0, 100 // max(sides, 1)),
    ):
        if value < least or (most is not None and value > most):
            yield Mistake(key, value, f"a whole number from {least} " + ("up" if most is None else f"to {most}"))
    if not edition.completion.cards:
        yield Mistake(("completion", "cards"), [], "at least one")
    below = 0
    for index, bracket in enumerate(edition.tax.brackets):
        is_last = index == len(edition.tax.brackets) - 1
        if bracket.up_to != 0 if is_last else bracket.up_to <= below:
            expected = "0, since the last bracket has no limit" if is_last else f"more than {below}"
            yield Mistake(("tax", "brackets", index, "up_to"), bracket.up_to, expected)
        below = bracket.up_to


def _ring(edition: Edition) -> Iterator[Mistake]:
    """Corners that are missing or twice there, spaces without names, and entrances without an occupation."""
    ring, names = edition.ring, edition.names
    if ring[:1] != ("payday",):
        yield Mistake(("ring",), list(ring[:1]), "payday first")
    for kind in get_args(Corner):
        if ring.count(kind) != 1:
            yield Mistake(("ring",), ring.count(kind), f"one {kind}")
    for kind in get_args(Kind):
        if kind != "entrance" and kind in ring and kind not in names:
            yield Mistake(("names",), sorted(names), f"a name for {kind}")
    for key in names:
        if key == "entrance" or key not in get_args(Kind):
            yield Mistake(("names", key), names[key], "the name of a kind of space that is no entrance")
    taken = [path.entrance for path in edition.paths]
    for space, kind in enumerate(ring):
        if kind == "entrance" and taken.count(space) != 1:
            yield Mistake(("ring", space), kind, "the entrance of exactly one occupation")
    colleges = [path.college for path in edition.paths].count(True)
    if colleges != 1:
        yield Mistake(("occupations",), colleges, "one occupation that is the college")


def _path(edition: Edition, key: str, path: Occupation) -> Iterator[Mistake]:
    """A path that does not begin at an entrance or end on the ring, and what else it says wrong."""
    place: KeyPath = ("occupations", key)
    if edition.ring[path.entrance : path.entrance + 1] != ("entrance",):
        yield Mistake((*place, "entrance"), path.entrance, "the number of an entrance in the ring")
    if path.exit >= len(edition.ring):
        yield Mistake((*place, "exit"), path.exit, f"a whole number from 0 to {len(edition.ring) - 1}")
    if len(path.tags) != len(path.steps):
        yield Mistake((*place, "tags"), len(path.tags), f"{len(path.steps)}, one for each step")
    for index, degree in enumerate(path.degrees):
        if degree not in edition.degrees.special:
            yield Mistake((*place, "degrees", index), degree, f"one of {', '.join(edition.degrees.special)}")


def _cards(edition: Edition) -> Iterator[Mistake]:
    """Degrees and cards that cannot be told apart, and Opportunity Cards that lead nowhere."""
    special, plain, doctor = edition.degrees.special, edition.degrees.plain, edition.degrees.doctor
    for index, degree in enumerate(special):
        if degree in (*special[:index], plain, ""):
            yield Mistake(("degrees", "special", index), degree, "a name that no other degree has")
    if doctor not in special:
        yield Mistake(("degrees", "doctor"), doctor, f"one of {', '.join(special)}")
    values = [card.value for card in edition.experience.cards]
    for index, value in enumerate(values):
        if value in values[:index]:
            yield Mistake(("experience", "cards", index, "value"), value, "a value that no other line has")
    names: list[str] = []
    for index, card in enumerate(edition.opportunity.cards):
        key: KeyPath = ("opportunity", "cards", index)
        if card.target not in (*edition.occupations, "any", "holiday"):
            yield Mistake((*key, "target"), card.target, "the key of an occupation, any or holiday")
        elif card.target == "any" and not card.name:
            yield Mistake((*key, "name"), card.name, "a name, since no occupation gives it one")
        elif card.special and card.target == "holiday":
            yield Mistake((*key, "special"), card.special, "nothing special: the card leads into no occupation")
        elif card.special and not card.name and card.special not in edition.opportunity.suffix:
            yield Mistake(
                ("opportunity", "suffix"), sorted(edition.opportunity.suffix), f"an ending for {card.special}"
            )
        elif "holiday" in edition.names:
            name = edition._named(card).name
            if name in names:
                yield Mistake((*key, "name"), name, "a name that no other card has")
            names.append(name)
