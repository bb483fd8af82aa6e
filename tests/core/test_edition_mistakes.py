"""An edition may know more about its values than their types: such mistakes are found when its file is loaded."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from parlour.core.edition import EditionError, Mistake, load


@dataclass(frozen=True)
class Square:
    colour: Literal["red", "green"]
    pay: int = 0


@dataclass(frozen=True)
class Edition:
    least: int
    most: int
    track: tuple[Square, ...]
    fees: dict[str, int]

    def mistakes(self) -> Iterator[Mistake]:
        if self.most < self.least:
            yield Mistake(("most",), self.most, f"a whole number from {self.least} up")
        for name, fee in self.fees.items():
            if fee > self.most:
                yield Mistake(("fees", name), fee, f"at most {self.most}")
        for index, square in enumerate(self.track):
            if square.pay > self.most:
                yield Mistake(("track", index, "pay"), square.pay, f"at most {self.most}")
            if square.colour == "green" and not square.pay:
                yield Mistake(("track", index, "pay"), square.pay, "a pay on a green square")


GOOD = """
least = 2
most = 6
track = [
    { colour = "red" },
    { colour = "green", pay = 5 },
]
[fees]
lottery = 1
"""


@pytest.fixture
def problems(tmp_path: Path):
    """The mistakes in a.toml, one line each, without the folder."""

    def found(text: str, **others: str) -> list[str]:
        for name, other in {"a": text, **others}.items():
            (tmp_path / f"{name}.toml").write_text(other)
        try:
            load(tmp_path / "a.toml", Edition)
        except EditionError as error:
            return [line.removeprefix(f"{tmp_path}/") for line in str(error).splitlines()]
        return []

    return found


def test_values_that_go_together_are_no_mistake(problems) -> None:
    assert problems(GOOD) == []


def test_values_that_do_not_go_together_are_all_named_by_file_line_and_key(problems) -> None:
    assert problems(GOOD.replace("6", "1")) == [
        "a.toml:3: most: found 1; expected a whole number from 2 up",
        "a.toml:6: track[1].pay: found 5; expected at most 1",
    ]


def test_values_are_only_looked_at_where_each_is_of_its_type(problems) -> None:
    assert problems(GOOD.replace("most = 6", 'most = "6"')) == ['a.toml:3: most: found "6"; expected a whole number']


@pytest.mark.parametrize(
    ("colour", "problem"),
    [
        ('"gren"', 'a.toml:6: track[1].colour: found "gren"; did you mean "green"?'),
        ('"xxxx"', 'a.toml:6: track[1].colour: found "xxxx"; expected one of red, green'),
        ("3", "a.toml:6: track[1].colour: found 3; expected one of red, green"),
        ("[]", "a.toml:6: track[1].colour: found a list; expected one of red, green"),
    ],
)
def test_a_word_that_is_none_of_a_few_is_named_with_the_nearest(problems, colour: str, problem: str) -> None:
    assert problems(GOOD.replace('"green"', colour)) == [problem]


def test_a_word_of_a_few_that_is_missing_says_which_there_are(problems) -> None:
    assert problems(GOOD.replace('colour = "green", ', "")) == [
        "a.toml:6: track[1].colour: missing; expected one of red, green"
    ]


def test_a_value_of_a_table_is_named_in_the_file_that_has_it(problems) -> None:
    child = 'inherits = "b"\n[fees]\nradio = 7\n'
    assert problems(child, b=GOOD.replace("lottery = 1", "lottery = 8")) == [
        "b.toml:9: fees.lottery: found 8; expected at most 6",
        "a.toml:3: fees.radio: found 7; expected at most 6",
    ]


def test_what_is_left_out_in_an_array_is_named_in_the_file_that_has_the_array(problems) -> None:
    own = 'inherits = "b"\ntrack = [\n  { colour = "red" },\n  { colour = "green" },\n]\n'
    assert problems(own, b=GOOD) == ["a.toml:4: track[1].pay: found 0; expected a pay on a green square"]
    inherited = GOOD.replace(", pay = 5", "")
    assert problems('inherits = "b"\n', b=inherited) == [
        "b.toml:6: track[1].pay: found 0; expected a pay on a green square"
    ]
