"""How much one caller may ask for: cheap limits in memory, dear ones counted in the database.

Calls are counted by key, or by address where none is shown, in buckets that fill again with time. What costs matches or
checks is counted in the database, so that a restart forgets nothing and several processes count together.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import cast

from flask import Flask, current_app, request

from referee.service import access
from referee.service.access import Caller, WrongKey
from referee.service.database import store
from referee.service.problems import try_again
from referee.store import actions

FAILED_COST = 10.0
"""A call with a wrong key counts as so many."""
MOST_CALLERS = 10_000
"""So many are remembered; who has called least lately is forgotten first."""
_KEY = "referee.limits"


class Buckets:
    """A bucket of calls for each caller: full at first, and filled again at a steady rate.

    >>> now = [0.0]
    >>> buckets = Buckets(per_minute=60, now=lambda: now[0])
    >>> [buckets.take("ann", 30.0), buckets.take("ann", 30.0), buckets.take("ann", 1.0)]
    [None, None, 1.0]
    """

    def __init__(self, per_minute: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._per_second = per_minute / 60
        self._now = now
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, cost: float = 1.0) -> float | None:
        """None when the call may be answered, else after how many seconds it may be made again."""
        with self._lock:
            now = self._now()
            left, at = self._left.pop(caller, (self._most, now))
            left = min(self._most, left + (now - at) * self._per_second)
            wait = (cost - left) / self._per_second if left < cost else None
            self._left[caller] = (left if wait else left - cost, now)
            while len(self._left) > MOST_CALLERS:
                self._left.popitem(last=False)
            return wait


def install(app: Flask, per_minute: int) -> None:
    """Give the app its buckets."""
    app.extensions[_KEY] = Buckets(per_minute)


def admit() -> Caller | None:
    """Identify the caller and count the call; Problem 401 for a wrong key, 429 for one call too many."""
    try:
        caller = access.identify()
    except WrongKey:
        _count(f"address {request.remote_addr}", FAILED_COST)
        raise
    _count(f"key {caller.key}" if caller else f"address {request.remote_addr}", 1.0)
    return caller


def _count(who: str, cost: float) -> None:
    wait = cast(Buckets, current_app.extensions[_KEY]).take(who, cost)
    if wait is not None:
        raise try_again(429, "too many calls; the header Retry-After says when to go on", wait)


def spend(kind: str, most: int, window_s: float, what: str) -> None:
    """Count one action of the account that calls, and refuse it where there were `most` in the last `window_s` seconds.

    `what` names such actions in the refusal: "checks an hour".
    """
    wait = actions.allow(store(), access.me().id, kind, most, window_s, time.time())
    if wait is not None:
        raise try_again(429, f"at most {most} {what}; the header Retry-After says when to go on", wait)
