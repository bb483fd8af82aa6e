"""What a match may set, and how it is told what it may not."""

import pytest

from parlour.core.rules import BadOption, Option

MONTHS = Option("months", range(1, 13), 6, "how many months")
FORMULA = Option("formula", (0, 60, 100), 0, "how many points")
TRADE = Option("trade", (0, 1), 1, "whether there is trade")
STEPS = Option("steps", range(10, 31, 10), 10, "in tens")


@pytest.mark.parametrize(
    ("option", "allowed", "expected"),
    [
        (MONTHS, "1 to 12", "a whole number from 1 to 12"),
        (FORMULA, "0, 60 or 100", "a whole number, 0, 60 or 100"),
        (TRADE, "0 or 1", "a whole number, 0 or 1"),
        (STEPS, "10, 20 or 30", "a whole number, 10, 20 or 30"),
        (Option("one", (7,), 7, ""), "7", "a whole number, 7"),
    ],
    ids=lambda value: value.name if isinstance(value, Option) else "",
)
def test_what_an_option_may_be_set_to_is_said_in_words(option: Option, allowed: str, expected: str) -> None:
    assert (option.allowed, option.expected) == (allowed, expected)


def test_an_option_takes_its_values_and_no_others() -> None:
    assert [value for value in range(-1, 120) if FORMULA.takes(value)] == [0, 60, 100]
    assert [value for value in range(-1, 15) if MONTHS.takes(value)] == list(range(1, 13))
    assert not any(TRADE.takes(value) for value in (True, False, 1.0, "1", None))


def test_a_value_that_does_not_fit_is_named_with_what_would() -> None:
    error = BadOption.unfit("formula", found=100, expected="60 with 3 seats")
    assert (error.option, error.expected) == ("formula", "60 with 3 seats")
    assert str(error) == "formula: expected 60 with 3 seats, found 100"
