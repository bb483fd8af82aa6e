"""`/api/challenges`: a student asks for a match against bots that are named; it is unrated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask.views import MethodView

from parlour.core import registry
from parlour.core.rules import BadOption, Rules
from parlour.core.wording import shown as quoted
from referee.clock import TimeControl
from referee.match import Policy
from referee.service import access, config, limits, paging
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import link
from referee.service.problems import Problem, Wrong, at, not_found, wrong_body
from referee.service.resources import matches
from referee.service.shapes.challenges import Challenge, ChallengePage, NewChallenge
from referee.store import challenges, entrants, ladders

DAY_S = 24 * 3600.0

blueprint = Blueprint(
    "challenges", __name__, url_prefix=link("challenges"), description="Unrated matches that students ask for"
)


@blueprint.route("")
class Challenges(MethodView):
    """The challenges of an account."""

    @access.player
    @blueprint.arguments(paging.PageQuery, location="query")
    @blueprint.response(200, ChallengePage)
    def get(self, query: dict[str, Any]) -> object:
        """The challenges that the account has made, the newest first."""
        before = paging.position(query["cursor"], "challenges", (int,))
        found = challenges.of_account(store(), access.me().id, before and before[0], query["limit"] + 1)
        return paging.page(found, query, "challenges", lambda challenge: (challenge.id,), _shown)

    @access.player
    @blueprint.arguments(NewChallenge)
    @blueprint.response(201, Challenge)
    @blueprint.problems(403)
    def post(self, new: dict[str, Any]) -> object:
        """Ask for a match between active bots, one of them the account's own; it is played soon, and rates nobody."""
        plan, rules = _plan(new)
        _check_bots(new["bots"], rules)
        limits.spend("challenge", config.current().challenges_per_day, DAY_S, "challenges in 24 hours")
        made = challenges.make(store(), access.me().id, plan, new["bots"])
        return _shown(made), 201, {"Location": link("challenges", made.id)}


@blueprint.route("/<int:id>")
class OneChallenge(MethodView):
    """One challenge."""

    @access.player
    @blueprint.response(200, Challenge)
    @blueprint.problems(404)
    def get(self, id: int) -> object:
        """A challenge that the account has made; organisers see all."""
        found = challenges.find(store(), id)
        if found is None or not (access.is_organiser() or found.account == access.me().id):
            raise not_found("challenge of this account")
        return _shown(found)


def _plan(new: Mapping[str, Any]) -> tuple[dict[str, Any], Rules]:
    """By what is played: the settings of the ladder that is named, or those that are given with a game."""
    bots = new["bots"]
    if "ladder" in new:
        given = [key for key in ("game", "options", "time") if key in new]
        if given:
            raise wrong_body(at(given[0]), "expected none beside a ladder, whose settings hold")
        ladder = ladders.find(store(), new["ladder"])
        if ladder is None:
            raise wrong_body("#/ladder", "expected the name of a ladder")
        settings = ladder.settings
        if len(bots) != settings["seats"]:
            raise wrong_body("#/bots", f"expected {settings['seats']} bots, as many as meet on the ladder")
        rules = registry.find(settings["game"])
        options, time, policy = settings["options"], settings["time"], settings["policy"]
    elif "game" in new:
        rules = _rules(new["game"])
        options = new.get("options", {})
        time, policy = asdict(TimeControl(**new.get("time", {}))), asdict(Policy())
    else:
        raise wrong_body("#", "expected one of game and ladder")
    plan = {
        "game": rules.full_name,
        "rules": rules.version,
        "options": _options(rules, options, len(bots)),
        "seats": len(bots),
        "time": time,
        "policy": policy,
    }
    return plan, rules


def _rules(game: str) -> Rules:
    try:
        return registry.find(game)
    except registry.UnknownGame as unknown:
        hint = f"did you mean {quoted(unknown.nearest)}?" if unknown.nearest else f"there are {_games()}"
        raise wrong_body("#/game", f"no game of that name; {hint}") from None


def _games() -> str:
    return ", ".join(registry.names())


def _options(rules: Rules, options: Mapping[str, int], seats: int) -> dict[str, int]:
    """All options of the match, those left out at their defaults."""
    try:
        return rules.check_options(options, seats=seats)
    except BadOption as bad:
        pointer = "#/bots" if bad.option == "seats" else at("options", bad.option)
        raise wrong_body(pointer, bad.message) from None


def _check_bots(bots: list[str], rules: Rules) -> None:
    """All of them may play this, no two are one, and one belongs to who asks."""
    wrong = []
    owners = set()
    for index, name in enumerate(bots):
        entrant = entrants.find(store(), name)
        if bots.index(name) < index:
            wrong.append((index, "expected another bot: this one has a seat already"))
        elif entrant is None:
            wrong.append((index, "no bot of that name is registered"))
        elif entrant.state != "active":
            wrong.append((index, f"expected an active bot; this one is {entrant.state}"))
        elif not {rules.name, rules.full_name} & set(entrant.games):
            wrong.append((index, f"the bot does not play {rules.full_name}"))
        else:
            owners.add(entrant.account)
    if wrong:
        errors = [Wrong(says, pointer=at("bots", index)) for index, says in wrong]
        raise Problem(422, "not all of these bots can play this match", errors=errors)
    if access.me().id not in owners and not access.is_organiser():
        raise wrong_body("#/bots", "expected a bot of your own among them", status=403)


def _shown(challenge: challenges.Challenge) -> dict[str, Any]:
    match = matches.shown(matches.there(challenge.match))
    links = {"match": match["links"]["self"], "events": match["links"]["events"]}
    return {
        "id": challenge.id,
        "created_at": challenge.created_at,
        "match": match,
        "links": {"self": link("challenges", challenge.id), **links},
    }
