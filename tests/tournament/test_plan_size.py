"""How many matches a tournament file may ask for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.tournament.plan import PlanError, read
from referee.tournament.running import schedule


def more_bots(total: int) -> tuple[str, str]:
    """The change of the file that makes its bots so many."""
    tables = (f'[[bot]]\nname = "{n}"\nurl = "http://bots.example:8000/"\n' for n in range(total - 2))
    return "[[bot]]", f"{''.join(tables)}[[bot]]"


@pytest.mark.parametrize(
    ("bots", "seats", "rounds", "said"),
    [
        (20, 6, 100_000, "found 100000, which makes 3,876,000,000 matches; expected at most 25, for at most 1,000,000"),
        (60, 5, 1, "found 1, which makes 5,461,512 matches; expected fewer bots or other seats, for at most 1,000,000"),
    ],
)
def test_more_than_a_million_matches_are_refused(
    spring: Callable[..., Path], bots: int, seats: int, rounds: int, said: str
) -> None:
    path = spring(more_bots(bots), ("seats = 2", f"seats = {seats}"), ("rounds = 4", f"rounds = {rounds}"))
    with pytest.raises(PlanError) as caught:
        read(path)
    assert str(caught.value) == f"{path}:6: tournament.rounds: {said} matches"


def test_a_million_matches_are_not_too_many(spring: Callable[..., Path]) -> None:
    plan = read(spring(more_bots(5), ("rounds = 4", "rounds = 100000")))
    assert schedule(plan).total == 1_000_000
