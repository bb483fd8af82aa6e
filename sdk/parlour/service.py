"""Answers the calls of the referee on behalf of a bot; requests and responses are values, sockets are elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from marshmallow import ValidationError

from parlour.bot import Bot, Question
from parlour.core.options import admits, misfit
from parlour.protocol import schemas
from parlour.protocol.fields import found
from parlour.protocol.messages import Message
from parlour.protocol.signing import ID_HEADER, SIGNATURE_HEADER, BadSignature, SigningKey, verify
from parlour.protocol.strict import BadJson, loads
from parlour.seated import Seated, check_handshake, trace_of

METHODS = {"/": "GET", "/start": "POST", "/move": "POST", "/end": "POST"}

SPARE_MATCHES = 256
"""How many matches are remembered beyond those that the bot plays at once; of more, the quietest is forgotten."""
KEPT_REPLIES = 64
"""How many replies of one match are remembered, for questions that are sent again."""


class Response(NamedTuple):
    """A status, a JSON body, and for status 405 the method that is allowed."""

    status: int
    value: Message
    allow: str = ""


class Refused(Exception):
    """A request that gets an error response."""

    def __init__(self, status: int, message: str, allow: str = "") -> None:
        super().__init__(message)
        self.response = Response(status, {"error": message}, allow)


class Place:
    """A bot in one attempt at a match and one seat, and what it replied so far."""

    def __init__(self, bot: type[Bot], begun_by: Message, signature: str) -> None:
        self.bot = bot
        self.begun_by = begun_by
        self.signature = signature
        self.seated: Seated | None = None
        self.started: Message = {}
        self.replies: OrderedDict[str, Message] = OrderedDict()
        self.lock = threading.Lock()

    def start(self) -> Message:
        """The bot's reply to the call that began the match; it begins once, however often the call comes."""
        with self.lock:
            if self.seated is None:
                seated = Seated(self.bot, self.begun_by)
                self.started = seated.start()
                self.seated = seated
            return self.started

    def reply(self, message: Message) -> Message:
        """The bot's reply; it is not asked again when the same question comes again."""
        id = message["question"]["id"]
        with self.lock:
            if self.seated is None:
                raise not_begun(message)
            if id not in self.replies:
                self.replies[id] = self.seated.move(message)
                warn_of_illegal(self.seated.bot.name, message, self.replies[id])
                while len(self.replies) > KEPT_REPLIES:
                    self.replies.popitem(last=False)
            return self.replies[id]

    def end(self, message: Message) -> None:
        """Tell the bot how the match ended, if it ever began it, even while it still thinks about a question."""
        if self.seated is not None:
            self.seated.end(message)


class Service:
    """Gives every match, seat and attempt an instance of the bot of its own, and passes on what the referee sends.

    A referee that was held up may go on with an attempt while another referee already makes the next one.
    With keys, only calls that one of them signed are answered. `now` is the clock in seconds since 1970.

    Raises ValueError where the class says something about the bot that the wire does not allow.
    """

    def __init__(self, bot: type[Bot], keys: Sequence[SigningKey] = (), now: Callable[[], float] = time.time) -> None:
        check_handshake(bot)
        self.bot = bot
        self.keys = tuple(keys)
        self.now = now
        self._places: OrderedDict[Where, Place] = OrderedDict()
        self._lock = threading.Lock()

    def respond(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """The response to one request, never an exception: what the bot raises is printed and becomes status 500.

        `headers` have lower-case names.
        """
        try:
            return Response(200, self._answer(method, path.partition("?")[0], headers, body))
        except Refused as refused:
            return refused.response
        except BadSignature as error:
            return Response(401, {"error": error.reason})
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's bot raises, its other matches go on
            problem = f"{type(error).__name__}: {error}"
            print(trace_of(error) or f"{self.bot.name}: {problem}\n", end="", file=sys.stderr)
            return Response(500, {"error": problem})

    def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Message:
        if path not in METHODS:
            raise Refused(404, f"there is no {found(path)}; the bot answers {', '.join(METHODS)}")
        if method != METHODS[path]:
            raise Refused(405, f"{path} takes {METHODS[path]}, not {method}", allow=METHODS[path])
        if self.keys:
            verify(self.keys, headers, body, self.now())
        if path == "/":
            return self._handshake(headers.get(ID_HEADER))
        message = read(path, body)
        if path == "/start":
            return self._start(message, headers.get(SIGNATURE_HEADER) or "")
        return self._move(message) if path == "/move" else self._end(message)

    def _handshake(self, id: str | None) -> Message:
        """What the bot says about itself, and the id of the call: no page that stands there anyway has that."""
        return {**self.bot.handshake(), "id": id} if id else self.bot.handshake()

    def _start(self, message: Message, signature: str) -> Message:
        """A match that is begun again begins anew, unless the very same signed call has come once more."""
        where = where_of(message)
        with self._lock:
            place = self._places.get(where)
            if place is None or not signature or place.signature != signature:
                place = self._places[where] = Place(self.bot, message, signature)
            self._places.move_to_end(where)
            while len(self._places) > SPARE_MATCHES + self.bot.max_parallel:
                self._places.popitem(last=False)
        return place.start()

    def _move(self, message: Message) -> Message:
        where = where_of(message)
        with self._lock:
            place = self._places.get(where)
            if place is None:
                raise not_begun(message)
            self._places.move_to_end(where)
        return place.reply(message)

    def _end(self, message: Message) -> Message:
        with self._lock:
            place = self._places.pop(where_of(message), None)
        if place is not None:
            place.end(message)
        return {}


Where = tuple[str, int, int]


def where_of(message: Message) -> Where:
    """The match, seat and attempt to which a message belongs."""
    return message["match"], message["seat"], message["attempt"]


def not_begun(message: Message) -> Refused:
    """The refusal of a question in a match that the bot does not play."""
    match, seat, attempt = where_of(message)
    place = f"match {found(match)}, seat {seat}" + (f", attempt {attempt}" if attempt > 1 else "")
    return Refused(404, f"{place}, was not begun here: was the bot started anew?")


def warn_of_illegal(name: str, message: Message, reply: Message) -> None:
    """Tell the bot's author about an answer that the referee is going to refuse; it is sent all the same."""
    question, answer = Question(message), reply["answer"]
    if not admits(question.options, answer):
        wrong = misfit(question.options, answer)
        print(f"{name}: {found(answer)} is no answer to {question.kind} ({question.id}): {wrong}", file=sys.stderr)


_SCHEMAS: dict[str, schemas.FromReferee] = {"/start": schemas.Start(), "/move": schemas.Move(), "/end": schemas.End()}


def read(path: str, body: bytes) -> Message:
    """The message that was posted to a path; Refused with status 400 if it is none."""
    schema = _SCHEMAS[path]
    try:
        value = loads(body)
        if type(value) is not dict:
            raise Refused(400, f"expected an object, found {found(value)}")
        message: Message = schema.load(value)
    except BadJson as error:
        raise Refused(400, error.reason) from None
    except ValidationError as error:
        raise Refused(400, schemas.explain(error, schema)) from None
    return message
