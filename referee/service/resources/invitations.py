"""`/api/invitations`: organisers make invitations, see what became of them, and withdraw them."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from referee.service import access, config, paging
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import link
from referee.service.problems import not_found
from referee.service.shapes.accounts import InvitationPage, IssuedInvitation, NewInvitation
from referee.store import accounts, invitations

blueprint = Blueprint(
    "invitations", __name__, url_prefix=link("invitations"), description="Invitations, for organisers"
)


@blueprint.route("")
class Invitations(MethodView):
    """All invitations."""

    @access.organiser
    @blueprint.arguments(paging.PageQuery, location="query")
    @blueprint.response(200, InvitationPage)
    def get(self, query: dict[str, Any]) -> object:
        """All invitations in the order in which they were made, those that were used or have expired too."""
        every = sorted(invitations.every(store()), key=_position)
        if after := paging.position(query["cursor"], "invitations", (str, str)):
            every = [one for one in every if _position(one) > after]
        return paging.page(every, query, "invitations", _position, _shown)

    @access.organiser
    @blueprint.arguments(NewInvitation)
    @blueprint.response(201, IssuedInvitation)
    def post(self, new: dict[str, Any]) -> object:
        """Make an invitation; its code is shown this once."""
        days = new["days"] or config.current().invitation_days
        made, code = invitations.make(store(), new["role"], new["note"], days)
        return {"invitation": _shown(made), "code": code}, 201, {"Location": link("invitations", made.id)}


@blueprint.route("/<id>")
class Invitation(MethodView):
    """One invitation."""

    @access.organiser
    @blueprint.response(204)
    @blueprint.problems(404)
    def delete(self, id: str) -> None:
        """Withdraw an invitation that nobody has used."""
        if not invitations.withdraw(store(), id):
            raise not_found("invitation that is still open")


def _position(invitation: invitations.Invitation) -> tuple[str, str]:
    """Where it stands in the list: by the time at which it was made."""
    return invitation.created_at, invitation.id


def _shown(invitation: invitations.Invitation) -> dict[str, Any]:
    account = invitation.account and accounts.by_id(store(), invitation.account)
    return {
        "id": invitation.id,
        "role": invitation.role,
        "note": invitation.note,
        "created_at": invitation.created_at,
        "expires_at": invitation.expires_at,
        "used_at": invitation.used_at,
        "account": account.name if account else None,
        "links": {"self": link("invitations", invitation.id)},
    }
