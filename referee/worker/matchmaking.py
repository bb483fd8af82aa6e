"""Who plays next on a ladder, and in which seats: a pure function of the bots, their ratings and what they have played.

A match begins with one bot whose turn it is. New bots come first, then whoever has waited too long, then whoever has
played least. Its opponents are those from whom the ladder learns most: near in rating, so that the result is not
known before, and seldom met. Two bounds keep it fair: who played a moment ago rests while others wait, and who has
played more than most is not asked to fill a seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from referee.ladder.elo import expected

MOST_LEAN = 2
"""How many times more often a bot may have sat in one seat than in another, where an opponent can be found for that."""

OTHERS_TRIED = 8
"""How many opponents are looked at for the last seat, to keep within MOST_LEAN."""

PLACEMENT_MATCHES = 10
"""A bot with fewer matches is new: its rating says little yet, so it comes first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One bot of a ladder, as matchmaking sees it."""

    bot: str
    account: int
    rating: int
    """In thousandths of a point."""
    matches: int
    """How many matches of this ladder it was given, those included that are not finished."""
    in_play: int
    """How many matches, of whatever ladder, it is in at the moment or waits for."""
    max_parallel: int
    """How many it takes at a time."""
    waits_since: int
    """The number, in the ladder, of the last match that it was given; 0 if there was none."""

    @property
    def has_room(self) -> bool:
        """Whether it can be in one more match."""
        return self.in_play < self.max_parallel

    @property
    def is_new(self) -> bool:
        """Whether its rating says little yet."""
        return self.matches < PLACEMENT_MATCHES


def next_match(
    candidates: Sequence[Candidate],
    seats: int,
    meetings: Mapping[frozenset[str], int],
    seat_counts: Mapping[tuple[str, int], int],
    key: bytes,
) -> tuple[str, ...] | None:
    """The bots of the next match in the order of their seats; None while too few have room, or all are one owner's.

    `candidates` are the bots that are on the ladder and active, whether they have room or not; their order does not
    matter. `meetings` tells how often two bots have met, `seat_counts` how often a bot has sat in a seat, both without
    an entry for never. `key` decides between what is equal otherwise: give each match another one.

    >>> ann, bob, cy = (Candidate(name, account, 1_500_000, 20, 0, 4, account) for account, name in enumerate("abc"))
    >>> next_match([ann, bob, cy], 2, {frozenset("ab"): 9, frozenset("ac"): 8}, {("a", 0): 1}, key=b"1")
    ('b', 'a')
    """
    ranks = {each.bot: hashlib.sha256(key + each.bot.encode()).digest() for each in candidates}
    free = sorted((each for each in candidates if each.has_room), key=lambda each: (each.waits_since, ranks[each.bot]))
    if len(free) < seats or len({each.account for each in free}) < 2:
        return None
    rested = free[: max(seats, (len(free) + seats + 1) // 2)]
    first = _whose_turn(candidates, free, rested, seats)
    return _table(first, _who_may_join(first, rested, seats), free, _Known(seats, meetings, seat_counts, ranks))


@dataclass(frozen=True)
class _Known:
    """What is known when a table is made: its size, who has met whom and sat where, and what decides between equals."""

    seats: int
    meetings: Mapping[frozenset[str], int]
    seat_counts: Mapping[tuple[str, int], int]
    ranks: Mapping[str, bytes]

    def learned(self, one: Candidate, other: Candidate) -> float:
        """How much the ladder learns when two bots meet: most if either may win, and less each time.

        It is the variance of the result as the ratings foresee it, shared among this meeting and those before. What
        two bots of one owner do to each other is nothing that a ladder should learn.
        """
        if one.account == other.account:
            return 0.0
        share = expected(one.rating, other.rating)
        return share * (1 - share) / (1 + self.meetings.get(frozenset((one.bot, other.bot)), 0))

    def seated(self, table: Sequence[Candidate]) -> tuple[str, ...]:
        """The bots in the order of their seats: each, as far as all can have that, where it has sat least.

        Squares let the one choose that is most out of balance.
        """
        names = sorted((each.bot for each in table), key=lambda bot: self.ranks[bot])
        costs = []
        for bot in names:
            sat = self._sat(bot)
            costs.append([(times - min(sat)) ** 2 for times in sat])
        numbers = range(self.seats)
        taken = min(permutations(numbers), key=lambda order: sum(costs[row][seat] for row, seat in enumerate(order)))
        return tuple(name for _, name in sorted(zip(taken, names, strict=True)))

    def is_balanced(self, seated: Sequence[str]) -> bool:
        """Whether nobody sits there who will have sat so more than MOST_LEAN times oftener than in another seat."""
        return all(
            self.seat_counts.get((bot, seat), 0) + 1 - min(self._sat(bot)) <= MOST_LEAN
            for seat, bot in enumerate(seated)
        )

    def _sat(self, bot: str) -> list[int]:
        return [self.seat_counts.get((bot, seat), 0) for seat in range(self.seats)]


def _whose_turn(
    candidates: Sequence[Candidate], free: Sequence[Candidate], rested: Sequence[Candidate], seats: int
) -> Candidate:
    """The bot for which the match is made; of equals the one that comes first in `free`, which has waited longest.

    A bot's share is one match in as many as there are bots for a seat. Who is behind the others goes no longer than
    that without a match, and who is ahead no longer than twice that: so neither loses ground, nor is shut out, while
    many that have played little catch up.
    """
    new = [each for each in free if each.is_new]
    if new:
        return min(new, key=lambda each: each.matches)
    share = len(candidates) / seats
    mean = sum(each.matches for each in candidates) / len(candidates)
    latest = max(each.waits_since for each in candidates)

    def impatience(each: Candidate) -> float:
        return (latest - each.waits_since) / (share if each.matches < mean - 1 else 2 * share)

    keenest = max(free, key=impatience)
    return keenest if impatience(keenest) > 1 else min(rested, key=lambda each: each.matches)


def _who_may_join(first: Candidate, rested: Sequence[Candidate], seats: int) -> list[Candidate]:
    """Of the others that are rested, the half that has played less: so nobody runs away who is easy to pair."""
    others = sorted((each for each in rested if each is not first), key=lambda each: each.matches)
    return others[: max(seats - 1, (len(others) + 1) // 2)]


def _table(first: Candidate, joining: Sequence[Candidate], free: Sequence[Candidate], known: _Known) -> tuple[str, ...]:
    """The bot whose turn it is with its opponents: one after another, the one from whom most is learned at this table.

    If it comes to the last seat with one owner's bots at the table, that seat is for somebody else's.
    """
    table = [first]
    waiting = list(joining)
    learned = dict.fromkeys((each.bot for each in joining), 0.0)
    while True:
        for each in waiting:
            learned[each.bot] += known.learned(table[-1], each)
        by_worth = sorted(waiting, key=lambda each: -learned[each.bot])
        if len(table) == known.seats - 1:
            return _full_table(table, by_worth, free, known)
        table.append(by_worth[0])
        waiting = by_worth[1:]


def _full_table(
    table: Sequence[Candidate], by_worth: Sequence[Candidate], free: Sequence[Candidate], known: _Known
) -> tuple[str, ...]:
    """The table with its last seat taken, in the order of the seats, and in balance if that can be had."""
    owner = table[0].account
    if all(each.account == owner for each in table):
        strangers = [each for each in by_worth if each.account != owner]
        by_worth = strangers or [each for each in free if each.account != owner]
    tables = (known.seated([*table, each]) for each in by_worth[:OTHERS_TRIED])
    return next(filter(known.is_balanced, tables), None) or known.seated([*table, by_worth[0]])


def budget(created: int, allowed: int, backlog: int, target: int) -> int:
    """How many matches to make now: until `target` wait or are in play, but in a time no more than is allowed in it.

    >>> budget(created=55, allowed=60, backlog=2, target=16)
    5
    >>> budget(created=0, allowed=60, backlog=20, target=16)
    0
    """
    return max(0, min(target - backlog, allowed - created))
