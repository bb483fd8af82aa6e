"""Joining, and the file in which the key is kept: whose it is, for which server, and what is said when it is wrong."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from standin import KEY, Reply, StandIn, problem

Run = Callable[..., Result]
OTHER_KEY = "rf_" + "o" * 43
JOINED = {"account": {"name": "ann"}, "api_key": {"id": "kkkkkkkk"}, "key": KEY}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- join -------------------------------------------------------------------------------------------------------------


def test_who_joins_has_a_key_that_nobody_else_can_read(run: Run, service: StandIn, own_settings: Path) -> None:
    service.answers("POST /api/accounts", Reply(JOINED, 201))
    result = run("join", " ri_code\n", "--server", f"{service.url}/", "--name", "ann")
    assert result.exit_code == 0, result.output
    assert service.calls[0].body == {"invitation": "ri_code", "name": "ann"}
    assert f'server = "{service.url}"\nkey = "{KEY}"\n' in own_settings.read_text("utf-8")
    assert mode(own_settings) == 0o600
    assert mode(own_settings.parent) == 0o700
    assert KEY not in result.output
    assert f"ann has joined {service.url}." in result.output


def test_the_key_is_used_from_then_on(run: Run, service: StandIn) -> None:
    service.answers("POST /api/accounts", Reply(JOINED, 201))
    service.answers("GET /api/me", {"name": "ann"})
    service.answers("GET /api/bots", {"items": [], "next": None})
    run("join", "ri_code", "--server", service.url, "--name", "ann")
    result = run("status")
    assert result.exit_code == 0, result.output
    assert service.calls[-1].query == {"owner": "ann"}
    assert service.calls[-1].headers["authorization"] == f"Bearer {KEY}"


def test_an_account_is_not_lost_by_joining_again(run: Run, service: StandIn, joined: Path) -> None:
    before = joined.read_bytes()
    refused = run("join", "ri_code", "--server", service.url, "--name", "ann")
    assert refused.exit_code == 1
    assert f"{joined} holds an account already" in refused.output
    assert (service.calls, joined.read_bytes()) == ([], before)
    service.answers("POST /api/accounts", Reply(JOINED | {"key": OTHER_KEY}, 201))
    replaced = run("join", "ri_code", "--server", service.url, "--name", "ann", "--replace")
    assert replaced.exit_code == 0, replaced.output
    assert OTHER_KEY in joined.read_text("utf-8")


def test_an_invitation_that_is_refused_leaves_nothing(run: Run, service: StandIn, own_settings: Path) -> None:
    service.answers("POST /api/accounts", problem(422, "the invitation is not good"))
    result = run("join", "ri_code", "--server", service.url, "--name", "ann")
    assert result.exit_code == 1
    assert result.output == "Error: the invitation is not good\n"
    assert list(own_settings.parent.iterdir()) == []


def test_no_invitation_is_used_up_where_its_key_could_not_be_kept(
    run: Run, service: StandIn, own_settings: Path
) -> None:
    own_settings.parent.parent.mkdir()
    own_settings.parent.write_text("a file where the folder should be")
    result = run("join", "ri_code", "--server", service.url, "--name", "ann")
    assert result.exit_code == 1
    assert str(own_settings) in result.output
    assert service.calls == []


def test_a_key_that_cannot_be_written_in_the_end_is_shown(
    run: Run, service: StandIn, own_settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown once; else the account were lost."""
    service.answers("POST /api/accounts", Reply(JOINED, 201))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("join", "ri_code", "--server", service.url, "--name", "ann")
    assert result.exit_code == 1
    assert f"PARLOUR_API_KEY={KEY}" in result.output
    assert list(own_settings.parent.iterdir()) == []


def test_who_joins_without_tls_is_told(run: Run, service: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", service.url)
    service.answers("POST /api/accounts", Reply(JOINED, 201))
    result = run("join", "ri_code", "--server", "http://ladder.example", "--name", "ann")
    assert result.exit_code == 0, result.output
    assert "note: http://ladder.example has no TLS" in result.output


# --- which server, which key ------------------------------------------------------------------------------------------


def test_without_a_server_it_is_said_how_to_join(run: Run) -> None:
    for words in (["status"], ["ladders"], ["submit", "http://b"], ["match", "m1"]):
        result = run(*words)
        assert result.exit_code == 2
        assert "Error: no server is set: parlour join INVITATION --server URL --name NAME" in result.output


def test_the_environment_comes_before_the_file(
    run: Run, service: StandIn, other_service: StandIn, joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_service.answers("GET /api/ladders", {"items": [], "next": None})
    monkeypatch.setenv("PARLOUR_SERVER", other_service.url)
    monkeypatch.setenv("PARLOUR_API_KEY", OTHER_KEY)
    joined.write_text("this is no TOML")
    assert run("ladders").output == "There are no ladders yet.\n"
    assert [call.headers["authorization"] for call in other_service.calls] == [f"Bearer {OTHER_KEY}"]
    assert service.calls == []


def test_the_key_of_one_server_is_not_shown_to_another(run: Run, other_service: StandIn, joined: Path) -> None:
    other_service.answers("GET /api/ladders", {"items": [], "next": None})
    assert run("ladders", "--server", other_service.url).exit_code == 0
    assert [call.headers.get("authorization") for call in other_service.calls] == [None]
    refused = run("status", "--server", other_service.url)
    assert refused.exit_code == 1
    assert f"Error: no key for {other_service.url}: parlour join" in refused.output


def test_a_wrong_key_is_told_with_where_it_is_from(
    run: Run, service: StandIn, joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.answers("GET /api/me", problem(401, "the key is not good"))
    assert run("status").output == f"Error: the key is not good (the key is the one of {joined})\n"
    monkeypatch.setenv("PARLOUR_API_KEY", OTHER_KEY)
    assert run("status").output == "Error: the key is not good (the key is the one of PARLOUR_API_KEY)\n"


@pytest.mark.parametrize("key", ["whsec_secret", "rf_short", "rf_" + "é" * 43])
def test_what_is_no_key_is_told_and_not_shown(
    key: str, run: Run, service: StandIn, joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_API_KEY", key)
    result = run("status")
    assert result.exit_code == 1
    assert "PARLOUR_API_KEY: an API key is rf_ and 43" in result.output
    assert key not in result.output
    assert service.calls == []


@pytest.mark.parametrize("server", ["ladder.example", "ftp://ladder.example", "http://a b", "http://u:s3cret@a"])
def test_what_is_no_server_is_told(server: str, run: Run, own_settings: Path) -> None:
    for words in (["ladders"], ["join", "ri_code", "--name", "ann"]):
        result = run(*words, "--server", server)
        assert result.exit_code == 2
        assert "Invalid value for --server: " in result.output
        assert "s3cret" not in result.output
    assert not own_settings.exists()


def test_nobody_at_the_server_is_one_line(run: Run) -> None:
    with StandIn() as gone:
        url = gone.url
    result = run("ladders", "--server", url)
    assert result.exit_code == 1
    assert result.output == f"Error: {url}: connection refused: is the service running, and is this its address?\n"


def test_what_is_not_the_service_is_one_line(run: Run, service: StandIn) -> None:
    service.answers("GET /api/ladders", Reply(b"<html>\nhello\x1b[2J", 200, "text/html"))
    result = run("ladders", "--server", service.url)
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert f"is {service.url} its address?" in result.output
    assert "\x1b" not in result.output


# --- the file ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="the mode of a file says nothing there")
@pytest.mark.parametrize("open_to", [0o640, 0o604, 0o620])
def test_a_file_that_others_can_use_is_not_used(open_to: int, run: Run, service: StandIn, joined: Path) -> None:
    joined.chmod(open_to)
    result = run("status")
    assert result.exit_code == 1
    assert f"others may use it (mode {open_to:04o}): make it yours alone: chmod 600 {joined}" in result.output
    assert service.calls == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("server =", ":1: "),
        ('server = "http://a"\n', ": key: missing; expected a text, as `parlour join` writes it"),
        ('server = 7\nkey = "x"\n', ":1: server: found 7; expected a text"),
        ('server = "http://a"\nkey = "x"\nkye = 1\n', ':3: kye: unknown key; did you mean "key"?'),
        ('server = "nowhere"\nkey = "x"\n', "expected the server's address"),
        ('server = "http://a"\nkey = "s3cret"\n', "account.toml: an API key is rf_ and 43"),
    ],
    ids=["not TOML", "missing", "a number", "unknown", "no server", "no key"],
)
def test_a_file_that_is_broken_is_told(text: str, said: str, run: Run, joined: Path) -> None:
    joined.write_text(text, encoding="utf-8")
    result = run("status")
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert "s3cret" not in result.output
    assert "Traceback" not in result.output


def test_without_xdg_config_home_the_file_is_in_the_home_folder(
    run: Run, service: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CONFIG_HOME", folder)
        service.answers("POST /api/accounts", Reply(JOINED, 201))
        result = run("join", "ri_code", "--server", service.url, "--name", "ann", "--replace")
        assert result.exit_code == 0, result.output
        kept = tmp_path / ".config" / "parlour" / "account.toml"
        assert KEY in kept.read_text("utf-8")
        kept.unlink()


# --- account ----------------------------------------------------------------------------------------------------------


def test_the_key_is_printed_to_who_asks_for_it_only(run: Run, service: StandIn, joined: Path) -> None:
    service.answers("GET /api/me", {"name": "ann\x1b[2J"})
    service.answers("GET /api/me/keys", {"items": [{"id": "kkkkkkkk", "note": "desk\u202e"}], "next": None})
    plain, asked = run("account"), run("account", "--show-key")
    assert plain.exit_code == asked.exit_code == 0
    assert KEY not in plain.output
    assert asked.output == plain.output + KEY + "\n"
    assert f"at {service.url}, with the key of {joined}\n" in plain.output
    assert all(line.isprintable() for line in plain.output.splitlines())
