"""Whether what the database says of a match is what its transcript gives, and the transcript what the rules give."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core.transcript import TranscriptError, read, verify
from referee.store.matches import StoredMatch


def disagreements(found: StoredMatch, text: str) -> list[str]:
    """What is wrong with a finished match, in words: in its transcript, or in what is stored beside it."""
    problems = verify(text)
    try:
        return problems + list(_stored_otherwise(found, text))
    except TranscriptError:
        return problems


def _stored_otherwise(found: StoredMatch, text: str) -> Iterator[str]:
    """Where the database says something else than the transcript."""
    record = read(text)
    end = record.end or {}
    over = record.lines[-1].get("over") if record.lines else None
    said = {
        "match": record.header.get("match"),
        "game": record.header["game"],
        "rules": record.header["rules"],
        "options": record.header["options"],
        "players": record.header.get("players"),
        "commitment": record.header.get("commitment"),
        "scores": over.get("scores") if isinstance(over, dict) else None,
        **{key: end.get(key) for key in ("places", "forfeited", "termination", "secret", "nonces")},
    }
    stored = {
        "match": found.id,
        "game": found.game,
        "rules": found.rules,
        "options": found.options,
        "players": list(found.players),
        "commitment": found.commitment,
        "scores": [seat.score for seat in found.seats],
        "places": [seat.place for seat in found.seats],
        "forfeited": [seat.forfeited for seat in found.seats],
        "termination": found.termination,
        "secret": found.secret,
        "nonces": [seat.nonce for seat in found.seats],
    }
    for key, value in stored.items():
        if value != said[key]:
            yield f"{key}: {value} in the database, {said[key]} in the transcript"
