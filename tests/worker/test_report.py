"""The report of a check: what it says in the end, and that it is the same after it was stored."""

from __future__ import annotations

import doctest
import json

import pytest

from parlour.protocol.messages import Handshake
from referee.seats.faults import KINDS
from referee.worker import report
from referee.worker.advice import FIXES, finding, hint
from referee.worker.report import Finding, Report, Trial

HANDSHAKE = Handshake("1", "mine", "7", "Ada", ("payday", "chess"), 3, ("position",), id="check-1")
FULL = Report(
    (hint("clock", "The bot's clock is 2 min slow."), finding("slow", "It takes 2000 ms.")),
    HANDSHAKE,
    ("payday",),
    (Trial("payday/2000", 48, 3, 17),),
)


def test_a_bot_passes_with_advice_and_not_with_what_stops_it() -> None:
    advised = Report(FULL.findings[:1], HANDSHAKE, ("payday",))
    assert (advised.ok, advised.reason) == (True, None)
    assert (FULL.ok, FULL.reason) == (False, f"It takes 2000 ms. {FIXES['slow']}")


def test_a_bot_that_said_nothing_of_itself_does_not_pass() -> None:
    assert not Report().ok


@pytest.mark.parametrize("given", [Report(), FULL, Report((finding("key", "No."),))])
def test_a_report_is_the_same_after_it_was_stored_but_for_the_id_of_one_call(given: Report) -> None:
    stored = json.loads(json.dumps(given.to_json()))
    again = Report.from_json(stored)
    assert again.to_json() == given.to_json()
    assert (again.findings, again.games, again.trials, again.ok) == (
        given.findings,
        given.games,
        given.trials,
        given.ok,
    )
    assert "check-1" not in json.dumps(stored)


@pytest.mark.parametrize("value", [{}, {**FULL.to_json(), "trials": [{"game": "x"}]}, {"handshake": None}])
def test_what_is_no_report_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no report of a check"):
        Report.from_json(value)


def test_what_was_seen_is_told_on_one_line_and_not_at_length() -> None:
    seen = Finding("bad_json", says="a\n\x1b[2J" + "b" * 10_000, fix="").says
    assert seen.isprintable()
    assert len(seen) == report.MOST_CHARACTERS


def test_there_is_advice_for_every_fault() -> None:
    assert KINDS.keys() <= FIXES.keys()


def test_the_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(report).failed == 0
