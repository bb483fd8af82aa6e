"""`/api/bots`: students register bots and look after them; everybody sees what is public of each."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Response, jsonify
from flask.views import MethodView
from marshmallow import fields

from referee.service import access, config, limits, paging
from referee.service.blueprint import Blueprint
from referee.service.bot_urls import refusal
from referee.service.database import store
from referee.service.histories import HistoryQuery, history
from referee.service.links import link
from referee.service.problems import Problem, not_found, wrong_body
from referee.service.shapes.bots import (
    Bench,
    BotPage,
    ChangedBot,
    History,
    NewBot,
    OwnBot,
    PublicBot,
    RegisteredBot,
)
from referee.service.shapes.common import one_of
from referee.store import entrants, faring
from referee.store.accounts import NameTaken
from referee.store.entrants import Entrant
from referee.store.faring import Fare

KEPT_KEY = timedelta(hours=24)
"""For how long calls are signed with the former key too, once there is a new one."""

blueprint = Blueprint("bots", __name__, url_prefix=link("bots"), description="Bots, and what their owners do with them")


class BotQuery(paging.PageQuery):
    """Which bots are listed."""

    owner = fields.String(load_default=None, metadata={"description": "the name of the account that registered them"})
    game = fields.String(load_default=None, metadata={"description": "a game that they say they play, as they say it"})
    state = one_of("their state", *entrants.STATES, load_default=None)


class FormerBotQuery(HistoryQuery):
    """Which ratings of a bot are listed."""

    ladder = fields.String(required=True, metadata={"description": "the name of the ladder"})


@blueprint.route("")
class Bots(MethodView):
    """All bots."""

    @access.public
    @blueprint.arguments(BotQuery, location="query")
    @blueprint.response(200, BotPage)
    def get(self, query: dict[str, Any]) -> object:
        """All bots by name, or those of one owner, game or state."""
        after = paging.position(query["cursor"], "bots", (str,))
        wanted = {key: query[key] for key in ("owner", "game", "state")}
        found = entrants.page(store(), **wanted, after=after and after[0], limit=query["limit"] + 1)
        fares = faring.of_bots(store(), (entrant.bot for entrant in found))
        return paging.page(
            found, query, "bots", lambda entrant: (entrant.bot,), lambda entrant: public(entrant, fares[entrant.bot])
        )

    @access.player
    @blueprint.arguments(NewBot)
    @blueprint.response(201, RegisteredBot)
    def post(self, new: dict[str, Any]) -> object:
        """Register a bot. It is checked at once; its signing key is shown this once."""
        _check_url(new["url"])
        if entrants.find(store(), new["name"]):
            raise wrong_body("#/name", "the name is taken", status=409)
        _count_check()
        most = config.current().bots_per_account
        try:
            entrant, key = entrants.register(store(), access.me().id, new["name"], new["url"], most)
        except NameTaken as taken:
            raise wrong_body("#/name", taken.what, status=409) from None
        except entrants.TooMany as many:
            raise Problem(409, many.what) from None
        return _with_key(entrant, key), 201, {"Location": link("bots", entrant.bot)}


@blueprint.route("/<name>")
class Bot(MethodView):
    """One bot."""

    @access.public
    @blueprint.response(200, {"anyOf": [OwnBot, PublicBot]}, description="To its owner and organisers, more of it.")
    @blueprint.problems(404)
    def get(self, name: str) -> Response:
        """One bot; its owner and the organisers see why it is not playing and what its last check found."""
        entrant = _there(name)
        fares = faring.of_bots(store(), [entrant.bot])[entrant.bot]
        if may_see_all_of(entrant):
            return jsonify(OwnBot().dump(own(entrant, fares)))
        return jsonify(PublicBot().dump(public(entrant, fares)))

    @access.player
    @blueprint.arguments(ChangedBot)
    @blueprint.response(200, OwnBot)
    @blueprint.problems(403, 404, 409)
    def patch(self, changed: dict[str, Any], name: str) -> object:
        """Say where the bot is called from now on. It is pending until it has passed a check there."""
        entrant = _owned(name)
        _check_url(changed["url"])
        _count_check()
        return _own(_done(lambda: entrants.change(store(), entrant.bot, url=changed["url"])))


@blueprint.route("/<name>/check")
class Check(MethodView):
    """The check of a bot."""

    @access.player
    @blueprint.response(202, OwnBot)
    @blueprint.problems(403, 404, 409)
    def post(self, name: str) -> object:
        """Ask for a check as soon as a worker is free; the bot's `report` is what it finds.

        A bot that an organiser has benched is checked only when an organiser asks: that lifts the bench, and the bot
        plays again when it passes.
        """
        entrant = _owned(name, or_organiser=True)
        _count_check()
        ask = entrants.lift if access.is_organiser() else entrants.ask_for_check
        return _own(_done(lambda: ask(store(), entrant.bot, time.time())))


@blueprint.route("/<name>/key")
class SigningKey(MethodView):
    """The signing key of a bot."""

    @access.player
    @blueprint.response(200, RegisteredBot)
    @blueprint.problems(403, 404, 409)
    def post(self, name: str) -> object:
        """Make a new signing key, which is shown this once; for a day calls are signed with the former one too."""
        entrant = _owned(name)
        until = (datetime.now(UTC) + KEPT_KEY).isoformat(timespec="seconds")
        return _with_key(*_done(lambda: entrants.rotate_key(store(), entrant.bot, until)))


@blueprint.route("/<name>/retire")
class Retirement(MethodView):
    """The end of a bot."""

    @access.player
    @blueprint.response(200, OwnBot)
    @blueprint.problems(403, 404, 409)
    def post(self, name: str) -> object:
        """Take a bot out of play for good; its name stays taken, and its matches stay as they are."""
        entrant = _owned(name, or_organiser=True)
        return _own(_done(lambda: entrants.retire(store(), entrant.bot)))


@blueprint.route("/<name>/bench")
class Benching(MethodView):
    """The bench, for an organiser."""

    @access.organiser
    @blueprint.arguments(Bench)
    @blueprint.response(200, OwnBot)
    @blueprint.problems(404, 409)
    def post(self, bench: dict[str, Any], name: str) -> object:
        """Take a bot out of play until an organiser asks for a check and it passes; its owner is told why."""
        entrant = _there(name)
        return _own(_done(lambda: entrants.bench(store(), entrant.bot, reason=bench["reason"])))


@blueprint.route("/<name>/history")
class BotHistory(MethodView):
    """The ratings of a bot."""

    @access.public
    @blueprint.arguments(FormerBotQuery, location="query")
    @blueprint.response(200, History)
    @blueprint.problems(404)
    def get(self, query: dict[str, Any], name: str) -> object:
        """What each match of a ladder made of the bot's rating, in the order of the ladder."""
        return history(query, ladder=query["ladder"], bot=_there(name).bot)


def public(entrant: Entrant, fares: list[Fare]) -> dict[str, Any]:
    """A bot as everybody sees it."""
    return {
        "name": entrant.bot,
        "owner": entrant.owner,
        "state": entrant.state,
        "games": list(entrant.games),
        "version": entrant.version,
        "author": entrant.author,
        "max_parallel": entrant.max_parallel,
        "created_at": entrant.created_at,
        "ladders": [_on_ladder(entrant, fare) for fare in fares],
        "links": {
            "self": link("bots", entrant.bot),
            "matches": link("matches", bot=entrant.bot),
            "history": link("bots", entrant.bot, "history"),
        },
    }


def own(entrant: Entrant, fares: list[Fare]) -> dict[str, Any]:
    """A bot as its owner sees it, and the organisers, to whom the query of its address is nothing."""
    shown = public(entrant, fares)
    steps = {step: link("bots", entrant.bot, step) for step in ("check", "key", "retire")}
    caller = access.account()
    is_owner = caller is not None and caller.id == entrant.account
    return shown | {
        "url": entrant.url if is_owner else entrant.url.partition("?")[0],
        "held": entrant.held,
        "reason": entrant.reason,
        "report": entrant.report,
        "failures": entrant.failures,
        "benches": entrant.benches,
        "next_check_at": entrant.check_due,
        "key_until": entrant.key_until,
        "links": shown["links"] | steps,
    }


def may_see_all_of(entrant: Entrant) -> bool:
    """Whether who calls is shown what is not public of a bot: its owner, and organisers, who answer for results."""
    caller = access.account()
    return caller is not None and (caller.id == entrant.account or access.is_organiser())


def _own(entrant: Entrant) -> dict[str, Any]:
    return own(entrant, faring.of_bots(store(), [entrant.bot])[entrant.bot])


def _on_ladder(entrant: Entrant, fare: Fare) -> dict[str, Any]:
    return {
        "name": fare.ladder,
        "rating": round(fare.rating / 1000, 1),
        "matches": fare.matches,
        "links": {
            "ladder": link("ladders", fare.ladder),
            "history": link("bots", entrant.bot, "history", ladder=fare.ladder),
        },
    }


def _with_key(entrant: Entrant, key: str) -> dict[str, Any]:
    how = [
        f'PARLOUR_KEY="{key}" parlour serve my_bot.py',
        "Start the bot so that it answers at its address; then it answers calls of this referee and no others.",
    ]
    if entrant.key_until is not None:
        how.append("For a day the referee signs with the former key too, so the bot that runs now is not cut off.")
    return {"bot": _own(entrant), "key": key, "how": how}


def _there(name: str) -> Entrant:
    entrant = entrants.find(store(), name)
    if entrant is None:
        raise not_found("bot")
    return entrant


def _owned(name: str, *, or_organiser: bool = False) -> Entrant:
    """A bot that is the caller's, or that an organiser may take in hand; everybody may know that it is there."""
    entrant = _there(name)
    if entrant.account != access.me().id and not (or_organiser and access.is_organiser()):
        raise Problem(403, "the bot belongs to another account")
    return entrant


def _done(change: Any) -> Any:
    try:
        return change()
    except (entrants.Retired, entrants.Held) as refused:
        raise Problem(409, refused.what) from None


def _check_url(url: str) -> None:
    if refused := refusal(url, config.current()):
        raise wrong_body("#/url", refused)


def _count_check() -> None:
    limits.spend("check", config.current().checks_per_hour, 3600, "checks an hour")
