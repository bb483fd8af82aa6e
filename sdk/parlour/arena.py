"""Bots against bots in one process, without a network: who is stronger, and how sure is that?

Matches come in rotations: the same luck, with every bot in every seat. Because luck is keyed, a bot meets the same dice
and cards in each of them as long as the game goes the same way, which takes most of the luck out of the comparison.

>>> import parlour
>>> from parlour.bots import Cautious, Random
>>> report = parlour.play("payday", [Cautious, Random], games=40, seed=1, options={"months": 1})
>>> report.matches, report.lines[0].name, report.lines[0].elo.low > 0
(40, 'cautious', True)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from parlour.bot import Bot, Question
from parlour.core.decision import Decision, IllegalAnswer, Seat
from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.options import Json
from parlour.core.registry import find
from parlour.core.transcript import Transcript
from parlour.core.watcher import Watcher
from parlour.protocol.messages import Message, Unread, as_sent, end_message, move_message, question_id, start_message
from parlour.report import Played, Report
from parlour.seated import Seated, check_handshake, trace_of

TIME = {"start_ms": 10_000, "move_ms": 1_000, "bank_ms": 10_000}
CLOCK = {"move_ms": TIME["move_ms"], "bank_ms": TIME["bank_ms"], "last_ms": 0}
"""What bots are told about time. The arena does not measure it, so that a match depends on its seed alone."""
POLICY = {"max_strikes": 0}


class BotCrash(Exception):
    """A bot raised an exception or gave an illegal answer, in match `number` of the run with this seed.

    `doing` says what it was asked, `problem` what went wrong, and `trace` is the traceback, if there is one.
    """

    def __init__(
        self, bot: str, doing: str, problem: str, *, seat: Seat, seed: int, number: int, trace: str = ""
    ) -> None:
        super().__init__(f"{trace}{bot} in seat {seat}, in match {number} of seed {seed}, {doing}: {problem}")
        self.bot = bot
        self.doing = doing
        self.problem = problem
        self.seat = seat
        self.seed = seed
        self.number = number
        self.trace = trace


@dataclass(frozen=True)
class Table:
    """What is played, and by which bots; they are repeated in order until every seat is taken.

    Raises UnknownGame, or ValueError where the bots are too few or too many, do not play the game, or say about
    themselves what the wire does not allow.
    """

    game: str
    bots: Sequence[type[Bot]]
    seats: int
    options: Mapping[str, Json]

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ValueError(f"expected at least 2 bots, found {len(self.bots)}")
        if len(self.bots) > self.seats:
            raise ValueError(f"expected at most {self.seats} bots for {self.seats} seats, found {len(self.bots)}")
        rules = find(self.game)
        for bot in self.bots:
            games = check_handshake(bot).games
            if not {rules.name, rules.full_name}.intersection(games):
                raise ValueError(
                    f"{bot.name} does not play {rules.full_name}: it says that it plays {', '.join(games)}"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each bot; the second of the same name is numbered."""
        plain = [bot.name for bot in self.bots]
        before = [plain[:index].count(name) for index, name in enumerate(plain)]
        return tuple(f"{name} {count + 1}" if count else name for name, count in zip(plain, before, strict=True))

    @property
    def rotation(self) -> int:
        """After how many matches the seating comes round again."""
        return next(number for number in range(1, self.seats + 1) if self.seating(number) == self.seating(0))

    def seating(self, number: int) -> tuple[int, ...]:
        """Which of the bots sits in each seat in match `number`."""
        return tuple((number + seat) % self.seats % len(self.bots) for seat in range(self.seats))


def play(
    game: str,
    bots: Sequence[type[Bot]],
    *,
    games: int,
    seed: int,
    seats: int | None = None,
    options: Mapping[str, Json] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play at least `games` matches, as many as fill the last rotation, and report.

    There are as many seats as bots unless `seats` says otherwise. `progress` is told how many matches are done, of how
    many. The same arguments give the same report as long as the bots take their random numbers from their `rng`.

    Raises BotCrash at the first fault of a bot, UnknownGame, BadOption, or ValueError for bots that cannot be seated.
    """
    table = Table(game, bots, seats or len(bots), options or {})
    total = -(-games // table.rotation) * table.rotation
    played = []
    for number in range(total):
        played.append(play_match(table, seed, number))
        if progress is not None:
            progress(number + 1, total)
    return Report.of(find(game).full_name, seed, table.names, table.rotation, played)


def play_match(table: Table, seed: int, number: int) -> Played:
    """Play match `number` of the run with this seed, alone.

    Raises as `play` does.
    """
    return _Match(table, seed, number).play()


def record_match(table: Table, seed: int, number: int) -> tuple[Played, str]:
    """Play the match alone, and give its transcript too, closed with its secret so that it can be verified.

    Raises as `play` does.
    """
    match = _Match(table, seed, number)
    head = {"match": match.id, "players": match.names, "commitment": commitment(match.secret)}
    record = Transcript(head)
    played = match.play(record)
    record.close(
        places=list(played.places),
        forfeited=[False] * table.seats,
        termination="finished",
        secret=match.secret.hex(),
        nonces=match.nonces,
    )
    return played, record.text()


class _Match:
    """One match in play: who sits where, and what each was asked and told."""

    def __init__(self, table: Table, seed: int, number: int) -> None:
        rotation = number // table.rotation
        self.table = table
        self.seed = seed
        self.number = number
        self.id = f"arena-{seed}-{rotation}"
        self.secret = hashlib.sha256(f"arena {seed} {rotation}".encode()).digest()
        self.seating = table.seating(number)
        self.names = [table.names[bot] for bot in self.seating]
        self.unread = Unread(table.seats)
        self.seated: list[Seated] = []
        self.nonces: list[str | None] = []
        self.asked = [0] * table.seats

    def play(self, watch: Watcher | None = None) -> Played:
        """Play the match to its end; `watch` is told all that happens."""
        table = self.table
        self.begin()
        luck = Keyed(mix(self.secret, self.nonces))
        game = Game.new(table.game, seats=table.seats, options=table.options, luck=luck, watch=watch)
        self.unread.tell(game.take_events())
        while not game.is_over:
            for decision in game.pending:
                self.ask(game, decision)
        result = game.result()
        self.finish(result.places, result.scores)
        return Played(self.seating, result.places, result.scores, sum(self.asked))

    def begin(self) -> None:
        """Make the bots and tell them what is played."""
        rules = find(self.table.game)
        options = rules.check_options(self.table.options, seats=self.table.seats)
        for seat, bot in enumerate(self.seating):
            message = start_message(
                match=self.id,
                game=rules.full_name,
                rules=rules.version,
                seat=seat,
                players=self.names,
                options=options,
                time=TIME,
                policy=POLICY,
                commitment=commitment(self.secret),
            )
            with self._blaming(seat, "when the match began"):
                self.seated.append(Seated(self.table.bots[bot], message))
                self.nonces.append(self.seated[seat].start().get("nonce"))

    def ask(self, game: Game, decision: Decision[Any]) -> None:
        """Ask the bot of the decision's seat, and answer for it."""
        seat = decision.seat
        self.asked[seat] += 1
        seated = self.seated[seat]
        message = move_message(
            game,
            seat,
            decision,
            match=self.id,
            id=question_id(self.id, seat, self.asked[seat]),
            events=self.unread.take(seat),
            clock=CLOCK,
            with_position="position" in seated.bot.wants,
        )
        sent: Message = as_sent(message)
        with self._blaming(seat, sent):
            answer = seated.move(sent)["answer"]
        try:
            game.answer(seat, answer)
        except IllegalAnswer as error:
            raise self._crash(seat, sent, error.reason) from error
        self.unread.tell(game.take_events())

    def finish(self, places: Sequence[int], scores: Sequence[int]) -> None:
        """Tell the bots how it ended."""
        for seat, seated in enumerate(self.seated):
            message = end_message(
                match=self.id,
                seat=seat,
                places=places,
                scores=scores,
                faults=[0] * len(self.seated),
                termination="finished",
                secret=self.secret.hex(),
                nonces=self.nonces,
            )
            with self._blaming(seat, "when the match had ended"):
                seated.end(message)

    @contextmanager
    def _blaming(self, seat: Seat, doing: str | Message) -> Iterator[None]:
        """Whatever goes wrong in here is the fault of the bot in the seat."""
        try:
            yield
        except (Exception, SystemExit) as error:
            raise self._crash(seat, doing, f"{type(error).__name__}: {error}", trace_of(error)) from error

    def _crash(self, seat: Seat, doing: str | Message, problem: str, trace: str = "") -> BotCrash:
        """The crash of a bot, while `doing` this or asked this question."""
        told = doing if isinstance(doing, str) else f"asked {Question(doing)!r}"
        return BotCrash(self.names[seat], told, problem, seat=seat, seed=self.seed, number=self.number, trace=trace)
