"""Whatever a user does wrong ends in one clear message, and never in a traceback; the exit code is 2.

What the machine does not let the referee do is told alike.
"""

import errno
import os
import resource
import sqlite3
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli.exits import Commands
from referee.store import database, tournaments
from referee.tournament import plan
from referee.tournament.running import schedule

ROOM_FOR_DATABASE = 4
"""How many files more a referee may open here: the database's three and the one that shows that it is there."""

WRONG_FILES = {
    "unknown_key": ("seats = 2", "seets = 2", 'spring.toml:6: tournament.seets: unknown key; did you mean "seats"?'),
    "wrong_type": (
        "rounds = 4",
        'rounds = "4"',
        'spring.toml:7: tournament.rounds: found "4"; expected a whole number from 1 to 100000',
    ),
    "zero_rounds": (
        "rounds = 4",
        "rounds = 0",
        "spring.toml:7: tournament.rounds: found 0; expected a whole number from 1 to 100000",
    ),
    "two_bots_of_one_name": (
        '"[link=x]"',
        '"[/bold]"',
        'spring.toml:17: bot[1].name: found "[/bold]" again; expected another name than the bot of line 13 has',
    ),
    "unknown_game": ('"payday"', '"paydya"', 'spring.toml:3: tournament.game: found "paydya"; did you mean "payday"?'),
    "more_seats_than_bots": (
        "seats = 2",
        "seats = 4",
        "spring.toml:6: tournament.seats: found 4; expected at most 3, as many as there are [[bot]] tables",
    ),
    "unknown_option": (
        "months = 1",
        "month = 1",
        'spring.toml:4: tournament.options.month: unknown key; did you mean "months"?',
    ),
    "not_toml": ("seats = 2", "seats 2", "spring.toml:6: not TOML:"),
}


@pytest.mark.parametrize(("old", "new", "said"), WRONG_FILES.values(), ids=WRONG_FILES)
@pytest.mark.parametrize("flags", [(), ("--dry-run",)], ids=["run", "dry-run"])
def test_a_wrong_file_is_refused_with_its_line_and_key_and_nothing_is_made(
    folder: Path, call: Any, old: str, new: str, said: str, flags: tuple[str, ...]
) -> None:
    path = folder / "spring.toml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    done = call(folder, "tournament", "run", "spring.toml", *flags)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert done.err.count("\n") == 1
    assert sorted(each.name for each in folder.iterdir()) == ["bot.py", "spring.toml"]


def test_all_the_mistakes_in_a_file_are_told_at_once(folder: Path, call: Any) -> None:
    path = folder / "spring.toml"
    text = path.read_text("utf-8").replace("rounds = 4", "rounds = 0").replace("seed", "sead")
    path.write_text(text, encoding="utf-8")
    done = call(folder, "tournament", "run", "spring.toml")
    assert [line.split(": ")[:2] for line in done.err.splitlines()] == [
        ["spring.toml:7", "tournament.rounds"],
        ["spring.toml:8", "tournament.sead"],
    ]


def test_a_file_that_is_not_there_is_named(tmp_path: Path, call: Any) -> None:
    done = call(tmp_path, "tournament", "run", "no.toml")
    assert (done.code, done.err) == (2, "no.toml: no such file; expected a TOML file\n")


def test_a_name_cannot_steer_the_terminal_through_a_message(tmp_path: Path, call: Any) -> None:
    done = call(tmp_path, "tournament", "run", "\x1b[2J.toml")
    assert (done.code, done.err) == (2, "\\u001b[2J.toml: no such file; expected a TOML file\n")
    done = call(tmp_path, "ladder", "show", "--db", "\x1b[2J")
    assert (done.code, done.err.partition(";")[0]) == (2, "\\u001b[2J: no such file")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program-anywhere", "cannot be started: No such file or directory: no-such-program-anywhere"),
        ("python missing.py", "ended with exit code 2 before it answered on port "),
        ("python -c \\\"print(chr(27) + chr(91) + '2J')\\\"", "    \\u001b[2J"),
    ],
)
def test_a_bot_that_cannot_be_started_is_named_with_the_reason(
    folder: Path, call: Any, command: str, reason: str
) -> None:
    path = folder / "spring.toml"
    path.write_text(path.read_text("utf-8").replace("python bot.py wobbly", command), encoding="utf-8")
    done = call(folder, "tournament", "run", "spring.toml")
    assert done.code == 2
    assert 'bot "[link=x]" ' in done.err
    assert reason in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "run", "spring.toml"),
        ("tournament", "show"),
        ("ladder", "show"),
        ("ladder", "rebuild"),
        ("match", "verify", "--all"),
    ],
    ids=" ".join,
)
class TestDatabase:
    """A database that cannot be used is refused by every command, and left as it is."""

    def test_a_text_file_is_no_database(self, folder: Path, call: Any, words: tuple[str, ...]) -> None:
        (folder / "referee.sqlite").write_text("These are my notes on the summer tournament.\n" * 40, "utf-8")
        done = call(folder, *words)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("referee.sqlite: not a database")
        assert (folder / "referee.sqlite").read_text("utf-8").startswith("These are my notes")

    def test_a_database_of_a_newer_referee_is_refused(self, played: Path, call: Any, words: tuple[str, ...]) -> None:
        with sqlite3.connect(played / "referee.sqlite") as db:
            db.execute("PRAGMA user_version = 999")
        db.close()
        done = call(played, *words)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("referee.sqlite: made by a newer referee (version 999 of the tables; ")

    def test_a_folder_is_no_database(self, folder: Path, call: Any, words: tuple[str, ...]) -> None:
        (folder / "referee.sqlite").mkdir()
        done = call(folder, *words)
        assert (done.code, done.out) == (2, "")
        assert "'referee.sqlite' is a directory" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "show"),
        ("ladder", "show"),
        ("ladder", "rebuild"),
        ("match", "show", "x"),
        ("match", "replay", "x"),
    ],
    ids=" ".join,
)
def test_what_only_looks_makes_no_database(tmp_path: Path, call: Any, words: tuple[str, ...]) -> None:
    done = call(tmp_path, *words)
    assert done.code == 2
    assert done.err == "referee.sqlite: no such file; play a tournament first, or name its database with --db\n"
    assert list(tmp_path.iterdir()) == []


def test_a_database_in_a_folder_that_is_not_there_is_refused(folder: Path, call: Any) -> None:
    done = call(folder, "tournament", "run", "spring.toml", "--db", "no/where.sqlite")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{Path('no/where.sqlite')}: the folder no does not exist\n"


def test_a_run_that_ends_because_the_database_is_busy_says_how_to_go_on(
    cup: Any, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = cup().parent
    assert call(folder, "tournament", "run", "cup.toml").code == 0
    monkeypatch.setitem(database.open.__kwdefaults__, "timeout", 0.05)
    busy = sqlite3.connect(folder / "referee.sqlite", isolation_level=None)
    busy.execute("BEGIN IMMEDIATE")
    done = call(folder, "tournament", "run", "cup.toml", "--again")
    busy.close()
    assert done.code == 75
    message, onward, command = done.err.splitlines()
    assert message.startswith("referee.sqlite: database busy: ")
    assert onward == "To go on:"
    assert command.endswith(" tournament run cup.toml --again")


def test_any_command_that_finds_the_database_busy_says_so(
    played: Path, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(database.open_existing.__kwdefaults__, "timeout", 0.05)
    with closing(sqlite3.connect(played / "referee.sqlite", isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        done = call(played, "ladder", "rebuild")
    assert (done.code, done.out) == (75, "")
    assert done.err == "referee.sqlite: database busy: another process keeps writing to it\n"


def test_logs_that_cannot_be_written_are_refused(folder: Path, call: Any) -> None:
    (folder / "file").touch()
    done = call(folder, "tournament", "run", "spring.toml", "--logs", "file")
    assert done.code == 2
    assert "'file' is a file" in done.err
    done = call(folder, "tournament", "run", "spring.toml", "--logs", f"file{os.sep}logs")
    assert done.code == 2
    assert done.err == f"file{os.sep}logs{os.sep}spring: the folder for the logs cannot be made: Not a directory\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tournament", "show", "sprnig"), 'no tournament is named "sprnig"; did you mean "spring"?'),
        (("tournament", "show", "zzz"), 'no tournament is named "zzz"; there are "spring"'),
        (("tournament", "show", "spring", "--run", "2"), 'tournament "spring" has no run 2; its runs are 1 to 1'),
        (("ladder", "show", "hose"), 'no ladder is named "hose"; did you mean "house"?'),
        (("ladder", "rebuild", "zzz"), 'no ladder is named "zzz"; there are "house"'),
        (("match", "show", "spring-1-99"), 'no match is named "spring-1-99"; there are spring-1-0 to spring-1-11'),
        (("match", "replay", "x\x1b[2J"), 'no match is named "x\\u001b[2J"; there are spring-1-0 to spring-1-11'),
        (("match", "verify", "sprng-1-1"), 'no match is named "sprng-1-1"; there are spring-1-0 to spring-1-11'),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_name_that_is_not_there_is_answered_with_the_nearest_or_all(
    spring: Any, call: Any, words: tuple[str, ...], said: str
) -> None:
    done = call(spring[0], *words)
    assert (done.code, done.out, done.err) == (2, "", f"{said}\n")


@pytest.mark.parametrize(
    "words",
    [
        ("torunament",),
        ("tournament", "run"),
        ("tournament", "run", "spring.toml", "--dryrun"),
        ("tournament", "show", "--run", "1"),
        ("tournament", "show", "spring", "--run", "0"),
        ("match", "verify"),
        ("match", "verify", "spring-1-0", "--all"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_answered_with_the_usage(spring: Any, call: Any, words: tuple[str, ...]) -> None:
    done = call(spring[0], *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: referee ")


def begin(tournament: plan.Plan, file: Path) -> None:
    """Store the run of a tournament of which nothing was played yet."""
    with database.open(file) as store:
        tournaments.resume_or_begin(
            store,
            name=tournament.name,
            digest=tournament.digest(),
            plan=tournament.deciding(),
            secret=tournament.secret(),
            ladder=tournament.ladder,
            pairings=schedule(tournament),
            seen=None,
        )


def test_a_command_that_cannot_be_run_leaves_no_run_behind(folder: Path, call: Any) -> None:
    path = folder / "spring.toml"
    path.write_text(path.read_text("utf-8").replace("python bot.py wobbly", "no-such-program"), encoding="utf-8")
    assert call(folder, "tournament", "run", "spring.toml").code == 2
    assert call(folder, "tournament", "show").out == "no tournament has been played yet\n"


def test_a_match_that_is_not_finished_cannot_be_told_or_verified(folder: Path, call: Any) -> None:
    begin(plan.read(folder / "spring.toml"), folder / "referee.sqlite")
    for command in ("replay", "verify"):
        done = call(folder, "match", command, "spring-1-0")
        assert (done.code, done.err) == (2, "match spring-1-0 is not finished; it has no record yet\n")
    shown = call(folder, "match", "show", "spring-1-0")
    assert (shown.code, "not finished" in shown.out, "secret" in shown.out) == (0, True, False)
    assert "To play the rest: referee tournament run FILE, " in call(folder, "tournament", "show", "spring").out
    assert call(folder, "match", "verify", "--all").out == "0 matches verified, 0 with differences\n"
    assert "no match is finished yet" in call(folder, "ladder", "show").out


def test_a_database_without_a_tournament_has_nothing_to_show(tmp_path: Path, call: Any) -> None:
    database.open(tmp_path / "referee.sqlite").close()
    assert call(tmp_path, "tournament", "show").out == "no tournament has been played yet\n"
    assert call(tmp_path, "ladder", "show").out == "there is no ladder yet: a tournament begins one\n"
    assert "there is none yet" in call(tmp_path, "match", "show", "x").err


def test_a_machine_that_lets_no_call_out_is_said_in_a_line_and_no_bot_is_blamed(cup: Any, call: Any) -> None:
    file = cup()
    file.write_text(file.read_text() + "\n[time]\nstart_ms = 300\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = (number for number in count() if not os.path.exists(f"/dev/fd/{number}"))
    resource.setrlimit(resource.RLIMIT_NOFILE, (next(islice(free, ROOM_FOR_DATABASE - 1, None)) + 1, hard))
    try:
        done = call(file.parent, "tournament", "run", file.name)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert (done.code, done.err) == (1, "this machine cannot call the bots: Too many open files\n")


@pytest.mark.parametrize(
    ("error", "lacks"),
    [
        (RuntimeError("can't start new thread"), "threads, or memory for them"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (MemoryError(), "memory"),
    ],
    ids=str,
)
def test_what_this_machine_has_run_out_of_is_said_in_a_line(error: Exception, lacks: str) -> None:
    group = Commands()

    @group.command()
    def work() -> None:
        raise error

    done = CliRunner().invoke(group, ["work"])
    assert (done.exit_code, done.stderr) == (1, f"this machine has run out of what the referee needs: {lacks}\n")


def test_any_other_error_of_ours_keeps_its_traceback() -> None:
    group = Commands()

    @group.command()
    def work() -> None:
        raise RuntimeError("a defect of ours")

    with pytest.raises(RuntimeError, match="a defect of ours"):
        CliRunner().invoke(group, ["work"], catch_exceptions=False)


def test_a_database_in_memory_is_refused(spring: Any, folder: Path, call: Any) -> None:
    done = call(folder, "tournament", "run", "spring.toml", "--db", ":memory:")
    assert (done.code, done.err) == (2, ":memory:: a database in memory would be lost; expected a file\n")
    assert not (folder / ":memory:").exists()
