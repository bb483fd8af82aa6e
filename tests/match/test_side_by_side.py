"""Seats that have to answer at the same time are called at the same time: nobody pays for the slowness of another."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from parlour.protocol.messages import Message, StartReply

pytestmark = pytest.mark.usefixtures("vault_is_registered")

SEATS = 3
PATIENCE_S = 60.0


@pytest.fixture
def together() -> threading.Barrier:
    """Where each waits until all seats are there; it breaks for all when one does not come."""
    return threading.Barrier(SEATS, timeout=PATIENCE_S)


def test_seats_that_choose_at_once_are_all_asked_before_any_has_answered(
    seated: Callable[..., Any], played: Callable[..., Any], together: threading.Barrier
) -> None:
    def choose(message: Message) -> Any:
        if message["question"]["kind"] == "ChooseGoal":
            together.wait()
        return message["question"]["default"]

    record = played(*(seated(choose) for _ in range(SEATS)))
    assert record.faults == ()


def test_all_seats_are_told_at_once_that_a_match_begins_and_that_it_has_ended(
    seated: Callable[..., Any], played: Callable[..., Any], together: threading.Barrier
) -> None:
    ended = []

    def start(message: Message, budget_s: float) -> StartReply:
        together.wait()
        return StartReply(None)

    def end(message: Message, budget_s: float) -> None:
        together.wait()
        ended.append(message["seat"])

    seats = [seated() for _ in range(SEATS)]
    for seat in seats:
        seat.start, seat.end = start, end
    assert played(*seats).faults == ()
    assert sorted(ended) == [0, 1, 2]
