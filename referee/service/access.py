"""Who calls: API keys, and which role a call needs.

A key comes in one header, `Authorization: Bearer rf_...`, and nowhere else. Each method of a resource says who may call
it with one of `public`, `player` (any account) and `organiser`; `Blueprint` refuses a method that does not say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from flask import g, request

from referee.service.database import store
from referee.service.problems import Problem
from referee.store import api_keys
from referee.store.accounts import Account

SCHEME = "key"
"""What the OpenAPI document calls the way in which a call shows its key."""

View = TypeVar("View", bound=Callable[..., Any])

_BEARER = re.compile(r"bearer +(rf_[A-Za-z0-9_-]{43})", re.IGNORECASE)
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="referee"'}
_REFUSED = {"WWW-Authenticate": 'Bearer realm="referee", error="invalid_token"'}


@dataclass(frozen=True)
class Caller:
    """An account, and the public part of the key that it showed."""

    account: Account
    key: str


class WrongKey(Problem):
    """A key that is none, or no longer one; the words are the same for all."""

    def __init__(self) -> None:
        super().__init__(401, "the API key is not valid; send it as Authorization: Bearer rf_...", headers=_REFUSED)


def identify() -> Caller | None:
    """Look up who calls, once a call; None without the header, WrongKey if it does not hold a key that is good."""
    g.caller = None
    header = request.headers.get("Authorization")
    if header is None:
        return None
    shown = _BEARER.fullmatch(header.strip())
    found = api_keys.check(store(), shown[1]) if shown else None
    if found is None:
        raise WrongKey
    account, key = found
    g.caller = Caller(account, key.id)
    return g.caller  # type: ignore[no-any-return]  # g holds anything


def caller() -> Caller | None:
    """Who calls, if the call showed a key."""
    found: Caller | None = g.get("caller")
    return found


def account() -> Account | None:
    """The account that calls, if the call showed a key."""
    found = caller()
    return None if found is None else found.account


def me() -> Account:
    """The account that calls; a view that asks for it is for `player` or `organiser`."""
    found = account()
    if found is None:
        raise Problem(401, "this call needs an API key: Authorization: Bearer rf_...", headers=_CHALLENGE)
    return found


def is_organiser() -> bool:
    """Whether an organiser calls."""
    found = account()
    return found is not None and found.role == "organiser"


def public(view: View) -> View:
    """Anybody may call; a key that is shown must be good all the same."""
    return _guarded(view, "public", lambda: None)


def player(view: View) -> View:
    """Whoever has an account may call."""
    return _guarded(view, "player", _need_account)


def organiser(view: View) -> View:
    """Organisers may call."""
    return _guarded(view, "organiser", _need_organiser)


def _need_account() -> None:
    me()


def _need_organiser() -> None:
    me()
    if not is_organiser():
        raise Problem(403, "only an organiser may do this")


def _guarded(view: View, access: str, check: Callable[[], None]) -> View:
    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        check()
        return view(*args, **kwargs)

    doc: dict[str, Any] = deepcopy(getattr(view, "_apidoc", {}))
    guarded._apidoc = doc | {"access": access}  # type: ignore[attr-defined]  # where flask-smorest keeps what it documents
    return guarded  # type: ignore[return-value]
