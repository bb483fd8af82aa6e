"""`/api`: where everything is."""

from __future__ import annotations

from flask.views import MethodView

from referee.service import access
from referee.service.blueprint import Blueprint
from referee.service.links import BASE, link
from referee.service.shapes.common import Shape, link_to, links

blueprint = Blueprint("root", __name__, description="Where everything is")

_LISTS = {
    "bots": "all bots",
    "challenges": "the challenges of who asks",
    "games": "the games that can be played",
    "ladders": "all ladders",
    "matches": "all matches, the newest first",
    "tournaments": "all tournaments",
}


class Root(Shape):
    """The service."""

    service = link_to("this address")
    links = links(
        "Root",
        self="this address",
        accounts="where POST exchanges an invitation for an account",
        me="the account that asks",
        invitations="for organisers",
        openapi="the whole API as OpenAPI 3.1",
        docs="the same for people",
        **_LISTS,
    )


@blueprint.route(BASE)
class TheRoot(MethodView):
    """The root of all links."""

    @access.public
    @blueprint.response(200, Root)
    def get(self) -> object:
        """Where everything is."""
        lists = {name: link(name) for name in (*_LISTS, "accounts", "me", "invitations")}
        return {"service": BASE, "links": {"self": BASE, "openapi": "/openapi.json", "docs": "/docs", **lists}}
