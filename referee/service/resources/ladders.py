"""`/api/ladders`: organisers open ladders, owners put their bots on them, and everybody sees who stands where."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView
from marshmallow import fields

from referee.ladder import elo
from referee.ladder.entry import plays
from referee.ladder.ladderfile import BadLadder, read_text
from referee.service import access, config, paging
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.files import problem_of
from referee.service.histories import HistoryQuery, history
from referee.service.links import link
from referee.service.problems import Problem, not_found, wrong_body
from referee.service.shapes.bots import History
from referee.service.shapes.ladders import ChangedLadder, Ladder, LadderPage, Member, NewLadder, Standings
from referee.store import entrants, faring, hosted, ladders, ratings
from referee.store.accounts import NameTaken
from referee.store.entrants import Entrant
from referee.store.faring import Entered
from referee.store.ratings import Standing

blueprint = Blueprint("ladders", __name__, url_prefix=link("ladders"), description="Ladders and the bots on them")


class LadderHistoryQuery(HistoryQuery):
    """Which ratings of a ladder are listed."""

    bot = fields.String(required=True, metadata={"description": "the name of the bot"})


@blueprint.route("")
class Ladders(MethodView):
    """All ladders."""

    @access.public
    @blueprint.arguments(paging.PageQuery, location="query")
    @blueprint.response(200, LadderPage)
    def get(self, query: dict[str, Any]) -> object:
        """All ladders by name, those that are paused or closed too."""
        every = ladders.every(store())
        if after := paging.position(query["cursor"], "ladders", (str,)):
            every = [ladder for ladder in every if ladder.name > after[0]]
        sizes = faring.sizes(store())
        return paging.page(
            every,
            query,
            "ladders",
            lambda ladder: (ladder.name,),
            lambda ladder: shown(ladder, sizes.get(ladder.name, 0)),
        )

    @access.organiser
    @blueprint.arguments(NewLadder)
    @blueprint.response(201, Ladder)
    def post(self, new: dict[str, Any]) -> object:
        """Open a ladder; matches are made as soon as there are bots enough on it."""
        try:
            settings = read_text(new["toml"], matches_per_hour=config.current().matches_per_hour)
        except BadLadder as bad:
            raise problem_of(bad.problems) from None
        try:
            ladder = hosted.open_ladder(store(), settings.to_json(), access.me().id)
        except NameTaken as taken:
            raise wrong_body("#/toml", taken.what, status=409) from None
        return shown(ladder, 0), 201, {"Location": link("ladders", ladder.name)}


@blueprint.route("/<name>")
class OneLadder(MethodView):
    """One ladder."""

    @access.public
    @blueprint.response(200, Ladder)
    @blueprint.problems(404)
    def get(self, name: str) -> object:
        """What is played on the ladder, and how."""
        return shown(_there(name), faring.sizes(store()).get(name, 0))

    @access.organiser
    @blueprint.arguments(ChangedLadder)
    @blueprint.response(200, Ladder)
    @blueprint.problems(404)
    def patch(self, changed: dict[str, Any], name: str) -> object:
        """Pause a ladder, close it, open it again, or change its pace; what has been scheduled is still played."""
        ladder = _there(name)
        if "matches_per_hour" in changed:
            ladder = ladders.set_pace(store(), name, changed["matches_per_hour"])
        if "state" in changed:
            ladder = ladders.set_state(store(), name, changed["state"])
        return shown(ladder, faring.sizes(store()).get(name, 0))


@blueprint.route("/<name>/standings")
class Table(MethodView):
    """The table of a ladder."""

    @access.public
    @blueprint.response(200, Standings)
    @blueprint.problems(404)
    def get(self, name: str) -> object:
        """Who stands where, the highest rating first. Bots that have left keep their line, but have no rank."""
        _there(name)
        with store().reading():
            standings = {standing.bot: standing for standing in ratings.standings(store(), name)}
            entered = faring.entered(store(), name)
        return {
            "ladder": name,
            "items": list(_lines(name, standings, entered)),
            "next": None,
            "links": {"ladder": link("ladders", name)},
        }


@blueprint.route("/<name>/history")
class LadderHistory(MethodView):
    """The ratings of the bots of a ladder."""

    @access.public
    @blueprint.arguments(LadderHistoryQuery, location="query")
    @blueprint.response(200, History)
    @blueprint.problems(404)
    def get(self, query: dict[str, Any], name: str) -> object:
        """What each match of the ladder made of a bot's rating, in the order of the ladder."""
        _there(name)
        return history(query, ladder=name, bot=query["bot"])


@blueprint.route("/<name>/bots/<bot>")
class Membership(MethodView):
    """A bot's place on a ladder."""

    @access.public
    @blueprint.response(200, Member)
    @blueprint.problems(404)
    def get(self, name: str, bot: str) -> object:
        """Whether a bot is on the ladder, and since when."""
        return _member(_there(name), bot)

    @access.player
    @blueprint.response(200, Member)
    @blueprint.problems(403, 404, 409)
    def put(self, name: str, bot: str) -> object:
        """Put a bot of your own on the ladder; one that is on it stays. It is played there while it is active."""
        ladder = _there(name)
        entrant = _bot(bot)
        if entrant.account != access.me().id:
            raise Problem(403, "the bot belongs to another account")
        if ladder.state == "closed":
            raise Problem(409, "the ladder is closed")
        if entrant.state not in ("pending", "active"):
            raise Problem(409, f"the bot is {entrant.state}; expected one that is active, or pending")
        if not _may_play(entrant, ladder.settings["game"]):
            raise Problem(409, f"the bot does not say that it plays {ladder.settings['game']}")
        try:
            ladders.join(store(), name, bot, most=ladder.settings["max_bots_per_account"])
        except (entrants.TooMany, entrants.Retired) as refused:
            raise Problem(409, refused.what) from None
        return _member(ladder, bot)

    @access.player
    @blueprint.response(204)
    @blueprint.problems(403, 404)
    def delete(self, name: str, bot: str) -> None:
        """Take a bot off the ladder; what has been scheduled for it is still played. Organisers may do so too."""
        _there(name)
        entrant = _bot(bot)
        if entrant.account != access.me().id and not access.is_organiser():
            raise Problem(403, "the bot belongs to another account")
        if not ladders.leave(store(), name, bot):
            raise _not_on_it()


def _may_play(entrant: Entrant, game: str) -> bool:
    """Whether a bot says that it plays a game; one that nobody has asked yet may."""
    unasked = entrant.state == "pending" and not entrant.games
    return unasked or plays(entrant.games, game)


def shown(ladder: ladders.Ladder, bots: int) -> dict[str, Any]:
    """A ladder with the number of bots on it."""
    kept = ("game", "rules", "options", "seats", "time", "policy", "matches_per_hour", "max_bots_per_account")
    return {
        "name": ladder.name,
        "state": ladder.state,
        **{key: ladder.settings[key] for key in kept},
        "bots": bots,
        "created_at": ladder.created_at,
        "links": {
            "self": link("ladders", ladder.name),
            "standings": link("ladders", ladder.name, "standings"),
            "matches": link("matches", ladder=ladder.name),
            "history": link("ladders", ladder.name, "history"),
        },
    }


def _lines(ladder: str, standings: dict[str, Standing], entered: dict[str, Entered]) -> Any:
    """The lines of the table: by rating, then those that have not played yet, by name."""
    waiting = [bot for bot, entry in entered.items() if entry.is_on and bot not in standings]
    placed, rank, last = 0, 0, None
    for bot in (*standings, *waiting):
        standing, entry = standings.get(bot), entered.get(bot)
        is_on = entry is not None and entry.is_on
        if standing and is_on:
            placed += 1
            rank = rank if standing.rating == last else placed
            last = standing.rating
        yield {
            "rank": rank if standing and is_on else None,
            "bot": bot,
            "owner": entry and entry.owner,
            "state": entry and entry.state,
            "on_ladder": is_on,
            "rating": round((standing.rating if standing else elo.START) / 1000, 1),
            "matches": standing.matches if standing else 0,
            "wins": standing.wins if standing else 0,
            "average_place": round(standing.average_place, 3) if standing else None,
            "last_change": standing.last_change / 1000 if standing else 0,
            "links": {
                "bot": link("bots", bot),
                "history": link("ladders", ladder, "history", bot=bot),
                "matches": link("matches", ladder=ladder, bot=bot),
            },
        }


def _member(ladder: ladders.Ladder, bot: str) -> dict[str, Any]:
    for member in ladders.members(store(), ladder.name):
        if member.bot == bot:
            return {
                "ladder": ladder.name,
                "bot": bot,
                "owner": member.owner,
                "state": member.state,
                "joined_at": member.joined_at,
                "links": {
                    "self": link("ladders", ladder.name, "bots", bot),
                    "bot": link("bots", bot),
                    "ladder": link("ladders", ladder.name),
                },
            }
    raise _not_on_it()


def _not_on_it() -> Problem:
    return Problem(404, "the bot is not on the ladder")


def _there(name: str) -> ladders.Ladder:
    ladder = ladders.find(store(), name)
    if ladder is None:
        raise not_found("ladder")
    return ladder


def _bot(name: str) -> Entrant:
    entrant = entrants.find(store(), name)
    if entrant is None:
        raise not_found("bot")
    return entrant
