"""The addresses of the service's resources, as its answers link them: from the root of the site, without its name."""

from __future__ import annotations

from urllib.parse import quote, urlencode

BASE = "/api"


def link(*steps: str | int, **query: str | int | None) -> str:
    """The address of a resource; what is None in the query is left out.

    >>> link("bots", "Zo\u00eb & co"), link("matches", ladder="spring", bot=None, limit=3)
    ('/api/bots/Zo%C3%AB%20%26%20co', '/api/matches?ladder=spring&limit=3')
    """
    path = "/".join((BASE, *(quote(str(step), safe="") for step in steps)))
    asked = {key: value for key, value in query.items() if value is not None}
    return f"{path}?{urlencode(asked)}" if asked else path
