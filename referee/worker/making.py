"""Makes the next matches of a ladder: as many as its workers can take on, spread over what an hour may have."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from referee.ladder import elo
from referee.ladder.entry import plays
from referee.store import hosted, ladders
from referee.store.database import Store
from referee.store.ladders import Ladder
from referee.worker.matchmaking import Candidate, budget, next_match
from referee.worker.past import Past

LOOKED_BACK = 20
"""Of the last matches of a ladder, so many for each of its bots tell who has met whom, and who sat where."""

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
"""What an hour may have is spread over its minutes, so that a bot which comes later does not find it spent."""


def make_matches(store: Store, ladder: Ladder, *, least: int, target: int, now: datetime) -> list[str]:
    """The ids of new matches of a ladder, so many that `target` of them wait or are in play; none unless it is open.

    None either as long as `least` of them do: reading what the ladder has seen costs as much for one match as for many.
    One worker makes them at a time: what another has just made is counted.
    """
    if ladder.state != "open" or ladders.waiting(store, ladder.name) >= least:
        return []
    with store.writing() as db:
        per_hour, backlog = ladder.settings["matches_per_hour"], ladders.waiting(store, ladder.name)
        most = min(
            budget(ladders.created_since(store, ladder.name, _text(now - window)), allowed, backlog, target)
            for window, allowed in ((HOUR, per_hour), (MINUTE, math.ceil(per_hour / 60)))
        )
        made: list[str] = []
        draw = _Draw(store, ladder) if most else None
        while draw and len(made) < most and (players := draw.next_players()) is not None:
            id = hosted.append(db, ladder.run, players, ladder=ladder.name, rated=True, now=_text(now))
            (number,) = db.execute("SELECT ladder_number FROM matches WHERE id = ?", (id,)).fetchone()
            draw.note(players, number)
            made.append(id)
    return made


class _Draw:
    """Who plays on a ladder in the matches that are made now, each of which counts for the next.

    Inside one transaction, so that nobody else changes what was read at its beginning.
    """

    def __init__(self, store: Store, ladder: Ladder) -> None:
        self._ladder = ladder
        self._candidates = _candidates(store, ladder)
        self._looked_back = LOOKED_BACK * len(self._candidates)
        self._store = store
        self._past: Past | None = None

    def next_players(self) -> tuple[str, ...] | None:
        """The bots of the next match, seat by seat; None where there is none to be made."""
        candidates, seats = [*self._candidates.values()], self._ladder.settings["seats"]
        if sum(each.has_room for each in candidates) < seats:
            return None
        if self._past is None:
            self._past = Past(ladders.tables(self._store, self._ladder.name, self._looked_back), self._looked_back)
        latest = max(each.waits_since for each in candidates)
        key = f"{self._ladder.name} {latest}".encode()
        return next_match(candidates, seats, self._past.meetings, self._past.seatings, key)

    def note(self, players: tuple[str, ...], number: int) -> None:
        """Count a match that was made, the `number`-th of the ladder."""
        for bot in players:
            was = self._candidates[bot]
            self._candidates[bot] = replace(was, matches=was.matches + 1, in_play=was.in_play + 1, waits_since=number)
        if self._past is not None:
            self._past.add(players)


def _candidates(store: Store, ladder: Ladder) -> dict[str, Candidate]:
    """The bots that may play on a ladder now, by name."""
    played, engaged = ladders.played(store, ladder.name), Counter(hosted.engaged(store))
    game = ladder.settings["game"]
    return {
        member.bot: Candidate(
            bot=member.bot,
            account=member.account,
            rating=elo.START if member.rating is None else member.rating,
            matches=played[member.bot].matches,
            in_play=engaged[member.bot],
            max_parallel=member.max_parallel,
            waits_since=played[member.bot].last,
        )
        for member in ladders.members(store, ladder.name)
        if member.state == "active" and plays(member.games, game)
    }


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
