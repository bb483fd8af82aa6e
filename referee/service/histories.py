"""The ratings of a bot on a ladder as a graph is drawn of them: point by point, in long pages."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from referee.service import paging
from referee.service.database import store
from referee.service.links import link
from referee.service.shapes.common import asked_whole
from referee.store import ratings
from referee.store.ratings import RatedMatch

MOST_POINTS = 1000
"""A point is small, and a graph wants them all."""


class HistoryQuery(paging.PageQuery):
    """Which points are wanted."""

    limit = asked_whole("how many points at most", least=1, most=MOST_POINTS, load_default=MOST_POINTS)


def history(query: dict[str, Any], *, ladder: str, bot: str) -> dict[str, Any]:
    """One page of the points; none where the bot has no rated match on the ladder."""
    points = ratings.history(store(), ladder, bot)
    if after := paging.position(query["cursor"], "history", (int,)):
        points = points[bisect_right(points, after[0], key=lambda point: point.number) :]
    page = paging.page(points, query, "history", lambda point: (point.number,), _shown)
    return {"ladder": ladder, "bot": bot, **page}


def _shown(point: RatedMatch) -> dict[str, Any]:
    return {
        "match": point.match,
        "number": point.number,
        "before": point.before / 1000,
        "after": point.after / 1000,
        "change": point.change / 1000,
        "links": {"match": link("matches", point.match)},
    }
