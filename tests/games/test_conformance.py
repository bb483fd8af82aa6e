"""Every game passes the conformance checks, by being registered.

The toy game Vault takes part for what PayDay has not: secrets, private cards, questions to everyone.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import vault
from conformance import (
    check_conserved,
    check_declared,
    check_hidden,
    check_questions,
    check_reach,
    check_rebuilt,
    check_refusals,
    check_result,
    check_secrets,
    last,
    play,
)

from parlour.core import registry
from parlour.core.luck import commitment
from parlour.core.transcript import Transcript

pytestmark = pytest.mark.usefixtures("vault_is_registered")

EDITIONS = [*registry.names(), "vault/plain", "vault/short"]
LONG: dict[str, dict[str, int]] = {"careers": {"turns": 60}}
"""By game: what a match sets where random play is to come far, but not to go on for ever."""
GOLDENS = Path(__file__).parent.parent / "playthroughs"
TABLES = [
    (name, seats, {} if name.startswith("vault") else registry.find(name).brief)
    for name in EDITIONS
    for seats in (2, 4, 6)
    if seats < 5 or not name.startswith("vault")
]
every_table = pytest.mark.parametrize(
    ("name", "seats", "options"), TABLES, ids=[f"{name}-{seats}" for name, seats, _ in TABLES]
)
every_edition = pytest.mark.parametrize("name", EDITIONS)


@every_table
def test_options_are_never_empty_and_each_is_accepted(name: str, seats: int, options: dict, seed: int) -> None:
    check_questions(name, seats, seed, options)


@every_table
def test_what_is_no_option_is_refused_and_only_the_asked_seat_may_answer(
    name: str, seats: int, options: dict, seed: int
) -> None:
    check_refusals(name, seats, seed, options)


@every_table
def test_rebuilt_from_its_own_json_at_every_decision_the_game_is_identical(
    name: str, seats: int, options: dict, seed: int
) -> None:
    check_rebuilt(name, seats, seed, options)


@every_table
def test_the_result_places_every_seat(name: str, seats: int, options: dict, seed: int) -> None:
    check_result(name, seats, seed, options)


@every_table
def test_money_and_cards_are_conserved_at_every_event(name: str, seats: int, options: dict, seed: int) -> None:
    check_conserved(name, seats, seed, options)


@every_table
def test_what_a_seat_may_not_know_changes_no_byte_that_it_is_sent(
    name: str, seats: int, options: dict, seed: int
) -> None:
    check_secrets(name, seats, seed, options)


@every_table
def test_dealing_anew_what_a_seat_may_not_know_changes_nothing_that_it_may_know(
    name: str, seats: int, options: dict, seed: int
) -> None:
    check_hidden(name, seats, seed, options)


@every_table
def test_only_declared_questions_and_events_occur(name: str, seats: int, options: dict, seed: int) -> None:
    check_declared(name, seats, seed, options)


@every_edition
def test_random_play_and_the_goldens_reach_every_square_card_question_and_event(name: str, seed: int) -> None:
    goldens = [path.read_text() for path in GOLDENS.glob(f"{name.replace('/', '-')}-*.jsonl")]
    check_reach(name, seed, LONG.get(name.partition("/")[0]), goldens)


@every_edition
def test_the_same_secret_and_answers_give_the_same_game_in_a_new_process_with_another_hash_seed(
    name: str, seed: int
) -> None:
    secret = random.Random(seed).randbytes(32)
    record = Transcript({"commitment": commitment(secret)})
    last(play(name, 4, seed, registry.find(name).brief, record))
    record.close(secret=secret.hex(), nonces=[None] * 4)
    code = (
        "import sys, parlour, vault\n"
        "from parlour.core import registry, transcript\n"
        "registry.register(vault.TITLE)\n"
        "print(*transcript.verify(sys.stdin.read()) or ['same'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(vault.__file__).parent)}
    for hash_seed in ("1", "4294967295"):
        environment["PYTHONHASHSEED"] = hash_seed
        command = [sys.executable, "-c", code]
        done = subprocess.run(
            command, input=record.text(), env=environment, stdout=subprocess.PIPE, text=True, check=True
        )
        assert done.stdout == "same\n"
