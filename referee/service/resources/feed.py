"""`/api/matches/<id>/events`: what happens in a match, as it happens, for everybody."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from flask import Response, current_app, request
from flask.views import MethodView
from marshmallow import Schema, fields

from referee.service import access, config, database, feed
from referee.service.blueprint import Blueprint
from referee.service.ending import ending
from referee.service.feed import BadMark, Mark, Room
from referee.service.links import link
from referee.service.problems import Problem, Wrong, try_again
from referee.service.resources.matches import there, transcript_of

EVENT_STREAM = "text/event-stream"
LAST_EVENT_ID = "Last-Event-ID"
FULL_S = 5
"""After how many seconds a spectator for whom there is no room may come again."""

_KEY = "referee.feeds"

blueprint = Blueprint("feed", __name__, url_prefix=link("matches"), description="Matches as they are played")


class FeedQuery(Schema):
    """From where on."""

    after = fields.String(
        load_default=None,
        metadata={"description": "the id of the last event that is known: what came behind it is told"},
    )


class FeedHead(Schema):
    """The same as a browser says it when it comes again."""

    last = fields.String(
        data_key=LAST_EVENT_ID,
        load_default=None,
        metadata={"description": "as `after`, which goes first: browsers send it when they come again"},
    )


@blueprint.route("/<id>/events")
class Events(MethodView):
    """What happens in a match."""

    @access.public
    @blueprint.arguments(FeedQuery, location="query")
    @blueprint.arguments(FeedHead, location="headers")
    @blueprint.response(
        200, {"type": "string"}, content_type=EVENT_STREAM, description="public events; the last one is `end`"
    )
    @blueprint.alt_response(204, description="the match is over, and the caller has been told its end")
    @blueprint.problems(404, 503)
    def get(self, query: dict[str, Any], head: dict[str, Any], id: str) -> Response:
        """What everybody may know of a match, as it happens: Server-Sent Events, which end with the match.

        Each event has an id; who comes again with the last of them, as browsers do in the header Last-Event-ID or else
        by `after`, misses nothing. `again` says that the match is played again from its beginning.
        """
        since = _mark(query["after"], head["last"])
        match = there(id)
        if match.is_finished and feed.is_read(match, transcript_of(match), since):
            return Response(status=204)
        room = _room()
        who = _caller()
        if not room.enter(who):
            raise try_again(503, "no room for one more feed; GET the match itself meanwhile", FULL_S)
        stores = database.stores(current_app)
        lines = feed.stream(stores.store, id, since, lasts_s=config.current().feed_s, ending=ending())
        response = Response(lines, content_type=EVENT_STREAM)
        response.call_on_close(lambda: room.leave(who))
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"  # for a proxy between that would rather wait for more
        return response


def _room() -> Room:
    """The places of this app for streams."""
    return cast(Room, current_app.extensions.setdefault(_KEY, Room(config.current().feeds)))


def _mark(after: str | None, last: str | None) -> Mark:
    """From where on: what the query says, else the header, else the beginning."""
    try:
        return Mark.read(after or last or "0")
    except BadMark as bad:
        place = {"parameter": "after"} if after else {"header": LAST_EVENT_ID}
        raise Problem(422, str(bad), errors=[Wrong(str(bad), **place)]) from None


def _caller() -> Hashable:
    """Whom a feed is counted for: an account, or an address."""
    account = access.account()
    return account.id if account else request.remote_addr
