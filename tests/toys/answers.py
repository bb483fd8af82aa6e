"""Answers as the service gives them, for a stand-in of it: pages, a bot of one's own, matches."""

from typing import Any

SIGNING_KEY = "whsec_" + "c" * 32
EVIL = "bob\x1b[2J\u202e"
"""A name that the service would not take, and that would steer a terminal."""
FINDING = {"kind": "unsigned", "says": "it answers unsigned calls", "fix": "start it with PARLOUR_KEY"}


def page(*items: Any) -> dict[str, Any]:
    return {"items": list(items), "next": None}


def bot(state: str = "pending", **more: Any) -> dict[str, Any]:
    """A bot of one's own."""
    known = {
        "name": "bob",
        "owner": "ann",
        "state": state,
        "games": ["payday"],
        "report": None,
        "next_check_at": "soon",
    }
    return {**known, **more}


def passed(**more: Any) -> dict[str, Any]:
    """One whose check found nothing."""
    return bot("active", next_check_at=None, report={"ok": True, "findings": []}, **more)


def failed(**more: Any) -> dict[str, Any]:
    """One whose check found what stops it."""
    known = {
        "next_check_at": None,
        "report": {"ok": False, "findings": [FINDING]},
        "reason": f"{FINDING['says']}, alas",
    }
    return bot(**{**known, **more})


def match(id: str, *bots: str, state: str = "finished", made: str = "2026-03-01", **more: Any) -> dict[str, Any]:
    """A match in which the bots came in, the last first."""
    done = state == "finished"
    seats = [
        {
            "seat": seat,
            "bot": name,
            "version": "1",
            "place": len(bots) - seat if done else None,
            "score": 100 * seat if done else None,
            "strikes": 0 if done else None,
            "faults": 0,
            "rating": {"before": 1500.0, "after": 1500.0 + seat, "change": float(seat)} if done else None,
        }
        for seat, name in enumerate(bots)
    ]
    known = {"id": id, "kind": "ladder", "ladder": "spring", "game": "payday/2000", "state": state, "seats": seats}
    return {**known, "created_at": made, "started_at": f"{made}T09:30:00Z" if done else None, **more}
