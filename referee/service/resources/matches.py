"""`/api/matches`: what is played, and what became of it; transcripts of what is over."""

from __future__ import annotations

from typing import Any

from flask import Response
from flask.views import MethodView

from referee.service import access, paging, runs
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import link
from referee.service.problems import Problem, not_found, wrong_parameter
from referee.service.runs import Known
from referee.service.shapes.common import Name, asked_whole, one_of
from referee.service.shapes.matches import STATES, Match, MatchPage
from referee.store import matches, ratings, transcripts
from referee.store.matches import StoredMatch, StoredSeat
from referee.store.ratings import RatedMatch

NDJSON = "application/x-ndjson"
MOST_RUN = 10**9

blueprint = Blueprint("matches", __name__, url_prefix=link("matches"), description="Matches, and what happened in them")
blueprint.record_once(lambda setup: runs.install(setup.app))


class MatchQuery(paging.PageQuery):
    """Which matches are asked for; all filters together."""

    ladder = Name("matches that count for this ladder", load_default=None)
    bot = Name("matches in which this bot sits", load_default=None)
    tournament = Name("matches of the runs of this tournament", load_default=None)
    run = asked_whole("of this tournament only the run of that number", least=1, most=MOST_RUN, load_default=None)
    state = one_of("matches in this state", *STATES, load_default=None)


@blueprint.route("")
class Matches(MethodView):
    """All matches."""

    @access.public
    @blueprint.arguments(MatchQuery, location="query")
    @blueprint.response(200, MatchPage)
    def get(self, query: dict[str, Any]) -> object:
        """All matches, the newest first."""
        if query["run"] is not None and query["tournament"] is None:
            raise wrong_parameter("run", "expected the parameter tournament beside it")
        before = paging.position(query["cursor"], "matches", (int,))
        found = matches.page(
            store(),
            ladder=query["ladder"],
            bot=query["bot"],
            tournament=query["tournament"],
            run=query["run"],
            state=query["state"],
            before=before and before[0],
            limit=query["limit"] + 1,
        )
        return paging.page(found, query, "matches", lambda match: (match.serial,), shown)


@blueprint.route("/<id>")
class OneMatch(MethodView):
    """One match."""

    @access.public
    @blueprint.response(200, Match)
    @blueprint.problems(404)
    def get(self, id: str) -> object:
        """A match as everybody sees it."""
        return shown(there(id))


@blueprint.route("/<id>/transcript")
class Transcript(MethodView):
    """The record of a match."""

    @access.public
    @blueprint.response(200, {"type": "string"}, content_type=NDJSON, description="one JSON object a line")
    @blueprint.problems(404, 409)
    def get(self, id: str) -> Response:
        """Every question, answer and event of a finished match, and the secret that all its luck follows from."""
        return Response(transcript_of(there(id)), content_type=NDJSON)


def there(id: str) -> StoredMatch:
    """The match of that id; Problem 404."""
    found = matches.find(store(), id)
    if found is None:
        raise not_found("match")
    return found


def transcript_of(match: StoredMatch) -> str:
    """The transcript of a match that is finished; Problem 409 before."""
    text = transcripts.text(store(), match.id)
    if text is None:
        raise Problem(409, "the match is not finished; what happens in it is told at its link `events`")
    return text


def shown(match: StoredMatch) -> dict[str, Any]:
    """A match as everybody sees it."""
    run = runs.known(match.tournament)
    changes = {each.bot: each for each in ratings.of_match(store(), match.id)} if match.is_finished else {}
    return {
        "id": match.id,
        "kind": run.kind,
        "ladder": match.ladder if match.rated else None,
        "tournament": run.name if run.kind == "tournament" else None,
        "run": run.number if run.kind == "tournament" else None,
        "state": state_of(match),
        "rated": match.rated,
        "game": match.game or run.plan["game"],
        "rules": match.rules or run.plan["rules"],
        "options": run.plan["options"] if match.options is None else match.options,
        "seats": [seat_shown(match, seat, changes.get(seat.bot)) for seat in match.seats],
        "created_at": match.created_at,
        "started_at": match.started_at,
        "finished_at": match.finished_at,
        "termination": match.termination,
        "moves": match.moves,
        "seconds": match.seconds,
        "attempts": match.attempts,
        "commitment": match.commitment,
        "secret": match.secret,
        "links": _links(match, run),
    }


def state_of(match: StoredMatch) -> str:
    """Whether it waits, is played, or is over."""
    return "playing" if match.is_playing else match.state


def seat_shown(match: StoredMatch, seat: StoredSeat, change: RatedMatch | None) -> dict[str, Any]:
    """A seat as everybody sees it."""
    own = link("matches", match.id, "seats", seat.seat)
    return {
        "seat": seat.seat,
        "bot": seat.bot,
        "version": seat.version,
        "place": seat.place,
        "score": seat.score,
        "forfeited": seat.forfeited,
        "strikes": seat.strikes,
        "faults": seat.faults,
        "rating": change and {key: getattr(change, key) / 1000 for key in ("before", "after", "change")},
        "links": {"bot": link("bots", seat.bot), "owner_view": own, "questions": f"{own}/questions"},
    }


def _links(match: StoredMatch, run: Known) -> dict[str, str]:
    own = link("matches", match.id)
    found = {"self": own, "events": f"{own}/events", "transcript": f"{own}/transcript"}
    if run.kind == "ladder":
        found["ladder"] = link("ladders", run.name)
    if run.kind == "tournament":
        found["tournament"] = link("tournaments", run.name, "runs", run.number)
    return found
