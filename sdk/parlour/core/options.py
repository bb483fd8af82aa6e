"""What a decision may be answered with: lazy sequences of plain JSON values.

A sequence of options is a `range`, a `tuple`, a `Split`, a `Some`, a `Product` or a `OneOf`. None of them is ever
listed to test an answer or to pick one at random, so a decision with a billion options costs the same as one with two.
"""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from itertools import accumulate, islice, product
from math import prod
from typing import overload

from parlour.core.option_lists import Json, Some, Split, place_of, ranked, size, sliced
from parlour.core.wording import shown

__all__ = [
    "Json",
    "Later",
    "OneOf",
    "Product",
    "Some",
    "Split",
    "admits",
    "choose",
    "describe",
    "from_wire",
    "has_choice",
    "misfit",
    "sample",
    "size",
    "to_wire",
]


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
            return sliced(self, index)
        rank, form = ranked(self, index), {}
        for name, options in reversed(list(self.fields.items())):
            rank, place = divmod(rank, size(options))
            form[name] = options[place]
        return {name: form[name] for name in self.fields}

    def __iter__(self) -> Iterator[dict[str, Json]]:
        for values in product(*self.fields.values()):
            yield dict(zip(self.fields, values, strict=True))

    def __contains__(self, answer: object) -> bool:
        if type(answer) is not dict or len(answer) != len(self.fields):
            return False
        for name, options in self.fields.items():  # a loop: this is where games with trade spend their time
            if name not in answer or not admits(options, answer[name]):
                return False
        return True


class Later(Mapping[str, Sequence[Json]]):
    """The fields of a form that nobody may look at: they are made when somebody does.

    What they are made of must not change before that.

    >>> form = Product(Later(lambda: {"give": range(3)}))
    >>> {"give": 2} in form, form == Product({"give": range(3)})
    (True, True)
    """

    __slots__ = ("_fields", "_make")

    def __init__(self, make: Callable[[], Mapping[str, Sequence[Json]]]) -> None:
        self._make = make
        self._fields: Mapping[str, Sequence[Json]] | None = None

    def _made(self) -> Mapping[str, Sequence[Json]]:
        if self._fields is None:
            self._fields = self._make()
        return self._fields

    def __getitem__(self, name: str) -> Sequence[Json]:
        return self._made()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())

    # What Mapping has of its own goes through the three methods above, name by name, and is slow.

    def keys(self) -> KeysView[str]:
        return self._made().keys()

    def values(self) -> ValuesView[Sequence[Json]]:
        return self._made().values()

    def items(self) -> ItemsView[str, Sequence[Json]]:
        return self._made().items()


@dataclass(frozen=True)
class OneOf(Sequence[Json]):
    """Any option of any of its parts, in their order: "pass, or this form".

    `odds` say how often `choose` picks each part, beside the others; without them it picks each equally often. Raises
    ValueError where a part has no options, or the odds are not a whole number from 1 up for each part.

    >>> offer = OneOf((("pass",), Product({"give": range(3), "ask": range(2)})))
    >>> len(offer), offer[0], offer[1], "pass" in offer, {"give": 3, "ask": 0} in offer
    (7, 'pass', {'give': 0, 'ask': 0}, True, False)
    """

    parts: tuple[Sequence[Json], ...]
    odds: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        for part in self.parts:  # forms are not looked into: one is made for every offer, and its fields have options
            if type(part) in (tuple, range) and not part:
                raise ValueError("a part of OneOf has no options")
        odds = self.odds
        if odds is None:
            return
        if len(odds) != len(self.parts) or set(map(type, odds)) != {int} or min(odds) < 1:
            raise ValueError(f"odds of {len(self.parts)} parts are so many whole numbers from 1 up, not {self.odds}")

    def __len__(self) -> int:
        return sum(size(part) for part in self.parts)

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Json]: ...
    def __getitem__(self, index: int | slice) -> Json:
        if isinstance(index, slice):
            return sliced(self, index)
        rank = ranked(self, index)
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
        return answer in options if type(answer) is str else place_of(options, answer) is not None
    return answer in options


def choose(options: Sequence[Json], rng: random.Random) -> Json:
    """One of the options at random, without listing them.

    Each is equally likely, but for these: of a OneOf first a part is picked, by its odds, and then one of its options;
    of a Some first how many items, then which.
    """
    kind = type(options)
    if kind is tuple or kind is range:
        return options[rng.randrange(len(options))]
    if type(options) is Product:
        return {name: choose(field, rng) for name, field in options.fields.items()}
    if type(options) is OneOf:
        return choose(options.parts[_part(options, rng)], rng)
    if type(options) is Some:
        items = options.of
        many = rng.randrange(options.least, min(options.most, len(items)) + 1)
        return [items[place] for place in sorted(rng.sample(range(len(items)), many))] if many else []
    return options[rng.randrange(size(options))]


def _part(options: OneOf, rng: random.Random) -> int:
    """Which part `choose` picks from."""
    if options.odds is None:
        return rng.randrange(len(options.parts))
    ends = list(accumulate(options.odds))
    return bisect_right(ends, rng.randrange(ends[-1]))


def has_choice(options: Sequence[Json]) -> bool:
    """Whether there is more than one option, found out without counting them all.

    >>> has_choice(("stay",)), has_choice(Product({"give": range(1), "to": (1, 2)}))
    (False, True)
    """
    kind = type(options)
    if kind is tuple or kind is range:
        return len(options) > 1
    if type(options) is OneOf:
        return len(options.parts) > 1 or any(map(has_choice, options.parts))
    if type(options) is Product:
        fields = options.fields.values()
        return any(map(has_choice, fields)) and not any(map(_is_empty, fields))
    if type(options) is Some:
        return size(options) > 1 if options.least else options.most > 0 and len(options.of) > 0
    return size(options) > 1


def _is_empty(options: Sequence[Json]) -> bool:
    """Whether there is no option at all, found out without counting."""
    if type(options) is Product:
        return any(map(_is_empty, options.fields.values()))
    if type(options) is OneOf:
        return not options.parts
    return type(options) not in (Split, Some) and not len(options)


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
    if isinstance(options, Some):
        bounds = f"{options.least} to {options.most}" if options.least else f"at most {options.most}"
        return f"a list of {bounds} of {json.dumps(options.of)}, none more often than it stands there"
    if isinstance(options, OneOf):
        return ", or ".join(map(describe, options.parts))
    if isinstance(options, Product):
        fields = "; ".join(f"{name}: {describe(field)}" for name, field in options.fields.items())
        return f"an object with {fields}"
    listed = ", ".join(json.dumps(option) for option in options[:12])
    return f"one of {listed}{', ...' if len(options) > 12 else ''}"


def misfit(options: Sequence[Json], answer: Json) -> str:
    """Why an answer is none of the options, in words; of a form the fields that are wrong.

    >>> form = Product({"to": (1, 2), "give": Product({"cash": range(0, 101, 50)})})
    >>> misfit(OneOf((("pass",), form)), {"to": 1, "give": {"cash": 70}})
    'give.cash: expected a whole number from 0 to 100 in steps of 50, found 70'
    >>> misfit(form, {"to": 1})
    'give: missing'
    """
    parts = options.parts if type(options) is OneOf else (options,)
    forms = [part for part in parts if type(part) is Product] if type(answer) is dict else []
    wrong = min((_wrong_fields(form, answer, "") for form in forms), key=len, default=[])
    said = "; ".join(wrong) or f"expected {describe(options)}"
    return said if len(said) <= LONGEST else f"{said[:LONGEST]}..."


LONGEST = 400
"""How many characters a message says of what is wrong."""


def _wrong_fields(form: Product, answer: dict[str, Json], where: str) -> list[str]:
    """What is to be said of each field that a form lacks, has wrong or does not know."""
    known = ", ".join(form.fields)
    said = [f"{where}{name}: unknown, there are {known}" for name in sorted(map(shown, answer.keys() - form.fields))]
    for name, options in form.fields.items():
        if name not in answer:
            said.append(f"{where}{name}: missing")
        elif type(options) is Product and type(answer[name]) is dict:
            said += _wrong_fields(options, answer[name], f"{where}{name}.")
        elif not admits(options, answer[name]):
            said.append(f"{where}{name}: expected {describe(options)}, found {shown(answer[name])}")
    return said


def to_wire(options: Sequence[Json]) -> dict[str, Json]:
    """The options as JSON, as small as the sequence itself.

    >>> to_wire(range(0, 10, 2)), to_wire((True, False)), to_wire(Split(60, parts=3))
    ({'range': [0, 8, 2]}, {'list': [True, False]}, {'split': {'total': 60, 'parts': 3, 'step': 1}})
    """
    if isinstance(options, range):
        return {"range": [options[0], options[-1], options.step]}
    if isinstance(options, Split):
        return {"split": {"total": options.total, "parts": options.parts, "step": options.step}}
    if isinstance(options, Some):
        some = {"of": list(options.of), "most": options.most}
        return {"some": {**some, "least": options.least} if options.least else some}
    if isinstance(options, OneOf):
        parts = {"one_of": [to_wire(part) for part in options.parts]}
        return parts if options.odds is None else {**parts, "odds": list(options.odds)}
    if isinstance(options, Product):
        return {"fields": {name: to_wire(field) for name, field in options.fields.items()}}
    return {"list": list(options)}


def from_wire(wire: Mapping[str, Json]) -> Sequence[Json]:
    """The sequence that `to_wire` wrote.

    Raises ValueError where the form is none of the six.

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
        case {"some": dict(some)} if type(some.get("of")) is list:
            return Some(tuple(some["of"]), some.get("most", -1), some.get("least", 0))
        case {"one_of": list(parts), "odds": list(odds)}:
            return OneOf(tuple(map(from_wire, parts)), tuple(odds))
        case {"one_of": list(parts)} if "odds" not in wire:
            return OneOf(tuple(map(from_wire, parts)))
    raise ValueError(f"options are a range, a list, a split, some, fields or one_of, not {sorted(wire)}")
