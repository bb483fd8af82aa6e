"""The shapes of tournaments: what is handed in, how far a run is, and who stands where."""

from __future__ import annotations

from marshmallow import fields

from referee.service.shapes.common import Shape, Time, links, page_of, text, toml, whole


class NewTournament(Shape):
    """A tournament to be played."""

    toml = toml("a tournament file in which every [[bot]] has only a name, that of an active bot")


class TournamentStanding(Shape):
    """One line of a tournament's table."""

    rank = whole("its rank; bots with equal results share one")
    bot = text("the bot")
    matches = whole("how many matches it has finished")
    points = fields.Float(metadata={"description": "per match: 1 for each seat placed below, half for each beside"})
    wins = whole("how many matches it won; a shared first place is one")
    mean_place = fields.Float(allow_none=True, metadata={"description": "null before the first match"})
    faults = whole("how many faults it made")
    strikes = whole("what they cost")
    forfeits = whole("in how many matches its strikes were too many")
    links = links("TournamentStanding", bot="the bot", matches="its matches in the tournament")


class Progress(Shape):
    """How far a run is."""

    matches = whole("how many matches it has")
    finished = whole("how many of them are finished")


class Tournament(Shape):
    """One run of a tournament."""

    name = text("what it is called")
    run = whole("which run of that name, from 1")
    game = text("game and edition")
    rules = text("the version of the rules")
    options = fields.Dict(keys=fields.String(), values=fields.Integer(), metadata={"description": "the game's options"})
    seats = whole("how many bots meet in a match")
    rounds = whole("how often every group of bots meets")
    ladder = text("the ladder whose ratings its matches count for")
    bots = fields.List(fields.String(), metadata={"description": "who plays"})
    created_at = Time("when it was handed in")
    progress = fields.Nested(Progress)
    links = links(
        "Tournament",
        self="this run",
        tournament="the newest run of that name",
        matches="its matches, the newest first",
        before="the run before",
    )


class TournamentTable(Tournament):
    """One run of a tournament with its table."""

    standings = fields.List(fields.Nested(TournamentStanding))


TournamentPage = page_of(Tournament, "TournamentPage")
