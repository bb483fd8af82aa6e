"""Commands about one's bots: entering one, what its check found, and how it fares."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from answers import FINDING, SIGNING_KEY, bot, failed, page, passed
from click.testing import Result
from standin import Reply, StandIn, problem

import parlour
from parlour.protocol.signing import SigningKey, new_key
from parlour.serving import running

Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("joined", "ann")


# --- submit -----------------------------------------------------------------------------------------------------------


def test_a_bot_that_passes_is_put_on_the_ladders(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    service.answers("GET /api/bots/bob", bot(), bot(), passed())
    service.answers("PUT /api/ladders/spring/bots/bob", {})
    service.answers("PUT /api/ladders/autumn/bots/bob", {})
    result = run("submit", "http://b.example", "--name", "bob", "--ladder", "spring", "--ladder", "autumn")
    assert result.exit_code == 0, result.output
    assert result.output.count(SIGNING_KEY) == 2  # the key, and the line that starts the bot with it
    assert f"PARLOUR_KEY={SIGNING_KEY} parlour serve FILE" in result.output
    assert "bob has passed the check." in result.output
    assert service.lines()[-2:] == ["PUT /api/ladders/spring/bots/bob", "PUT /api/ladders/autumn/bots/bob"]
    assert service.lines().count("GET /api/bots/bob") == 3


def test_a_bot_that_fails_is_told_what_to_mend(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    slow = {"kind": "slow", "says": "it takes 900 ms", "fix": "think less", "stops": False}
    service.answers("GET /api/bots/bob", bot(), failed(report={"ok": False, "findings": [FINDING, slow]}))
    result = run("submit", "http://b.example", "--name", "bob", "--ladder", "spring")
    assert result.exit_code == 1
    assert "wrong: it answers unsigned calls\n  fix: start it with PARLOUR_KEY\n" in result.output
    assert "advice: it takes 900 ms\n  fix: think less\n" in result.output
    assert "alas" not in result.output, "the reason says once more what the report says"
    assert "PUT /api/ladders/spring/bots/bob" not in service.lines()


def test_advice_is_no_failure(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    service.answers("GET /api/bots/bob", passed() | {"report": {"ok": True, "findings": [FINDING]}})
    result = run("submit", "http://b.example", "--name", "bob")
    assert result.exit_code == 0
    assert "advice: it answers unsigned calls" in result.output


@pytest.mark.skipif(os.name == "nt", reason="no terminals of this kind there")
def test_at_a_terminal_there_is_time_to_start_the_bot_with_its_key(service: StandIn, tmp_path: Path) -> None:
    """Nothing is checked again before a key is pressed, and what the check before that found is not told."""
    import pty

    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    service.answers("GET /api/bots/bob", failed(), passed())
    service.answers("POST /api/bots/bob/check", Reply(bot(), 202))
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "parlour", "submit", "http://b.example", "--name", "bob"]
    said = b""

    def read_until(words: bytes, key: bytes = b"") -> None:
        """Whatever was pressed before the command listens for it is lost, so it is pressed again."""
        nonlocal said
        ends = time.monotonic() + 120
        while words not in said:
            assert time.monotonic() < ends, said
            os.write(screen, key)
            if select.select([screen], [], [], 0.5)[0]:
                said += os.read(screen, 1000)

    with subprocess.Popen(command, cwd=tmp_path, stdin=terminal, stdout=terminal, stderr=terminal) as submitting:
        try:
            read_until(b"press any key")
            assert SIGNING_KEY.encode() in said
            assert "POST /api/bots/bob/check" not in service.lines()
            read_until(b"has passed the check", b"x")
            assert submitting.wait(60) == 0
        finally:
            submitting.kill()
            os.close(terminal)
            os.close(screen)
    assert service.lines().count("POST /api/bots/bob/check") == 1
    assert b"wrong" not in said


@pytest.mark.usefixtures("bobs")
def test_a_bot_that_is_entered_already_moves(run: Run, service: StandIn) -> None:
    old = {"ok": False, "findings": []}
    service.answers("PATCH /api/bots/bob", bot(report=old))
    service.answers("GET /api/bots/bob", bot(report=old), bot(report=old), passed())
    result = run("submit", "http://new.example/?token=s3cret", "--name", "bob")
    assert result.exit_code == 0, result.output
    assert next(call.body for call in service.calls if call.line.startswith("PATCH")) == {
        "url": "http://new.example/?token=s3cret"
    }
    assert "bob is at http://new.example/ now" in result.output
    assert "s3cret" not in result.output
    assert "POST /api/bots" not in service.lines()
    assert service.lines().count("GET /api/bots/bob") == 3


def test_a_report_that_does_not_come_is_not_waited_for_without_end(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    service.answers("GET /api/bots/bob", bot())
    result = run("submit", "http://b.example", "--name", "bob", "--wait", "0")
    assert result.exit_code == 1
    assert "no report within 0 s: look later with  parlour status bob" in result.output
    assert SIGNING_KEY in result.output


def test_a_name_that_is_taken_is_told_where(run: Run, service: StandIn) -> None:
    errors = [{"pointer": "#/name", "detail": "the name is taken"}]
    service.answers("POST /api/bots", problem(409, "the name is taken", errors=errors))
    result = run("submit", "http://b.example", "--name", "bob")
    assert (result.exit_code, result.output) == (1, "Error: name: the name is taken\n")


class Bob(parlour.Bot):
    name = "bob"
    games = ("payday",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        return question.default


def test_a_bot_says_itself_how_it_is_called(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
    service.answers("GET /api/bots/bob", passed())
    with running(Bob) as url:
        result = run("submit", url)
    assert result.exit_code == 0, result.output
    assert next(call.body for call in service.calls if call.line == "POST /api/bots") == {"name": "bob", "url": url}


def test_a_bot_that_does_not_say_its_name_is_to_be_named(
    run: Run, service: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its key it says it."""
    key = new_key()
    with running(Bob, [SigningKey(key)]) as url:
        refused = run("submit", url, "--ladder", "next spring")
        assert refused.exit_code == 2
        assert "say with --name how the bot is called" in refused.output
        assert f"  parlour submit {url} --name NAME --ladder 'next spring'\n" in refused.output
        assert "POST /api/bots" not in service.lines()
        monkeypatch.setenv("PARLOUR_KEY", key)
        service.answers("POST /api/bots", Reply({"bot": bot(), "key": SIGNING_KEY, "how": []}, 201))
        service.answers("GET /api/bots/bob", passed())
        assert run("submit", url).exit_code == 0
    nobody = run("submit", url)
    assert nobody.exit_code == 2
    assert "say with --name how the bot is called" in nobody.output


@pytest.mark.parametrize("typed", ["{}", "{}/"])
def test_a_bot_that_tells_the_referee_alone_is_known_by_its_address(typed: str, run: Run, service: StandIn) -> None:
    """It runs with its key, so it answers the student with status 401."""
    service.answers("GET /api/bots", page(bot(name="eve"), bot(name="bob"), bot(name="old")))
    service.answers("GET /api/bots/eve", bot("active", name="eve", url="http://b.example"))
    with running(Bob, [SigningKey(new_key())]) as url:
        service.answers("GET /api/bots/old", bot("retired", name="old", url=url))
        service.answers("GET /api/bots/bob", bot(url=url), bot(url=url), passed(url=url))
        service.answers("PATCH /api/bots/bob", bot(url=url))
        service.answers("PUT /api/ladders/spring/bots/bob", {})
        result = run("submit", typed.format(url), "--ladder", "spring")
    assert result.exit_code == 0, result.output
    assert f"bob is at {typed.format(url)} now" in result.output
    assert "bob is on the ladder spring." in result.output
    assert "POST /api/bots" not in service.lines()


def test_of_two_bots_at_one_address_one_is_to_be_named(run: Run, service: StandIn) -> None:
    """What stands behind the question mark tells them apart, and is not shown."""
    service.answers("GET /api/bots", page(bot(name="bob"), bot(name="eve"), bot(name="fay")))
    with running(Bob, [SigningKey(new_key())]) as url:
        for name, query in ("bob", "s3cret"), ("eve", "s3cret"), ("fay", "other"):
            service.answers(f"GET /api/bots/{name}", bot(name=name, url=f"{url}?{query}"))
        result = run("submit", f"{url}?s3cret")
    assert result.exit_code == 2
    assert "; bob and eve are entered there:  parlour submit URL --name NAME\n" in result.output
    assert "s3cret" not in result.output


@pytest.mark.parametrize("url", ["b.example", "ftp://b.example", "http://", ""])
def test_what_is_no_address_of_a_bot_is_told(url: str, run: Run) -> None:
    result = run("submit", url)
    assert result.exit_code == 2
    assert "expected an address like" in result.output


# --- bot --------------------------------------------------------------------------------------------------------------


def test_a_bot_is_checked_again(run: Run, service: StandIn) -> None:
    """What is told is the report of the new check, not the one before it."""
    service.answers("POST /api/bots/bob/check", Reply(bot("active"), 202))
    due = failed(state="active", next_check_at="now")
    service.answers("GET /api/bots/bob", failed(state="active"), due, due, passed())
    result = run("bot", "check", "bob")
    assert (result.exit_code, result.output) == (0, "bob has passed the check.\n")
    service.answers("GET /api/bots/bob", passed(), passed() | {"next_check_at": "now"}, failed(state="active"))
    result = run("bot", "check", "bob")
    assert result.exit_code == 1
    assert result.output.startswith("wrong: it answers unsigned calls")


@pytest.mark.parametrize(
    ("before", "meanwhile", "after"),
    [
        (failed(), failed(next_check_at="now"), failed()),
        (
            failed(state="benched", benches=1, next_check_at="later"),
            failed(state="benched", benches=1, next_check_at="now"),
            failed(state="benched", benches=2, next_check_at="much later"),
        ),
    ],
    ids=["pending", "benched"],
)
def test_a_check_that_finds_the_same_again_is_over_too(
    before: Any, meanwhile: Any, after: Any, run: Run, service: StandIn
) -> None:
    service.answers("POST /api/bots/bob/check", Reply(meanwhile, 202))
    service.answers("GET /api/bots/bob", before, meanwhile, after)
    result = run("bot", "check", "bob")
    assert result.exit_code == 1
    assert "fix: start it with PARLOUR_KEY" in result.output
    assert service.lines().count("GET /api/bots/bob") == 3


def test_a_bot_that_was_benched_meanwhile_has_not_passed(run: Run, service: StandIn) -> None:
    """The report is that of a check before."""
    service.answers("POST /api/bots/bob/check", Reply(passed(), 202))
    service.answers("GET /api/bots/bob", passed(), passed() | {"state": "benched", "benches": 1, "reason": "m1 failed"})
    result = run("bot", "check", "bob")
    assert result.exit_code == 1
    assert result.output == "bob is benched: m1 failed\n"


def test_a_bot_gets_a_new_key_that_is_shown_once(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots/bob/key", {"bot": bot(key_until="tomorrow"), "key": SIGNING_KEY, "how": []})
    result = run("bot", "key", "bob")
    assert result.exit_code == 0
    assert f"  {SIGNING_KEY}\n" in result.output
    assert "former key too until tomorrow" in result.output


def test_a_bot_enters_and_leaves_a_ladder(run: Run, service: StandIn) -> None:
    service.answers("PUT /api/ladders/spring/bots/bob", {})
    service.answers("DELETE /api/ladders/spring/bots/bob", Reply(None, 204))
    assert run("bot", "enter", "bob", "spring").output == "bob is on spring.\n"
    assert run("bot", "leave", "bob", "spring").output == "bob is no longer on spring.\n"
    assert len(service.calls) == 2


def test_a_bot_is_retired_by_who_means_it(run: Run, service: StandIn) -> None:
    service.answers("POST /api/bots/bob/retire", bot("retired"))
    assert run("bot", "retire", "bob").exit_code == 1
    assert service.calls == []
    assert run("bot", "retire", "bob", "--yes").output == "bob is retired.\n"


# --- status -----------------------------------------------------------------------------------------------------------


def test_status_lists_ones_bots_and_why_they_do_not_play(run: Run, service: StandIn) -> None:
    ladders = [{"name": "spring", "rating": 1512.34, "matches": 1}, {"name": "autumn", "rating": 1490, "matches": 12}]
    service.answers("GET /api/bots", page({"name": "bob"}, {"name": "eve"}))
    service.answers("GET /api/bots/bob", bot("active", ladders=ladders))
    service.answers("GET /api/bots/eve", bot("benched", name="eve", reason="3 matches failed"))
    assert run("status").output == (
        "bob: active, plays payday\n"
        "  on spring: rating 1512.3 after 1 match\n"
        "  on autumn: rating 1490.0 after 12 matches\n"
        "eve: benched, plays payday\n"
        "  why: 3 matches failed\n"
    )


def test_status_of_who_has_no_bots(run: Run) -> None:
    assert run("status").output == "You have no bots here yet:  parlour submit URL\n"


def test_status_of_a_benched_bot_does_not_boast_of_a_check_before(run: Run, service: StandIn) -> None:
    report = {"ok": True, "findings": [{"says": "it takes 900 ms", "fix": "think less", "stops": False}]}
    service.answers("GET /api/bots/bob", bot("benched", reason="m1 failed", report=report))
    assert run("status", "bob").output == (
        "bob: benched, plays payday\nbob is benched: m1 failed\nIt is checked again at soon.\n"
    )


def test_status_of_one_bot_tells_all(run: Run, service: StandIn) -> None:
    more = {"version": "2", "author": "ann", "url": "http://b.example", "key_until": "tomorrow"}
    known = {"state": "benched", "reason": "match m1 was forfeited", "next_check_at": "soon"}
    service.answers("GET /api/bots/bob", failed(**known, **more))
    assert run("status", "bob").output == (
        "bob: benched, plays payday\n"
        "  version 2 by ann\n"
        "  served at http://b.example\n"
        "  calls are signed with the former key too until tomorrow\n"
        "bob is benched: match m1 was forfeited\n"
        "wrong: it answers unsigned calls\n"
        "  fix: start it with PARLOUR_KEY\n"
        "It is checked again at soon.\n"
    )
