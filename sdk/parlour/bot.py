"""What a bot's author writes and is given: Bot, and the Match, Questions and MatchResult that it is told of.

>>> import parlour
>>> class Cautious(parlour.Bot):
...     def choose(self, question):
...         return question.default
>>> Cautious.handshake()["name"]
'Cautious'
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from parlour.core.decision import Seat
from parlour.core.game import Game
from parlour.core.options import Json, describe, from_wire
from parlour.core.registry import names
from parlour.imagine import imagine
from parlour.protocol.fields import found
from parlour.protocol.messages import APIVERSION, Message, as_sent, in_any_attempt


@dataclass(frozen=True)
class Match:
    """A match as it begins: what is played, by whom, and how much time there is."""

    id: str
    game: str
    """Game and edition, as in `payday/2000`."""
    rules: str
    seat: Seat
    players: tuple[str, ...]
    """The name of each seat's bot."""
    options: dict[str, Json]
    start_ms: int
    move_ms: int
    bank_ms: int
    max_strikes: int
    commitment: str
    """The SHA-256 of the match's secret, in hex."""
    attempt: int = 1
    """How many times the referee has begun the match, this time included."""

    @classmethod
    def from_message(cls, message: Message) -> Match:
        """The match that a start message tells of."""
        time = message["time"]
        return cls(
            id=message["match"],
            game=message["game"],
            rules=message["rules"],
            seat=message["seat"],
            players=tuple(message["players"]),
            options=message["options"],
            start_ms=time["start_ms"],
            move_ms=time["move_ms"],
            bank_ms=time["bank_ms"],
            max_strikes=message["policy"]["max_strikes"],
            commitment=message["commitment"],
            attempt=message.get("attempt", 1),
        )


@dataclass(frozen=True)
class MatchResult:
    """How a match ended: the place and score of every seat, and the faults that each seat's bot made."""

    match: str
    seat: Seat
    places: tuple[int, ...]
    """1 is best; equals share a place."""
    scores: tuple[int, ...]
    faults: tuple[int, ...]
    termination: str
    secret: str
    """The match's secret, in hex: its SHA-256 is the commitment of the match."""
    nonces: tuple[str | None, ...]
    attempt: int = 1
    """The attempt at the match that came to its end."""

    @property
    def place(self) -> int:
        """The bot's own place."""
        return self.places[self.seat]

    @property
    def score(self) -> int:
        """The bot's own score."""
        return self.scores[self.seat]

    @classmethod
    def from_message(cls, message: Message) -> MatchResult:
        """The result that an end message tells of."""
        return cls(
            match=message["match"],
            seat=message["seat"],
            places=tuple(message["places"]),
            scores=tuple(message["scores"]),
            faults=tuple(message["faults"]),
            termination=message["termination"],
            secret=message["secret"],
            nonces=tuple(message["nonces"]),
            attempt=message.get("attempt", 1),
        )


@dataclass(frozen=True)
class Clock:
    """Milliseconds: for this answer, left in the bank, and what the last answer took."""

    move_ms: int
    bank_ms: int
    last_ms: int


class Question:
    """One question to a bot, and all that its seat may know.

    >>> question = Question({"match": "m1", "game": "payday/2000", "seat": 1, "turn": 9, "view": {"cash": [500, 0]},
    ...     "events": [], "clock": {"move_ms": 1000, "bank_ms": 0, "last_ms": 0}, "question": {"id": "m1-q7",
    ...     "kind": "Stake", "prompt": "How much to bet.", "because": "", "options": {"range": [0, 500, 100]},
    ...     "default": 0, "reason": {}}})
    >>> question
    <Question m1-q7 to seat 1: Stake, a whole number from 0 to 500 in steps of 100>
    >>> 300 in question.options, len(question.options), question.options[-1]
    (True, 6, 500)
    """

    match: str
    """The match's id."""
    attempt: int
    """How many times the referee has begun the match, this time included."""
    game: str
    """Game and edition, as in `payday/2000`."""
    seat: Seat
    """The bot's seat; `view` and `events` speak of seats by these numbers."""
    turn: int
    """How many turns have begun, of all seats together."""
    id: str
    kind: str
    """Which of the game's questions it is."""
    prompt: str
    because: str
    """What led to the question; may be empty."""
    default: Json
    """A cautious answer."""
    reason: dict[str, Json]
    """What the question is about; the keys depend on its kind."""
    refused: str | None
    """Why the bot's first answer to this question was refused, when it is asked again."""
    view: dict[str, Json]
    """All that the seat may know of the game."""
    events: list[dict[str, Json]]
    """What happened since the bot's last question; `event` names what kind each is."""
    note: str
    """Set it to tell people who look at the match later why you answered so; the first 256 characters are kept."""

    def __init__(self, message: Message) -> None:
        self._message = message
        question = message["question"]
        self.match = message["match"]
        self.attempt = message.get("attempt", 1)
        self.game = message["game"]
        self.seat = message["seat"]
        self.turn = message["turn"]
        self.id = question["id"]
        self.kind = question["kind"]
        self.prompt = question["prompt"]
        self.because = question["because"]
        self.default = question["default"]
        self.reason = question["reason"]
        self.refused = question.get("refused")
        self.view = message["view"]
        self.events = message["events"]
        self.note = ""

    @cached_property
    def options(self) -> Sequence[Json]:
        """All legal answers, a sequence that is not listed: `in`, indices, `parlour.choose` and `sample` are fast."""
        return from_wire(self._message["question"]["options"])

    @property
    def clock(self) -> Clock:
        """What the bot's clock shows."""
        clock = self._message["clock"]
        return Clock(clock["move_ms"], clock["bank_ms"], clock["last_ms"])

    @cached_property
    def rng(self) -> random.Random:
        """Random numbers that belong to this question: asked again, in any attempt, the bot answers the same."""
        return random.Random(f"{in_any_attempt(self.id, self.match, self.attempt)} {self.seat}")

    def imagine(self, rng: random.Random | None = None) -> Game:
        """A whole game that looks to the bot's seat just like this one, to clone and to search.

        What the seat cannot know is guessed, anew at every call. Needs `wants = ("position",)` in the bot's class.
        """
        position = self._message.get("position")
        if position is None:
            raise LookupError('the question has no position: set wants = ("position",) in the class of the bot')
        return imagine(position, rng or self.rng, fits=self._may_be)

    def _may_be(self, game: Game) -> bool:
        """Whether the seat would see the same in this game, and be asked the same."""
        asked = [(decision.kind, as_sent(decision.facts())) for decision in game.pending if decision.seat == self.seat]
        return asked == [(self.kind, self.reason)] and as_sent(game.view(self.seat)) == self.view

    def __repr__(self) -> str:
        return f"<Question {self.id} to seat {self.seat}: {self.kind}, {describe(self.options)}>"


class Bot(ABC):
    """A player. Subclass it, write `choose`, and hand the class to `parlour.serve`.

    Every match has an instance of its own, made without arguments, so what is kept on `self` belongs to one match.
    """

    name: ClassVar[str]
    """What the bot is called; the name of the class unless it says otherwise."""
    version: ClassVar[str] = "1"
    author: ClassVar[str] = ""
    games: ClassVar[Sequence[str]] = ()
    """The games that it plays: `payday`, or `payday/2000` for one edition only; all that there are unless it says."""
    wants: ClassVar[Sequence[str]] = ()
    """("position",) for a bot that calls `question.imagine()`."""
    max_parallel: ClassVar[int] = 4
    """How many matches may be in play on it at once."""

    rng: random.Random
    """Random numbers that belong to this match and seat: played again, the bot plays the same."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        for key, said in (("games", cls.games), ("wants", cls.wants)):
            if not isinstance(said, tuple | list):
                hint = f'; did you mean ("{said}",)?' if isinstance(said, str) else ""
                raise TypeError(f"{cls.__name__}.{key}: expected a tuple or list of names, found {found(said)}{hint}")

    def start(self, match: Match) -> str | None:
        """A match begins. Return 16 to 64 hexadecimal digits to have them mixed into the luck of the match, or None."""
        return None

    @abstractmethod
    def choose(self, question: Question) -> Json:
        """The answer to a question: one of `question.options`."""

    def end(self, result: MatchResult) -> None:  # noqa: B027 - most bots have nothing to do then
        """The match has ended."""

    @classmethod
    def handshake(cls) -> Message:
        """What the bot says about itself at GET /."""
        said: Message = {
            "apiversion": APIVERSION,
            "name": cls.name,
            "version": cls.version,
            "author": cls.author,
            "games": list(cls.games) or sorted({name.partition("/")[0] for name in names()}),
            "max_parallel": cls.max_parallel,
        }
        if cls.wants:
            said["wants"] = list(cls.wants)
        return said
