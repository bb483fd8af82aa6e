"""How long a bot may take to hear how a match ended: as long as a move, and never more than a second."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.protocol.messages import Message
from referee.clock import TimeControl
from referee.match import GOODBYE_MS

pytestmark = pytest.mark.usefixtures("vault_is_registered")


@pytest.mark.parametrize(
    ("move_ms", "budget_ms"), [(300, 300), (GOODBYE_MS, GOODBYE_MS), (60_000, GOODBYE_MS), (600_000, GOODBYE_MS)]
)
def test_a_goodbye_takes_no_longer_than_a_move_and_never_more_than_a_second(
    move_ms: int, budget_ms: int, seated: Callable[..., Any], played: Callable[..., Any]
) -> None:
    budgets: list[float] = []

    def end(message: Message, budget_s: float) -> None:
        budgets.append(budget_s)

    seats = [seated(), seated()]
    for seat in seats:
        seat.end = end
    played(*seats, time=TimeControl(start_ms=5_000, move_ms=move_ms, bank_ms=600_000))
    assert budgets == [budget_ms / 1000] * 2
