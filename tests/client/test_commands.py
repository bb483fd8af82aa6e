"""Challenges and ladders; and of all commands, that nothing which the service says harms a terminal or a program."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from answers import EVIL, bot, match, page
from click.testing import Result
from standin import Reply, StandIn

Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("joined", "ann")


# --- challenges, ladders ----------------------------------------------------------------------------------------------


def test_a_challenge_names_the_match(run: Run, service: StandIn) -> None:
    service.answers(
        "POST /api/challenges", Reply({"id": 3, "match": match("m9", "bob", "dan", state="scheduled")}, 201)
    )
    result = run("challenge", "bob", "dan", "--game", "payday", "--option", "months=1")
    assert result.output == "The match m9 is going to be played. How it goes:  parlour match m9\n"
    assert service.calls[-1].body == {"bots": ["bob", "dan"], "game": "payday", "options": {"months": 1}}
    run("challenge", "bob", "dan", "--ladder", "spring")
    assert service.calls[-1].body == {"bots": ["bob", "dan"], "ladder": "spring"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["bob"], "either --ladder or --game"),
        (["bob", "--game", "payday", "--ladder", "spring"], "either --ladder or --game"),
        (["bob", "--ladder", "spring", "--option", "months=1"], "--option goes with --game"),
        (["bob", "--game", "payday", "--option", "months=01"], "expected NAME=NUMBER, found 'months=01'"),
        (["bob", "--game", "payday", "--option", "months=1", "--option", "months=2"], "given twice"),
    ],
    ids=str,
)
def test_a_challenge_that_means_nothing_is_refused(words: list[str], said: str, run: Run, service: StandIn) -> None:
    result = run("challenge", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert service.calls == []


def test_ones_challenges_are_listed(run: Run, service: StandIn) -> None:
    service.answers("GET /api/challenges", page())
    assert run("challenge").output.startswith("You have made no challenges yet")
    service.answers("GET /api/challenges", page({"id": 3, "match": {"id": "m9"}, "created_at": "today"}))
    assert run("challenge").output == "challenge  match  made\n3          m9     today\n"


def test_ladders_and_standings_are_there_for_everybody(run: Run, service: StandIn, joined: Path) -> None:
    joined.unlink()
    service.answers("GET /api/ladders", page({"name": "spring", "game": "payday/2000", "seats": 2, "state": "open"}))
    lines = [
        {"rank": 1, "bot": "bob", "owner": "ann", "rating": 1512.3, "matches": 9, "wins": 6, "state": "active"},
        {"rank": None, "bot": EVIL, "owner": None, "rating": 1500, "matches": 0, "state": "active", "on_ladder": False},
    ]
    service.answers("GET /api/ladders/spring/standings", page(*lines))
    assert run("ladders", "--server", service.url).output == (
        "ladder  game         seats  state\nspring  payday/2000  2      open\n"
    )
    standings = run("ladders", "spring", "--server", service.url).output.splitlines()
    assert standings[1].split() == ["1", "bob", "ann", "1512.3", "9", "6", "active"]
    assert standings[2].split() == ["bob\\u001b[2J\\u202e", "1500.0", "0", "left"]


# --- what a stranger wrote --------------------------------------------------------------------------------------------

EVERYTHING = {
    **bot(EVIL, name=EVIL, reason=EVIL, version=EVIL, author=EVIL, url=EVIL, key_until=EVIL, next_check_at=EVIL),
    "games": [EVIL],
    "ladders": [{"name": EVIL, "rating": EVIL, "matches": EVIL}],
    "report": {"ok": False, "findings": [{"says": EVIL, "fix": EVIL}]},
}
COMMANDS: list[tuple[list[str], str, Any]] = [
    (["status", "bob"], "GET /api/bots/bob", EVERYTHING),
    (["ladders"], "GET /api/ladders", page({"name": EVIL, "game": EVIL, "seats": EVIL, "state": EVIL})),
    (["matches", "--bot", "bob"], "GET /api/matches", page(match(EVIL, EVIL, EVIL, ladder=EVIL))),
    (["match", "m1"], "GET /api/matches/m1", match(EVIL, EVIL, EVIL, game=EVIL, termination=EVIL)),
    (["bot", "key", "bob"], "POST /api/bots/bob/key", {"key": EVIL, "bot": EVERYTHING}),
    (["challenge", "bob", "--game", "payday"], "POST /api/challenges", {"match": {"id": EVIL}}),
]


@pytest.mark.parametrize(
    ("words", "line", "reply"), COMMANDS, ids=lambda value: " ".join(value) if type(value) is list else ""
)
def test_nothing_that_the_service_says_can_steer_a_terminal(
    words: list[str], line: str, reply: Any, run: Run, service: StandIn
) -> None:
    service.answers(line, reply)
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "\\u001b" in result.output
    assert [each for each in result.output.splitlines() if not each.isprintable()] == []


@pytest.mark.parametrize(
    ("words", "line", "reply"), COMMANDS, ids=lambda value: " ".join(value) if type(value) is list else ""
)
@pytest.mark.parametrize("filling", [None, 7, "text", [], {}], ids=repr)
def test_an_answer_of_another_version_is_no_traceback(
    words: list[str], line: str, reply: Any, filling: Any, run: Run, service: StandIn
) -> None:
    """What is missing or of another kind is left out."""
    if set(reply) == {"items", "next"}:
        reply = page(dict.fromkeys(reply["items"][0], filling))
    else:
        reply = dict.fromkeys(reply, filling)
    service.answers(line, reply)
    assert run(*words).exit_code == 0
