"""Whether what the database says of a match is what its transcript gives, and the transcript what the rules give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.core.transcript import TranscriptError, read, verify
from referee.match import FaultRecord
from referee.store.matches import StoredMatch


def disagreements(found: StoredMatch, text: str, faults: Sequence[FaultRecord], max_strikes: int) -> list[str]:
    """What is wrong with a finished match, in words: in its transcript, or in what is stored beside it."""
    problems = [*verify(text), *_priced_otherwise(found, faults, max_strikes)]
    try:
        return problems + list(_stored_otherwise(found, text))
    except TranscriptError:
        return problems


def _priced_otherwise(found: StoredMatch, faults: Sequence[FaultRecord], max_strikes: int) -> Iterator[str]:
    """Where the strikes of the seats are not those of their faults, or forfeits not what the strikes lead to."""
    strikes = [seat.strikes or 0 for seat in found.seats]
    priced = [sum(fault.strikes for fault in faults if fault.seat == seat.seat) for seat in found.seats]
    if strikes != priced:
        yield f"strikes: {strikes} of the seats, {priced} of their faults"
    forfeited = [seat.forfeited for seat in found.seats]
    due = [each > max_strikes for each in priced]
    if forfeited != due:
        yield f"forfeited: {forfeited} in the database, {due} by the faults, of which a seat survives {max_strikes}"


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
        "moves": sum("ask" in line for line in record.lines),
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
        "moves": found.moves,
        "places": [seat.place for seat in found.seats],
        "forfeited": [seat.forfeited for seat in found.seats],
        "termination": found.termination,
        "secret": found.secret,
        "nonces": [seat.nonce for seat in found.seats],
    }
    for key, value in stored.items():
        if value != said[key]:
            yield f"{key}: {value} in the database, {said[key]} in the transcript"
