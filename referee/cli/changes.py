"""What changed between two versions of a tournament's plan, in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parlour.core.wording import shown

Plan = Mapping[str, Any]


def changes(before: Plan, now: Plan) -> str:
    """The top-level keys that differ, each with what differs in it.

    >>> changes({"seats": 2, "bots": [{"name": "ann"}]}, {"seats": 3, "bots": [{"name": "ann"}, {"name": "bob"}]})
    'bots: +bob; seats: 2 -> 3'
    >>> changes({"deny_hosts": ["10.0.0.7", "10.0.0.8"]}, {"allow_hosts": ["127.0.0.1"], "deny_hosts": ["10.0.0.7"]})
    'allow_hosts: +127.0.0.1; deny_hosts: -10.0.0.8'
    """
    return "; ".join(
        f"{key}: {_told(key, before.get(key), now.get(key))}"
        for key in sorted(before.keys() | now.keys())
        if before.get(key) != now.get(key)
    )


def _told(key: str, before: Any, now: Any) -> str:
    if key == "bots" and isinstance(before, list) and isinstance(now, list):
        return ", ".join(_bots(before, now)) or "another order"
    if key in ("allow_hosts", "deny_hosts"):
        return ", ".join(_hosts(before or [], now or []))
    if isinstance(before, dict) and isinstance(now, dict):
        return ", ".join(
            f"{name} {shown(before.get(name))} -> {shown(now.get(name))}"
            for name in sorted(before.keys() | now.keys())
            if before.get(name) != now.get(name)
        )
    return f"{shown(before)} -> {shown(now)}"


def _bots(before: list[Plan], now: list[Plan]) -> Iterator[str]:
    """The bots that came, went, or are reached another way; how is not repeated, since it may be secret."""
    old, new = ({bot["name"]: bot for bot in bots} for bots in (before, now))
    yield from (f"+{name}" for name in new if name not in old)
    yield from (f"-{name}" for name in old if name not in new)
    yield from (f"{name} changed" for name in new if name in old and new[name] != old[name])


def _hosts(before: list[str], now: list[str]) -> Iterator[str]:
    """The entries that came or went; a list that is not there has none."""
    yield from (f"+{entry}" for entry in now if entry not in before)
    yield from (f"-{entry}" for entry in before if entry not in now)
