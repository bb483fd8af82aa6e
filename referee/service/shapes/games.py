"""The shapes of games: editions, what a match may set in each, and the rulings by which a game is played."""

from __future__ import annotations

from marshmallow import fields

from referee.service.shapes.common import Shape, links, text, whole


class SeatRange(Shape):
    """How many may play."""

    least = whole("at least")
    most = whole("at most")


class GameOption(Shape):
    """A whole number that a match may set."""

    name = text("what it is called")
    meaning = text("what it sets")
    values = fields.List(fields.Integer(), metadata={"description": "every value that it may have"})
    default = whole("its value where it is left out")


class Edition(Shape):
    """A game in one edition."""

    name = text("game and edition, as a ladder or a tournament names it")
    rules = text("the version of the rules: it changes when the same answers would lead to another game")
    seats = fields.Nested(SeatRange)
    options = fields.List(fields.Nested(GameOption))
    brief = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        metadata={"description": "what a match sets that is to end soon, as for trying out a bot"},
    )
    questions = fields.List(fields.String(), metadata={"description": "every kind of question that a bot is asked"})
    events = fields.List(fields.String(), metadata={"description": "every kind of event that is told"})
    links = links("Edition", self="this edition", game="the game", rulings="the rules in our own words, numbered")


class Game(Shape):
    """A game with all its editions."""

    name = text("what it is called")
    default = text("the edition that is played where none is named")
    editions = fields.List(fields.Nested(Edition))
    links = links("Game", self="this game", rulings="the rules in our own words, numbered")


class Games(Shape):
    """All games."""

    items = fields.List(fields.Nested(Game))
    next = fields.String(required=True, allow_none=True, metadata={"description": "null: all games stand on one page"})


class Choice(Shape):
    """What the rulebook leaves open."""

    number = whole("its number among the choices")
    question = text("what had to be decided")
    why = text("why it was decided so")


class Ruling(Shape):
    """One rule."""

    number = text("its number, which never changes: it stands in the code that carries it out")
    section = text("what it is about")
    text = fields.String(metadata={"description": "the rule, in our own words"})
    source = fields.String(metadata={"description": "the section of the rulebook that it carries out"})
    choices = fields.List(
        fields.Nested(Choice), metadata={"description": "where the rulebook leaves something open; else empty"}
    )


class Rulings(Shape):
    """All rulings of a game, in the order of the game."""

    game = text("the game")
    items = fields.List(fields.Nested(Ruling))
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "null: all rulings stand on one page"}
    )
    links = links("Rulings", game="the game")
