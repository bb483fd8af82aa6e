"""`/api/games`: what can be played, what a match may set, and the rulings by which it is played."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import Any

from flask.views import MethodView

from parlour.core import registry
from parlour.core.rules import Option, Rules
from referee.service import access, rulings
from referee.service.blueprint import Blueprint
from referee.service.links import link
from referee.service.problems import not_found
from referee.service.shapes.games import Edition, Game, Games, Rulings

blueprint = Blueprint("games", __name__, url_prefix=link("games"), description="Games and their rulings")


@blueprint.route("")
class AllGames(MethodView):
    """All games."""

    @access.public
    @blueprint.response(200, Games)
    def get(self) -> object:
        """All games with their editions."""
        return {"items": [_game(name) for name, _ in groupby(registry.names(), key=_game_of)], "next": None}


@blueprint.route("/<game>")
class OneGame(MethodView):
    """One game."""

    @access.public
    @blueprint.response(200, Game)
    @blueprint.problems(404)
    def get(self, game: str) -> object:
        """A game with its editions."""
        return _game(_there(game).name)


@blueprint.route("/<game>/<edition>")
class OneEdition(MethodView):
    """One edition of a game."""

    @access.public
    @blueprint.response(200, Edition)
    @blueprint.problems(404)
    def get(self, game: str, edition: str) -> object:
        """A game in one edition: how many play, and what a match may set."""
        return _edition(_there(f"{game}/{edition}"))


@blueprint.route("/<game>/rulings")
class AllRulings(MethodView):
    """The rulings of a game."""

    @access.public
    @blueprint.response(200, Rulings)
    @blueprint.problems(404)
    def get(self, game: str) -> object:
        """Every rule of a game in our own words, with its source, and why where the rulebook leaves a choice."""
        name = _there(game).name
        items = [asdict(ruling) for ruling in rulings.of_game(name)]
        return {"game": name, "items": items, "next": None, "links": {"game": link("games", name)}}


def _there(name: str) -> Rules:
    """The rules of that name; Problem 404."""
    try:
        return registry.find(name)
    except registry.UnknownGame:
        raise not_found("game") from None


def _game_of(full_name: str) -> str:
    return full_name.partition("/")[0]


def _game(name: str) -> dict[str, Any]:
    own = link("games", name)
    return {
        "name": name,
        "default": registry.find(name).full_name,
        "editions": [_edition(registry.find(each)) for each in registry.names() if _game_of(each) == name],
        "links": {"self": own, "rulings": f"{own}/rulings"},
    }


def _edition(rules: Rules) -> dict[str, Any]:
    own = link("games", rules.name)
    return {
        "name": rules.full_name,
        "rules": rules.version,
        "seats": {"least": rules.seats[0], "most": rules.seats[-1]},
        "options": [_option(option) for option in rules.options],
        "brief": dict(rules.brief),
        "questions": [kind.__name__ for kind in rules.decisions],
        "events": [kind.__name__ for kind in rules.events],
        "links": {"self": link("games", rules.name, rules.edition_name), "game": own, "rulings": f"{own}/rulings"},
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "meaning": option.meaning,
        "values": list(option.values),
        "default": option.default,
    }
