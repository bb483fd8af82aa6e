"""Commands about matches: which there were, how one went, and how a bot saw it."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from answers import EVIL, match, page
from click.testing import Result
from standin import Reply, StandIn, problem

from parlour.arena import Table, record_match
from parlour.bots import Cautious, Random

Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("joined", "ann")


# --- matches ----------------------------------------------------------------------------------------------------------


def test_the_matches_of_all_ones_bots_are_listed_once_and_the_newest_first(run: Run, service: StandIn) -> None:
    service.answers("GET /api/bots", page({"name": "bob"}, {"name": "eve"}))
    both, one = match("m3", "eve", "bob", made="2026-03-03"), match("m1", "bob", "dan", made="2026-03-01")
    waiting = match("m4", "eve", "dan", made="2026-03-04", state="scheduled")
    service.answers("GET /api/matches", page(both, one), page(waiting, both))
    assert run("matches").output == (
        "match  of      state      begun                 places\n"
        "m4     spring  scheduled                        eve, dan\n"
        "m3     spring  finished   2026-03-03T09:30:00Z  1. bob (+1.0), 2. eve (+0.0)\n"
        "m1     spring  finished   2026-03-01T09:30:00Z  1. dan (+1.0), 2. bob (+0.0)\n"
    )
    assert [call.query["bot"] for call in service.calls if call.line == "GET /api/matches"] == ["bob", "eve"]


def test_no_more_matches_are_asked_for_than_are_wanted(run: Run, service: StandIn) -> None:
    pages = [{"items": [match(f"m{n}{k}", "bob", "dan") for k in range(3)], "next": f"?cursor={n}"} for n in range(9)]
    service.answers("GET /api/matches", *pages)
    result = run("matches", "--bot", "bob", "--state", "finished", "--last", "5")
    assert len(result.output.splitlines()) == 6
    first = {"bot": "bob", "state": "finished", "limit": "5"}
    assert [call.query for call in service.calls] == [first, {"cursor": "0"}]


def test_the_matches_of_a_ladder_are_there_for_who_has_no_key(run: Run, service: StandIn, joined: Path) -> None:
    joined.unlink()
    service.answers("GET /api/matches", page(match("m1", "bob", "dan")))
    result = run("matches", "--ladder", "spring", "--server", service.url)
    assert "m1" in result.output
    assert service.lines() == ["GET /api/matches"]


def test_there_are_no_matches_yet(run: Run, service: StandIn) -> None:
    assert run("matches").output == "There are no matches yet.\n"
    assert "GET /api/matches" not in service.lines()


# --- match ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("bobs")
def test_a_match_is_told_with_what_ones_own_bot_did_wrong(run: Run, service: StandIn) -> None:
    played = match("m1", "bob", "dan", finished_at="2026-03-01T09:31:00Z", termination="finished", moves=53)
    for seat in played["seats"]:
        seat["faults"] = 1
    service.answers("GET /api/matches/m1", played)
    fault = {"turn": 3, "question": "m1-s0-q7", "kind": "timeout", "strikes": 1, "detail": "no reply in 1000 ms"}
    service.answers("GET /api/matches/m1/seats/0", {**played["seats"][0], "evidence": [fault]})
    assert run("match", "m1").output == (
        "m1 of spring: payday/2000, finished, since 2026-03-01T09:30:00Z, until 2026-03-01T09:31:00Z\n"
        "It ended: finished, after 53 moves.\n"
        "seat  bot  version  place  score  rating         strikes  faults\n"
        "0     bob  1        2      0      1500.0 (+0.0)  0        1\n"
        "1     dan  1        1      100    1501.0 (+1.0)  0        1\n"
        "seat 0, timeout at m1-s0-q7: no reply in 1000 ms\n"
    )
    assert "GET /api/matches/m1/seats/1" not in service.lines()


def test_a_match_is_there_for_who_has_no_key(run: Run, service: StandIn, joined: Path) -> None:
    joined.unlink()
    played = match("m1", "bob", "dan")
    played["seats"][0]["faults"] = 2
    service.answers("GET /api/matches/m1", played)
    service.answers("GET /api/me", problem(401, "no key"))
    result = run("match", "m1", "--server", service.url)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("m1 of spring")


QUESTIONS = [
    {
        "start": {"match": "m1", "seat": 0},
        "items": [{"number": 1, "message": {"question": {"id": "q1"}}, "answer": [1], "by": "bot"}],
        "end": {"places": [2, 1]},
        "next": "/api/matches/m1/seats/0/questions?cursor=1",
    },
    {
        "start": {"match": "m1", "seat": 0},
        "items": [{"number": 2, "message": {"question": {"id": "q2"}}, "answer": EVIL, "by": "referee"}],
        "end": {"places": [2, 1]},
        "next": None,
    },
]


@pytest.mark.usefixtures("bobs")
def test_a_match_as_ones_bot_saw_it(run: Run, service: StandIn) -> None:
    service.answers("GET /api/matches/m1", match("m1", "dan", "bob"))
    service.answers("GET /api/matches/m1/seats/1/questions", *QUESTIONS)
    result = run("match", "m1", "--as-seen")
    assert result.exit_code == 0, result.output
    said = result.output
    lines = [
        "POST /start",
        '"seat": 0',
        '"q1"',
        "answer of the bot: [1]",
        '"q2"',
        "answer of the referee: ",
        "POST /end",
    ]
    places = [said.index(line) for line in lines]
    assert places == sorted(places)
    assert [said.count(path) for path in ("POST /start", "POST /move", "POST /end")] == [1, 2, 1]
    assert all(line.isprintable() for line in said.splitlines())


def test_a_match_as_another_bot_saw_it_is_for_organisers(run: Run, service: StandIn) -> None:
    service.answers("GET /api/matches/m1", match("m1", "dan", "bob"))
    service.answers("GET /api/matches/m1/seats/0/questions", QUESTIONS[1])
    none = run("match", "m1", "--as-seen")
    assert none.exit_code == 2
    assert "no bot of yours sits in m1: what a bot was sent is shown to its owner" in none.output
    assert '"q2"' in run("match", "m1", "--as-seen", "--seat", "0").output
    forbidden = problem(403, "only the owner of the bot and organisers may see this")
    service.answers("GET /api/matches/m1/seats/1/questions", forbidden)
    refused = run("match", "m1", "--as-seen", "--seat", "1")
    assert refused.exit_code == 1
    assert "only the owner of the bot and organisers may see this" in refused.output


def test_a_match_in_sentences(run: Run, service: StandIn, tmp_path: Path) -> None:
    record = record_match(Table("payday", [Cautious, Random], 2, {"months": 1}), 1, 0)[1]
    service.answers("GET /api/matches/m1/transcript", Reply(record.encode(), kind="application/x-ndjson"))
    told = run("match", "m1", "--replay")
    assert told.exit_code == 0, told.output
    file = tmp_path / "m1.jsonl"
    assert run("match", "m1", "--transcript", str(file)).output.startswith(f"{file} is written")
    assert run("replay", str(file)).output == told.output
    assert len(told.output.splitlines()) > 20


def test_a_transcript_that_cannot_be_read_or_written_is_told(run: Run, service: StandIn, tmp_path: Path) -> None:
    service.answers("GET /api/matches/m1/transcript", Reply(b"{}\n", kind="application/x-ndjson"))
    unread = run("match", "m1", "--replay")
    assert unread.exit_code == 1
    assert unread.output.startswith("Error: m1: ")
    unwritten = run("match", "m1", "--transcript", str(tmp_path / "no" / "m1.jsonl"))
    assert unwritten.exit_code == 1
    assert "No such file or directory" in unwritten.output


def test_a_match_is_followed_to_its_end(run: Run, service: StandIn) -> None:
    feed = b'id: 1\ndata: {"event": "Moved"}\n\nevent: end\nid: 2\ndata: {"places": [1, 2]}\n\n'
    service.answers("GET /api/matches/m1/events", Reply(feed, 0, "text/event-stream"))
    lines = run("match", "m1", "--follow").output.splitlines()
    assert [json.loads(line) for line in lines] == [{"event": "Moved"}, {"end": {"places": [1, 2]}}]


@pytest.mark.parametrize("words", list(itertools.combinations(["--as-seen", "--replay", "--follow"], 2)), ids=str)
def test_one_thing_of_a_match_at_a_time(words: tuple[str, ...], run: Run, service: StandIn) -> None:
    result = run("match", "m1", *words)
    assert result.exit_code == 2
    assert "are asked for one at a time" in result.output
    assert run("match", "m1", "--seat", "0").exit_code == 2
    assert service.calls == []
