"""The shapes of matches: what everybody may know of one, and what the owners of its bots and organisers know besides.

`MatchSeat` names all that a stranger is shown of a seat: of faults their number, never of which kind or what was seen.
"""

from __future__ import annotations

from marshmallow import fields

from referee.service.shapes.common import Shape, Time, links, one_of, page_of, text, whole

STATES = ("scheduled", "playing", "finished")
KINDS = ("ladder", "tournament", "challenge")

_OPEN = "null as long as the match is not finished"


class RatingChange(Shape):
    """What a match made of a bot's rating, in points."""

    before = fields.Float()
    after = fields.Float()
    change = fields.Float()


class MatchSeat(Shape):
    """A seat of a match."""

    seat = whole("its number, from 0")
    bot = text("the bot")
    version = text("the bot's version, as it said when the match began; null if not recorded", allow_none=True)
    place = whole(f"1 is best, equals share a place; {_OPEN}", allow_none=True)
    score = whole(f"the game's score; {_OPEN}", allow_none=True)
    forfeited = fields.Boolean(allow_none=True, metadata={"description": f"whether its strikes were too many; {_OPEN}"})
    strikes = whole(f"what its faults cost; {_OPEN}", allow_none=True)
    faults = whole("how many faults the bot made")
    rating = fields.Nested(
        RatingChange, allow_none=True, metadata={"description": "null where the match changed no rating"}
    )
    links = links(
        "MatchSeat",
        bot="the bot",
        owner_view="the seat as the bot's owner sees it",
        questions="every message that the bot was sent, for its owner and organisers",
    )


class Match(Shape):
    """A match."""

    id = text("its id")
    kind = one_of("what it was made for", *KINDS)
    ladder = text("the ladder whose ratings it counts for; null if it counts for none", allow_none=True)
    tournament = text("the tournament that it belongs to; null if it belongs to none", allow_none=True)
    run = whole("which run of the tournament; null without a tournament", allow_none=True)
    state = one_of("scheduled: it waits, perhaps to be played again", *STATES)
    rated = fields.Boolean(metadata={"description": "whether its result changes ratings"})
    game = text("game and edition")
    rules = text("the version of the rules")
    options = fields.Dict(keys=fields.String(), values=fields.Integer(), metadata={"description": "the game's options"})
    seats = fields.List(fields.Nested(MatchSeat))
    created_at = Time("when it was scheduled", allow_none=True)
    started_at = Time("when it was first begun; null before", allow_none=True)
    finished_at = Time(_OPEN, allow_none=True)
    termination = text(f"finished or forfeit; {_OPEN}", allow_none=True)
    moves = whole(f"how many questions were answered; {_OPEN}", allow_none=True)
    seconds = fields.Float(allow_none=True, metadata={"description": f"how long it took; {_OPEN}"})
    attempts = whole("how often it was begun: one that the referee itself spoilt is played again")
    commitment = text(f"the SHA-256 of the secret that its luck came from; {_OPEN}", allow_none=True)
    secret = text(f"that secret, in hex; {_OPEN}", allow_none=True)
    links = links(
        "Match",
        self="this match",
        events="what happens in it, as Server-Sent Events",
        transcript="the record of the whole game, once it is finished",
        ladder="the ladder",
        tournament="the run of the tournament",
    )


MatchPage = page_of(Match, "MatchPage")


class Evidence(Shape):
    """One fault of a bot, and what was seen of it."""

    turn = whole("in which turn, of all seats together; 0 before the first")
    question = text("the id of the question")
    kind = text("which kind of fault")
    strikes = whole("what it cost")
    detail = text("what was seen, at most 200 characters of it")


class OwnSeat(MatchSeat):
    """A seat as the owner of its bot sees it."""

    match = text("the match")
    fault_kinds = fields.Dict(
        keys=fields.String(), values=fields.Integer(), metadata={"description": "how many faults of which kind"}
    )
    evidence = fields.List(fields.Nested(Evidence), metadata={"description": "every fault, in order"})
    thought_ms = whole("how long its answers took in all; null if not recorded", allow_none=True)
    slowest_ms = whole("how long the slowest took; null if not recorded", allow_none=True)
    nonce = text("its share of the luck; null if it gave none", allow_none=True)
    links = links(
        "OwnSeat",
        self="this view",
        match="the match",
        bot="the bot",
        questions="every message that the bot was sent",
    )


class Asked(Shape):
    """A question as the bot was sent it, and what was played."""

    number = whole("the how manieth question of the seat, from 1")
    message = fields.Dict(
        keys=fields.String(),
        metadata={"description": "the body of POST /move, without clock and position, which are not recorded"},
    )
    answer = fields.Raw(metadata={"description": "what was played"})
    by = one_of("who answered: the referee plays the default for a bot that fails", "bot", "referee")
    note = text("what the bot noted beside its answer", allow_none=True)


class AsSeen(Shape):
    """What a bot was sent in a match, a page of its questions at a time."""

    match = text("the match")
    seat = whole("the seat")
    start = fields.Dict(keys=fields.String(), metadata={"description": "the body of POST /start"})
    items = fields.List(fields.Nested(Asked))
    end = fields.Dict(keys=fields.String(), metadata={"description": "the body of POST /end"})
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the next page; null on the last", "format": "uri-reference"},
    )
    links = links("AsSeen", match="the match", owner_view="the seat as the bot's owner sees it")
