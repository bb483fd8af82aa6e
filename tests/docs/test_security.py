"""SECURITY.md promises nothing that no test holds: its tests are there, and its numbers are those of the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from parlour import service, serving
from parlour.protocol import dates, signing, strict
from referee import clock, match, playing
from referee.cli import exits
from referee.rogues.misbehaviours import MISBEHAVIOURS
from referee.seats import faults, head, http, names, url
from referee.service import idempotency, limits, reading
from referee.store import database, leases, matches
from referee.tournament import bots

ROOT = Path(__file__).parents[2]
PATH = ROOT / "referee" / "SECURITY.md"

BENCH = ROOT / "tests" / "bench"

HEADINGS = (
    "Addresses",
    "Time",
    "Size and HTTP",
    "JSON",
    "Signatures and keys",
    "Fairness and faults",
    "Crashes and the database",
    "Secrets",
    "The service",
    "Rogues",
)
"""The tables of promises, in their order."""

LIST = "## The misbehaviours\n\n"
"""Where the table of misbehaviours begins; it is the end of the file, and written by `tox -e update`."""

_ROW = re.compile(r"^\| (.*?) +\| (.*?) +\|$")
_TEST = re.compile(r"`(tests/[\w/]+\.py(?:::\w+)+)`")

LEAST_MISBEHAVIOURS = 60

NUMBERS = [
    pytest.param(f"A body of at most {head.MOST_BODY // 1024} KiB", id="MOST_BODY"),
    pytest.param(f"All that is not body has at most {head.MOST_HEAD // 1024} KiB", id="MOST_HEAD"),
    pytest.param(f"at most {head.MOST_CONTINUES} times `100 Continue`", id="MOST_CONTINUES"),
    pytest.param(f"nested at most {strict.MOST_DEPTH} deep", id="MOST_DEPTH"),
    pytest.param(f"integers of at most {strict.MOST_DIGITS} digits", id="MOST_DIGITS"),
    pytest.param(f"within {signing.TOLERANCE_S // 60} minutes of the bot's clock", id="TOLERANCE_S"),
    pytest.param(f"the last {service.KEPT_REPLIES} answers of a match", id="KEPT_REPLIES"),
    pytest.param(f"larger than {serving.MOST_BYTES >> 20} MiB", id="MOST_BYTES"),
    pytest.param(f"{http.HANDSHAKE_TRIES} calls that hang", id="HANDSHAKE_TRIES"),
    pytest.param(f"{names.MOST_LOOKUPS} names at a time", id="MOST_LOOKUPS"),
    pytest.param(f"80, 443 and those from {url.FIRST_FREE_PORT} up", id="FIRST_FREE_PORT"),
    pytest.param(f"more than {dates.WRONG_S:g} seconds off", id="WRONG_S"),
    pytest.param(f"at most {faults.MOST_DETAIL} printable characters", id="MOST_DETAIL"),
    pytest.param(f"`start_ms` (by default {clock.TimeControl.start_ms // 1000} seconds)", id="start_ms"),
    pytest.param(f"`max_strikes` (by default {match.Policy.max_strikes})", id="max_strikes"),
    pytest.param(f"at most {match.GOODBYE_MS} ms", id="GOODBYE_MS"),
    pytest.param(f"voids the same match {matches.MOST_VOIDS} times", id="MOST_VOIDS"),
    pytest.param(f"renewed for {leases.LEASE_S:g} seconds", id="LEASE_S"),
    pytest.param(f"offered {playing.WRITE_TRIES} times", id="WRITE_TRIES"),
    pytest.param(f"{database.open.__kwdefaults__['timeout']:g} seconds each time", id="timeout"),
    pytest.param(f"killed after {bots.GRACE_S:g} second", id="GRACE_S"),
    pytest.param(f"disk ends the run with exit code {exits.NO_DISK}", id="NO_DISK"),
    pytest.param(f"busy ends the run with exit code {exits.BUSY}", id="BUSY"),
    pytest.param(f"both with exit code {exits.STOPPED}", id="STOPPED"),
    pytest.param(f"in UTF-8 of at most {reading.MOST_BODY >> 10} KiB", id="MOST_BODY of a call"),
    pytest.param(f"a wrong key as {limits.FAILED_COST:g} calls", id="FAILED_COST"),
    pytest.param(f"within {idempotency.KEPT_S // 3600:g} hours", id="KEPT_S"),
    pytest.param(f"At least {LEAST_MISBEHAVIOURS} misbehaviours", id="LEAST_MISBEHAVIOURS"),
]
"""What must stand in a promise, made of the constants of the code."""


def text() -> str:
    """The whole file."""
    return PATH.read_text(encoding="utf-8")


def rows() -> dict[str, list[tuple[str, str]]]:
    """The promises below each heading, each with the cell of its tests."""
    found: dict[str, list[tuple[str, str]]] = {}
    for section in text().partition(LIST)[0].split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        table = [line for line in body.splitlines() if line.startswith("|")]
        if table:
            assert table[0].replace(" ", "") == "|promise|test|", heading
            assert re.fullmatch(r"\|[-|]+\|", table[1]), heading
            found[heading] = [_cells(line) for line in table[2:]]
    return found


def _cells(line: str) -> tuple[str, str]:
    cells = _ROW.fullmatch(line)
    assert cells, f"not two cells: {line}"
    return cells[1], cells[2]


def promises() -> list[tuple[str, str]]:
    """All rows of all tables."""
    return [row for table in rows().values() for row in table]


@cache
def named_in(file: str) -> frozenset[str]:
    """The names of the tests in a file, those of a class behind its name."""
    path = ROOT / file
    return frozenset(_tests(ast.parse(path.read_text(encoding="utf-8")).body)) if path.is_file() else frozenset()


def _tests(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node.body, f"{within}{node.name}::")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield within + node.name


def missing(named: str) -> bool:
    """Whether a test that is named as pytest names it is not there."""
    file, _, test = named.partition("::")
    return test not in named_in(file)


def test_the_tables_are_these() -> None:
    assert tuple(rows()) == HEADINGS
    assert {heading for heading, table in rows().items() if len(table) < 2} == set()


def test_every_promise_is_a_sentence_and_stands_once() -> None:
    said = [promise for promise, _ in promises()]
    assert [promise for promise in said if not re.fullmatch(r"[A-Z`].{20,}\.", promise)] == []
    assert [promise for promise in set(said) if said.count(promise) > 1] == []


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_promise_names_its_tests_and_each_of_them_is_there(heading: str) -> None:
    wrong = []
    for promise, cell in rows()[heading]:
        named = _TEST.findall(cell)
        if not named or len(set(named)) < len(named) or cell != ", ".join(f"`{test}`" for test in named):
            wrong.append(f"{promise} | {cell}")
        wrong += [f"{promise} | there is no {test}" for test in named if missing(test)]
    assert wrong == []


def test_a_test_that_is_not_there_would_be_seen() -> None:
    here = "tests/docs/test_security.py"
    assert not missing(f"{here}::test_a_test_that_is_not_there_would_be_seen")
    assert missing(f"{here}::test_a_test_that_was_renamed")
    assert missing(f"{here}::missing"), "which is no test"
    assert missing("tests/docs/test_nowhere.py::test_a_test_that_is_not_there_would_be_seen")


def test_every_kind_of_fault_is_promised_to_be_one() -> None:
    said = " ".join(promise for promise, _ in promises())
    assert [kind for kind in faults.KINDS if f"`{kind}`" not in said] == []


def test_every_fault_costs_one_strike_as_is_promised() -> None:
    assert {price.strikes for price in faults.KINDS.values()} == {1}
    assert any("costs one strike" in promise for promise, _ in promises())


@pytest.mark.parametrize("said", NUMBERS)
def test_a_number_in_a_promise_is_that_of_the_code(said: str) -> None:
    said_in = [promise for promise, _ in promises() if re.search(rf"(?<!\w){re.escape(said)}(?!\w)", promise)]
    assert len(said_in) == 1, f"{said!r} stands in {said_in}"


def test_there_are_as_many_misbehaviours_as_is_promised() -> None:
    assert len(MISBEHAVIOURS) >= LEAST_MISBEHAVIOURS


def test_every_measurement_that_is_spoken_of_is_there() -> None:
    spoken_of = re.findall(r"`python tests/bench (\w+)`", text())
    assert spoken_of
    assert [name for name in spoken_of if not (BENCH / f"{name}.py").is_file()] == []


def misbehaviours() -> str:
    """The table of what the referee makes of each misbehaviour."""
    outcomes = ["ok", *faults.KINDS]
    named = {
        outcome: sorted(name for name, each in MISBEHAVIOURS.items() if each.outcome == outcome) for outcome in outcomes
    }
    lines = [
        f"| `{outcome}` | {', '.join(f'`{name}`' for name in found)} |" for outcome, found in named.items() if found
    ]
    return "\n".join(["| outcome | misbehaviours |", "|---|---|", *lines, ""])


def test_the_list_of_misbehaviours_is_the_one_of_the_rogues(update: bool) -> None:
    before, heading, table = text().partition(LIST)
    assert heading
    if update:
        PATH.write_text(before + heading + misbehaviours(), encoding="utf-8")
    assert (table if not update else text().partition(LIST)[2]) == misbehaviours(), "write it anew with: tox -e update"
