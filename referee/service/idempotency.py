"""Calls that are done once, however often they are made: POST with an Idempotency-Key.

The first call with a key is answered and its answer kept for a day; the same call again is given the same answer. A
call that was refused did nothing, so its key is free again at once; one that broke off in the middle frees it after a
minute. An answer in which a secret stands, shown this once, is not kept: who asks again is told that it was done.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from contextlib import suppress
from copy import deepcopy
from functools import wraps
from typing import Any

from flask import Response, g, request

from referee.service import access
from referee.service.access import View
from referee.service.blueprint import method_info
from referee.service.database import store
from referee.service.problems import Problem, Wrong, try_again, without_secrets
from referee.store import idempotency
from referee.store.database import StoreError
from referee.store.idempotency import Conflict, InProgress, Stored

HEADER = "Idempotency-Key"
KEPT_S = 24 * 3600.0
_VISIBLE = re.compile(r"[!-~]{1,64}")
REPLAYED = "Idempotency-Replayed"
_NOT_KEPT = ""
"""What stands in place of an answer that showed a secret."""


def shown_once(view: View) -> View:
    """The answer of this method holds a secret that is shown once, and so is never kept."""

    @wraps(view)
    def as_before(*args: Any, **kwargs: Any) -> Any:
        return view(*args, **kwargs)

    as_before._apidoc = deepcopy(getattr(view, "_apidoc", {})) | {"shown_once": True}  # type: ignore[attr-defined]
    return as_before  # type: ignore[return-value]


def begin() -> Response | None:
    """Before a call: what it was answered the first time; None when it is to be done now."""
    account = access.account()
    if request.method != "POST" or HEADER not in request.headers or account is None or not method_info():
        return None
    key = request.headers[HEADER]
    if not _VISIBLE.fullmatch(key):
        what = "expected 1 to 64 visible ASCII characters"
        raise Problem(422, f"{HEADER}: {what}", errors=[Wrong(what, header=HEADER)])
    try:
        stored = idempotency.begin(store(), account.id, key, _fingerprint(), time.time())
    except InProgress:
        raise try_again(409, "the same call is being answered", 1) from None
    except Conflict:
        what = "another call was made with this key; use a new one"
        raise Problem(422, f"{HEADER}: {what}", errors=[Wrong(what, header=HEADER)]) from None
    if stored is None:
        g.idempotency_key = key
        return None
    return _again(stored)


def end(response: Response) -> Response:
    """After a call that was begun with a key: keep its answer, or free the key."""
    key: str | None = g.pop("idempotency_key", None)
    if key is None:
        return response
    account = access.me().id
    # The call is done and its caller must hear so; where the store fails now, the key frees itself after a minute.
    with suppress(StoreError):
        if response.status_code < 300:
            idempotency.finish(store(), account, key, response.status_code, _kept(response))
            idempotency.forget(store(), time.time() - KEPT_S)
        elif response.status_code != 500:
            idempotency.give_up(store(), account, key)
    return response


def _fingerprint() -> bytes:
    """What makes two calls the same: the address, and the body to the byte."""
    return hashlib.sha256(b"\0".join((request.path.encode(), request.get_data(cache=True)))).digest()


def _kept(response: Response) -> str:
    body = response.get_data(as_text=True)
    # What looks like a secret is not kept either, should a method have forgotten to say so.
    if method_info().get("shown_once") or without_secrets(body) != body:
        return _NOT_KEPT
    kept = {"type": response.content_type, "location": response.location, "body": body}
    return json.dumps(kept)


def _again(stored: Stored) -> Response:
    if stored.body == _NOT_KEPT:
        raise Problem(409, "this was done before, and what it showed is shown once only", headers={REPLAYED: "true"})
    kept: dict[str, Any] = json.loads(stored.body)
    response = Response(kept["body"], stored.status, content_type=kept["type"], headers={REPLAYED: "true"})
    if kept["location"] is not None:
        response.location = kept["location"]
    return response
