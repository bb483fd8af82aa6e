"""The messages between referee and bots as plain dicts: those of the referee built, those of bots checked.

The match runner and the arena build the same messages here, so a bot meets the same values in both. `move_message` and
`read_move_reply` run once per move and use no schema; a test holds them to the schemas that document them. Every
reader gives the message, or the reason why it is none: a mistake of a bot is a value, not an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from marshmallow import ValidationError

from parlour.core.decision import Decision, Seat
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.options import Json, to_wire
from parlour.protocol import schemas
from parlour.protocol.fields import found, unknown_key

Message = dict[str, Json]

APIVERSION = schemas.APIVERSION
NOTE_CHARACTERS = schemas.NOTE_CHARACTERS


class Unread:
    """The events that each seat may know and has not been sent yet."""

    def __init__(self, seats: int) -> None:
        self._events: list[list[Json]] = [[] for _ in range(seats)]

    def tell(self, events: Iterable[Event]) -> None:
        """Put each event down for the seats that may know it."""
        for event in events:
            written = event.to_json()
            for seat, unread in enumerate(self._events):
                if event.may_know(seat):
                    unread.append(written)

    def take(self, seat: Seat) -> list[Json]:
        """The events that the seat has not been sent, in order; from now on it has."""
        taken, self._events[seat] = self._events[seat], []
        return taken


_TEXT = frozenset({str})
_PLAIN = frozenset({str, int, bool, type(None)})


def as_sent(value: Any) -> Json:
    """A message or an answer as it comes out at the other end of the wire: the same values, nothing shared.

    Raises TypeError where it holds anything but int, str, bool, None, lists, tuples (which come out as lists) and dicts
    with text for keys.

    >>> as_sent((1, True, None, {"give": "card"}))
    [1, True, None, {'give': 'card'}]
    >>> as_sent({3})
    Traceback (most recent call last):
    TypeError: expected int, str, bool, None, a list, or a dict with str keys; found a set, {3}
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict and _TEXT.issuperset(map(type, value)):
        return {key: inner if type(inner) in _PLAIN else as_sent(inner) for key, inner in value.items()}
    if kind is list or kind is tuple:
        return [inner if type(inner) in _PLAIN else as_sent(inner) for inner in value]
    found_kind = f"{kind.__name__}, {value!r:.100}"
    raise TypeError(f"expected int, str, bool, None, a list, or a dict with str keys; found a {found_kind}")


def start_message(
    *,
    match: str,
    game: str,
    rules: str,
    seat: Seat,
    players: Sequence[str],
    options: Mapping[str, Json],
    time: Mapping[str, int],
    policy: Mapping[str, int],
    commitment: str,
    attempt: int = 1,
) -> Message:
    """What a bot is told when a match begins.

    `time` has start_ms, move_ms and bank_ms, `policy` has max_strikes; `commitment` is the hash of the match's secret.
    """
    return {
        "match": match,
        "attempt": attempt,
        "game": game,
        "rules": rules,
        "seat": seat,
        "players": list(players),
        "options": dict(options),
        "time": dict(time),
        "policy": dict(policy),
        "commitment": commitment,
    }


def start_id(match: str, attempt: int = 1) -> str:
    """The id of the call that begins a match: its webhook-id.

    >>> start_id("m12"), start_id("m12", attempt=2)
    ('m12-start', 'm12-a2-start')
    """
    return f"{_attempted(match, attempt)}-start"


def end_id(match: str, attempt: int = 1) -> str:
    """The id of the call that ends a match.

    >>> end_id("m12"), end_id("m12", attempt=2)
    ('m12-end', 'm12-a2-end')
    """
    return f"{_attempted(match, attempt)}-end"


def question_id(match: str, seat: Seat, number: int, attempt: int = 1) -> str:
    """The id of a seat's n-th question, counted for itself: how often others were asked is theirs to know.

    >>> question_id("m12", 0, 7), question_id("m12", 0, 7, attempt=2)
    ('m12-s0-q7', 'm12-a2-s0-q7')
    """
    return f"{_attempted(match, attempt)}-s{seat}-q{number}"


def _attempted(match: str, attempt: int) -> str:
    """What the ids of an attempt begin with; those of the first do not speak of it."""
    return match if attempt == 1 else f"{match}-a{attempt}"


def in_any_attempt(id: str, match: str, attempt: int) -> str:
    """The id that the same question has in the first attempt at its match: what is drawn from it, is drawn again.

    >>> in_any_attempt("m12-a2-s0-q7", "m12", 2), in_any_attempt("m12-s0-q7", "m12", 1)
    ('m12-s0-q7', 'm12-s0-q7')
    """
    prefix = _attempted(match, attempt)
    return match + id.removeprefix(prefix) if id.startswith(prefix) else id


def move_message(
    game: Game,
    seat: Seat,
    decision: Decision[Any],
    *,
    match: str,
    id: str,
    events: Sequence[Json],
    clock: Mapping[str, int],
    with_position: bool = False,
    attempt: int = 1,
) -> Message:
    """One question to the bot of a seat.

    `events` are those that the seat has not been sent yet, `clock` has move_ms, bank_ms and last_ms. The parts may
    share lists with the game: send them or copy them.
    """
    question: Message = {
        "id": id,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "because": decision.because,
        "options": to_wire(decision.options()),
        "default": decision.default(),
        "reason": decision.facts(),
    }
    message: Message = {
        "match": match,
        "attempt": attempt,
        "game": game.rules.full_name,
        "seat": seat,
        "turn": game.turn,
        "question": question,
        "view": game.view(seat),
        "events": events,
        "clock": clock,
    }
    if with_position:
        message["position"] = game.position(seat)
    return message


def asked_again(message: Message, *, refused: str, clock: Mapping[str, int]) -> Message:
    """The same question under a new id, with the reason why its answer was refused; its events were sent already."""
    question = message["question"]
    again = {**question, "id": f"{question['id']}-again", "refused": refused}
    return {**message, "question": again, "events": [], "clock": clock}


def end_message(
    *,
    match: str,
    seat: Seat,
    places: Sequence[int],
    scores: Sequence[int],
    faults: Sequence[int],
    termination: str,
    secret: str,
    nonces: Sequence[str | None],
    attempt: int = 1,
) -> Message:
    """What a bot is told when a match has ended; `faults` counts them for each seat, `secret` is in hex."""
    return {
        "match": match,
        "attempt": attempt,
        "seat": seat,
        "places": list(places),
        "scores": list(scores),
        "faults": list(faults),
        "termination": termination,
        "secret": secret,
        "nonces": list(nonces),
    }


@dataclass(frozen=True)
class Handshake:
    """What a bot says about itself at GET /."""

    apiversion: str
    name: str
    version: str
    author: str
    games: tuple[str, ...]
    max_parallel: int
    wants: tuple[str, ...] = ()
    id: str | None = None
    """The id of the call that it answers, None if it was not said."""

    @property
    def wants_position(self) -> bool:
        """Whether the bot is sent the position with every question."""
        return "position" in self.wants


class StartReply(NamedTuple):
    """A bot's answer to the start of a match: its share of the luck, or none."""

    nonce: str | None = None


class MoveReply(NamedTuple):
    """A bot's answer to a question: the id of the question that it answers (None: not said), and what it answers."""

    id: str | None
    answer: Json
    note: str | None = None


def read_handshake(value: object) -> Handshake | str:
    """The handshake, or the reason why it is none.

    >>> read_handshake({"apiversion": "1", "name": "greedy", "version": "1", "author": "", "games": ["payday"],
    ...     "max_parallel": 4}).name
    'greedy'
    """
    loaded = _load(schemas.Handshake(), value)
    if isinstance(loaded, str):
        return loaded
    return Handshake(**{**loaded, "games": tuple(loaded["games"]), "wants": tuple(loaded["wants"])})


def read_start_reply(value: object) -> StartReply | str:
    """The reply to a start, or the reason why it is none.

    >>> read_start_reply({}), read_start_reply({"nonce": "xyz"})
    (StartReply(nonce=None), 'nonce: expected 16 to 64 hexadecimal digits, found "xyz"')
    """
    loaded = _load(schemas.StartReply(), value)
    return loaded if isinstance(loaded, str) else StartReply(loaded["nonce"])


_MOVE_REPLY = frozenset(schemas.MoveReply().fields)


def read_move_reply(value: object) -> MoveReply | str:
    """The reply to a question, or the reason why it is none; whether its id is the right one is for the caller to see.

    >>> read_move_reply({"id": "m1-q7", "answer": 3}), read_move_reply([3])
    (MoveReply(id='m1-q7', answer=3, note=None), 'expected an object, found a list of 1')
    """
    if type(value) is not dict:
        return f"expected an object, found {found(value)}"
    if not value.keys() <= _MOVE_REPLY:
        return "; ".join(unknown_key(key, _MOVE_REPLY) for key in value if key not in _MOVE_REPLY)
    if "answer" not in value:
        return "answer: missing"
    reply = MoveReply(value.get("id"), value["answer"], value.get("note"))
    if "id" in value and type(reply.id) is not str:
        return f"id: expected text, found {found(reply.id)}"
    if "note" in value and (type(reply.note) is not str or len(reply.note) > NOTE_CHARACTERS):
        return f"note: expected text of 0 to {NOTE_CHARACTERS} characters, found {found(reply.note)}"
    return reply


def _load(schema: schemas.FromBot, value: object) -> dict[str, Any] | str:
    if type(value) is not dict:
        return f"expected an object, found {found(value)}"
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        return schemas.explain(error, schema)
    return loaded
