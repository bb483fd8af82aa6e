"""Options that are lists: every split of a total, every choice of some items.

Beside them stands what all sequences of options need: how many there are, and whether two JSON values are the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb
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
            return sliced(self, index)
        rank, units, split = ranked(self, index), self._units, []
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
class Some(Sequence[list[Json]]):
    """Up to `most` of the items, no item more often than it stands in `of`: some cards of a hand.

    Equal items are alike. A choice is listed in the order of `of`, and may be given in any order. With `least` 1 to
    choose none is no option.

    >>> hand = Some(("a", "b", "a"), most=2)
    >>> list(hand), ["b", "a"] in hand, ["b", "b"] in hand
    ([[], ['b'], ['a'], ['a', 'b'], ['a', 'a']], True, False)
    """

    of: tuple[Json, ...]
    most: int
    least: int = 0

    def __post_init__(self) -> None:
        if type(self.of) is not tuple or type(self.most) is not int or self.most < 0:
            raise ValueError(f"cannot choose up to {self.most!r} of {self.of!r}")
        if self.least not in (0, 1) or (self.least and not (self.of and self.most)):
            raise ValueError(f"cannot choose at least {self.least!r} and up to {self.most} of {self.of!r}")

    @cached_property
    def _kinds(self) -> tuple[list[Json], list[int]]:
        """Items that differ, in the order in which they first come, and how often each stands in `of`."""
        kinds: list[Json] = []
        counts: list[int] = []
        for item in self.of:
            kind = place_of(kinds, item)
            if kind is None:
                kinds.append(item)
                counts.append(1)
            else:
                counts[kind] += 1
        return kinds, counts

    @cached_property
    def _ways(self) -> list[list[int]]:
        """By kind and number: how many choices of up to so many items there are from this kind on."""
        room = min(self.most, len(self.of))
        ways = [[1] * (room + 1)]
        for count in reversed(self._kinds[1]):
            sums = [0, *accumulate(ways[-1])]
            ways.append([sums[left + 1] - sums[max(0, left - count)] for left in range(room + 1)])
        return ways[::-1]

    def __len__(self) -> int:
        return self._ways[0][-1] - self.least

    @overload
    def __getitem__(self, index: int) -> list[Json]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[list[Json]]: ...
    def __getitem__(self, index: int | slice) -> list[Json] | Sequence[list[Json]]:
        if isinstance(index, slice):
            return sliced(self, index)
        rank, left = ranked(self, index) + self.least, min(self.most, len(self.of))  # the first of all is none
        kinds, counts = self._kinds
        wanted = []
        for count, ways in zip(counts, self._ways[1:], strict=True):
            taken = 0
            while taken < count and rank >= ways[left - taken]:
                rank -= ways[left - taken]
                taken += 1
            wanted.append(taken)
            left -= taken
        chosen = []
        for item in self.of:
            kind = place_of(kinds, item)
            if kind is not None and wanted[kind]:
                wanted[kind] -= 1
                chosen.append(item)
        return chosen

    def __contains__(self, answer: object) -> bool:
        if type(answer) is not list or not self.least <= len(answer) <= self.most:
            return False
        if not answer:
            return True
        left = list(self.of)
        for item in answer:
            place = place_of(left, item)
            if place is None:
                return False
            del left[place]
        return True


def size(options: Sequence[Json]) -> int:
    """How many options there are, also where there are more than len() can return.

    >>> size(Split(10**6, parts=6))
    8333458334041668541668950001
    """
    return options.__len__()


def ranked(options: Sequence[Json], index: int) -> int:
    """The index counted from the front; IndexError where there is no such option."""
    count = size(options)
    if not -count <= index < count:
        raise IndexError(index)
    return index % count


def sliced(options: Sequence[Json], wanted: slice) -> list[Json]:
    return [options[index] for index in range(*wanted.indices(size(options)))]


def place_of(options: Sequence[Json], answer: Json) -> int | None:
    """Where the answer stands among the options, type for type; None where it does not."""
    for place, option in enumerate(options):
        if option == answer and same(option, answer):
            return place
    return None


def same(option: Json, answer: Json) -> bool:
    """Whether two JSON values are equal and of the same types all the way down."""
    if type(option) is not type(answer):
        return False
    if type(option) is list:
        return len(option) == len(answer) and all(same(*pair) for pair in zip(option, answer, strict=True))
    if type(option) is dict:
        return option.keys() == answer.keys() and all(same(option[key], answer[key]) for key in option)
    return bool(option == answer)
