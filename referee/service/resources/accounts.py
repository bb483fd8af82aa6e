"""`/api/accounts` and `/api/me`: an invitation becomes an account; an account looks after its API keys."""

from __future__ import annotations

from typing import Any

from flask.views import MethodView

from referee.service import access, config
from referee.service.blueprint import Blueprint
from referee.service.database import store
from referee.service.links import BASE, link
from referee.service.problems import Problem, not_found, wrong_body
from referee.service.shapes.accounts import Account, ApiKeyPage, IssuedAccount, IssuedKey, NewAccount, NewKey
from referee.store import accounts, api_keys, invitations

blueprint = Blueprint("accounts", __name__, url_prefix=BASE, description="Accounts and their API keys")

_ME = link("me")


@blueprint.route("/accounts")
class Accounts(MethodView):
    """Where accounts are made."""

    @access.public
    @blueprint.arguments(NewAccount)
    @blueprint.response(201, IssuedAccount)
    @blueprint.problems(409)
    def post(self, new: dict[str, Any]) -> object:
        """Exchange an invitation for an account and its first API key, which is shown this once."""
        try:
            account, key, text = invitations.redeem(store(), new["invitation"], new["name"])
        except invitations.BadInvitation as bad:
            raise wrong_body("#/invitation", bad.what) from None
        except accounts.NameTaken as taken:
            raise wrong_body("#/name", taken.what, status=409) from None
        return {"account": shown(account), "api_key": _key(key), "key": text}, 201, {"Location": _ME}


@blueprint.route("/me")
class Me(MethodView):
    """The account that asks."""

    @access.player
    @blueprint.response(200, Account)
    def get(self) -> object:
        """The account that the key belongs to."""
        return shown(access.me())


@blueprint.route("/me/keys")
class Keys(MethodView):
    """The API keys of the account that asks."""

    @access.player
    @blueprint.response(200, ApiKeyPage)
    def get(self) -> object:
        """All keys of the account, those that were revoked too."""
        return {"items": [_key(key) for key in api_keys.of_account(store(), access.me().id)], "next": None}

    @access.player
    @blueprint.arguments(NewKey)
    @blueprint.response(201, IssuedKey)
    def post(self, new: dict[str, Any]) -> object:
        """Make one more key, which is shown this once."""
        most = config.current().keys_per_account
        with store().writing():
            good = [key for key in api_keys.of_account(store(), access.me().id) if key.revoked_at is None]
            if len(good) >= most:
                raise Problem(409, f"the account has {len(good)} keys, and may have {most}; revoke one of them")
            key, text = api_keys.issue_within(store(), access.me().id, new["note"])
        return {"api_key": _key(key), "key": text}, 201, {"Location": link("me", "keys", key.id)}


@blueprint.route("/me/keys/<id>")
class Key(MethodView):
    """One API key of the account that asks."""

    @access.player
    @blueprint.response(204)
    @blueprint.problems(404)
    def delete(self, id: str) -> None:
        """Revoke a key: from now on it opens nothing. It may be the one that this call shows."""
        if not api_keys.revoke(store(), access.me().id, id):
            raise not_found("key")


def shown(account: accounts.Account) -> dict[str, Any]:
    """An account as its owner sees it."""
    own_bots = link("bots", owner=account.name)
    return {
        "name": account.name,
        "role": account.role,
        "created_at": account.created_at,
        "links": {"self": _ME, "keys": link("me", "keys"), "bots": own_bots, "challenges": link("challenges")},
    }


def _key(key: api_keys.ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "note": key.note,
        "created_at": key.created_at,
        "last_used_at": key.last_used_at,
        "revoked_at": key.revoked_at,
        "links": {"self": link("me", "keys", key.id)},
    }
