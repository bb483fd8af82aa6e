"""The shapes of challenges: unrated matches that a student asks for."""

from __future__ import annotations

from marshmallow import fields, validate

from referee.service.shapes.common import Name, Shape, Time, links, page_of, told_whole, whole
from referee.service.shapes.matches import Match

MOST_SEATS = 100
_EXPECTED = "expected the names of 2 or more bots, in the order of their seats"


class NewTime(Shape):
    """The time that a bot has, in milliseconds; what is left out is as everywhere. Nobody can keep others for long."""

    start_ms = told_whole("to begin the match", least=1, most=30_000)
    move_ms = told_whole("for each decision", least=1, most=5_000)
    bank_ms = told_whole("beyond that in the whole match", least=0, most=30_000)


class NewChallenge(Shape):
    """A match that is asked for: of a game, or as on a ladder."""

    bots = fields.List(
        Name("the name of an active bot"),
        required=True,
        validate=validate.Length(2, MOST_SEATS, error=_EXPECTED),
        metadata={"description": "who plays, in the order of the seats; one of them is a bot of the account that asks"},
        error_messages={"required": f"missing; {_EXPECTED}", "invalid": _EXPECTED, "null": _EXPECTED},
    )
    ladder = Name("a ladder: game, options and time are as there; none of these is given beside it")
    game = fields.String(
        validate=validate.Length(1, 80, error="expected a game, as in payday or payday/2000"),
        metadata={"description": "a game, or game/edition; not beside a ladder"},
    )
    options = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True),
        metadata={"description": "the game's options; those left out have their defaults"},
    )
    time = fields.Nested(NewTime)


class Challenge(Shape):
    """A match that was asked for."""

    id = whole("its number")
    created_at = Time("when it was asked for")
    match = fields.Nested(Match)
    links = links("Challenge", self="this challenge", match="the match", events="what happens in it")


ChallengePage = page_of(Challenge, "ChallengePage")
