"""What is played when nobody says, options that are given wrongly, and the game of a new or a checked bot."""

import runpy
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import parlour
from parlour.bots import Cautious
from parlour.cli import main
from parlour.core.registry import find
from parlour.serving import running

Write = Callable[..., str]


def run(*words: str) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, words)


def playing(*games: str, name: str = "mine") -> str:
    """A bot's file that says that it plays these games."""
    return f"""\
import parlour

class Mine(parlour.Bot):
    name = "{name}"
    games = {games!r}

    def choose(self, question):
        return question.default
"""


def headline(*bots: str) -> str:
    """What a match of these bots is of, without --game."""
    result = run("play", *bots, "--games", "1")
    assert result.exit_code == 0, result.output
    return result.output.partition(",")[0]


# --- play without --game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "game"),
    [
        (("careers",), (), "careers/1971"),
        ((), ("careers",), "careers/1971"),
        (("careers", "payday"), ("payday", "careers"), "careers/1971"),
        (("careers", "payday"), ("payday",), "payday/2000"),
        (("payday", "careers"), ("careers",), "careers/1971"),
        (("careers",), ("careers/reissue",), "careers/reissue"),
        (("careers/reissue",), ("careers",), "careers/reissue"),
        (("chess", "careers"), ("chess", "careers"), "careers/1971"),
        ((), (), "payday/2000"),
    ],
    ids=str,
)
def test_the_game_is_the_first_that_all_the_bots_play(
    one: tuple[str, ...], other: tuple[str, ...], game: str, write_bot: Write
) -> None:
    files = [write_bot(playing(*one), "one.py"), write_bot(playing(*other), "other.py")]
    assert headline(*files) == game


def test_bots_that_are_always_at_hand_play_what_the_others_do(write_bot: Write) -> None:
    assert headline("random", "cautious", write_bot(playing("careers"))) == "careers/1971"


@pytest.mark.parametrize(
    ("one", "other"),
    [(("careers",), ("payday",)), (("careers/1971",), ("careers/reissue",)), (("chess",), ("chess",))],
    ids=str,
)
def test_bots_that_play_no_game_in_common_are_refused(
    one: tuple[str, ...], other: tuple[str, ...], write_bot: Write
) -> None:
    """Also where they have the same name."""
    result = run("play", write_bot(playing(*one), "one.py"), write_bot(playing(*other), "other.py"))
    assert result.exit_code == 2
    said = f"there is no game that all these bots play: mine plays {one[0]}; mine plays {other[0]}"
    assert said in result.output


def test_a_bot_whose_games_are_no_names_is_refused(write_bot: Write) -> None:
    result = run("play", write_bot(playing("careers").replace("'careers'", "7")), "cautious")
    assert result.exit_code == 2
    assert "Mine.games" in result.output


def test_the_command_that_plays_a_match_again_names_the_game(write_bot: Write) -> None:
    name = write_bot(playing("careers").replace("question.default", "1 // 0"))
    result = run("play", name, "cautious")
    assert result.exit_code == 1
    command = result.output.splitlines()[-1].partition("To play this match again:  ")[2]
    assert " --game careers " in command
    assert run(*shlex.split(command)[1:]).output == result.output


def test_help_says_what_is_played_without_a_game() -> None:
    said = " ".join(run("play", "--help").output.split())
    assert "[default: the first game of the bots; payday if none names any]" in said


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("months=1", "months=2"), "Invalid value for --option: months is given twice"),
        (("months=1", "months=1"), "Invalid value for --option: months is given twice"),
        (
            ("months=03",),
            "months: expected a whole number, without zeros in front and of at most 18 digits, found '03'",
        ),
        (("months=00",), "months: expected a whole number"),
        (("months=-0",), "months: expected a whole number"),
        (("months=-03",), "months: expected a whole number"),
        (("months=" + "9" * 5000,), "months: expected a whole number"),
        (("months=٣",), "expected NAME=NUMBER, found 'months=٣'"),
        (("months= 3",), "expected NAME=NUMBER, found 'months= 3'"),
        (("months=3\n",), "expected NAME=NUMBER, found 'months=3\\n'"),
        (("months=",), "expected NAME=NUMBER, found 'months='"),
        (("=3",), "expected NAME=NUMBER, found '=3'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_an_option_that_could_be_misread_is_refused(options: tuple[str, ...], message: str) -> None:
    words = [word for option in options for word in ("--option", option)]
    result = run("play", "random", "cautious", *words)
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize(("value", "played"), [("0", True), ("60", True), ("-1", False), ("10", False)])
def test_zero_and_whole_numbers_are_read_as_they_stand(value: str, played: bool) -> None:
    words = ["--game", "careers", "--games", "1", "--option", f"formula={value}", "--option", "turns=1"]
    result = run("play", "cautious", "cautious", *words)
    assert (result.exit_code == 0) is played, result.output
    assert played or f"formula: expected 0, 60, 100 or 120, found {value}" in result.output


# --- check ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["careers", "careers/reissue"])
def test_a_bot_is_not_checked_in_a_game_that_it_does_not_play(game: str, write_bot: Write) -> None:
    name = write_bot(playing("payday"))
    checked, played = run("check", name, "--game", game), run("play", name, "cautious", "--game", game)
    message = f"Error: mine does not play {find(game).full_name}: it says that it plays payday"
    for result in (checked, played):
        assert result.exit_code == 2
        assert message in result.output
    assert "All is well." not in checked.output


def test_a_served_bot_is_not_checked_in_a_game_that_it_does_not_play() -> None:
    class Elsewhere(parlour.Bot):
        name = "elsewhere"
        games = ("careers/reissue",)

        def choose(self, question: parlour.Question) -> parlour.Json:
            return question.default

    with running(Elsewhere) as url:
        refused, checked = run("check", url, "--game", "careers/1971"), run("check", url, "--game", "careers/reissue")
    assert refused.exit_code == 2
    assert "elsewhere does not play careers/1971: it says that it plays careers/reissue" in refused.output
    assert checked.exit_code == 0, checked.output


@pytest.mark.parametrize("games", [("payday",), ("payday/2000",), ()], ids=str)
def test_a_bot_is_checked_in_a_game_that_it_plays(games: tuple[str, ...], write_bot: Write) -> None:
    result = run("check", write_bot(playing(*games)), "--game", "payday")
    assert result.exit_code == 0, result.output


# --- new --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "game"), [((), "payday"), (("--game", "payday"), "payday"), (("--game", "careers"), "careers")]
)
def test_a_new_bot_is_for_payday_unless_another_game_is_named(
    words: tuple[str, ...], game: str, write_bot: Write
) -> None:
    write_bot("", "other.txt")
    assert run("new", "my_bot", *words).exit_code == 0
    assert headline("my_bot.py", "cautious").partition("/")[0] == game
    checked = run("check", "my_bot.py")
    assert checked.exit_code == 0, checked.output
    assert f"my_bot 1 plays {game}." in checked.output


def test_there_is_no_template_of_other_games(write_bot: Write) -> None:
    write_bot("", "other.txt")
    result = run("new", "my_bot", "--game", "chess")
    assert result.exit_code == 2
    assert "'chess' is not one of 'payday', 'careers'" in result.output
    assert not Path("my_bot.py").exists()


@pytest.mark.parametrize("edition", ["careers/1971", "careers/reissue"])
def test_the_new_bot_of_careers_beats_the_cautious_one(edition: str, write_bot: Write) -> None:
    write_bot("", "other.txt")
    run("new", "my_bot", "--game", "careers")
    kind = runpy.run_path("my_bot.py")["MyBot"]
    report = parlour.play(edition, [kind, Cautious], games=6, seed=1, options={"turns": 40})
    assert [line.mean_place for line in report.lines if line.name == "my_bot"] == [1.0]


@pytest.mark.parametrize("edition", ["careers/1971", "careers/reissue"])
def test_the_new_bot_of_careers_knows_every_occupation(edition: str, write_bot: Write) -> None:
    write_bot("", "other.txt")
    run("new", "my_bot", "--game", "careers")
    known = {name for names in runpy.run_path("my_bot.py")["BRINGS"].values() for name in names}
    assert {path.name for path in find(edition).edition.paths} <= known
