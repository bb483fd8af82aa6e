"""Which addresses a tournament file lets its bots have, and that what is secret in an address is kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.seats.address import Reach, read_hosts
from referee.tournament.plan import Plan, PlanError, read

Spring = Callable[..., Path]

BOB = '"http://bots.example:8000/bob"'
ALLOW = 'allow_hosts = ["127.0.0.1:8000", "10.0.0.0/24"]'


def lists(*lines: str) -> tuple[str, str]:
    """The change of the file that puts lines into [tournament]."""
    return "rounds = 4", "\n".join(("rounds = 4", *lines))


def told(path: Path) -> list[str]:
    """All that is wrong with a file, without its name."""
    with pytest.raises(PlanError) as caught:
        read(path)
    return [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems]


def test_the_lists_become_the_reach_of_the_plan(spring: Spring) -> None:
    plan = read(spring(lists(ALLOW, 'deny_hosts = ["8.8.8.8", "[2600::]:443"]')))
    assert plan.reach == Reach(
        allow=(read_hosts("127.0.0.1:8000"), read_hosts("10.0.0.0/24")),
        deny=(read_hosts("8.8.8.8"), read_hosts("[2600::]:443")),
    )


def test_without_lists_what_is_public_may_be_called_and_nothing_else(spring: Spring) -> None:
    assert read(spring()).reach == Reach()
    assert read(spring(lists("allow_hosts = []", "deny_hosts = []"))).reach == Reach()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (
            "http://127.0.0.1:8000/bob",
            '127.0.0.1 is a loopback address; expected a public address, or allow_hosts = ["127.0.0.1:8000"] below'
            " [tournament]",
        ),
        (
            "https://[::1]/?token=s3cret",
            '::1 is a loopback address; expected a public address, or allow_hosts = ["[::1]:443"] below [tournament]',
        ),
        (
            "http://10.0.0.7",
            '10.0.0.7 is a private address; expected a public address, or allow_hosts = ["10.0.0.7:80"] below'
            " [tournament]",
        ),
        ("http://169.254.169.254/latest", "169.254.169.254 is a metadata address; expected a public address"),
        ("http://0.0.0.0:8000", "0.0.0.0 is an unspecified address; expected a public address"),
    ],
)
def test_an_address_that_is_not_called_is_a_mistake_that_says_how_it_may_be(
    spring: Spring, url: str, said: str
) -> None:
    assert told(spring((BOB, f'"{url}"'))) == [f"14: bot[1].url: {said}"]


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000/bob", "http://10.0.0.255:9000", "http://localhost:9000"])
def test_an_address_that_is_allowed_is_no_mistake_nor_is_a_name_which_is_looked_up_later(
    spring: Spring, url: str
) -> None:
    assert read(spring(lists(ALLOW), (BOB, f'"{url}"'))).bots[1].url == url


def test_what_is_denied_is_not_called_even_where_it_is_allowed(spring: Spring) -> None:
    path = spring(lists(ALLOW, 'deny_hosts = ["10.0.0.7"]'), (BOB, '"http://10.0.0.7:8000"'))
    assert told(path) == ["16: bot[1].url: 10.0.0.7:8000 is in deny_hosts; expected another address"]


def test_what_is_allowed_at_one_port_is_not_allowed_at_another(spring: Spring) -> None:
    (said,) = told(spring(lists(ALLOW), (BOB, '"http://127.0.0.1:8001"')))
    assert said.startswith("15: bot[1].url: 127.0.0.1 is a loopback address; ")


@pytest.mark.parametrize("key", ["allow_hosts", "deny_hosts"])
@pytest.mark.parametrize(
    ("entry", "found", "expected"),
    [
        ('"localhost"', 'found "localhost"', "an address such as 10.0.0.7, no name: what a name points to can change"),
        ('"10.0.0.7/24"', 'found "10.0.0.7/24"', "10.0.0.0/24, the network in which 10.0.0.7 lies"),
        ('"10.0.0.7:0"', 'found "10.0.0.7:0"', "a port from 1 to 65535"),
        ('"http://10.0.0.7"', 'found "http://10.0.0.7"', "an address or a network such as "),
        ('"\\u001b[2J"', 'found "\\u001b[2J"', "an address or a network such as "),
        ('""', 'found ""', "an address or a network such as "),
        ("8000", "found 8000", 'an address or a network in quotes, such as "10.0.0.7:8000"'),
        ("[]", "found a list", 'an address or a network in quotes, such as "10.0.0.7:8000"'),
    ],
)
def test_an_entry_that_is_none_is_named_with_its_line(
    spring: Spring, key: str, entry: str, found: str, expected: str
) -> None:
    path = spring(lists(f"{key} = [", '  "10.0.0.0/24",', f"  {entry},", "]"))
    (said,) = told(path)
    assert said.startswith(f"9: tournament.{key}[1]: {found}; expected {expected}")
    assert said.isprintable()


def test_a_list_that_is_none_is_a_mistake(spring: Spring) -> None:
    assert told(spring(lists('allow_hosts = "10.0.0.7"', "deny_hosts = {}"))) == [
        '7: tournament.allow_hosts: found "10.0.0.7"; expected a list of addresses and networks',
        "8: tournament.deny_hosts: found a table; expected a list of addresses and networks",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('allow_hosts = ["127.0.0.1:8OOO"]', "a port from 1 to 65535"),
        ('alow_hosts = ["127.0.0.1:8000"]', 'did you mean "allow_hosts"?'),
    ],
)
def test_a_mistake_in_the_lists_does_not_make_one_of_each_address(spring: Spring, line: str, said: str) -> None:
    (only,) = told(spring(lists(line), (BOB, '"http://127.0.0.1:8000"')))
    assert only.startswith("7: ")
    assert said in only


def test_mistakes_elsewhere_do_not_hide_an_address_that_is_not_called(spring: Spring) -> None:
    path = spring(("rounds = 4", "rounds = 0"), ('"ann"', '""'), (BOB, '"http://127.0.0.1:8000"'))
    assert [said.split(": ")[:2] for said in told(path)] == [
        ["6", "tournament.rounds"],
        ["9", "bot[0].name"],
        ["14", "bot[1].url"],
    ]


def decided(plan: Plan) -> str:
    """All that is kept of a plan."""
    return json.dumps(plan.deciding())


def test_the_lists_decide_results_and_are_kept_as_text(spring: Spring) -> None:
    plain = read(spring())
    allowing = read(spring(lists(ALLOW)))
    assert allowing.deciding()["allow_hosts"] == ["10.0.0.0/24", "127.0.0.1:8000"]
    denying = read(spring(lists(ALLOW, 'deny_hosts = ["10.0.0.9"]')))
    assert denying.deciding()["deny_hosts"] == ["10.0.0.9"]
    assert len({plan.digest() for plan in (plain, allowing, denying)}) == 3


def test_neither_the_order_of_a_list_nor_how_its_entries_are_spelled_decides_anything(spring: Spring) -> None:
    digest = read(spring(lists('deny_hosts = ["10.0.0.7", "2600::/32"]'))).digest()
    again = 'deny_hosts = ["2600:0::/32", "10.0.0.7/32", "10.0.0.7"]'
    assert read(spring(lists(again))).digest() == digest


def test_a_plan_without_lists_has_the_digest_that_it_had_before_there_were_lists(spring: Spring) -> None:
    assert not {"allow_hosts", "deny_hosts", "reach"} & read(spring()).deciding().keys()


def test_the_query_of_an_address_is_called_but_kept_nowhere(spring: Spring) -> None:
    plan = read(spring(("8000/bob", "8000/bob?token=s3cret")))
    assert plan.bots[1].url == "http://bots.example:8000/bob?token=s3cret"
    assert plan.deciding()["bots"][1]["url"] == "http://bots.example:8000/bob"
    assert "s3cret" not in decided(plan) + repr(plan)
    assert plan.digest() == read(spring()).digest() == read(spring(("8000/bob", "8000/bob?token=other"))).digest()


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("169.254.169.254", "169.254.169.254 is a metadata address"),
        ("169.254.7.0/24", "169.254.7.0/24 is a link-local address"),
        ("[ff02::1]:80", "[ff02::1]:80 is a multicast address"),
    ],
)
def test_what_is_never_called_cannot_be_allowed(spring: Spring, entry: str, found: str) -> None:
    path = spring(lists(f'allow_hosts = ["10.0.0.7", "{entry}"]', "deny_hosts = []"))
    expected = "addresses of your own; that kind is never called"
    assert told(path) == [f"7: tournament.allow_hosts[1]: {found}; expected {expected}"]
