"""The shapes of bots: what everybody may know of one, and what its owner knows besides.

`PublicBot` names all that is shown to a stranger. What it does not name is not shown.
"""

from __future__ import annotations

from marshmallow import fields, validate

from referee.service.shapes.common import Name, Shape, Time, link_to, links, one_of, page_of, text, told_text, whole
from referee.store.entrants import STATES

MOST_URL_CHARACTERS = 2000

# For the reader of the OpenAPI document; `referee.seats.url` tells more exactly what an address may be.
_HTTP = r"^[hH][tT][tT][pP][sS]?://[!-~]+$"

_LINKS = {
    "self": "this bot",
    "matches": "its matches, the newest first",
    "history": "its ratings on a ladder, to be asked for with ?ladder=",
}
_OWN_LINKS = {
    "check": "where POST asks for a check",
    "key": "where POST makes a new signing key",
    "retire": "where POST ends its life on the ladders",
}


class BotOnLadder(Shape):
    """How a bot fares on a ladder that it is on."""

    name = text("the ladder")
    rating = fields.Float(metadata={"description": "its rating there, in points with one decimal"})
    matches = whole("how many rated matches it has finished there")
    links = links("BotOnLadder", ladder="the ladder", history="the bot's ratings there")


class PublicBot(Shape):
    """A bot as everybody sees it."""

    name = text("what it is called")
    owner = text("the account that registered it")
    state = one_of("pending until its check is passed; benched bots and retired ones are not played", *STATES)
    games = fields.List(fields.String(), metadata={"description": "the games that it says it plays"})
    version = text("its version, as it says", allow_none=True)
    author = text("who wrote it, as it says", allow_none=True)
    max_parallel = whole("how many matches it plays at a time, as it says")
    created_at = Time("when it was registered")
    ladders = fields.List(
        fields.Nested(BotOnLadder), metadata={"description": "how it fares on each ladder that it is on"}
    )
    links = links("PublicBot", **_LINKS)


class Finding(Shape):
    """One thing that a check found."""

    kind = text("which kind of finding it is")
    says = text("what was seen")
    fix = text("what the owner can do about it")
    stops = fields.Boolean(metadata={"description": "whether it keeps the bot from playing; else it is advice"})


class Trial(Shape):
    """One match that a check played with a bot."""

    game = text("the game")
    questions = whole("how many questions the bot was asked")
    median_ms = whole("how long it took as a rule, in milliseconds")
    slowest_ms = whole("how long it took at most")


class CheckReport(Shape):
    """What the last check of a bot found."""

    ok = fields.Boolean(metadata={"description": "whether the bot passed"})
    findings = fields.List(fields.Nested(Finding), metadata={"description": "what was found"})
    games = fields.List(fields.String(), metadata={"description": "its games that the referee knows"})
    trials = fields.List(fields.Nested(Trial), metadata={"description": "the matches that were played"})


class OwnBot(PublicBot):
    """A bot as its owner sees it, and the organisers, who are not told what stands behind the ? of its address."""

    url = text("where it is called")
    held = fields.Boolean(metadata={"description": "whether an organiser benched it, until an organiser lifts that"})
    reason = text("why it is pending or benched", allow_none=True)
    report = fields.Nested(CheckReport, allow_none=True, metadata={"description": "what its last check found"})
    failures = whole("how many matches in a row it has failed in")
    benches = whole("how often it was benched")
    next_check_at = Time("when it is to be checked; null if no check is due", allow_none=True)
    key_until = Time("until when calls are signed with the former key too; null if there is none", allow_none=True)
    links = links("OwnBot", **_LINKS, **_OWN_LINKS)


BotPage = page_of(PublicBot, "BotPage")


def _url(**more: object) -> fields.String:
    expected = f"expected an address of at most {MOST_URL_CHARACTERS} characters, as in https://bots.example:8000/bob"
    return fields.String(
        validate=validate.Length(1, MOST_URL_CHARACTERS, error=expected),
        metadata={"description": "where the bot is called, as in https://bots.example:8000/bob", "pattern": _HTTP},
        error_messages={"required": f"missing; {expected}", "invalid": expected, "null": expected},
        **more,  # type: ignore[arg-type]
    )


class NewBot(Shape):
    """A bot to be registered."""

    name = Name("what the bot is to be called", required=True)
    url = _url(required=True)


class ChangedBot(Shape):
    """What may be changed of a bot."""

    url = _url(required=True)


class Bench(Shape):
    """Why an organiser takes a bot out of play."""

    reason = told_text("why, for its owner", least=1, most=200, required=True)


class RegisteredBot(Shape):
    """A bot with a new signing key."""

    bot = fields.Nested(OwnBot)
    key = text("the key with which the referee signs its calls to the bot: it is shown this once")
    how = fields.List(fields.String(), metadata={"description": "how the bot is started, line by line"})


class RatingPoint(Shape):
    """What one match made of a bot's rating, in points with three decimals."""

    match = text("the match")
    number = whole("which match of the ladder it is")
    before = fields.Float()
    after = fields.Float()
    change = fields.Float()
    links = links("RatingPoint", match="the match")


class History(Shape):
    """The ratings of a bot on a ladder, match by match."""

    ladder = text("the ladder")
    bot = text("the bot")
    items = fields.List(fields.Nested(RatingPoint))
    next = link_to("the next page; null on the last", allow_none=True)
