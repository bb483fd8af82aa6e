"""`/api/matches/<id>/seats/<n>`: a seat as the owner of its bot sees it, and every message that the bot was sent.

Both are for the owner of the bot and organisers alone, when the match is over too: what a bot was sent, and where it
failed, tells its rivals how it thinks.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from flask.views import MethodView

from parlour.core.transcript import TranscriptError, read
from referee.service import access, as_seen, paging, runs
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import link
from referee.service.problems import Problem, not_found
from referee.service.resources.matches import seat_shown, there, transcript_of
from referee.service.shapes.common import asked_whole
from referee.service.shapes.matches import AsSeen, OwnSeat
from referee.store import entrants, faults, ratings
from referee.store.matches import StoredMatch, StoredSeat

USUAL_QUESTIONS = 20
"""A question of Careers is some ten thousand characters long."""

blueprint = Blueprint("seats", __name__, url_prefix=link("matches"), description="Seats of matches, for owners of bots")


class QuestionQuery(paging.PageQuery):
    """Which of the questions."""

    limit = asked_whole("how many questions at most", least=1, most=paging.MOST_LIMIT, load_default=USUAL_QUESTIONS)


@blueprint.route("/<id>/seats/<int:number>")
class OwnerView(MethodView):
    """A seat."""

    @access.player
    @blueprint.response(200, OwnSeat)
    @blueprint.problems(403, 404)
    def get(self, id: str, number: int) -> object:
        """A seat as the owner of its bot sees it, and organisers: every fault with what was seen, and the times."""
        match, seat = _shown_to_caller(id, number)
        found = [fault for fault in faults.of_match(store(), id) if fault.seat == number]
        change = next((each for each in ratings.of_match(store(), id) if each.bot == seat.bot), None)
        public = seat_shown(match, seat, change)
        own = public["links"].pop("owner_view")
        return public | {
            "match": match.id,
            "fault_kinds": dict(sorted(Counter(fault.kind for fault in found).items())),
            "evidence": [
                {
                    "turn": fault.turn,
                    "question": fault.question,
                    "kind": fault.kind,
                    "strikes": fault.strikes,
                    "detail": fault.detail,
                }
                for fault in found
            ],
            "thought_ms": seat.thought_ms,
            "slowest_ms": seat.slowest_ms,
            "nonce": seat.nonce,
            "links": {"self": own, "match": link("matches", match.id), **public["links"]},
        }


@blueprint.route("/<id>/seats/<int:number>/questions")
class Questions(MethodView):
    """What a bot was sent."""

    @access.player
    @blueprint.arguments(QuestionQuery, location="query")
    @blueprint.response(200, AsSeen)
    @blueprint.problems(403, 404, 409)
    def get(self, query: dict[str, Any], id: str, number: int) -> object:
        """Every message that a bot was sent in a finished match, made anew from the transcript, and what was played.

        This is for the owner of the bot and organisers. The transcript of the whole match is for everybody.
        """
        match, _ = _shown_to_caller(id, number)
        after: tuple[int] = paging.position(query["cursor"], "questions", (int,)) or (0,)
        try:
            return _as_seen(match, number, after[0], query)
        except TranscriptError as error:
            raise Problem(409, f"the match cannot be played again here: {error}") from None


def _as_seen(match: StoredMatch, seat: int, after: int, query: dict[str, Any]) -> dict[str, Any]:
    record = read(transcript_of(match))
    found = faults.of_match(store(), match.id)
    plan = runs.known(match.tournament).plan
    attempt = match.attempts
    asked = as_seen.questions(record, seat, attempt=attempt, faults=found, after=after)
    page = paging.page(list(islice(asked, query["limit"] + 1)), query, "questions", lambda each: (each.number,))
    strikes = plan["policy"]["max_strikes"]
    return {
        "match": match.id,
        "seat": seat,
        "start": as_seen.begun(record, seat, attempt=attempt, time=plan["time"], max_strikes=strikes),
        "items": page["items"],
        "end": as_seen.ended(record, seat, attempt=attempt, faults=found),
        "next": page["next"],
        "links": {"match": link("matches", match.id), "owner_view": link("matches", match.id, "seats", seat)},
    }


def _shown_to_caller(id: str, number: int) -> tuple[StoredMatch, StoredSeat]:
    """A seat that is there, for the owner of its bot and organisers."""
    match = there(id)
    if number >= len(match.seats):
        raise not_found("seat in this match")
    seat = match.seats[number]
    if not (access.is_organiser() or _owns(seat)):
        raise Problem(403, "only the owner of the bot and organisers may see this")
    return match, seat


def _owns(seat: StoredSeat) -> bool:
    entrant = entrants.find(store(), seat.bot)
    return entrant is not None and entrant.account == access.me().id
