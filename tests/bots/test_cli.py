"""The command `parlour`: what it prints, what it refuses, and with which exit code."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.bots import Cautious
from parlour.cli import main
from parlour.serving import running

Write = Callable[..., str]

MINE = """\
import parlour

class Mine(parlour.Bot):
    name = "mine"

    def choose(self, question):
        return question.default
"""


def run(*words: str) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, words)


def answering(expression: str) -> str:
    """A bot's file that answers so."""
    return MINE.replace("question.default", expression)


# --- a bot's file ---------------------------------------------------------------------------------------------------


def test_a_new_bot_plays_and_passes_the_check(write_bot: Write) -> None:
    write_bot("", "other.txt")
    result = run("new", "my_bot")
    assert result.exit_code == 0
    assert "parlour play my_bot.py cautious" in result.output
    played = run("play", "my_bot.py", "cautious", "--games", "2", "--option", "months=1")
    assert played.exit_code == 0, played.output
    assert run("check", "my_bot.py").exit_code == 0


def test_a_bot_that_is_there_is_not_written_over(write_bot: Write) -> None:
    write_bot("mine", "my_bot.py")
    result = run("new", "my_bot")
    assert result.exit_code == 1
    assert "my_bot.py is there already" in result.output
    assert Path("my_bot.py").read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["MyBot", "my-bot", "../bot", "1bot", "bot.py", "a" * 41])
def test_a_name_that_makes_no_module_is_refused(name: str, write_bot: Write) -> None:
    result = run("new", name)
    assert result.exit_code == 2
    assert "expected small letters, digits and _" in result.output


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("random", "random is a bot that is always at hand; choose another name"),
        ("cautious", "cautious is a bot that is always at hand; choose another name"),
        ("json", "json.py would hide the module json; choose another name"),
        ("parlour", "parlour.py would hide the module parlour; choose another name"),
        ("class", "class is a word of Python's own; choose another name"),
    ],
)
def test_a_name_that_is_taken_is_refused(name: str, message: str, write_bot: Write) -> None:
    write_bot("")
    result = run("new", name)
    assert result.exit_code == 2
    assert message in result.output
    assert not Path(f"{name}.py").exists()


@pytest.mark.parametrize(
    "end",
    [
        "",
        "parlour.serve(Mine)\n",
        'if __name__ == "__main__":\n    parlour.serve(Mine)\n',
        "class Other(Mine):\n    pass\n\nparlour.serve(Mine)\n",
    ],
    ids=["only a class", "serves itself", "serves itself as a program", "serves one of two"],
)
def test_a_bots_file_is_loaded_and_not_served(end: str, write_bot: Write) -> None:
    result = run("play", write_bot(f"{MINE}\n{end}"), "cautious", "--games", "2", "--option", "months=1")
    assert result.exit_code == 0, result.output
    assert "\nmine " in result.output


def test_a_bots_file_may_import_its_neighbour(write_bot: Write) -> None:
    write_bot("ANSWER = 0\n", "neighbour_of_mine.py")
    name = write_bot("from neighbour_of_mine import ANSWER\n" + MINE)
    assert run("play", name, "cautious", "--games", "2", "--option", "months=1").exit_code == 0


def test_one_of_several_bots_can_be_named(write_bot: Write) -> None:
    name = write_bot(MINE + '\nclass Other(Mine):\n    name = "other"\n')
    result = run("play", f"{name}:Mine", f"{name}:Other", "--games", "2", "--option", "months=1")
    assert result.exit_code == 0, result.output
    assert "\nmine " in result.output
    assert "\nother " in result.output


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "mine.py: no bot is in it: expected a class like `class MyBot(parlour.Bot):`"),
        ("from parlour.bots import Cautious\n", "mine.py: no bot is in it"),
        (
            MINE + "\nclass Other(Mine):\n    pass\n",
            "mine.py: the bots in it are Mine, Other; say which: mine.py:Mine",
        ),
        (
            "import parlour\n\nclass Mine(parlour.Bot):\n    pass\n",
            "mine.py: Mine has no method `choose(self, question)`",
        ),
        (
            "import parlour\n\nclass Mine(parlour.Bot)\n    pass\n",
            "mine.py, line 3: expected ':'\n    class Mine(parlour.Bot)",
        ),
        ("import parlour\n\n1 / 0\n", "mine.py, line 3: ZeroDivisionError: division by zero"),
        ("import parlor\n", "mine.py, line 1: ModuleNotFoundError: No module named 'parlor'"),
        ("import sys\n\nsys.exit(3)\n", "mine.py, line 3: SystemExit: 3"),
        (
            MINE.replace('"mine"', '"mine"\n    games = ("payday")'),
            'mine.py, line 3: TypeError: Mine.games: expected a tuple or list of names, found "payday"; '
            'did you mean ("payday",)?',
        ),
        ('raise ValueError("\\u001b[2J")\n', "mine.py, line 1: ValueError: \\u001b[2J"),
    ],
    ids=[
        "nothing",
        "only imported",
        "two",
        "incomplete",
        "syntax",
        "raises",
        "imports",
        "exits",
        "comma",
        "control characters",
    ],
)
@pytest.mark.parametrize("command", ["play", "check", "serve"])
def test_a_file_that_holds_no_bot_says_why(command: str, source: str, message: str, write_bot: Write) -> None:
    result = run(command, write_bot(source))
    assert result.exit_code == 2
    assert message in result.output


def test_a_class_that_is_not_in_the_file_is_named(write_bot: Write) -> None:
    result = run("play", f"{write_bot(MINE)}:Her", "cautious")
    assert "mine.py: no bot is named Her; the bots in it are Mine" in result.output


@pytest.mark.parametrize(("name", "nearest"), [("cautios", "cautious"), ("mine.pi", "mine.py")])
def test_a_bot_that_is_not_there_is_refused_with_the_nearest(name: str, nearest: str, write_bot: Write) -> None:
    write_bot(MINE)
    result = run("play", name, "cautious")
    assert result.exit_code == 2
    assert f"neither a file nor one of the bots random, cautious; did you mean {nearest}?" in result.output


# --- play -----------------------------------------------------------------------------------------------------------


def test_play_prints_the_report_and_nothing_else() -> None:
    result = run("play", "random", "cautious", "--games", "10", "--seed", "3", "--option", "months=1")
    assert result.exit_code == 0
    head, empty, *_ = result.output.splitlines()
    assert head == "payday/2000, 10 matches of 2 seats: 5 times the same luck with the bots in every seat, seed 3"
    assert empty == ""
    assert re.search(r"^cautious .*\+\d+ \([+-]\d+ to \+(\d+|inf)\)$", result.output, re.MULTILINE)
    assert (
        run("play", "random", "cautious", "--games", "10", "--seed", "3", "--option", "months=1").output
        == result.output
    )


def test_a_crash_shows_the_traceback_and_a_command_that_plays_the_match_again(write_bot: Write) -> None:
    name = write_bot(answering("1 // 0 if question.match.endswith('-2') else question.default"))
    words = ["play", "cautious", name, "--games", "8", "--seed", "5", "--option", "months=1"]
    result = run(*words)
    assert result.exit_code == 1
    assert "in choose" in result.output
    assert "ZeroDivisionError: integer division or modulo by zero" in result.output
    assert "mine in seat 1, in match 4 of seed 5, asked <Question arena-5-2-s1-q" in result.output
    command = result.output.splitlines()[-1].partition("To play this match again:  ")[2]
    assert command == "parlour play cautious mine.py --game payday --seed 5 --match 4 --option months=1"
    again = run(*shlex.split(command)[1:])
    assert again.exit_code == 1
    assert again.output == result.output


def test_an_illegal_answer_stops_the_run_and_says_why(write_bot: Write) -> None:
    result = run("play", write_bot(answering("21")), "cautious")
    assert result.exit_code == 1
    assert "21 is no answer to Borrow: expected a whole number from 0 to 20" in result.output


def test_an_answer_of_the_wrong_type_stops_the_run_and_says_why_in_a_line(write_bot: Write) -> None:
    result = run("play", write_bot(answering("float('nan')")), "cautious")
    assert result.exit_code == 1
    reason, empty, again = result.output.splitlines()
    assert reason.endswith("expected int, str, bool, None, a list, or a dict with str keys; found a float, nan")
    assert empty == ""
    assert again.startswith("To play this match again:  ")


def test_a_bot_that_exits_is_shown_as_a_crash(write_bot: Write) -> None:
    result = run("play", "cautious", write_bot(answering("__import__('sys').exit(3)")), "--seed", "5")
    assert result.exit_code == 1
    assert "in choose" in result.output
    assert re.search(r"^mine in seat 1, in match 0 of seed 5, asked .*: SystemExit: 3$", result.output, re.MULTILINE)


def test_control_characters_of_a_bot_are_spelled_out(write_bot: Write) -> None:
    name = write_bot(MINE.replace("return question.default", "raise ValueError('\\u001b[2J\\u202e')"))
    result = run("play", name, "cautious")
    assert "ValueError: \\u001b[2J\\u202e" in result.output
    assert "\x1b" not in result.output


def test_one_bot_alone_is_refused_with_an_example(write_bot: Write) -> None:
    result = run("play", write_bot(MINE))
    assert result.exit_code == 2
    assert "a match needs at least two bots, as in:  parlour play mine.py cautious" in result.output


def test_a_bot_that_says_that_it_plays_something_else_is_refused(write_bot: Write) -> None:
    name = write_bot(MINE.replace('"mine"', '"mine"\n    games = ("chess",)'))
    result = run("play", name, "cautious", "--game", "payday")
    assert result.exit_code == 2
    assert "mine does not play payday/2000: it says that it plays chess" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--game", "paday"], "Invalid value for --game: no game is named 'paday'; did you mean 'payday'?"),
        (["--option", "months=13"], "Invalid value for --option: months: expected 1 to 12, found 13"),
        (["--option", "moths=3"], "Invalid value for --option: moths: payday has no such option; it has months"),
        (["--option", "months"], "Invalid value for --option: expected NAME=NUMBER, found 'months'"),
        (["--option", "months=3.5"], "Invalid value for --option: expected NAME=NUMBER, found 'months=3.5'"),
        (["--seats", "7"], "Invalid value for --seats: seats: payday takes 2 to 6 seats, found 7"),
        (["random", "--seats", "2"], "expected at most 2 bots for 2 seats, found 3"),
        (["--games", "0"], "0 is not in the range x>=1"),
        (["--transcript", "match.jsonl"], "--transcript needs --match"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_what_cannot_be_played_is_refused(words: list[str], message: str, write_bot: Write) -> None:
    result = run("play", "random", "cautious", *words)
    assert result.exit_code == 2
    assert message in result.output


def test_progress_is_shown_on_a_terminal_and_wiped() -> None:
    main_end, terminal = os.openpty()
    words = ["play", "cautious", "cautious", "--games", "4", "--option", "months=1"]
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *words], stdout=subprocess.PIPE, stderr=terminal, check=True
    )
    os.close(terminal)
    assert os.read(main_end, 1000) == b"\r1 of 4 matches\r2 of 4 matches\r3 of 4 matches\r\x1b[K"
    os.close(main_end)
    assert b"of 4 matches" not in done.stdout


# --- check ----------------------------------------------------------------------------------------------------------


def test_a_good_bot_passes_the_check_as_a_file_and_at_its_address(write_bot: Write) -> None:
    result = run("check", write_bot(MINE.replace('"mine"', '"mine"\n    games = ("payday",)')))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[0] == "mine 1 plays payday."
    assert result.output.splitlines()[-1] == "All is well."
    with running(Cautious) as url:
        assert run("check", url).exit_code == 0


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("True", "wrong: check-2-seats-q0: true is no answer to Borrow: expected a whole number from 0 to 20"),
        ("1 // 0", "wrong: POST /move: expected status 200, found 500"),
        ("{1}", "wrong: POST /move: expected status 200, found 500"),
    ],
    ids=["illegal", "raises", "no JSON"],
)
def test_the_check_says_what_is_wrong(answer: str, problem: str, write_bot: Write) -> None:
    result = run("check", write_bot(answering(answer)), "--game", "payday")
    assert result.exit_code == 1
    assert problem in result.output
    assert "All is well." not in result.output


def test_the_check_of_an_address_where_nobody_listens_says_so() -> None:
    with running(Cautious) as url:
        pass
    result = run("check", url)
    assert result.exit_code == 1
    assert "wrong: GET /: ConnectionRefusedError" in result.output


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "http://"])
def test_the_check_of_what_is_no_address_is_refused(url: str) -> None:
    result = run("check", url)
    assert result.exit_code == 2
    assert "expected an address like http://127.0.0.1:8000" in result.output


# --- the others -----------------------------------------------------------------------------------------------------


def test_games_lists_what_can_be_played() -> None:
    result = run("games")
    assert "payday/2000: 2 to 6 seats, rules 1\n  --option months=1..12" in result.output


def test_games_tells_what_bots_are_asked() -> None:
    result = run("games", "payday")
    assert "  BuyDeal(card, cost, value, loan_needed)\n      Whether to buy the Deal" in result.output
    assert not re.search(r"\[P\d", result.output)
    wrong = run("games", "paday")
    assert wrong.exit_code == 2
    assert "did you mean 'payday'?" in wrong.output


def test_serve_announces_the_bot_and_ends_cleanly(write_bot: Write) -> None:
    name = write_bot(MINE)
    environment = {**os.environ, "PORT": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "parlour", "serve", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("mine listening on ").strip()
        assert run("check", url).exit_code == 0
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def test_every_command_has_help() -> None:
    for name, command in main.commands.items():
        result = run(name, "--help")
        assert result.exit_code == 0
        assert command.help
