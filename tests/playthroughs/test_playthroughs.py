"""Golden playthroughs: whole games as files, so that a change of the rules shows as a diff.

Every registered edition has one for two, four and six seats, as far as it seats so many, and more where a game has
more to show. `pytest tests/playthroughs --update` writes them anew; the diff belongs into the commit that changes the
rule.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parlour.core import registry
from parlour.core.decision import Decision
from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.options import choose
from parlour.core.transcript import Transcript, read, replay, verify

HERE = Path(__file__).parent


class Table(NamedTuple):
    """A playthrough: the game, its seats, what the match sets, and a word for the file's name."""

    name: str
    seats: int
    options: dict[str, int]
    label: str = ""

    @property
    def path(self) -> Path:
        label = f"-{self.label}" if self.label else ""
        return HERE / f"{self.name.replace('/', '-')}-{self.seats}{label}.jsonl"


LENGTH: dict[str, dict[str, int]] = {"careers": {"turns": 16}}
"""By game: what keeps a file of random play at a length that somebody may read."""

MORE: dict[str, list[tuple[int, dict[str, int], str]]] = {
    "careers": [
        (4, {"turns": 16, "partnership": 1}, "couples"),
        (2, {"turns": 80, "trade": 0}, "graduates"),
        (6, {"turns": 90, "trade": 0}, "students"),
    ]
}
"""By game: further tables; students are more than there are special degrees, and all graduates can end as such."""

EAGER = ("students", "graduates")
"""The tables at which everybody is eager."""


def tables() -> Iterator[Table]:
    """All playthroughs there are."""
    for name in registry.names():
        game = name.partition("/")[0]
        for seats in (2, 4, 6):
            if seats in registry.find(name).seats:
                yield Table(name, seats, LENGTH.get(game, {}))
        for seats, options, label in MORE.get(game, []):
            yield Table(name, seats, options, label)


TABLES = list(tables())
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.path.stem)


def played(table: Table) -> str:
    """A game in which seats answer at random, cautiously or boldly, each in its way, or all of them eagerly."""
    rng = random.Random(f"{table.name} {table.seats}{table.label}")
    secret = rng.randbytes(32)
    record = Transcript({"commitment": commitment(secret)})
    luck = Keyed(mix(secret, [None] * table.seats))
    game = Game.new(table.name, seats=table.seats, luck=luck, options=table.options, watch=record)
    while not game.is_over:
        question = game.pending[0]
        answer = eager(question) if table.label in EAGER else in_its_way(question, rng)
        game.answer(question.seat, answer)
    record.close(secret=secret.hex(), nonces=[None] * table.seats)
    return record.text()


def in_its_way(question: Decision[Any], rng: random.Random) -> Any:
    """One seat in three answers at random, the next cautiously, the third boldly."""
    options = question.options()
    ways = (choose(options, rng), question.default(), options[-1] if rng.random() < 0.5 else choose(options, rng))
    return ways[question.seat % 3]


def eager(question: Decision[Any]) -> Any:
    """Want money only, which takes long, go into every occupation that is open, and else be cautious."""
    options = question.options()
    if question.kind == "ChooseFormula":
        return options[0]
    return "enter" if "enter" in options else question.default()


@every_table
def test_the_rules_still_give_the_golden_playthrough(table: Table, update: bool) -> None:
    text = played(table)
    if update:
        table.path.write_text(text)
    assert table.path.read_text() == text


@every_table
def test_the_golden_playthrough_verifies_and_replays_from_its_lines_alone(table: Table) -> None:
    text = table.path.read_text()
    record = read(text)
    over = next(line["over"] for line in record.lines if "over" in line)
    assert verify(text) == []
    assert list(replay(record).result().places) == over["places"]


def test_no_golden_playthrough_is_left_over() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == {table.path.name for table in TABLES}


def test_a_line_that_the_rules_do_not_give_is_found_out() -> None:
    first = TABLES[-1].path.read_text().splitlines()
    place = next(number for number, line in enumerate(first) if '"ask"' in line)
    changed = {**json.loads(first[place]), "answer": "another"}
    assert verify("\n".join([*first[:place], json.dumps(changed), *first[place + 1 :]]))
