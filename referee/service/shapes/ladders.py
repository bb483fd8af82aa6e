"""The shapes of ladders: what is played on one, who stands where, and who may join."""

from __future__ import annotations

from marshmallow import fields

from referee.service.shapes.common import Shape, Time, links, one_of, page_of, text, told_whole, toml, whole
from referee.store.entrants import STATES as BOT_STATES
from referee.store.ladders import STATES


class NewLadder(Shape):
    """A ladder to be opened."""

    toml = toml("tables [ladder], [time] and [policy], as a file holds them")


class ChangedLadder(Shape):
    """What may be changed of a ladder; what is left out stays."""

    state = one_of("open: matches are made; paused: none until it is open again; closed: none any more", *STATES)
    matches_per_hour = told_whole("how many matches an hour may have", least=1, most=100_000)


class TimeControl(Shape):
    """The time that a bot has, in milliseconds."""

    start_ms = whole("to begin a match")
    move_ms = whole("for each decision")
    bank_ms = whole("beyond that in the whole match")


class Policy(Shape):
    """What faults lead to."""

    max_strikes = whole("with more strikes than this a seat is forfeited")
    reask = fields.Boolean(metadata={"description": "whether an illegal answer is asked for once more"})


class Ladder(Shape):
    """A ladder."""

    name = text("what it is called")
    state = one_of("whether matches are made on it", *STATES)
    game = text("game and edition")
    rules = text("the version of the rules")
    options = fields.Dict(keys=fields.String(), values=fields.Integer(), metadata={"description": "the game's options"})
    seats = whole("how many bots meet in a match")
    time = fields.Nested(TimeControl)
    policy = fields.Nested(Policy)
    matches_per_hour = whole("how many matches are made in an hour at most")
    max_bots_per_account = whole("how many bots of one account may be on it")
    bots = whole("how many bots are on it")
    created_at = Time("when it was opened")
    links = links(
        "Ladder",
        self="this ladder",
        standings="who stands where",
        matches="its matches, the newest first",
        history="the ratings of a bot on it, to be asked for with ?bot=",
    )


LadderPage = page_of(Ladder, "LadderPage")


class Standing(Shape):
    """One line of a ladder's table."""

    rank = whole("its place; bots of one rating share one; null before the first match", allow_none=True)
    bot = text("the bot")
    owner = text("the account that registered it; null if the service never knew one", allow_none=True)
    state = one_of("its state; null if it was never registered", *BOT_STATES, allow_none=True)
    on_ladder = fields.Boolean(metadata={"description": "whether it is on the ladder now"})
    rating = fields.Float(metadata={"description": "in points with one decimal"})
    matches = whole("how many rated matches it has finished")
    wins = whole("how many of them it won; a shared first place is one")
    average_place = fields.Float(allow_none=True, metadata={"description": "null before the first match"})
    last_change = fields.Float(metadata={"description": "what its last match made of its rating, in points"})
    links = links("Standing", bot="the bot", history="its ratings on the ladder", matches="its matches on the ladder")


class Standings(Shape):
    """A ladder's table, the highest rating first."""

    ladder = text("the ladder")
    items = fields.List(fields.Nested(Standing))
    next = fields.String(allow_none=True, metadata={"description": "null: the whole table stands on one page"})
    links = links("Standings", ladder="the ladder")


class Member(Shape):
    """A bot that is on a ladder."""

    ladder = text("the ladder")
    bot = text("the bot")
    owner = text("the account that registered it")
    state = one_of("its state: it is played while it is active", *BOT_STATES)
    joined_at = Time("when it joined")
    links = links("Member", self="where DELETE takes it off", bot="the bot", ladder="the ladder")
