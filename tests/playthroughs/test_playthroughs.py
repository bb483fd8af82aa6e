"""Golden playthroughs: whole games as files, so that a change of the rules shows as a diff.

Every registered edition has one for two, four and six seats, as far as it seats so many. `pytest tests/playthroughs
--update` writes them anew; the diff belongs into the commit that changes the rule.
"""

import json
import random
from pathlib import Path

import pytest

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.options import choose
from parlour.core.transcript import Transcript, read, replay, verify

HERE = Path(__file__).parent
TABLES = [(name, seats) for name in registry.names() for seats in (2, 4, 6) if seats in registry.find(name).seats]

every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


def golden(name: str, seats: int) -> Path:
    return HERE / f"{name.replace('/', '-')}-{seats}.jsonl"


def played(name: str, seats: int) -> str:
    """A game in which seats answer at random, cautiously or boldly, each in its way."""
    rng = random.Random(f"{name} {seats}")
    secret = rng.randbytes(32)
    record = Transcript({"commitment": commitment(secret)})
    game = Game.new(name, seats=seats, luck=Keyed(mix(secret, [None] * seats)), watch=record)
    while not game.is_over:
        question = game.pending[0]
        options = question.options()
        ways = (choose(options, rng), question.default(), options[-1] if rng.random() < 0.5 else choose(options, rng))
        game.answer(question.seat, ways[question.seat % 3])
    record.close(secret=secret.hex(), nonces=[None] * seats)
    return record.text()


@every_table
def test_the_rules_still_give_the_golden_playthrough(name: str, seats: int, update: bool) -> None:
    text = played(name, seats)
    if update:
        golden(name, seats).write_text(text)
    assert golden(name, seats).read_text() == text


@every_table
def test_the_golden_playthrough_verifies_and_replays_from_its_lines_alone(name: str, seats: int) -> None:
    text = golden(name, seats).read_text()
    record = read(text)
    over = next(line["over"] for line in record.lines if "over" in line)
    assert verify(text) == []
    assert list(replay(record).result().places) == over["places"]


def test_no_golden_playthrough_is_left_over() -> None:
    assert {path.name for path in HERE.glob("*.jsonl")} == {golden(*table).name for table in TABLES}


def test_a_line_that_the_rules_do_not_give_is_found_out() -> None:
    name, seats = TABLES[0]
    first = golden(name, seats).read_text().splitlines()
    place = next(number for number, line in enumerate(first) if '"ask"' in line)
    changed = {**json.loads(first[place]), "answer": "another"}
    assert verify("\n".join([*first[:place], json.dumps(changed), *first[place + 1 :]]))
