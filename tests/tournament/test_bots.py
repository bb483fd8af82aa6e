"""Bots with a command: each has a port, a key and a log of its own, and none of them outlives the referee."""

import json
import re
import sys
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from parlour.protocol.signing import SigningKey, new_key
from referee.seats.address import Reach, read_hosts
from referee.tournament.bots import HOST, LAST_LINES, BotsFailed, free_ports, running_bots
from referee.tournament.plan import BotEntry

PATIENCE_S = 60.0


def get(url: str) -> Any:
    """What a bot answers."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def signed(keys: Iterable[SigningKey]) -> list[str]:
    """What shows which keys these are."""
    return [key.sign("id", 1, b"") for key in keys]


def test_a_bot_finds_its_address_and_key_and_the_referees_python(
    answering: Callable[..., BotEntry], logs: Path, tmp_path: Path
) -> None:
    with running_bots([answering()], logs) as addresses:
        seen = get(addresses["ann"].url)
    assert addresses["ann"].url == f"http://{HOST}:{seen['env']['PORT']}"
    assert seen["env"]["HOST"] == "127.0.0.1"
    assert signed(addresses["ann"].keys) == signed([SigningKey(seen["env"]["PARLOUR_KEY"])])
    assert Path(seen["python"]).parent == Path(sys.executable).parent
    assert Path(seen["cwd"]) == tmp_path


def test_no_two_bots_share_a_port_a_key_or_a_log(answering: Callable[..., BotEntry], logs: Path) -> None:
    with running_bots([answering(name="a b"), answering(name="a_b"), answering(name="../a/b")], logs) as addresses:
        seen = [get(address.url)["env"] for address in addresses.values()]
    assert len({env["PORT"] for env in seen}) == len({env["PARLOUR_KEY"] for env in seen}) == 3
    assert sorted(path.name for path in logs.iterdir()) == ["1-a_b.log", "2-a_b.log", "3-_a_b.log"]


def test_free_ports_are_all_different() -> None:
    ports = free_ports(200)
    assert len(set(ports)) == 200


def test_a_log_holds_all_that_its_bot_printed_in_every_run(answering: Callable[..., BotEntry], logs: Path) -> None:
    for _ in range(2):
        with running_bots([answering()], logs):
            pass
    lines = (logs / "1-ann.log").read_text().splitlines()
    assert lines.count("to stdout") == lines.count("to stderr") == 2


def failure(entries: list[BotEntry], logs: Path, **patience: float) -> BotsFailed:
    """Why bots do not run."""
    with pytest.raises(BotsFailed) as caught, running_bots(entries, logs, **patience):
        raise AssertionError("they run")
    return caught.value


def test_all_commands_that_are_not_found_are_named(
    answering: Callable[..., BotEntry], logs: Path, tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("no program")
    failed = failure(
        [
            BotEntry("ann", None, ("no-such-program", "x"), None, tmp_path),
            answering(name="bob"),
            BotEntry("cy", None, ("./notes.txt",), None, tmp_path),
        ],
        logs,
    )
    assert str(failed) == (
        'bot "ann" cannot be started: No such file or directory: no-such-program\n'
        'bot "cy" cannot be started: Permission denied: ./notes.txt'
    )


def test_a_bot_that_ends_early_shows_its_exit_code_and_its_last_lines(
    bot: Callable[..., BotEntry], answering: Callable[..., BotEntry], logs: Path
) -> None:
    code = "for n in range(20): print('line', n)\nprint('\\x1b[2J')\nraise SystemExit(3)"
    with running_bots([answering()], logs):
        pass
    reason = failure([bot(code)], logs).reasons["ann"]
    first, *lines = reason.splitlines()
    assert re.fullmatch(rf"ended with exit code 3 before it answered on port \d+; the end of {logs}/1-ann.log:", first)
    assert lines == [*(f"    line {n}" for n in range(21 - LAST_LINES, 20)), "    \\u001b[2J"]


def test_only_this_runs_lines_are_shown(
    bot: Callable[..., BotEntry], answering: Callable[..., BotEntry], logs: Path
) -> None:
    with running_bots([answering()], logs):
        pass
    assert failure([bot("raise SystemExit")], logs).reasons["ann"].endswith("; it printed nothing")


def test_a_bot_that_is_killed_shows_the_signal(bot: Callable[..., BotEntry], logs: Path) -> None:
    code = "import os; os.kill(os.getpid(), 9)"
    assert failure([bot(code)], logs).reasons["ann"].startswith("was ended by SIGKILL before it answered on port ")


def test_a_bot_that_never_listens_is_told_of_its_port(bot: Callable[..., BotEntry], logs: Path, lifeline: Any) -> None:
    code = lifeline.code + "print('thinking', flush=True)\nsignal.pause()"
    reason = failure([bot(code)], logs, patience_s=0.5).reasons["ann"]
    assert re.match(r"has not answered within 0.5 s on port \d+, which it finds in PORT", reason)
    lifeline.rest()


def test_a_bot_elsewhere_is_called_where_it_is_with_its_key(
    monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    key = new_key()
    monkeypatch.setenv("BOB_KEY", key)
    entries = [
        BotEntry("ann", "http://bots.example/ann?token=s3cret", None, None, tmp_path),
        BotEntry("bob", "http://bots.example/bob", None, "BOB_KEY", tmp_path),
    ]
    with running_bots(entries, logs) as addresses:
        assert [address.url for address in addresses.values()] == [entry.url for entry in entries]
        assert addresses["ann"].keys == ()
        assert signed(addresses["bob"].keys) == signed([SigningKey(key)])
        assert key not in repr(addresses)
        assert "s3cret" not in repr((entries, addresses))


def test_a_variable_may_hold_two_keys_the_newer_first(
    monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    new, old = new_key(), new_key()
    monkeypatch.setenv("BOB_KEY", f"{new} {old}")
    with running_bots([BotEntry("bob", "http://bots.example", None, "BOB_KEY", tmp_path)], logs) as addresses:
        assert signed(addresses["bob"].keys) == signed([SigningKey(new), SigningKey(old)])


def test_a_bot_that_is_started_is_called_at_its_own_port_only_and_one_elsewhere_where_the_plan_says(
    answering: Callable[..., BotEntry], logs: Path, tmp_path: Path
) -> None:
    reach = Reach(allow=(read_hosts("10.0.0.0/8"),), deny=(read_hosts("10.0.0.7"),))
    bob = BotEntry("bob", "http://10.0.0.8:8000", None, None, tmp_path)
    with running_bots([answering(), bob], logs, reach=reach) as addresses:
        started = addresses["ann"].reach
        port = int(addresses["ann"].url.rpartition(":")[2])
        assert addresses["bob"].reach == reach
    assert started.refusal(HOST, port) is None
    for elsewhere in ((HOST, port + 1), ("127.0.0.2", port), ("::1", port)):
        assert started.refusal(*elsewhere) is not None


def test_a_bot_elsewhere_has_a_public_address_if_nothing_else_is_said(logs: Path, tmp_path: Path) -> None:
    with running_bots([BotEntry("bob", "http://10.0.0.8:8000", None, None, tmp_path)], logs) as addresses:
        assert addresses["bob"].reach == Reach()


def test_a_missing_or_wrong_key_is_named_but_not_shown(
    monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOB_KEY", "s3cret")
    monkeypatch.setenv("CY_KEY", f"{new_key()} s3cret")
    monkeypatch.delenv("ANN_KEY", raising=False)
    failed = failure(
        [
            BotEntry("ann", "http://127.0.0.1:1", None, "ANN_KEY", tmp_path),
            BotEntry("bob", "http://127.0.0.1:2", None, "BOB_KEY", tmp_path),
            BotEntry("cy", "http://127.0.0.1:3", None, "CY_KEY", tmp_path),
        ],
        logs,
    )
    assert failed.reasons["ann"] == "has no key: the environment variable ANN_KEY is not set"
    assert failed.reasons["bob"].startswith("has a bad key in the environment variable BOB_KEY: ")
    assert failed.reasons["cy"].startswith("has a bad key in the environment variable CY_KEY: the second of two keys: ")
    assert "s3cret" not in str(failed)


def test_a_bot_does_not_find_the_keys_of_others(
    answering: Callable[..., BotEntry], monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOB_KEY", new_key())
    bob = BotEntry("bob", "http://127.0.0.1:2", None, "BOB_KEY", tmp_path)
    with running_bots([answering(), bob], logs) as addresses:
        assert "BOB_KEY" not in get(addresses["ann"].url)["env"]
