"""What the check of a bot finds: bots that are served on this machine in, reports out."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest
from answering import answering
from loopback import LOOPBACK

import parlour
from parlour.bots import Cautious, Random
from parlour.core.registry import names
from parlour.protocol.signing import SigningKey, new_key
from parlour.service import Response, Service
from parlour.serving import running
from referee.clock import TimeControl
from referee.match import Stopped
from referee.seats.wall import Wall
from referee.worker.checking import MOST_GAMES, check
from referee.worker.report import Finding, Report

KEY_TEXT = new_key()
KEY = SigningKey(KEY_TEXT)
PATIENT = TimeControl(start_ms=60_000, move_ms=60_000, bank_ms=0)
"""No bot is late on a loaded machine unless the test wants it."""


class PayDay(Cautious):
    """A sound bot that plays one game, so that its check is short."""

    games = ("payday",)


def checked(url: str, *keys: SigningKey, **more: Any) -> Report:
    """The report on the bot at an address of this machine."""
    return check(url, keys or (KEY,), **{"stop": threading.Event(), "reach": LOOPBACK, "time": PATIENT, **more})


def report_on(bot: type[parlour.Bot], **more: Any) -> Report:
    """The report on a bot that is served with its key."""
    with running(bot, [KEY]) as url:
        return checked(url, **more)


def kinds(report: Report) -> list[str]:
    return [finding.kind for finding in report.findings]


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding


@pytest.mark.parametrize("bot", [Cautious, Random])
def test_a_sound_bot_passes_and_what_it_says_and_how_fast_it_is_are_kept(bot: type[parlour.Bot]) -> None:
    report = report_on(type("Mine", (bot,), {"version": "7", "author": "Ada", "max_parallel": 3}))
    assert (report.findings, report.ok, report.reason) == ((), True, None)
    assert report.handshake is not None
    said = report.handshake
    assert (said.name, said.version, said.author, said.max_parallel) == ("Mine", "7", "Ada", 3)
    assert report.games == ("careers", "life", "payday")
    assert [each.game.split("/")[0] for each in report.trials] == ["careers", "life", "payday"]
    for each in report.trials:
        assert each.questions > 0
        assert 0 <= each.median_ms <= each.slowest_ms < 60_000


def test_no_more_than_three_games_are_tried_and_none_twice() -> None:
    everything = type("Mine", (Cautious,), {"games": ("life", "life/classic", *names())})
    report = report_on(everything)
    assert [trial.game for trial in report.trials] == ["life/classic", *names()[: MOST_GAMES - 1]]
    assert report.ok


def test_a_bot_that_answers_anybody_does_not_prove_whose_it_is() -> None:
    with running(PayDay) as url:
        report = checked(url)
    assert not report.ok
    assert only(report).kind == "unsigned"
    assert "PARLOUR_KEY" in only(report).fix
    assert report.trials == ()


def test_a_bot_that_checks_a_signature_only_where_there_is_one_answers_anybody() -> None:
    signed, open_to_all = Service(PayDay, [KEY]), Service(PayDay)

    def respond(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        return (signed if "webhook-signature" in headers else open_to_all).respond(method, path, headers, body)

    with answering(respond) as calls:
        assert only(checked(calls.url)).says == "GET /: the bot answers a call that is not signed."


def test_a_bot_that_takes_any_signature_answers_anybody() -> None:
    closed, open_to_all = Service(PayDay, [KEY]), Service(PayDay)

    def respond(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        return (open_to_all if "webhook-signature" in headers else closed).respond(method, path, headers, body)

    with answering(respond) as calls:
        assert only(checked(calls.url)).says == "GET /: the bot answers a call that is signed with another key."


def test_a_bot_that_refuses_strangers_with_another_status_is_told_which_one_it_takes() -> None:
    service = Service(PayDay, [KEY])

    def respond(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        response = service.respond(method, path, headers, body)
        return response._replace(status=403) if response.status == 401 else response

    with answering(respond) as calls:
        finding = only(checked(calls.url))
    assert (finding.kind, finding.stops) == ("not_401", True)
    assert "with status 403, expected 401" in finding.says


def test_a_bot_with_another_key_is_told_so() -> None:
    with running(PayDay, [SigningKey(new_key())]) as url:
        report = checked(url)
    assert (only(report).kind, report.ok, report.handshake) == ("key", False, None)


def test_a_bot_that_still_has_the_older_of_two_keys_passes() -> None:
    with running(PayDay, [KEY]) as url:
        assert checked(url, SigningKey(new_key()), KEY).ok


def test_a_page_that_does_not_repeat_the_id_is_never_called_again() -> None:
    with answering(lambda *_: Response(200, PayDay.handshake())) as calls:
        report = checked(calls.url)
    assert (only(report).kind, report.ok) == ("proof", False)
    assert calls.paths == ["/"]


def test_an_id_of_an_earlier_call_proves_nothing() -> None:
    with answering(lambda *_: Response(200, {**PayDay.handshake(), "id": "check-0123456789abcdef"})) as calls:
        assert only(checked(calls.url)).kind == "proof"
    assert calls.paths == ["/"]


def test_a_page_that_is_no_bot_is_never_called_again() -> None:
    with answering(lambda *_: Response(200, {"error": "waking up"}), kind="text/html") as calls:
        assert only(checked(calls.url)).kind == "bad_content"
    assert calls.paths == ["/"]


def test_a_bot_whose_host_is_still_waking_up_is_waited_for() -> None:
    service = Service(PayDay, [KEY])
    early = iter((503, 502))

    def respond(*request: Any) -> Response:
        status = next(early, None)
        return service.respond(*request) if status is None else Response(status, {})

    with answering(respond) as calls:
        assert checked(calls.url).ok


def test_a_bot_that_is_not_there_is_given_up_long_before_the_end() -> None:
    with running(PayDay, [KEY]) as url:
        pass
    began = time.monotonic()
    report = checked(url, most_s=8.0)
    assert time.monotonic() - began < 8.0
    assert only(report).kind == "unreachable"
    assert "connection refused" in only(report).says


def test_a_private_address_is_refused_before_any_call() -> None:
    with answering(lambda *_: Response(200, {})) as calls:
        report = check(calls.url, [KEY], stop=threading.Event())
    assert only(report).kind == "blocked"
    assert "127.0.0.1 is" in only(report).says
    assert calls.paths == []


def test_an_address_that_is_none_is_told_in_a_sentence() -> None:
    assert only(checked("ftp://bots.example")).says == (
        "What is registered is an address that begins with neither http:// nor https://."
    )


def test_a_handshake_that_is_none_is_told_with_what_is_wrong() -> None:
    with answering(lambda *_: Response(200, {"apiversion": "1", "nme": "x"})) as calls:
        finding = only(checked(calls.url))
    assert finding.kind == "bad_json"
    assert "nme: unknown, did you mean name?" in finding.says


@pytest.mark.parametrize(("ahead_s", "says"), [(135, "The bot's clock is 2 min slow."), (-8400, None)])
def test_a_clock_that_is_wrong_is_told_and_one_that_refuses_what_is_signed_stops_the_bot(
    ahead_s: float, says: str | None
) -> None:
    wall = Wall(wall=lambda: time.time() + ahead_s)
    report = report_on(PayDay, wall=wall)
    assert kinds(report) == ["clock"]
    assert report.ok == (says is not None)
    assert only(report).says == (
        says or "GET /: the bot refuses a call that is signed with its key, and the bot's clock is 2 h fast."
    )


def test_a_bot_that_lives_on_its_bank_is_too_slow() -> None:
    class Slow(PayDay):
        def choose(self, question: parlour.Question) -> Any:
            threading.Event().wait(0.03)
            return question.default

    report = report_on(Slow, time=TimeControl(start_ms=60_000, move_ms=10, bank_ms=600_000))
    assert (only(report).kind, report.ok) == ("slow", False)
    assert report.trials[0].median_ms >= 30


def test_a_bot_that_was_slow_once_is_told_and_plays() -> None:
    class Waking(PayDay):
        was_asked = threading.Event()

        def choose(self, question: parlour.Question) -> Any:
            if not self.was_asked.is_set():
                self.was_asked.set()
                threading.Event().wait(1.1)
            return question.default

    report = report_on(Waking, time=TimeControl(start_ms=60_000, move_ms=1_000, bank_ms=600_000))
    assert (only(report).kind, report.ok) == ("slow", True)
    assert report.trials[0].slowest_ms >= 1_100


@pytest.mark.parametrize(("games", "ok"), [(("payday", "chess"), True), (("chess", "go"), False)])
def test_games_that_are_not_played_here_are_told_and_stop_a_bot_that_has_no_others(
    games: tuple[str, ...], ok: bool
) -> None:
    report = report_on(type("Mine", (PayDay,), {"games": games}))
    assert (kinds(report), report.ok) == (["games"], ok)
    assert '"chess"' in only(report).says
    assert "payday/2000" in only(report).says
    assert report.games == (("payday",) if ok else ())


def test_a_check_is_over_in_time_and_what_is_cut_short_by_that_is_no_fault() -> None:
    is_over = threading.Event()

    class Stuck(PayDay):
        def choose(self, question: parlour.Question) -> Any:
            if question.id.endswith("-q5"):
                is_over.wait(60)
            return question.default

    with running(Stuck, [KEY]) as url:
        began = time.monotonic()
        report = checked(url, most_s=6.0)
        took_s = time.monotonic() - began
        is_over.set()
    assert took_s < 30  # PATIENT would have let it think for longer
    assert (only(report).kind, report.ok, report.trials) == ("time", False, ())
    assert only(report).says == ("The check was broken off after 6 s, in the match of payday/2000, after 4 questions.")


def test_a_check_that_is_stopped_makes_no_call() -> None:
    stop = threading.Event()
    stop.set()
    with answering(lambda *_: Response(200, {})) as calls:
        with pytest.raises(Stopped):
            checked(calls.url, stop=stop)
        assert calls.paths == []


def test_a_check_that_is_stopped_in_a_match_ends_with_the_call_in_play() -> None:
    stop, asked = threading.Event(), []

    class Stopping(PayDay):
        def choose(self, question: parlour.Question) -> Any:
            asked.append(question.id)
            stop.set()
            return question.default

    with pytest.raises(Stopped):
        report_on(Stopping, stop=stop)
    assert len(asked) == 1


def test_no_report_shows_a_key_or_what_stands_in_the_query_of_the_address() -> None:
    with answering(lambda method, path, *_: Response(500, {"error": path, "key": KEY_TEXT[:20]})) as calls:
        report = checked(f"{calls.url}/bob?token=s3cret-token")
    shown = json.dumps(report.to_json()) + repr(report)
    assert only(report).kind == "bad_status"
    assert "s3cret" not in shown
    assert KEY_TEXT not in shown
    assert "webhook" not in shown
