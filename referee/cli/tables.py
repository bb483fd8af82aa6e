"""The matches and standings of a run, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from parlour.core.wording import shown
from referee.cli.output import Output, count
from referee.store.matches import StoredMatch, StoredSeat
from referee.store.tournaments import Run
from referee.tournament.standings import SeatResult, Standing, table

COLUMNS = ("rank", "bot", "matches", "points", "wins", "mean place", "faults", "strikes", "forfeits")


def print_standings(out: Output, run: Run, played: Sequence[StoredMatch]) -> None:
    """Print the table of a run, in the columns of `COLUMNS`; points are per match."""
    out.heading(f"tournament {shown(run.name)}, run {run.number}: {run.finished} of {run.matches} matches")
    rows = [
        (
            str(each.rank),
            each.bot,
            str(each.matches),
            f"{each.points:.2f}",
            str(each.wins),
            "-" if each.mean_place is None else f"{each.mean_place:.2f}",
            str(each.faults),
            str(each.strikes),
            str(each.forfeits),
        )
        for each in _standings(run, played)
    ]
    out.table(COLUMNS, rows)


def print_matches(out: Output, played: Sequence[StoredMatch]) -> None:
    """Print a line a match: its id, its round, whether it is played, and each seat's place and bot."""
    seats = max(len(match.seats) for match in played)
    rows = [
        (match.id, str(match.round), _state(match), *(f"{seat.place or '-'}: {seat.bot}" for seat in match.seats))
        for match in played
    ]
    out.table(("match", "round", "state", *(f"seat {seat}" for seat in range(seats))), rows)


def _state(match: StoredMatch) -> str:
    return match.state if not match.voids else f"{match.state}, spoilt {count(match.voids, 'time')}"


def _standings(run: Run, played: Sequence[StoredMatch]) -> tuple[Standing, ...]:
    results = [[_result(seat) for seat in match.seats] for match in played if match.is_finished]
    return table([bot["name"] for bot in run.plan["bots"]], results)


def _result(seat: StoredSeat) -> SeatResult:
    assert seat.place is not None
    assert seat.strikes is not None
    return SeatResult(seat.bot, seat.place, seat.faults, seat.strikes, bool(seat.forfeited))


def run_as_json(run: Run) -> dict[str, Any]:
    """What a run is, and how far it has come."""
    return {
        "tournament": run.name,
        "run": run.number,
        "game": run.plan["game"],
        "ladder": run.plan["ladder"],
        "created_at": run.created_at,
        "total": run.matches,
        "done": run.finished,
    }


def matches_as_json(run: Run, played: Sequence[StoredMatch]) -> dict[str, Any]:
    """The standings and the matches of a run."""
    return {
        "standings": [asdict(each) for each in _standings(run, played)],
        "matches": [
            {
                "id": match.id,
                "number": match.number,
                "round": match.round,
                "state": match.state,
                "seats": [seat_as_json(seat) for seat in match.seats],
            }
            for match in played
        ],
    }


def seat_as_json(seat: StoredSeat) -> dict[str, Any]:
    """A seat and how it fared; nulls as long as the match is not finished."""
    return {
        "seat": seat.seat,
        "bot": seat.bot,
        "place": seat.place,
        "score": seat.score,
        "strikes": seat.strikes,
        "forfeited": seat.forfeited,
    }
