"""`referee tournament run`: what it plays, what it prints, and how it goes on."""

import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import vault

from parlour.core import registry
from parlour.core.registry import Title

Cup = Callable[..., Path]


def test_a_run_tells_how_it_goes_and_ends_with_the_table_and_the_ladder(spring: Any) -> None:
    _, done = spring
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "starting 3 bots; what they print is kept in referee-logs/spring"
    assert lines[4] == 'tournament "spring", run 1, begins: 12 matches of payday/2000'
    assert sorted(lines[1:4]) == [
        'bot "[/bold]" is ready: Cautious 1, up to 4 matches at a time',
        'bot "[link=x]" is ready: Cautious 1, up to 4 matches at a time',
        'bot "it\'s \\"\N{SNAKE}\\"" is ready: Cautious 1, up to 4 matches at a time',
    ]
    progress = [line for line in lines if " of 12 matches, " in line]
    assert [line.split()[0] for line in progress] == ["2", "3", "4", "5", "6", "8", "9", "10", "11"]
    assert all("moves/s" in line and "fault" in line for line in progress)
    assert lines[lines.index('tournament "spring", run 1: 12 of 12 matches') + 1].split()[:4] == [
        "rank",
        "bot",
        "matches",
        "points",
    ]
    assert lines[lines.index('ladder "house"') + 1].split("  ")[0] == "rank"
    assert lines[-1] == "database: referee.sqlite   logs: referee-logs/spring"


def test_faults_are_counted_and_the_bots_that_make_them_are_in_the_table(spring: Any) -> None:
    _, done = spring
    assert " 8 faults" in done.out, "two matches in three have the bot that gives one bad answer in each"
    assert next(line.split()[-3:] for line in done.out.splitlines() if "[link=x]   " in line) == ["8", "8", "0"]


def test_the_logs_and_the_database_lie_where_it_is_said(spring: Any) -> None:
    folder, _ = spring
    assert (folder / "referee.sqlite").is_file()
    assert len(list((folder / "referee-logs" / "spring").iterdir())) == 3


def test_what_a_run_makes_is_its_owners_alone(folder: Path, start: Any) -> None:
    program = 'import os; os.umask(0); from referee.cli import main; main(prog_name="referee")'
    process = start(folder, "tournament", "run", "spring.toml", "--logs", "deep/logs", program=("-c", program))
    process.communicate()
    assert process.returncode == 0
    made = {path for path in folder.rglob("*") if path.name not in ("bot.py", "spring.toml")}
    assert {path.name for path in made} >= {"referee.sqlite", "deep", "logs", "spring"}
    folders = {path for path in made if path.is_dir()}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made - folders} == {0o600}


def test_a_folder_for_the_logs_that_is_there_keeps_its_mode(cup: Cup, call: Any, tmp_path: Path) -> None:
    path = cup()
    logs = tmp_path / "logs"
    logs.mkdir()
    logs.chmod(0o755)
    call(path.parent, "tournament", "run", "cup.toml", "--logs", "logs")
    assert stat.S_IMODE(logs.stat().st_mode) == 0o755
    assert stat.S_IMODE((logs / "cup").stat().st_mode) == 0o700


def test_a_complete_tournament_is_shown_and_not_played_again(played: Path, call: Any) -> None:
    (played / "bot.py").unlink()  # no bot could be started
    done = call(played, "tournament", "run", "spring.toml")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("spring.toml is complete: run 1 has played all its 12 matches.\nTo play a new run: ")
    assert "run spring.toml --again\n" in done.out
    assert 'ladder "house"\nrank' in done.out
    assert call(played, "tournament", "show", "--json").out.count('"run"') == 1


def test_again_plays_a_new_run_of_a_complete_tournament(cup: Cup, call: Any) -> None:
    path = cup()
    assert call(path.parent, "tournament", "run", "cup.toml").code == 0
    done = call(path.parent, "tournament", "run", "cup.toml", "--again")
    assert (done.code, done.err) == (0, "")
    assert 'tournament "cup", run 2, begins: 2 matches' in done.out
    shown = call(path.parent, "ladder", "show").out
    assert [line.split()[3] for line in shown.splitlines() if "ann" in line] == ["4"], "both runs count on the ladder"


def test_a_changed_file_begins_a_new_run_and_says_what_changed(cup: Cup, call: Any, url: str) -> None:
    path = cup()
    call(path.parent, "tournament", "run", "cup.toml")
    cup(rounds=1)
    path.write_text(f'{path.read_text("utf-8")}\n[[bot]]\nname = "mybot"\nurl = "{url}"\n', encoding="utf-8")
    done = call(path.parent, "tournament", "run", "cup.toml")
    assert done.code == 0
    assert done.out.startswith("cup.toml has changed since run 1 (bots: +mybot; rounds: 2 -> 1): this is run 2\n")
    assert "3 of 3 matches" in done.out


def test_what_stands_behind_the_question_mark_of_an_address_is_kept_nowhere(cup: Cup, call: Any, url: str) -> None:
    path = cup()
    path.write_text(path.read_text("utf-8").replace(url, f"{url}/?token=s3cret"), encoding="utf-8")
    said = call(path.parent, "tournament", "run", "cup.toml")
    assert (said.code, " 0 faults" in said.out) == (0, True)
    path.write_text(path.read_text("utf-8").replace("rounds = 2", "rounds = 3"), encoding="utf-8")
    told = call(path.parent, "tournament", "run", "cup.toml")
    assert "has changed since run 1 (rounds: 2 -> 3): this is run 2" in told.out
    assert "s3cret" not in said.out + said.err + told.out + told.err
    for kept in path.parent.rglob("*"):
        assert kept == path or kept.is_dir() or b"s3cret" not in kept.read_bytes(), kept
    path.write_text(path.read_text("utf-8").replace("s3cret", "another"), encoding="utf-8")
    assert "is complete" in call(path.parent, "tournament", "run", "cup.toml").out, "a new token is no other tournament"


def test_what_cannot_change_a_result_may_change(cup: Cup, call: Any) -> None:
    path = cup(concurrency=1)
    call(path.parent, "tournament", "run", "cup.toml")
    cup(concurrency=2)
    assert "is complete" in call(path.parent, "tournament", "run", "cup.toml").out


def test_without_a_ladder_of_its_own_a_tournament_counts_on_the_one_of_its_name(cup: Cup, call: Any) -> None:
    path = cup()
    assert 'ladder "cup"\n' in call(path.parent, "tournament", "run", "cup.toml").out


def test_the_database_and_the_logs_go_where_they_are_told(cup: Cup, call: Any, tmp_path: Path) -> None:
    path = cup()
    (tmp_path / "a b").mkdir()
    done = call(path.parent, "tournament", "run", "cup.toml", "--db", "a b/x.sqlite", "--logs", "c/d")
    assert done.out.endswith("database: a b/x.sqlite   logs: c/d/cup\n")
    assert {each.name for each in tmp_path.iterdir()} == {"cup.toml", "a b", "c"}


def test_the_logs_lie_beside_the_database_if_not_said_otherwise(cup: Cup, call: Any, tmp_path: Path) -> None:
    path = cup()
    (tmp_path / "data").mkdir()
    call(path.parent, "tournament", "run", "cup.toml", "--db", "data/x.sqlite")
    assert (tmp_path / "data" / "referee-logs" / "cup").is_dir()


def test_two_tournaments_beside_one_database_keep_logs_of_their_own(cup: Cup, call: Any, tmp_path: Path) -> None:
    path = cup()
    call(path.parent, "tournament", "run", "cup.toml")
    cup(name='"日本/.."')
    call(path.parent, "tournament", "run", "cup.toml")
    assert sorted(each.name for each in (tmp_path / "referee-logs").iterdir()) == ["cup", "tournament-aa50821b"]


def test_a_tournament_of_any_name_has_matches_that_can_be_named_on_a_command_line(cup: Cup, call: Any) -> None:
    path = cup(name='"日本"', rounds=1)
    call(path.parent, "tournament", "run", "cup.toml")
    shown = call(path.parent, "match", "show", "tournament-cf2abf0c-1-0")
    assert (shown.code, shown.err) == (0, "")


def test_a_bot_that_does_not_answer_is_named_and_plays_all_the_same(cup: Cup, call: Any) -> None:
    path = cup(rounds=1)
    lines = path.read_text("utf-8").splitlines()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # and does not listen
        lines[-1] = f'url = "http://127.0.0.1:{nobody.getsockname()[1]}/?token=s3cret"'
        lines += ["[time]", "start_ms = 50", "move_ms = 50", "bank_ms = 0"]
        path.write_text("\n".join(lines), encoding="utf-8")
        done = call(path.parent, "tournament", "run", "cup.toml")
    assert done.code == 0
    assert 'bot "bob" does not answer, and plays all the same: The bot could not be reached' in done.out
    assert "s3cret" not in done.out + call(path.parent, "match", "show", "cup-1-0").out
    assert "1 of 1 matches" in done.out


def test_a_dry_run_prints_the_schedule_and_touches_nothing(folder: Path, call: Any) -> None:
    (folder / "bot.py").unlink()
    done = call(folder, "tournament", "run", "spring.toml", "--dry-run")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == 'tournament "spring": 12 matches of payday/2000'
    assert lines[1].split() == ["match", "round", "seat", "0", "seat", "1"]
    assert [line.split()[:2] for line in lines[2:]] == [[str(n), str(n // 3)] for n in range(12)]
    assert [path.name for path in folder.iterdir()] == ["spring.toml"]


def test_a_dry_run_shows_the_matches_that_are_then_played(spring: Any, call: Any) -> None:
    folder, _ = spring
    announced = call(folder, "tournament", "run", "spring.toml", "--dry-run").out.splitlines()[2:]
    played = call(folder, "tournament", "show", "spring").out.split("matches\n", 2)[-1].splitlines()[1:]
    without_places = [line.replace("1: ", "").replace("2: ", "") for line in played]
    assert [line.split()[2:] for line in announced] == [line.split()[3:] for line in without_places]


def test_a_dry_run_of_many_matches_shows_the_first_twenty_and_the_number(cup: Cup, call: Any) -> None:
    path = cup(rounds=1000)
    done = call(path.parent, "tournament", "run", "cup.toml", "--dry-run")
    lines = done.out.splitlines()
    assert lines[0] == 'tournament "cup": 1,000 matches of payday/2000'
    assert (len(lines), lines[-1]) == (23, "... and 980 more")


def test_without_a_seed_too_the_schedule_is_settled_by_the_file(cup: Cup, call: Any) -> None:
    path = cup(rounds=40)
    path.write_text(path.read_text("utf-8").replace("seed = 1\n", ""), encoding="utf-8")
    once, again = (call(path.parent, "tournament", "run", "cup.toml", "--dry-run").out for _ in range(2))
    assert once == again


class Broken(vault.Vault):
    """A game whose rules have a mistake that shows at the end of a match."""

    name = "broken"
    is_mended = False

    def result(self, g: Any) -> Any:
        """Divides by zero until it is mended."""
        assert self.is_mended or 1 // 0
        return super().result(g)


@pytest.fixture
def broken() -> Iterator[type[Broken]]:
    """The broken game, known for the length of a test."""
    registry.register(Title(Broken, vault.VaultEdition, vault.TITLE.folder, "plain"))
    Broken.is_mended = False
    yield Broken
    registry.unregister("broken")


def test_matches_that_the_referee_spoils_are_named_and_can_be_played_when_it_is_mended(
    cup: Cup, call: Any, broken: type[Broken]
) -> None:
    path = cup(game='"broken"', options="{}", concurrency=1)
    done = call(path.parent, "tournament", "run", "cup.toml")
    assert done.code == 1
    place = "ZeroDivisionError at tests/cli/test_run.py:"
    assert f"match cup-1-0 is void, by an error of the referee's own: {place}" in done.out
    assert done.err.startswith(
        "2 of 2 matches could not be played, by an error of the referee's own: cup-1-0, cup-1-1\n"
        "The tracebacks stand in referee-logs/cup/referee.log. To try these matches again:\n"
    )
    assert done.err.endswith("run cup.toml\n")
    log = path.parent / "referee-logs" / "cup" / "referee.log"
    assert "ZeroDivisionError: integer division or modulo by zero" in log.read_text("utf-8")
    told = done.out + done.err + call(path.parent, "match", "show", "cup-1-0").out
    assert f"spoilt by the referee 3 times, the last time by {place}" in told
    assert "modulo" not in told, "what an error says may be hidden from the players"
    assert b"modulo" not in (path.parent / "referee.sqlite").read_bytes()
    assert "scheduled, spoilt 3 times" in call(path.parent, "tournament", "show", "cup").out
    broken.is_mended = True
    done = call(path.parent, "tournament", "run", "cup.toml")
    assert (done.code, done.err) == (0, "")
    assert 'tournament "cup", run 1, goes on: 0 of 2 matches are done' in done.out
    assert "run 1: 2 of 2 matches" in done.out
