"""The tournament that an organiser hands to a service: its bots are known by their names, and called by the service."""

import pytest

from referee.match import Policy
from referee.tournament.plan import MOST_HOSTED_MATCHES, BotEntry, Plan, PlanError, read_text

ENTRANTS = {"ann": ("payday",), "bob": ("payday/2000", "life"), "cy": ("life",)}

CUP = """\
[tournament]
name = "Cup"
game = "payday"
format = "round-robin"
seats = 2
rounds = 4

[policy]
max_strikes = 1

[[bot]]
name = "ann"

[[bot]]
name = "bob"
"""


def hosted(*changes: tuple[str, str]) -> Plan:
    """The plan of the cup with texts in it replaced."""
    text = CUP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return read_text(text, "cup.toml", entrants=ENTRANTS)


def mistakes(*changes: tuple[str, str]) -> list[str]:
    """All that is wrong with the cup once texts in it are replaced."""
    with pytest.raises(PlanError) as caught:
        hosted(*changes)
    return [str(problem) for problem in caught.value.problems]


def test_a_tournament_of_entrants_is_a_plan_that_calls_nobody_itself() -> None:
    plan = hosted()
    assert (plan.name, plan.ladder, plan.game, plan.seats, plan.rounds) == ("Cup", "Cup", "payday/2000", 2, 4)
    assert plan.policy == Policy(max_strikes=1)
    assert plan.names == ("ann", "bob")
    assert all((bot.url, bot.command, bot.key_env) == (None, None, None) for bot in plan.bots)
    assert isinstance(plan.bots[0], BotEntry)


def test_the_same_text_is_the_same_tournament_wherever_it_is_read() -> None:
    assert hosted().digest() == read_text(CUP, "other.toml", entrants=ENTRANTS).digest()
    assert hosted().digest() != hosted(("rounds = 4", "rounds = 6")).digest()


@pytest.mark.parametrize(
    ("changes", "says"),
    {
        "url": (
            [('name = "bob"', 'name = "bob"\nurl = "https://bots.example/?token=s3cret"')],
            "cup.toml:16: bot[1].url: unknown key; expected one of name",
        ),
        "command": (
            [('name = "ann"', 'name = "ann"\ncommand = "rm -r /"')],
            "cup.toml:13: bot[0].command: unknown key; expected one of name",
        ),
        "key": (
            [('name = "ann"', 'name = "ann"\nkey_env = "KEY"')],
            "cup.toml:13: bot[0].key_env: unknown key; expected one of name",
        ),
        "hosts": (
            [("rounds = 4", 'rounds = 4\nallow_hosts = ["10.0.0.7"]')],
            "cup.toml:7: tournament.allow_hosts: unknown key; expected one of"
            " format, game, ladder, name, options, rounds, seats, seed",
        ),
        "concurrency": (
            [("rounds = 4", "rounds = 4\nconcurrency = 8")],
            "cup.toml:7: tournament.concurrency: unknown key; expected one of"
            " format, game, ladder, name, options, rounds, seats, seed",
        ),
        "stranger": (
            [('"bob"', '"bobby"')],
            'cup.toml:15: bot[1].name: found "bobby"; did you mean "bob"?',
        ),
        "far_stranger": (
            [('"bob"', '"zacharias"')],
            'cup.toml:15: bot[1].name: found "zacharias"; expected the name of an active bot',
        ),
        "other_game": (
            [('"bob"', '"cy"')],
            'cup.toml:15: bot[1].name: "cy" does not play payday/2000; expected a bot that plays payday/2000',
        ),
        "twice": (
            [('"bob"', '"ann"')],
            'cup.toml:15: bot[1].name: found "ann" again; expected another name than the bot of line 12 has',
        ),
        "no_link": (
            [('"Cup"', '"Cup/2"')],
            'cup.toml:2: tournament.name: found "Cup/2"; expected a name that can stand in a link and on a page:'
            " without / < and >, and neither . nor ..",
        ),
        "too_long": (
            [("rounds = 4", "rounds = 20001")],
            "cup.toml:6: tournament.rounds: found 20001, which makes 20,001 matches; expected at most 20000,"
            f" for at most {MOST_HOSTED_MATCHES:,} matches",
        ),
        "option": (
            [("rounds = 4", "rounds = 4\noptions.months = 99")],
            "cup.toml:7: tournament.options.months: found 99;",
        ),
    }.values(),
)
def test_what_a_service_does_not_take_is_told_with_its_line(changes: list[tuple[str, str]], says: str) -> None:
    [said] = mistakes(*changes)
    assert said.startswith(says)
    assert "s3cret" not in said


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines() -> None:
    said = mistakes(('"payday"', '"pay"'), ("rounds = 4", "rounds = 0"), ('"bob"', '"bobby"'))
    assert [line.split(": ")[1] for line in said] == ["tournament.game", "tournament.rounds", "bot[1].name"]


@pytest.mark.parametrize("text", ["", "[tournament", "bot = 3", '[tournament]\nname = "Cup"\n', "[[bot]]"])
def test_a_text_that_is_no_tournament_is_refused(text: str) -> None:
    with pytest.raises(PlanError) as caught:
        read_text(text, "cup.toml", entrants=ENTRANTS)
    assert str(caught.value).startswith("cup.toml:")
