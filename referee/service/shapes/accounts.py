"""The shapes of accounts, API keys and invitations."""

from __future__ import annotations

from marshmallow import fields

from referee.service.shapes.common import Name, Shape, Time, links, one_of, page_of, text, told_text, told_whole
from referee.store.accounts import ROLES

_KEY = "an API key: it is shown this once, and sent as `Authorization: Bearer rf_...`"


class NewAccount(Shape):
    """An invitation and the name that is taken for the new account."""

    invitation = told_text("the code that the organiser gave", least=1, most=100, required=True)
    name = Name("what the account is to be called", required=True)


class Account(Shape):
    """An account as its owner sees it."""

    name = text("what the account is called")
    role = one_of("what it may do", *ROLES)
    created_at = Time("when the invitation was redeemed")
    links = links("Account", self="this account", keys="its API keys", bots="its bots", challenges="its challenges")


class ApiKey(Shape):
    """An API key, without the key."""

    id = text("the first 8 characters after rf_, by which keys are told apart")
    note = text("what its owner noted of it")
    created_at = Time("when it was made")
    last_used_at = Time("when it was last used, to the minute; null if never", allow_none=True)
    revoked_at = Time("since when it is no longer taken; null while it is", allow_none=True)
    links = links("ApiKey", self="where DELETE revokes it")


class IssuedAccount(Shape):
    """A new account with its first API key."""

    account = fields.Nested(Account)
    api_key = fields.Nested(ApiKey)
    key = text(_KEY)


class NewKey(Shape):
    """What is noted of a further key."""

    note = told_text("what it is for, for its owner", least=0, most=100, load_default="")


class IssuedKey(Shape):
    """A new API key."""

    api_key = fields.Nested(ApiKey)
    key = text(_KEY)


ApiKeyPage = page_of(ApiKey, "ApiKeyPage")


class NewInvitation(Shape):
    """An invitation to be made."""

    role = one_of("what the account is to be allowed", *ROLES, load_default="player")
    note = told_text("whom it is for, for the organiser", least=0, most=100, load_default="")
    days = told_whole("how long it is good", least=1, most=365, load_default=None)


class Invitation(Shape):
    """An invitation, without its code."""

    id = text("the first 8 characters of its code behind ri_, by which invitations are told apart")
    role = one_of("what the account may do", *ROLES)
    note = text("whom it is for")
    created_at = Time("when it was made")
    expires_at = Time("until when it is good")
    used_at = Time("when it was redeemed; null if it was not", allow_none=True)
    account = text("the name of the account that came of it; null as long as there is none", allow_none=True)
    links = links("Invitation", self="where DELETE withdraws it")


class IssuedInvitation(Shape):
    """A new invitation with its code."""

    invitation = fields.Nested(Invitation)
    code = text("the code: it is shown this once, and exchanged for an account by `parlour join`")


InvitationPage = page_of(Invitation, "InvitationPage")
