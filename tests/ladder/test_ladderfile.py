"""A ladder's file becomes its settings, or all the mistakes in it at once, each with line, key and what to write."""

import json

import pytest

from parlour.core.tomlfile import Problem
from referee.clock import TimeControl
from referee.ladder.ladderfile import BadLadder, LadderSettings, read_text
from referee.match import Policy

SHORT = '[ladder]\nname = "spring"\ngame = "payday/2000"\nseats = 4\n'


def read(toml: str) -> LadderSettings:
    """The ladder, on a service that makes 600 matches an hour where a file does not say."""
    return read_text(toml, matches_per_hour=600)


def problems(toml: str) -> list[Problem]:
    """All that is wrong with a file."""
    with pytest.raises(BadLadder) as caught:
        read(toml)
    return caught.value.problems


def test_a_short_file_leaves_nothing_open() -> None:
    ladder = read(SHORT)
    assert (ladder.name, ladder.game, ladder.seats) == ("spring", "payday/2000", 4)
    assert (ladder.time, ladder.policy) == (TimeControl(), Policy())
    assert (ladder.matches_per_hour, ladder.max_bots_per_account) == (600, 2)
    assert ladder.options["months"] >= 1, "the game's own options are all there"


def test_every_key_is_read() -> None:
    ladder = read(
        SHORT
        + "matches_per_hour = 30\nmax_bots_per_account = 1\noptions = {months = 3}\n"
        + "[time]\nstart_ms = 1\nmove_ms = 2\nbank_ms = 3\n[policy]\nmax_strikes = 0\nreask = false\n"
    )
    assert (ladder.matches_per_hour, ladder.max_bots_per_account, ladder.options) == (30, 1, {"months": 3})
    assert (ladder.time, ladder.policy) == (TimeControl(1, 2, 3), Policy(0, reask=False))


def test_the_settings_can_be_stored_as_json() -> None:
    ladder = read(SHORT)
    kept = json.loads(json.dumps(ladder.to_json()))
    assert kept == ladder.to_json()
    assert kept["time"] == {"start_ms": 10000, "move_ms": 1000, "bank_ms": 5000}


@pytest.mark.parametrize(
    ("before", "after", "line", "says"),
    [
        ("seats = 4", "seets = 4", 4, 'ladder.seets: unknown key; did you mean "seats"?'),
        ("seats = 4", "seats = 99", 4, "ladder.seats: found 99; expected 2 to 6, the seats of payday"),
        ("seats = 4", "seats = 1", 4, "ladder.seats: found 1; expected a whole number from 2 to 100"),
        ("seats = 4", "", 1, "ladder.seats: missing; expected a whole number from 2 to 100"),
        ("payday/2000", "paydya", 3, 'ladder.game: found "paydya"; did you mean "payday"?'),
        ("spring", "a/b", 2, "a name that can stand in a link"),
        ("spring", "..", 2, "a name that can stand in a link"),
        ("spring", "a\\u202eb", 2, "ladder.name: found"),
        ("seats = 4", "seats = 4\nmatches_per_hour = 0", 5, "expected a whole number from 1 to 100000"),
        ("seats = 4", "seats = 4\noptions = {moons = 3}", 5, "ladder.options.moons: unknown key"),
        ("seats = 4", "seats = 4\noptions = {months = 0}", 5, "ladder.options.months: found 0"),
        ("seats = 4", "seats = 4\n[policy]\nreask = 1", 6, "policy.reask: found 1; expected true or false"),
        ("seats = 4", "seats = 4\n[tournament]\n", 5, "tournament: unknown key"),
    ],
)
def test_a_mistake_is_named_with_its_line(before: str, after: str, line: int, says: str) -> None:
    (problem,) = problems(SHORT.replace(before, after))
    assert problem.line == line
    assert says in str(problem)


def test_all_mistakes_are_found_at_once() -> None:
    found = problems('[ladder]\nname = ""\ngame = "chess"\nseats = 2.0\nrounds = 1\n[time]\nmove_ms = 0\n')
    assert [problem.line for problem in found] == [2, 3, 4, 5, 7]


@pytest.mark.parametrize(
    "toml",
    ["", "[ladder", "[[ladder]]", "ladder = 1", "a" + ".a" * 3000 + " = 1", "x = " + "[" * 5000, "x = " + "9" * 5000],
    ids=["nothing", "cut", "a list", "a number", "a key of many parts", "brackets", "digits"],
)
def test_what_is_no_ladder_at_all_is_refused_in_a_sentence(toml: str) -> None:
    assert all(len(str(problem)) < 1000 and "\n" not in str(problem) for problem in problems(toml))
