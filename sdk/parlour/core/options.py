"""What a decision may be answered with: lazy sequences of plain JSON values.

A sequence of options is a `range`, a `tuple`, a `Split`, a `Product` or a `OneOf`. None of them is ever listed to test
an answer or to pick one at random, so a decision with a billion options costs the same as one with two.
"""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import comb, prod
from typing import Any, overload

Json = Any
"""A plain JSON value: int, str, bool, None, or a list or dict of them (no floats: money and pips are whole)."""


@dataclass(frozen=True)
class Split(Sequence[list[int]]):
    """All ways to split `total` over `parts` numbers of at least zero, each a multiple of `step`.

    >>> Split(total=2, parts=2)[0], len(Split(60, parts=3)), [20, 20, 20] in Split(60, parts=3)
    ([0, 2], 1891, True)
    """

    total: int
    parts: int
    step: int = 1

    def __post_init__(self) -> None:
        if self.parts < 1 or self.step < 1 or self.total < 0 or self.total % self.step:
            raise ValueError(f"cannot split {self.total} over {self.parts} parts in steps of {self.step}")

    @cached_property
    def _units(self) -> int:
        return self.total // self.step

    def __len__(self) -> int:
        return comb(self._units + self.parts - 1, self.parts - 1)

    @overload
    def __getitem__(self, index: int) -> list[int]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[list[int]]: ...
    def __getitem__(self, index: int | slice) -> list[int] | Sequence[list[int]]:
        if isinstance(index, slice):
            return _sliced(self, index)
        rank, units, split = _rank(self, index), self._units, []
        for others in range(self.parts - 1, 0, -1):

            def below(first: int, units: int = units, others: int = others) -> int:
                """How many splits of the units have a smaller first part."""
                return comb(units + others, others) - comb(units - first + others, others)

            first = bisect_right(range(units + 1), rank, key=below) - 1
            rank -= below(first)
            split.append(first * self.step)
            units -= first
        return [*split, units * self.step]

    def __contains__(self, answer: object) -> bool:
        return (
            type(answer) is list
            and len(answer) == self.parts
            and all(type(part) is int and part >= 0 and part % self.step == 0 for part in answer)
            and sum(answer) == self.total
        )


@dataclass(frozen=True)
class Product(Sequence[dict[str, Json]]):
    """A form: every combination of the options of its named fields.

    >>> form = Product({"give": range(3), "ask": ("card", "cash")})
    >>> len(form), form[5], {"give": 1, "ask": "card"} in form, {"give": 1} in form
    (6, {'give': 2, 'ask': 'cash'}, True, False)
    """

    fields: Mapping[str, Sequence[Json]]

    def __len__(self) -> int:
        return prod(size(options) for options in self.fields.values())

    @overload
    def __getitem__(self, index: int) -> dict[str, Json]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[dict[str, Json]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Json] | Sequence[dict[str, Json]]:
        if isinstance(index, slice):
            return _sliced(self, index)
        rank, form = _rank(self, index), {}
        for name, options in reversed(list(self.fields.items())):
            rank, place = divmod(rank, size(options))
            form[name] = options[place]
        return {name: form[name] for name in self.fields}

    def __iter__(self) -> Iterator[dict[str, Json]]:
        for values in product(*self.fields.values()):
            yield dict(zip(self.fields, values, strict=True))

    def __contains__(self, answer: object) -> bool:
        return (
            type(answer) is dict
            and answer.keys() == self.fields.keys()
            and all(admits(options, answer[name]) for name, options in self.fields.items())
        )


@dataclass(frozen=True)
class OneOf(Sequence[Json]):
    """Any option of any of its parts, in their order: "pass, or this form".

    >>> offer = OneOf((("pass",), Product({"give": range(3), "ask": range(2)})))
    >>> len(offer), offer[0], offer[1], "pass" in offer, {"give": 3, "ask": 0} in offer
    (7, 'pass', {'give': 0, 'ask': 0}, True, False)
    """

    parts: tuple[Sequence[Json], ...]

    def __len__(self) -> int:
        return sum(size(part) for part in self.parts)

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Json]: ...
    def __getitem__(self, index: int | slice) -> Json:
        if isinstance(index, slice):
            return _sliced(self, index)
        rank = _rank(self, index)
        for part in self.parts:
            if rank < size(part):
                return part[rank]
            rank -= size(part)
        raise IndexError(index)

    def __contains__(self, answer: object) -> bool:
        return any(admits(part, answer) for part in self.parts)


def admits(options: Sequence[Json], answer: Json) -> bool:
    """Whether `answer` is one of the options, type for type: `True` is not 1, and 1.0 is not 1.

    >>> admits(range(3), 2), admits(range(3), True), admits((True, False), 1), admits(("a", 1), "a")
    (True, False, False, True)
    """
    if type(options) is range:
        return type(answer) is int and answer in options
    if type(options) is tuple:
        return any(_same(option, answer) for option in options)
    return answer in options


def _same(option: Json, answer: Json) -> bool:
    """Whether two JSON values are equal and of the same types all the way down."""
    if type(option) is not type(answer):
        return False
    if type(option) is list:
        return len(option) == len(answer) and all(_same(*pair) for pair in zip(option, answer, strict=True))
    if type(option) is dict:
        return option.keys() == answer.keys() and all(_same(option[key], answer[key]) for key in option)
    return bool(option == answer)


def choose(options: Sequence[Json], rng: random.Random) -> Json:
    """One of the options, each equally likely, without listing them."""
    if type(options) is Product:
        return {name: choose(field, rng) for name, field in options.fields.items()}
    return options[rng.randrange(size(options))]


def size(options: Sequence[Json]) -> int:
    """How many options there are, also where there are more than len() can return.

    >>> size(Split(10**6, parts=6))
    8333458334041668541668950001
    """
    return options.__len__()


def _rank(options: Sequence[Json], index: int) -> int:
    """The index counted from the front; IndexError where there is no such option."""
    count = size(options)
    if not -count <= index < count:
        raise IndexError(index)
    return index % count


def _sliced(options: Sequence[Json], wanted: slice) -> list[Json]:
    return [options[index] for index in range(*wanted.indices(size(options)))]


def sample(options: Sequence[Json], most: int, rng: random.Random) -> list[Json]:
    """Up to `most` options: all of them where there are so few, otherwise the two ends and random ones between."""
    if size(options) <= most:
        return list(islice(options, most))
    return [options[0], options[-1], *(choose(options, rng) for _ in range(most - 2))]


def describe(options: Sequence[Json]) -> str:
    """The options in words, for whoever gave an answer that is none of them.

    >>> describe(range(4)), describe((True, False))
    ('a whole number from 0 to 3', 'one of true, false')
    """
    if isinstance(options, range):
        steps = "" if options.step == 1 else f" in steps of {options.step}"
        return f"a whole number from {options[0]} to {options[-1]}{steps}"
    if isinstance(options, Split):
        steps = "" if options.step == 1 else f", multiples of {options.step},"
        return f"a list of {options.parts} whole numbers{steps} that add up to {options.total}"
    if isinstance(options, OneOf):
        return ", or ".join(map(describe, options.parts))
    if isinstance(options, Product):
        fields = "; ".join(f"{name}: {describe(field)}" for name, field in options.fields.items())
        return f"an object with {fields}"
    listed = ", ".join(json.dumps(option) for option in options[:12])
    return f"one of {listed}{', ...' if len(options) > 12 else ''}"


def to_wire(options: Sequence[Json]) -> dict[str, Json]:
    """The options as JSON, as small as the sequence itself.

    >>> to_wire(range(0, 10, 2)), to_wire((True, False)), to_wire(Split(60, parts=3))
    ({'range': [0, 8, 2]}, {'list': [True, False]}, {'split': {'total': 60, 'parts': 3, 'step': 1}})
    """
    if isinstance(options, range):
        return {"range": [options[0], options[-1], options.step]}
    if isinstance(options, Split):
        return {"split": {"total": options.total, "parts": options.parts, "step": options.step}}
    if isinstance(options, OneOf):
        return {"one_of": [to_wire(part) for part in options.parts]}
    if isinstance(options, Product):
        return {"fields": {name: to_wire(field) for name, field in options.fields.items()}}
    return {"list": list(options)}


def from_wire(wire: Mapping[str, Json]) -> Sequence[Json]:
    """The sequence that `to_wire` wrote.

    Raises ValueError where the form is none of the five.

    >>> from_wire({"range": [0, 8, 2]}), from_wire({"list": ["stay", "go"]})
    (range(0, 9, 2), ('stay', 'go'))
    """
    match wire:
        case {"range": [int(first), int(last), int(step)]} if step:
            return range(first, last + (1 if step > 0 else -1), step)
        case {"list": list(options)}:
            return tuple(options)
        case {"split": {"total": int(total), "parts": int(parts), "step": int(step)}}:
            return Split(total, parts, step)
        case {"fields": dict(fields)}:
            return Product({name: from_wire(field) for name, field in fields.items()})
        case {"one_of": list(parts)}:
            return OneOf(tuple(map(from_wire, parts)))
    raise ValueError(f"options are a range, a list, a split, fields or one_of, not {sorted(wire)}")
