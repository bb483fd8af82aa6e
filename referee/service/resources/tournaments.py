"""`/api/tournaments`: an organiser hands in a tournament; everybody follows it."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from referee.service import access, paging, tables
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import link
from referee.service.problems import Problem, Wrong, not_found, wrong_body
from referee.service.shapes.tournaments import NewTournament, Tournament, TournamentPage, TournamentTable
from referee.store import entrants, hosted, tournaments
from referee.store.accounts import NameTaken
from referee.store.tournaments import Run
from referee.tournament.plan import Plan, PlanError, read_text
from referee.tournament.running import schedule
from referee.tournament.standings import Standing

FILE = "tournament.toml"
"""What messages call the text that was handed in."""

blueprint = Blueprint(
    "tournaments", __name__, url_prefix=link("tournaments"), description="Tournaments, from the text to the table"
)
blueprint.record_once(lambda setup: tables.install(setup.app))


@blueprint.route("")
class Tournaments(MethodView):
    """The tournaments that were handed in."""

    @access.public
    @blueprint.arguments(paging.PageQuery, location="query")
    @blueprint.response(200, TournamentPage)
    def get(self, query: dict[str, Any]) -> object:
        """Every run of every tournament that was handed in here, the newest first."""
        before = paging.position(query["cursor"], "tournaments", (int,))
        found = [each.run for each in reversed(hosted.of_kind(store(), "tournament"))]
        if before:
            found = [run for run in found if run.id < before[0]]
        return paging.page(found, query, "tournaments", lambda run: (run.id,), _shown)

    @access.organiser
    @blueprint.arguments(NewTournament)
    @blueprint.response(201, Tournament)
    @blueprint.alt_response(200, schema=Tournament, description="The same tournament is being played already.")
    @blueprint.problems(409)
    def post(self, new: dict[str, Any]) -> object:
        """Hand in a tournament. It is the text of a file as `referee tournament run` takes it, with active bots.

        A run of the very same tournament that is not over is gone on with; otherwise a new run begins.
        """
        plan = _plan(new["toml"])
        is_open = tournaments.open_run(store(), plan.name, plan.digest()) is not None
        try:
            run = hosted.begin_tournament(
                store(),
                name=plan.name,
                digest=plan.digest(),
                plan={**plan.deciding(), "kind": "tournament"},
                secret=plan.secret(),
                ladder=plan.ladder,
                pairings=schedule(plan),
                account=access.me().id,
            )
        except NameTaken as taken:
            raise wrong_body("#/toml", f"tournament.name: {taken.what}", status=409) from None
        except hosted.LadderTaken as taken:
            raise wrong_body("#/toml", f"tournament.ladder: {taken.what}") from None
        return _shown(run), 200 if is_open else 201, {"Location": _link(run)}


@blueprint.route("/<name>")
class OneTournament(MethodView):
    """A tournament."""

    @access.public
    @blueprint.response(200, TournamentTable)
    @blueprint.problems(404)
    def get(self, name: str) -> object:
        """The newest run of a tournament, with its table."""
        return _with_table(_public(tournaments.latest(store(), name)))


@blueprint.route("/<name>/runs/<int:number>")
class OneRun(MethodView):
    """One run of a tournament."""

    @access.public
    @blueprint.response(200, TournamentTable)
    @blueprint.problems(404)
    def get(self, name: str, number: int) -> object:
        """One run of a tournament, with its table."""
        return _with_table(_public(tournaments.find(store(), name, number)))


def _plan(text: str) -> Plan:
    """The tournament in a text; Problem 422 with every mistake in it."""
    callable_ = {entrant.bot: entrant.games for entrant in entrants.active(store())}
    try:
        return read_text(text, FILE, entrants=callable_)
    except PlanError as error:
        errors = [Wrong(str(problem), pointer="#/toml") for problem in error.problems]
        detail = errors[0].detail if len(errors) == 1 else f"{len(errors)} mistakes in the tournament"
        raise Problem(422, detail, errors=errors) from None


def _public(run: Run | None) -> Run:
    """The run if it is that of a tournament; Problem 404."""
    host = run and hosted.find(store(), run.id)
    if run is None or (host and host.kind != "tournament"):
        raise not_found("tournament, or no such run of it")
    return run


def _link(run: Run) -> str:
    return link("tournaments", run.name, "runs", run.number)


def _shown(run: Run) -> dict[str, Any]:
    plan = run.plan
    links = {
        "self": _link(run),
        "tournament": link("tournaments", run.name),
        "matches": link("matches", tournament=run.name, run=run.number),
    }
    if run.number > 1:
        links["before"] = link("tournaments", run.name, "runs", run.number - 1)
    return {
        "name": run.name,
        "run": run.number,
        **{key: plan[key] for key in ("game", "rules", "options", "seats", "rounds", "ladder")},
        "bots": [bot["name"] for bot in plan["bots"]],
        "created_at": run.created_at,
        "progress": {"matches": run.matches, "finished": run.finished},
        "links": links,
    }


def _with_table(run: Run) -> dict[str, Any]:
    table = tables.standings_of(run)
    return _shown(run) | {"standings": [_standing(run, standing) for standing in table]}


def _standing(run: Run, standing: Standing) -> dict[str, Any]:
    keys = ("rank", "bot", "matches", "points", "wins", "mean_place", "faults", "strikes", "forfeits")
    links = {
        "bot": link("bots", standing.bot),
        "matches": link("matches", tournament=run.name, run=run.number, bot=standing.bot),
    }
    return {**{key: getattr(standing, key) for key in keys}, "links": links}
