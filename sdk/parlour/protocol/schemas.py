"""The schemas of every message between referee and bots: what is sent, and what each field means.

What bots send must be exactly this: unknown keys, 1.0 for 1 and `true` for 1 are refused. What the referee sends may
hold more keys than are listed, so that a later referee can talk to an older bot. WIRE.md beside this file is written
from these classes by `parlour.protocol.reference`; the fields they are made of stand in fields.py.
"""

from __future__ import annotations

from typing import ClassVar

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError

from parlour.core.options import Json
from parlour.protocol.fields import Anything, ListOf, Name, ObjectOf, Options, Part, Text, Whole, faults

APIVERSION = "1"
NOTE_CHARACTERS = 256
WANTS = ("position",)

NONCE = r"[0-9a-fA-F]{16,64}"
NONCE_SHAPE = "16 to 64 hexadecimal digits"


class FromBot(Schema):
    """What a bot sends: these keys and no others."""

    class Meta:
        unknown = RAISE

    example: ClassVar[dict[str, Json]]


class FromReferee(Schema):
    """What the referee sends: a bot reads what it knows and passes over the rest."""

    class Meta:
        unknown = EXCLUDE

    example: ClassVar[dict[str, Json]]


def explain(error: ValidationError, schema: Schema) -> str:
    """All that is wrong with a message, in one line.

    >>> try: StartReply().load({"nonce": 7, "nonse": ""})
    ... except ValidationError as error: explain(error, StartReply())
    'nonce: expected 16 to 64 hexadecimal digits, found 7; nonse: unknown, did you mean nonce?'
    """
    return "; ".join(faults(error.messages, schema.fields))


def _attempt() -> Whole:
    return Whole(
        "how many times the referee has begun the match, this time included; 1 where it is left out",
        least=1,
        load_default=1,
    )


class Handshake(FromBot):
    """What a bot says about itself. The referee asks before a match, and again whenever it likes."""

    example: ClassVar[dict[str, Json]] = {
        "apiversion": "1",
        "name": "greedy",
        "version": "1.2",
        "author": "Ada",
        "games": ["payday"],
        "max_parallel": 4,
        "id": "check-5f2c-hello",
    }

    apiversion = Text("the version of this wire that the bot speaks", one_of=(APIVERSION,))
    name = Name("what the bot is called", least=1, most=40)
    version = Name("the bot's own version, for its author", least=0, most=40)
    author = Name("who wrote it", least=0, most=80)
    games = ListOf(Text("a game"), "the games that it plays: `payday`, or `payday/2000` for one edition only", least=1)
    max_parallel = Whole("how many matches may be in play on it at once", least=1, most=1000)
    wants = ListOf(
        Text("a want", one_of=WANTS),
        "what it wants to be sent beside the view: `position` for bots that search with the rules",
        load_default=list,
    )
    id = Text("the `webhook-id` of the call, where it has one: it shows that the call was read", load_default=None)


class Time(FromReferee):
    """The time control of a match."""

    start_ms = Whole("milliseconds for the reply to /start", least=1)
    move_ms = Whole("milliseconds for each reply to /move", least=1)
    bank_ms = Whole("milliseconds that may be used up beyond those, once, over the whole match", least=0)


class Policy(FromReferee):
    """What faults cost."""

    max_strikes = Whole("with more strikes than this the bot's seat is forfeited", least=0)


class Start(FromReferee):
    """A match begins. The bot may get ready within start_ms."""

    example: ClassVar[dict[str, Json]] = {
        "match": "spring-m12",
        "attempt": 1,
        "game": "payday/2000",
        "rules": "1",
        "seat": 1,
        "players": ["cautious", "greedy"],
        "options": {"months": 3},
        "time": {"start_ms": 5000, "move_ms": 1000, "bank_ms": 10000},
        "policy": {"max_strikes": 3},
        "commitment": "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
    }

    match = Text("the match's id; every later message about the match carries it")
    attempt = _attempt()
    game = Text("game and edition")
    rules = Text("the version of the rules: the same answers lead to the same game under the same version")
    seat = Whole("the bot's seat in this match, from 0", least=0)
    players = ListOf(Text("a name"), "the name of each seat's bot, in seat order")
    options = ObjectOf("the options of the match, as `parlour games` explains them")
    time = Part(Time, "the time control")
    policy = Part(Policy, "what faults cost")
    commitment = Text("the SHA-256 of the match's secret, in hex; the secret itself comes with /end")


class StartReply(FromBot):
    """The bot is ready."""

    example: ClassVar[dict[str, Json]] = {"nonce": "00c0ffee00c0ffee"}

    nonce = Text(
        "mixed into the match's secret, so that the bot knows that nobody chose its luck in advance",
        pattern=NONCE,
        shape=NONCE_SHAPE,
        load_default=None,
    )


class Question(FromReferee):
    """What is asked."""

    id = Text("the id of the question; the reply must repeat it")
    kind = Text("which of the game's questions it is")
    prompt = Text("the question as a sentence, the same for every question of its kind")
    because = Text("what led to the question, as a sentence; may be empty")
    options = Options("all legal answers, in one of the six forms below")
    default = Anything("a cautious answer among the options: it is played for a bot that fails to answer")
    reason = ObjectOf("what the question is about; the keys depend on its kind")
    refused = Text("only when an illegal answer is asked for again: why it was refused", load_default=None)


class Clock(FromReferee):
    """What the bot's clock shows."""

    move_ms = Whole("milliseconds for this reply", least=1)
    bank_ms = Whole("milliseconds left in the bank", least=0)
    last_ms = Whole("milliseconds that the bot's last reply took, as the referee measured; 0 before the first", least=0)


class Move(FromReferee):
    """A question. The view is complete every time, so a bot need not remember anything."""

    example: ClassVar[dict[str, Json]] = {
        "match": "spring-m12",
        "attempt": 1,
        "game": "payday/2000",
        "seat": 1,
        "turn": 9,
        "question": {
            "id": "spring-m12-s1-q17",
            "kind": "BuyDeal",
            "prompt": "Whether to buy the Deal for its cost.",
            "because": "you landed on a Deal space",
            "options": {"list": [False, True]},
            "default": False,
            "reason": {"card": "Hot Air Hats", "cost": 4000, "value": 6500, "loan_needed": 1},
        },
        "view": {"seats": [{"cash": 3500, "loan": 0}, {"cash": 3200, "loan": 0}]},
        "events": [{"event": "Moved", "seat": 1, "day": 12}],
        "clock": {"move_ms": 1000, "bank_ms": 9400, "last_ms": 31},
    }

    match = Text("the match's id")
    attempt = _attempt()
    game = Text("game and edition")
    seat = Whole("the bot's seat in this match", least=0)
    turn = Whole("how many turns have begun, of all seats together", least=0)
    question = Part(Question, "what is asked")
    view = ObjectOf("all that the seat may know of the game; the keys depend on the game")
    events = ListOf(
        ObjectOf("an event"),
        "what happened since the bot's last question, as far as the seat may know; `event` names what kind each is",
    )
    clock = Part(Clock, "what the bot's clock shows")
    position = ObjectOf(
        "only for bots that want it: what `question.imagine()` needs to rebuild the game for searching",
        load_default=None,
    )


class MoveReply(FromBot):
    """The bot's answer."""

    example: ClassVar[dict[str, Json]] = {"id": "spring-m12-s1-q17", "answer": True, "note": "it pays 2500 more"}

    id = Text("the question's id; a reply without it, or with another, is refused as stale")
    answer = Anything("one of the options, type for type: `true` is not 1, and 1.0 is not 1")
    note = Text("a remark for people who look at the match later", least=0, most=NOTE_CHARACTERS, load_default=None)


class End(FromReferee):
    """The match has ended; the bot may forget it."""

    example: ClassVar[dict[str, Json]] = {
        "match": "spring-m12",
        "attempt": 1,
        "seat": 1,
        "places": [2, 1],
        "scores": [2100, 6400],
        "faults": [1, 0],
        "termination": "finished",
        "secret": "6f70656e20736573616d65",
        "nonces": [None, "00c0ffee00c0ffee"],
    }

    match = Text("the match's id")
    attempt = _attempt()
    seat = Whole("the bot's seat in this match", least=0)
    places = ListOf(Whole("a place", least=1), "the place of each seat: 1 is best, equals share a place")
    scores = ListOf(Whole("a score"), "the score of each seat")
    faults = ListOf(Whole("a count", least=0), "how many faults each seat's bot made")
    termination = Text("how the match ended")
    secret = Text("the match's secret, in hex: its SHA-256 is the commitment of /start")
    nonces = ListOf(
        Text("a nonce", allow_none=True), "the nonce of each seat, or null; mixed into the secret they key the luck"
    )


class EndReply(FromBot):
    """The bot has heard."""

    example: ClassVar[dict[str, Json]] = {}
