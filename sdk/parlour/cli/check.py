"""`parlour check`: plays a bot over HTTP against a built-in one, and says what is wrong with it."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from itertools import chain, zip_longest
from typing import Any

import click

from parlour.arena import CLOCK, POLICY, TIME
from parlour.bots import Random
from parlour.cli.calling import Caller, Wrong
from parlour.cli.loading import find_bot, plays
from parlour.core.decision import Decision
from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.options import Json, admits, choose, misfit
from parlour.core.registry import UnknownGame, find
from parlour.core.wording import printable
from parlour.protocol.dates import out_of_step
from parlour.protocol.fields import found
from parlour.protocol.messages import (
    Handshake,
    Message,
    Unread,
    end_id,
    end_message,
    move_message,
    read_handshake,
    read_move_reply,
    read_start_reply,
    start_id,
    start_message,
)
from parlour.protocol.signing import TOLERANCE_S
from parlour.serving import keys_of_environment, running

SECRET = b"parlour check"
MOST_PROBLEMS = 5
STALL_MS = 35
"""A reply that is sent in two small pieces waits some 40 ms in between."""


@click.command()
@click.argument("bot")
@click.option("--game", help="What is played, if not the first of the bot's games.")
@click.option(
    "--move-ms", type=click.IntRange(min=1), default=TIME["move_ms"], show_default=True, help="Time for a reply."
)
def check(bot: str, game: str | None, move_ms: int) -> None:
    """Play the BOT, a file or the address of one that is served, and say what is wrong with it.

    It plays two short matches, and both at once where its max_parallel lets the referee do so. With a key in the
    environment variable PARLOUR_KEY the calls are signed, with both where it holds two.
    """
    try:
        keys = keys_of_environment()
        if "://" in bot:
            problems = list(_problems(Caller(bot, keys), game, move_ms))
        else:
            with running(find_bot(bot), keys) as url:
                problems = list(_problems(Caller(url, keys), game, move_ms))
    except UnknownGame as error:
        raise click.BadParameter(str(error), param_hint="--game") from error
    except ValueError as error:
        raise click.UsageError(printable(str(error))) from error
    for problem in problems:
        click.echo(printable(f"wrong: {problem}"))
    if problems:
        raise click.exceptions.Exit(1)
    click.echo("All is well.")


def _problems(caller: Caller, game: str | None, move_ms: int) -> Iterator[str]:
    """What is wrong with the bot at the other end; progress is printed."""
    try:
        handshake = read_handshake(caller.call("GET", "/"))
        if isinstance(handshake, str):
            raise Wrong(f"GET /: {handshake}")
        click.echo(printable(f"{handshake.name} {handshake.version} plays {', '.join(handshake.games)}."))
        rules = find(game or handshake.games[0])
        if not plays(handshake.games, rules):
            said = ", ".join(handshake.games)
            raise ValueError(f"{handshake.name} does not play {rules.full_name}: it says that it plays {said}")
        few, many = rules.seats[0], rules.seats[-1]
        matches = [_Match(caller, handshake, rules.full_name, seats, move_ms) for seats in (few, many)]
        playing = [match.play() for match in matches]
        for _ in zip_longest(*playing) if handshake.max_parallel > 1 else chain(*playing):
            pass  # one question at a time, and of each match in turn if the bot may be asked so
    except Wrong as wrong:
        yield str(wrong)
        yield from _clock_problems(caller)
        return
    finally:
        caller.close()
    yield from _clock_problems(caller)
    for match in matches:
        click.echo(match.summary())
        yield from match.problems


def _clock_problems(caller: Caller) -> Iterator[str]:
    """Whether the bot's clock is so wrong that it comes near to refusing what is signed."""
    if (off := out_of_step(caller.clock_fast_s)) is not None:
        yield f"{off}: signed calls are refused when it is more than {TOLERANCE_S // 60} min off"


class _Match:
    """One match of the bot in seat 1 against bots that answer at random."""

    seat = 1

    def __init__(self, caller: Caller, handshake: Handshake, game: str, seats: int, move_ms: int) -> None:
        self.caller = caller
        self.name = handshake.name
        self.wants_position = handshake.wants_position
        self.game = game
        self.seats = seats
        self.move_ms = move_ms
        self.id = f"check-{seats}-seats"
        self.unread = Unread(seats)
        self.nonces: list[str | None] = [None] * seats
        self.times: list[float] = []
        self.problems: list[str] = []

    def play(self) -> Iterator[None]:
        """Play the match, one question to the bot at a time. Raises Wrong where it makes no sense to go on."""
        self._start()
        rng = random.Random(self.id)
        luck = Keyed(mix(SECRET, self.nonces))
        game = Game.new(self.game, seats=self.seats, luck=luck, options=find(self.game).brief)
        while not game.is_over:
            for decision in game.pending:
                self.unread.tell(game.take_events())
                if decision.seat == self.seat:
                    game.answer(self.seat, self._ask(game, decision))
                    yield
                else:
                    game.answer(decision.seat, choose(decision.options(), rng))
        self._end(game)

    def summary(self) -> str:
        """How the match went, in a line."""
        if not self.times:
            return f"{self.id}: no questions"
        typical, slowest = statistics.median(self.times), max(self.times)
        return f"{self.id}: {len(self.times)} questions, {typical:.0f} ms as a rule, {slowest:.0f} ms at most"

    def _start(self) -> None:
        rules = find(self.game)
        message = start_message(
            match=self.id,
            game=self.game,
            rules=rules.version,
            seat=self.seat,
            players=[self.name if seat == self.seat else Random.name for seat in range(self.seats)],
            options=rules.check_options(rules.brief, seats=self.seats),
            time={**TIME, "move_ms": self.move_ms},
            policy=POLICY,
            commitment=commitment(SECRET),
        )
        reply = read_start_reply(self._call("/start", message, start_id(self.id)))
        if isinstance(reply, str):
            raise Wrong(f"POST /start: {reply}")
        self.nonces[self.seat] = reply.nonce

    def _ask(self, game: Game, decision: Decision[Any]) -> Json:
        """The bot's answer, or the default where it gives an illegal one."""
        id = f"{self.id}-q{len(self.times)}"
        message = move_message(
            game,
            self.seat,
            decision,
            match=self.id,
            id=id,
            events=self.unread.take(self.seat),
            clock={**CLOCK, "move_ms": self.move_ms, "last_ms": round(self.times[-1]) if self.times else 0},
            with_position=self.wants_position,
        )
        answer = self._answer(message, id)
        self.times.append(self.caller.last_ms)
        if self.caller.last_ms > self.move_ms:
            self._blame(f"{id}: {decision.kind} took {self.caller.last_ms:.0f} ms of {self.move_ms}")
        if len(self.times) == 1 and self._answer(message, id) != answer:
            self._blame(f"{id}: sent again with the same id, the question got another answer")
        if admits(decision.options(), answer):
            return answer
        self._blame(f"{id}: {found(answer)} is no answer to {decision.kind}: {misfit(decision.options(), answer)}")
        return decision.default()

    def _answer(self, message: Message, id: str) -> Json:
        reply = read_move_reply(self._call("/move", message, id))
        if isinstance(reply, str):
            raise Wrong(f"POST /move: {reply}")
        if reply.id != id:
            raise Wrong(f"POST /move: expected the id {id} in the reply, found {found(reply.id)}")
        return reply.answer

    def _end(self, game: Game) -> None:
        result = game.result()
        message = end_message(
            match=self.id,
            seat=self.seat,
            places=result.places,
            scores=result.scores,
            faults=[0] * self.seats,
            termination="finished",
            secret=SECRET.hex(),
            nonces=self.nonces,
        )
        reply = self._call("/end", message, end_id(self.id))
        if reply != {}:
            raise Wrong(f"POST /end: expected an object without keys, found {found(reply)}")
        if self.times and statistics.median(self.times) > STALL_MS:
            self._blame(
                f"replies take {statistics.median(self.times):.0f} ms: unless the bot thinks so long, head and body are"
                " sent in two pieces and the second waits; send them in one, or set TCP_NODELAY"
            )

    def _call(self, path: str, message: Message, id: str) -> Json:
        """Call the bot with a key that version 1 does not have: a bot passes over what it does not know."""
        return self.caller.call("POST", path, {**message, "of_a_later_version": True}, id=id)

    def _blame(self, problem: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)
