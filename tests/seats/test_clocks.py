"""Clocks that are wrong: a bot's, of which its owner is told, and the referee's own, which no bot pays for."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S, Clock

from parlour.protocol.dates import WRONG_S, out_of_step
from parlour.protocol.signing import TOLERANCE_S, SigningKey, new_key
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, http
from referee.seats.client import BotClient
from referee.seats.faults import Fault
from referee.seats.wall import Wall

TRUE_TIME = 1_700_000_000.0
"""What a clock that is right tells; no time passes."""

KEYS = [SigningKey(new_key())]


class Settable:
    """A wall clock that is set by a test."""

    def __init__(self, tells: float = TRUE_TIME) -> None:
        self.tells = tells

    def __call__(self) -> float:
        return self.tells


def bot_with_clock(tells: float, head: str = "") -> Misbehaviour:
    """A bot that refuses calls whose time is not near what its own clock tells, which it sends as Date."""

    def act(talk: Talk) -> None:
        for request in talk.requests():
            date = f"Date: {formatdate(tells, usegmt=True)}"
            if abs(tells - int(request.headers["webhook-timestamp"])) <= TOLERANCE_S:
                talk.send(http(b"{}", f"X: {head}"))
            else:
                talk.send(http(b"{}", date, f"X: {head}", status="401 Unauthorized"))

    return Misbehaviour("clock", "ok", "Refuses calls of another time.", act)


def call(client: BotClient, number: int = 1) -> bytes | Fault:
    return client.call("POST", "/move", b"{}", id=f"m1-q{number}", budget_s=PATIENCE_S)


def stamps(bot: Rogue) -> list[int]:
    """The times that the calls carried."""
    return [int(request.headers["webhook-timestamp"]) for request in bot.requests]


@pytest.mark.parametrize("jump", [-86_400.0, -700.0, 700.0, 3600.0, 1.2e9])
def test_a_wall_clock_that_is_set_wrong_while_the_referee_runs_costs_no_bot_anything(jump: float) -> None:
    clock = Settable()
    wall = Wall(clock, Clock())
    clock.tells += jump
    with Rogue(bot_with_clock(TRUE_TIME)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, wall=wall)
        for number in (1, 2, 3):
            assert isinstance(call(client, number), bytes)
        client.close()
    wrong, right = int(TRUE_TIME + jump), int(TRUE_TIME)
    assert stamps(bot) == [wrong, right, right, right], "the time that was accepted is used first from then on"
    assert [request.id for request in bot.requests] == ["m1-q1", "m1-q1", "m1-q2", "m1-q3"]


def test_a_wall_clock_that_was_wrong_and_is_set_right_is_believed_at_once() -> None:
    clock = Settable(TRUE_TIME - 86_400)
    wall = Wall(clock, Clock())
    clock.tells = TRUE_TIME
    with Rogue(bot_with_clock(TRUE_TIME)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, wall=wall)
        assert isinstance(call(client), bytes)
        client.close()
    assert stamps(bot) == [int(TRUE_TIME)]


def test_a_clock_that_is_set_back_again_is_followed() -> None:
    clock = Settable()
    wall = Wall(clock, Clock())
    with Rogue(bot_with_clock(TRUE_TIME)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, wall=wall)
        for jump in (0, 3600, 0, -3600):
            clock.tells = TRUE_TIME + jump
            assert isinstance(call(client), bytes)
        client.close()
    assert len(bot.requests) == 5, "one more for the first jump, and none since"


def test_a_machine_that_slept_while_its_monotonic_clock_stood_still_goes_back_to_the_wall_clock() -> None:
    clock, monotonic = Settable(), Clock()
    wall = Wall(clock, monotonic)
    with Rogue(bot_with_clock(TRUE_TIME)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, wall=wall)
        clock.tells = TRUE_TIME + 3600
        assert isinstance(call(client), bytes)
        clock.tells = TRUE_TIME
        monotonic.advance(5000)  # since no time passes here, it is the other clock that goes
        for _ in range(2):
            assert isinstance(call(client), bytes)
        client.close()
    right = int(TRUE_TIME)
    assert stamps(bot) == [right + 3600, right, right + 5000, right, right]


def test_time_that_passes_does_not_set_the_clock() -> None:
    clock, monotonic = Settable(), Clock()
    wall = Wall(clock, monotonic)
    clock.tells += 5000
    monotonic.advance(5000)
    assert not wall.was_set
    assert wall.anchored() == wall.now() == TRUE_TIME + 5000
    clock.tells += WRONG_S
    assert not wall.was_set
    clock.tells += 1
    assert wall.was_set


def refusing(status: str, *headers: str) -> Misbehaviour:
    """A bot that answers everything so."""

    def act(talk: Talk) -> None:
        for _ in talk.requests():
            talk.send(http(b"", *headers, status=status))

    return Misbehaviour("refusing", "bad_status", "Refuses everything.", act)


@pytest.mark.parametrize(
    ("keys", "jump", "status", "calls"),
    [
        (KEYS, 3600, "401 Unauthorized", 2),
        (KEYS, 30, "401 Unauthorized", 1),
        ([], 3600, "401 Unauthorized", 1),
        (KEYS, 3600, "403 Forbidden", 1),
        (KEYS, 3600, "500 No", 1),
    ],
)
def test_a_call_is_made_once_more_only_if_it_was_signed_refused_for_that_and_our_clock_was_set(
    keys: list[SigningKey], jump: float, status: str, calls: int
) -> None:
    clock = Settable()
    wall = Wall(clock, Clock())
    clock.tells += jump
    with Rogue(refusing(status)) as bot:
        client = BotClient(bot.url, keys, reach=LOOPBACK, wall=wall)
        assert call(client) == Fault("bad_status", f"status {status[:3]}")
        client.close()
    assert len(bot.requests) == calls


def test_a_second_try_is_not_made_when_the_budget_is_spent() -> None:
    clock, monotonic = Settable(), Clock()
    wall = Wall(clock, Clock())
    clock.tells += 3600

    def act(talk: Talk) -> None:
        for _ in talk.requests():
            monotonic.advance(10.0)
            talk.send(http(b"", status="401 Unauthorized"))

    with Rogue(Misbehaviour("late", "timeout", "Takes ten seconds for each answer.", act)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, now=monotonic, wall=wall)
        fault = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=10.0)
        client.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "timeout"
    assert len(bot.requests) == 1


def test_the_first_answer_takes_nothing_from_the_room_for_the_second() -> None:
    clock = Settable()
    wall = Wall(clock, Clock())
    clock.tells += 3600
    with Rogue(bot_with_clock(TRUE_TIME, head="x" * 20_000)) as bot:
        client = BotClient(bot.url, KEYS, reach=LOOPBACK, wall=wall)
        assert isinstance(call(client), bytes)
        client.close()


def detail_of(bot: Misbehaviour, wall: Wall) -> str:
    with Rogue(bot) as rogue:
        client = BotClient(rogue.url, KEYS, reach=LOOPBACK, wall=wall)
        fault = call(client)
        client.close()
    assert isinstance(fault, Fault)
    return fault.detail


@pytest.mark.parametrize(
    ("ahead", "told"),
    [
        (-660, "; the bot's clock is 11 min slow: {}"),
        (660, "; the bot's clock is 11 min fast: {}"),
        (-7200, "; the bot's clock is 2 h slow: {}"),
        (86_400 * 365, "; the bot's clock is 365 days fast: {}"),
    ],
)
def test_a_bot_that_refuses_calls_because_its_clock_is_wrong_is_told_so(ahead: float, told: str) -> None:
    assert detail_of(bot_with_clock(TRUE_TIME + ahead), Wall(Settable(), Clock())) == f"status 401{told}"


def test_a_bots_clock_is_held_against_the_nearer_of_our_two() -> None:
    clock = Settable()
    wall = Wall(clock, Clock())
    clock.tells += 3600
    bot = refusing("401 Unauthorized", f"Date: {formatdate(TRUE_TIME - 660, usegmt=True)}")
    assert detail_of(bot, wall) == "status 401; the bot's clock is 11 min slow"


@pytest.mark.parametrize(
    ("status", "date"),
    [
        ("401 Unauthorized", formatdate(TRUE_TIME + 60, usegmt=True)),
        ("401 Unauthorized", formatdate(TRUE_TIME - 60, usegmt=True)),
        ("401 Unauthorized", "soon"),
        ("401 Unauthorized", ""),
        ("401 Unauthorized", "Thu, 99 Jan 99999999999999999999 99:99:99 GMT"),
        ("401 Unauthorized", "Thu, 01 Jan 1970 00:00:00 +99999999999999999999"),
        ("500 No", formatdate(0, usegmt=True)),
        ("403 Forbidden", formatdate(0, usegmt=True)),
    ],
)
def test_nothing_is_said_of_a_clock_that_is_in_step_or_tells_nothing_or_does_not_matter(status: str, date: str) -> None:
    assert detail_of(refusing(status, f"Date: {date}"), Wall(Settable(), Clock())) == f"status {status[:3]}"


@pytest.mark.parametrize(
    ("ahead_s", "told"),
    [(60, None), (-60, None), (61, "61 s fast"), (-119, "119 s slow"), (120, "2 min fast"), (7199, "120 min fast")],
)
def test_a_difference_is_told_in_a_unit_that_fits(ahead_s: float, told: str | None) -> None:
    assert out_of_step(ahead_s) == (told and f"the bot's clock is {told}")
