"""Options of a match in a tournament file: what does not go with the seats or the others is named with its line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.registry import find
from parlour.core.rules import BadOption, Option
from parlour.core.tomlfile import Problem
from parlour.games.payday.rules import PayDay
from referee.tournament.plan import PlanError, read

Spring = Callable[..., Path]


def problems(path: Path) -> list[Problem]:
    """All that is wrong with a file."""
    with pytest.raises(PlanError) as caught:
        read(path)
    return caught.value.problems


def test_options_that_do_not_go_with_the_seats_are_named_with_their_line(
    spring: Spring, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(self: PayDay, seats: int, options: dict) -> None:
        if options["months"] > seats:
            raise BadOption.unfit("months", found=options["months"], expected=f"at most {seats} with {seats} seats")

    monkeypatch.setattr(PayDay, "check_table", small)
    path = spring(("rounds = 4", "rounds = 4\n[tournament.options]\nmonths = 3"))
    line = path.read_text().splitlines().index("months = 3") + 1
    said = f"{path}:{line}: tournament.options.months: found 3; expected at most 2 with 2 seats"
    assert [str(problem) for problem in problems(path)] == [said]
    assert read(spring(("rounds = 4", "rounds = 4\n[tournament.options]\nmonths = 2"))).options == {"months": 2}
    (left_out,) = problems(spring())
    assert (left_out.key, left_out.found) == (("tournament", "options", "months"), "missing")
    (alone,) = problems(spring(("rounds = 4", "rounds = 4\n[tournament.options]\nmonths = 13")))
    assert alone.expected.startswith("a whole number from 1 to 12"), "an option that is wrong alone is named once"


def test_an_option_of_a_few_values_is_told_which(spring: Spring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find("payday"), "options", (Option("months", (1, 3, 6), 1, "how many months"),))
    (problem,) = problems(spring(("rounds = 4", "rounds = 4\n[tournament.options]\nmonths = 2")))
    assert (problem.found, problem.expected) == ("found 2", "a whole number, 1, 3 or 6 (how many months)")
