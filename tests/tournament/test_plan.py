"""A tournament file becomes a plan, or all its mistakes at once, each with file, line, key and what to write."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core.tomlfile import Problem, key_text
from referee.clock import TimeControl
from referee.match import Policy
from referee.tournament.plan import BotEntry, Plan, PlanError, match_secret, read

Spring = Callable[..., Path]


def problems(path: Path) -> list[Problem]:
    """All that is wrong with a file."""
    with pytest.raises(PlanError) as caught:
        read(path)
    assert str(caught.value).splitlines() == [str(problem) for problem in caught.value.problems]
    return caught.value.problems


def line_with(path: Path, text: str) -> int:
    """The number of the only line that holds a text."""
    (number,) = [number for number, line in enumerate(path.read_text().splitlines(), start=1) if text in line]
    return number


def test_a_short_file_leaves_nothing_open(spring: Spring) -> None:
    path = spring()
    plan = read(path)
    assert plan == Plan(
        file=path,
        name="Spring",
        game="payday/2000",
        rules=plan.rules,
        options={"months": plan.options["months"]},
        format="round-robin",
        seats=2,
        rounds=4,
        seed=None,
        concurrency=2,
        ladder="Spring",
        time=TimeControl(),
        policy=Policy(max_strikes=3, reask=True),
        bots=(
            BotEntry("ann", None, ("python", "ann.py", "--depth", "2"), None, path.parent),
            BotEntry("bob", "http://bots.example:8000/bob", None, None, path.parent),
        ),
    )
    assert plan.names == ("ann", "bob")


def test_a_full_file_is_taken_at_its_word(spring: Spring) -> None:
    path = spring(
        ("rounds = 4", 'rounds = 4\nseed = 7\nconcurrency = 16\nladder = "House"\n[tournament.options]\nmonths = 3'),
        (
            "[[bot]]",
            "[time]\nstart_ms = 1\nmove_ms = 2\nbank_ms = 0\n[policy]\nmax_strikes = 0\nreask = false\n\n[[bot]]",
        ),
        ("8000/bob", '8000/bob"\nkey_env = "BOB_KEY'),
        ('"payday"', '"payday/2000"'),
    )
    plan = read(path)
    assert (plan.seed, plan.concurrency, plan.ladder, plan.options) == (7, 16, "House", {"months": 3})
    assert (plan.time, plan.policy) == (TimeControl(1, 2, 0), Policy(0, reask=False))
    assert plan.bots[1].key_env == "BOB_KEY"


def test_a_command_runs_in_the_folder_of_the_file_whatever_the_own_folder_is(
    spring: Spring, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = spring()
    monkeypatch.chdir(path.parent.parent)
    assert read(path.relative_to(path.parent.parent)).bots[0].folder == path.parent


# Each mistake: what it replaces, what stands there instead, the key that is blamed, what is found, what else is said.
WRONG = {
    "unknown_key": ("seats = 2", "seats = 2\nseets = 4", "tournament.seets", "unknown key", 'did you mean "seats"?'),
    "unknown_key_like_no_other": (
        "seats = 2",
        "seats = 2\nqqq = 4",
        "tournament.qqq",
        "unknown key",
        "one of allow_hosts,",
    ),
    "unknown_table": ("[[bot]]", "[polcy]\n[[bot]]", "polcy", "unknown key", 'did you mean "policy"?'),
    "unknown_key_of_a_bot": ('"ann"', '"ann"\ncomand = 1', "bot[0].comand", "unknown key", 'did you mean "command"?'),
    "key_in_the_file": ('"ann"', '"ann"\nkey = "whsec_x"', "bot[0].key", "unknown key", 'did you mean "key_env"?'),
    "unknown_option": (
        "rounds = 4",
        "rounds = 4\n[tournament.options]\nmonth = 3",
        "tournament.options.month",
        "unknown key",
        'did you mean "months"?',
    ),
    "option_out_of_range": (
        "rounds = 4",
        "rounds = 4\n[tournament.options]\nmonths = 13",
        "tournament.options.months",
        "found 13",
        "a whole number from 1 to 12",
    ),
    "option_true_is_not_1": (
        "rounds = 4",
        "rounds = 4\noptions.months = true",
        "tournament.options.months",
        "found true",
        "a whole number from 1 to 12",
    ),
    "options_no_table": ("rounds = 4", "rounds = 4\noptions = 3", "tournament.options", "found 3", "a table of"),
    "zero_rounds": ("rounds = 4", "rounds = 0", "tournament.rounds", "found 0", "a whole number from 1 to"),
    "true_is_not_1": ("rounds = 4", "rounds = true", "tournament.rounds", "found true", "a whole number from 1 to"),
    "a_float_is_no_whole_number": ("rounds = 4", "rounds = 3.0", "tournament.rounds", "found 3.0", "a whole number"),
    "text_is_no_number": ("rounds = 4", 'rounds = "4"', "tournament.rounds", 'found "4"', "a whole number from 1 to"),
    "number_is_no_text": ('"Spring"', "3", "tournament.name", "found 3", "1 to 40 characters"),
    "infinity": ("rounds = 4", "rounds = inf", "tournament.rounds", "found inf", "a whole number from 1 to"),
    "long_key": ("rounds = 4", f"rounds = 4\n{'x' * 5000} = 1", f'tournament."{"x" * 76}...', "unknown key", "one of"),
    "date": ("rounds = 4", "rounds = 2026-01-01", "tournament.rounds", "found 2026-01-01", "a whole number from 1 to"),
    "negative_seed": ("rounds = 4", "rounds = 4\nseed = -1", "tournament.seed", "found -1", "a whole number from 0 to"),
    "huge_seed": ("rounds = 4", f"rounds = 4\nseed = {2**63}", "tournament.seed", f"found {2**63}", "a whole number"),
    "no_concurrency": (
        "rounds = 4",
        "rounds = 4\nconcurrency = 0",
        "tournament.concurrency",
        "found 0",
        "from 1 to 256",
    ),
    "format": ("round-robin", "swiss", "tournament.format", 'found "swiss"', '"round-robin"'),
    "unknown_game": ('"payday"', '"paydya"', "tournament.game", 'found "paydya"', 'did you mean "payday'),
    "unknown_edition": ('"payday"', '"payday/2001"', "tournament.game", 'found "payday/2001"', '"payday/2000"?'),
    "game_like_no_other": ('"payday"', '"go"', "tournament.game", 'found "go"', "expected one of "),
    "game_outside_the_editions": ('"payday"', '"payday/../x"', "tournament.game", 'found "payday/../x"', "payday"),
    "more_seats_than_bots": (
        "seats = 2",
        "seats = 3",
        "tournament.seats",
        "found 3",
        "at most 2, as many as there are",
    ),
    "one_bot": (
        '\n[[bot]]\nname = "bob"\nurl = "http://bots.example:8000/bob"\n',
        "",
        "bot",
        "found 1 in the file",
        "at least 2 bots, as many as there are seats",
    ),
    "one_seat": ("seats = 2", "seats = 1", "tournament.seats", "found 1", "2 to 6, the seats of payday"),
    "negative_move": (
        "[[bot]]",
        "[time]\nmove_ms = -5\n[[bot]]",
        "time.move_ms",
        "found -5",
        "a whole number from 1 to",
    ),
    "time_no_table": ("[tournament]", "time = 5\n[tournament]", "time", "found 5", "a table"),
    "list_of_tournaments": ("[tournament]", "[[tournament]]", "tournament", "found a list", "a table"),
    "one_is_not_true": ("[[bot]]", "[policy]\nreask = 1\n[[bot]]", "policy.reask", "found 1", "true or false"),
    "yes_is_not_true": ("[[bot]]", '[policy]\nreask = "yes"\n[[bot]]', "policy.reask", 'found "yes"', "true or false"),
    "same_name": ('"bob"', '"ann"', "bot[1].name", 'found "ann" again', "another name than the bot of line 9 has"),
    "empty_name": ('"ann"', '""', "bot[0].name", 'found ""', "1 to 40 characters"),
    "long_name": ('"ann"', f'"{"x" * 41}"', "bot[0].name", f'found "{"x" * 41}"', "1 to 40 characters"),
    "name_with_a_newline": ('"ann"', '"a\\nb"', "bot[0].name", 'found "a\\nb"', "1 to 40 characters"),
    "name_with_an_escape": ('"ann"', '"\\u001b[2J"', "bot[0].name", 'found "\\u001b[2J"', "1 to 40 characters"),
    "name_turned_round": ('"ann"', '"a\u202eb"', "bot[0].name", 'found "a\\u202eb"', "1 to 40 characters"),
    "name_with_nothing_in_it": ('"ann"', '"a\u200bb"', "bot[0].name", 'found "a\\u200bb"', "1 to 40 characters"),
    "name_with_nul": ('"ann"', '"a\\u0000"', "bot[0].name", 'found "a\\u0000"', "1 to 40 characters"),
    "name_with_a_space_in_front": ('"ann"', '" ann"', "bot[0].name", 'found " ann"', "1 to 40 characters"),
    "name_not_composed": ('"ann"', '"e\u0301"', "bot[0].name", 'found "e\u0301"', "NFC"),
    "tournament_with_a_bad_name": ('"Spring"', '"\\t"', "tournament.name", 'found "\\t"', "1 to 40 characters"),
    "ladder_with_a_bad_name": ("rounds = 4", 'rounds = 4\nladder = ""', "tournament.ladder", 'found ""', "1 to 40"),
    "url_and_command": (
        'command = "python',
        'url = "http://h"\ncommand = "python',
        "bot[0].command",
        "both url and command",
        "one of the two",
    ),
    "command_no_text": ('"python ann.py --depth 2"', '["python"]', "bot[0].command", "found a list", "a command line"),
    "command_empty": ('"python ann.py --depth 2"', '" "', "bot[0].command", 'found " "', "a command line"),
    "command_without_closing_quote": (
        '"python ann.py --depth 2"',
        '"python \'ann.py"',
        "bot[0].command",
        'found "python \'ann.py" (No closing quotation)',
        "a command line",
    ),
    "key_env_is_the_key": (
        "8000/bob",
        '8000/bob"\nkey_env = "whsec_abc',
        "bot[1].key_env",
        "not the name of a variable",
        "the name of the environment variable",
    ),
    "key_env_beside_command": (
        '"ann"',
        '"ann"\nkey_env = "K"',
        "bot[0].key_env",
        "key_env beside command",
        "is given a key",
    ),
}


@pytest.mark.parametrize(("old", "new", "key", "found", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_names_file_line_key_and_what_to_write(
    spring: Spring, old: str, new: str, key: str, found: str, says: str
) -> None:
    path = spring((old, new))
    (problem,) = problems(path)
    assert (key_text(problem.key), problem.found) == (key, found)
    last = re.split(r"[.\]]", key)[-1]
    lines = path.read_bytes().decode("utf-8").split("\n")
    assert last in lines[(problem.line or 0) - 1]
    assert str(problem).startswith(f"{path}:{problem.line}: {key}: {found}; ")
    assert says in str(problem).removeprefix(f"{path}:{problem.line}: {key}: {found}; ")
    assert str(problem).isprintable()


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("ftp://127.0.0.1/", "neither http:// nor https://"),
        ("127.0.0.1:8000", "neither http:// nor https://"),
        ("localhost:8000", "neither http:// nor https://"),
        ("", "characters that no address has"),
        ("http://", "an address without a host"),
        ("http:///move", "an address without a host"),
        ("http://127.0.0.1:0", "an address with port 0"),
        ("http://*/", "a host that cannot be called"),
        ("http://127.0.0.1:99999", "an address that cannot be read"),
        ("http://me:s3cret@127.0.0.1", "a user name or password"),
        ("http://s3cret@127.0.0.1", "a user name or password"),
        ("http://127.0.0.1\\@good/", "characters that no address has"),
        ("http://127.0.0.1/a b", "characters that no address has"),
        ("http://bücher.example/", "characters that no address has"),
        ("http://127.0.0.1/#x", "an address with a fragment"),
    ],
)
def test_an_address_that_cannot_be_called_is_refused_and_not_repeated(spring: Spring, url: str, found: str) -> None:
    path = spring(('"http://bots.example:8000/bob"', f"'{url}'"))
    (problem,) = problems(path)
    assert (problem.line, problem.key) == (line_with(path, "url ="), ("bot", 1, "url"))
    assert found in problem.found
    assert "s3cret" not in str(problem)


@pytest.mark.parametrize("url", ["https://bots.example/a?room=3", "HTTP://[2600::1]:8000", "http://localhost"])
def test_any_address_of_http_is_taken(spring: Spring, url: str) -> None:
    assert read(spring(("http://bots.example:8000/bob", url))).bots[1].url == url


@pytest.mark.parametrize(
    "name", ["[/bold]", "'); drop table bot;--", "<script>", "漢字", "é", "a b", "x" * 40, "../../etc"]
)
def test_a_name_may_hold_whatever_can_be_seen(spring: Spring, name: str) -> None:
    assert read(spring(('"ann"', f'"{name}"'))).names == (name, "bob")


@pytest.mark.parametrize("key", ["name", "game", "format", "seats", "rounds"])
def test_what_cannot_be_guessed_must_be_said(spring: Spring, key: str) -> None:
    path = spring((f"\n{key} = ", f"\n# {key} = "))
    (problem,) = problems(path)
    assert (problem.line, problem.key, problem.found) == (1, ("tournament", key), "missing")


def test_a_bot_without_name_and_address_misses_both(spring: Spring) -> None:
    path = spring(('[[bot]]\nname = "bob"', "[[bot]]\n[[bot]]\nname = 'bob'"))
    assert [(problem.line, problem.key, problem.found) for problem in problems(path)] == [
        (line_with(path, "ann.py") + 2, ("bot", 1, "name"), "missing"),
        (line_with(path, "ann.py") + 2, ("bot", 1), "neither url nor command"),
    ]


def test_a_misspelled_key_is_not_reported_as_missing_too(spring: Spring) -> None:
    path = spring(("seats", "seets"), ("[[bot]]", "[[bot]]\n"), ("url =", "ulr ="))
    assert [str(problem).partition(": ")[2] for problem in problems(path)] == [
        'tournament.seets: unknown key; did you mean "seats"?',
        'bot[1].ulr: unknown key; did you mean "url"?',
    ]


def test_single_brackets_around_bot_are_explained(spring: Spring) -> None:
    path = spring(("[[bot]]", "[bot]"), ('\n[[bot]]\nname = "bob"\nurl = "http://bots.example:8000/bob"\n', ""))
    (problem,) = problems(path)
    assert (problem.line, problem.key, problem.found) == (line_with(path, "[bot]"), ("bot",), "found a table")
    assert "in double brackets" in problem.expected


def test_all_mistakes_are_reported_at_once_in_the_order_of_their_lines(spring: Spring) -> None:
    path = spring(
        ("rounds = 4", "rounds = 0\n[tournament.options]\nmonths = 99\n[time]\nmove_ms = 3.0"),
        ("seats = 2", "seats = 7"),
        ('"bob"', '"ann"'),
        ("http:", "ftp:"),
    )
    assert [(problem.line, key_text(problem.key)) for problem in problems(path)] == [
        (5, "tournament.seats"),
        (5, "tournament.seats"),
        (6, "tournament.rounds"),
        (8, "tournament.options.months"),
        (10, "time.move_ms"),
        (17, "bot[1].name"),
        (18, "bot[1].url"),
    ]


def test_a_missing_file_a_folder_and_foreign_bytes_are_named(tmp_path: Path) -> None:
    assert problems(tmp_path / "no.toml")[0].found == "no such file"
    assert problems(tmp_path)[0].found == "is a folder"
    (tmp_path / "latin.toml").write_bytes("# äpfel\n".encode("latin-1"))
    assert [(problem.line, problem.found) for problem in problems(tmp_path / "latin.toml")] == [
        (1, "not UTF-8 (byte 0xe4)")
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_an_empty_file_is_told_what_it_needs(tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(text)
    assert [str(problem) for problem in problems(path)] == [
        f"{path}:1: an empty file; expected [tournament] and [[bot]] tables"
    ]


def test_a_syntax_error_has_its_line(spring: Spring) -> None:
    (problem,) = problems(spring(("seats = 2", "seats = ")))
    assert (problem.line, problem.found) == (5, "not TOML: Invalid value (column 9)")


def test_the_digest_forgets_what_decides_nothing(spring: Spring, tmp_path: Path) -> None:
    digest = read(spring()).digest()
    assert re.fullmatch("[0-9a-f]{64}", digest)
    same = spring(("[tournament]", "# a comment\n[tournament]\nconcurrency = 9"), ('"payday"', '"payday/2000"'))
    (tmp_path / "elsewhere").mkdir()
    moved = same.rename(tmp_path / "elsewhere" / "other.toml")
    assert read(moved).digest() == digest


@pytest.mark.parametrize(
    "change",
    [
        ('"Spring"', '"Summer"'),
        ("rounds = 4", "rounds = 3"),
        ("rounds = 4", "rounds = 4\nseed = 1"),
        ("rounds = 4", 'rounds = 4\nladder = "House"'),
        ("rounds = 4", "rounds = 4\noptions.months = 7"),
        ("[[bot]]", "[time]\nmove_ms = 7\n[[bot]]"),
        ("[[bot]]", "[policy]\nmax_strikes = 7\n[[bot]]"),
        ("[[bot]]", "[policy]\nreask = false\n[[bot]]"),
        ('"ann"', '"amy"'),
        ("--depth 2", "--depth 3"),
        ("8000/bob", "8001/bob"),
    ],
)
def test_the_digest_knows_what_decides_results(spring: Spring, change: tuple[str, str]) -> None:
    assert read(spring(change)).digest() != read(spring()).digest()


def test_the_digest_is_the_same_in_every_process(spring: Spring) -> None:
    path = spring()
    code = f"from referee.tournament.plan import read; print(read({str(path)!r}).digest())"
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == read(path).digest()


def test_a_seed_in_the_file_fixes_the_secret(spring: Spring) -> None:
    plan = read(spring(("rounds = 4", "rounds = 4\nseed = 1")))
    assert plan.secret() == hashlib.sha256(b"tournament seed 1").digest()
    assert replace(plan, seed=2).secret() != plan.secret()


def test_without_a_seed_each_new_run_has_a_secret_of_its_own(spring: Spring) -> None:
    plan = read(spring())
    first = plan.secret()
    assert len(first) == 32
    assert plan.secret() != first


def test_each_match_has_a_secret_of_its_own() -> None:
    secrets = {match_secret(b"s" * 32, number) for number in range(100)}
    assert len(secrets) == 100
    assert match_secret(b"s" * 32, 1) != match_secret(b"t" * 32, 1)
