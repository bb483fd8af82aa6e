"""Whether what the database says of a match is what its transcript gives, and the transcript what the rules give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.core.transcript import TranscriptError, read, verify
from parlour.protocol.messages import question_id
from referee.match import FaultRecord
from referee.store.matches import StoredMatch
from referee.tournament.plan import match_secret


def disagreements(
    found: StoredMatch, text: str, faults: Sequence[FaultRecord], *, max_strikes: int, run_secret: bytes
) -> list[str]:
    """What is wrong with a finished match, in words: in its transcript, or in what is stored beside it.

    `max_strikes` and `run_secret` are those of the run that it belongs to.
    """
    problems = [*verify(text), *_priced_otherwise(found, faults, max_strikes)]
    try:
        problems += _stored_otherwise(found, text)
    except TranscriptError:
        return problems
    if not problems and found.secret != match_secret(run_secret, found.number).hex():
        problems.append("secret: not the one that its run's secret gives for this match")
    return problems or list(_answered_otherwise(found, text, faults, max_strikes))


def _answered_otherwise(
    found: StoredMatch, text: str, faults: Sequence[FaultRecord], max_strikes: int
) -> Iterator[str]:
    """Where the referee has answered for a seat without a fault of it, or has not although there was one."""
    asks = [line for line in read(text).lines if "ask" in line]
    for seat in range(len(found.seats)):
        strikes = {fault.question: fault.strikes for fault in faults if fault.seat == seat}
        total = strikes.pop(f"{found.id}-start", 0)
        for number, line in enumerate((line for line in asks if line["seat"] == seat), start=1):
            is_forfeited = total > max_strikes
            id = question_id(found.id, seat, number)
            due = is_forfeited or id in strikes
            if due != (line.get("by") == "referee"):
                by = "by the referee, without" if not due else "by the bot, in spite of"
                yield f"seat {seat}: question {number} is answered {by} a fault"
                return
            total += strikes.pop(id, 0)
        if strikes:
            yield f"seat {seat}: faults at questions that it was not asked: {', '.join(strikes)}"


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
