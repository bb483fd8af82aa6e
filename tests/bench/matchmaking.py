"""What one match costs to make on a ladder of 200 bots, and how even and how telling the matches are.

The yardstick of the time is drawing the same number of bots at random; what it buys stands below.
"""

import random
import time
from collections import Counter
from itertools import combinations
from statistics import fmean, quantiles

from beside import beside, heading

from referee.ladder import elo
from referee.worker.matchmaking import Candidate, next_match

BOTS = 200
MATCHES = 2_000
MOST_MS = 5.0
"""What is promised of a table of four."""


class Ladder:
    """Bots that play one match after another; better ones are placed better, on most days."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.seats = seats
        self.rng = rng
        self.names = [f"bot {number}" for number in range(BOTS)]
        self.strengths = {name: rng.gauss(0, 1.5) for name in self.names}
        self.ratings = dict.fromkeys(self.names, elo.START)
        self.matches: Counter[str] = Counter()
        self.last: Counter[str] = Counter()
        self.meetings: Counter[frozenset[str]] = Counter()
        self.seat_counts: Counter[tuple[str, int]] = Counter()
        self.seconds: list[float] = []

    def make(self, number: int) -> tuple[str, ...]:
        """The next match, timed."""
        candidates = [
            Candidate(name, account // 2, self.ratings[name], self.matches[name], 0, 4, self.last[name])
            for account, name in enumerate(self.names)
        ]
        began = time.perf_counter()
        players = next_match(candidates, self.seats, self.meetings, self.seat_counts, b"%d" % number)
        self.seconds.append(time.perf_counter() - began)
        assert players is not None
        return players

    def draw(self, number: int) -> tuple[str, ...]:
        """A match of anybody, timed."""
        began = time.perf_counter()
        players = tuple(self.rng.sample(self.names, self.seats))
        self.seconds.append(time.perf_counter() - began)
        return players

    def play(self, players: tuple[str, ...], number: int) -> None:
        """Who is in form today wins."""
        form = {name: self.rng.gauss(self.strengths[name], 1.0) for name in players}
        places = [1 + sum(form[other] > form[name] for other in players) for name in players]
        for name, change in zip(players, elo.changes([self.ratings[name] for name in players], places), strict=True):
            self.ratings[name] += change
        self.matches.update(players)
        self.last.update({name: number - self.last[name] for name in players})
        self.meetings.update(map(frozenset, combinations(players, 2)))
        self.seat_counts.update((name, seat) for seat, name in enumerate(players))

    def wrong_pairs(self) -> float:
        """How many of 100 pairs of bots stand in the wrong order."""
        pairs = combinations(self.names, 2)
        return 100 * fmean(
            (self.ratings[one] - self.ratings[other]) * (self.strengths[one] - self.strengths[other]) <= 0
            for one, other in pairs
        )

    def fewest(self) -> int:
        """How many matches the bot with the fewest has."""
        return min(self.matches[name] for name in self.names)

    def lean(self) -> int:
        """How many times oftener one bot has sat in one seat than in another."""
        sat = [[self.seat_counts[name, seat] for seat in range(self.seats)] for name in self.names]
        return max(max(each) - min(each) for each in sat)


def measure(seats: int) -> None:
    """Play the matches on two ladders of equal bots, and print both side by side."""
    ours, drawn = Ladder(seats, random.Random(seats)), Ladder(seats, random.Random(seats))
    for number in range(1, MATCHES + 1):
        ours.play(ours.make(number), number)
        drawn.play(drawn.draw(number), number)
    ms, drawn_ms = (1000 * fmean(ladder.seconds) for ladder in (ours, drawn))
    p99, drawn_p99 = (1000 * quantiles(ladder.seconds, n=100)[-1] for ladder in (ours, drawn))
    heading(f"{MATCHES} matches of {seats} seats on a ladder of {BOTS} bots")
    beside("one match", 1000 * ms, 1000 * drawn_ms, "us", "drawing at random")
    beside("one match, 99th percentile", 1000 * p99, 1000 * drawn_p99, "us", "drawing at random")
    beside("one match beside what is promised", ms, MOST_MS, "ms", "the most")
    beside("matches of the bot with the fewest", ours.fewest(), seats * MATCHES / BOTS, "matches", "the mean")
    beside("the same when drawn at random", drawn.fewest(), seats * MATCHES / BOTS, "matches", "the mean")
    beside("pairs of bots in the wrong order", ours.wrong_pairs(), drawn.wrong_pairs(), "%", "drawing at random")
    beside("times oftener in one seat than in another", ours.lean(), drawn.lean(), "times", "drawing at random")
    if seats == 4:
        assert ms < MOST_MS, f"{ms:.1f} ms for a match"


for seats in (2, 4, 6):
    measure(seats)
