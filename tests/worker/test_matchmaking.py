"""Who meets whom on a ladder: single matches by their facts, and long simulated ladders by what must hold all along."""

from __future__ import annotations

import doctest
import random
import zlib
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean

import pytest

from referee.ladder import elo
from referee.worker import matchmaking
from referee.worker.matchmaking import MOST_LEAN, PLACEMENT_MATCHES, Candidate, budget, next_match

MOST_BEHIND = 8
"""No bot is so many matches behind the mean of a ladder whose bots stay. The most that was seen is 5."""

MOST_LOST = PLACEMENT_MATCHES + 15
"""No bot loses so many matches on the mean between two changes of who is there. The most that was seen is 14."""

LONGEST_WAIT = 5.0
"""No bot waits for so many times its share, once nobody is new or has just come or gone."""


@dataclass
class Bot:
    """A bot of a simulated ladder."""

    account: int
    max_parallel: int = 4
    strength: float = 0.0
    rating: int = elo.START
    matches: int = 0
    last: int = 0
    since: int = 0
    """The number of the match after which it last came, or had room again."""
    is_there: bool = True


class Ladder:
    """A ladder whose matches end in a random order; who plays better on the day is placed better."""

    def __init__(self, seats: int, rng: random.Random, *, at_random: bool = False) -> None:
        self.seats = seats
        self.rng = rng
        self.at_random = at_random
        self.bots: dict[str, Bot] = {}
        self.meetings: Counter[frozenset[str]] = Counter()
        self.seat_counts: Counter[tuple[str, int]] = Counter()
        self.number = 0
        self.in_play: list[tuple[str, ...]] = []

    @property
    def there(self) -> dict[str, Bot]:
        return {name: bot for name, bot in self.bots.items() if bot.is_there}

    @property
    def busy(self) -> Counter[str]:
        return Counter(name for players in self.in_play for name in players)

    def join(self, bot: Bot) -> None:
        self.bots[f"bot {len(self.bots)}"] = replace(bot, since=self.number)

    def come_back(self, name: str) -> None:
        self.bots[name].is_there, self.bots[name].since = True, self.number

    def candidates(self) -> list[Candidate]:
        busy = self.busy
        return [
            Candidate(name, bot.account, bot.rating, bot.matches, busy[name], bot.max_parallel, bot.last)
            for name, bot in self.there.items()
        ]

    def next(self) -> tuple[str, ...] | None:
        candidates = self.candidates()
        if self.at_random:
            return tuple(self.rng.sample([each.bot for each in candidates if each.has_room], self.seats))
        return next_match(candidates, self.seats, self.meetings, self.seat_counts, b"%d" % self.number)

    def make(self) -> tuple[str, ...] | None:
        """One more match, if one can be made."""
        players = self.next()
        if players is None:
            return None
        assert len(set(players)) == self.seats
        if not self.at_random:
            assert len({self.bots[name].account for name in players}) > 1, "one owner's bots alone"
        assert all(self.busy[name] < self.bots[name].max_parallel for name in players)
        self.number += 1
        for seat, name in enumerate(players):
            self.bots[name].matches += 1
            self.bots[name].last = self.number
            self.seat_counts[name, seat] += 1
        self.meetings.update(frozenset(pair) for pair in combinations(players, 2))
        self.in_play.append(players)
        return players

    def end(self, players: tuple[str, ...]) -> None:
        for name in players:
            if self.busy[name] == self.bots[name].max_parallel:
                self.bots[name].since = self.number
        self.in_play.remove(players)
        performance = {name: self.rng.gauss(self.bots[name].strength, 1.0) for name in players}
        order = sorted(players, key=lambda name: -performance[name])
        places = [1 + order.index(name) for name in players]
        changes = elo.changes([self.bots[name].rating for name in players], places)
        for name, change in zip(players, changes, strict=True):
            self.bots[name].rating += change

    def go_on(self, places: int) -> None:
        """Fill the places, and end one match."""
        while len(self.in_play) < places and self.make():
            pass
        self.end(self.rng.choice(self.in_play))

    def behind(self) -> dict[str, float]:
        """By how many matches each bot is behind the mean."""
        mean = fmean(bot.matches for bot in self.there.values())
        return {name: mean - bot.matches for name, bot in self.there.items()}

    def lean(self) -> int:
        """How many times oftener one bot has sat in one seat than in another."""
        sat = [[self.seat_counts[name, seat] for seat in range(self.seats)] for name in self.bots]
        return max(max(each) - min(each) for each in sat)

    def longest_wait(self) -> float:
        """For how many times its share a bot with room has waited, of those that are not new.

        A share is one match in as many as there are bots for a seat.
        """
        busy = self.busy
        may_wait = [
            bot
            for name, bot in self.there.items()
            if bot.matches >= PLACEMENT_MATCHES and busy[name] < bot.max_parallel
        ]
        since = [max(bot.last, bot.since) for bot in may_wait]
        return (self.number - min(since, default=self.number)) * self.seats / len(self.there)

    def tau(self) -> float:
        """Kendall's rank correlation of ratings and strengths: 1 when the order is right."""
        pairs = list(combinations(self.bots.values(), 2))
        signs = [(one.rating - other.rating) * (one.strength - other.strength) for one, other in pairs]
        return fmean((sign > 0) - (sign < 0) for sign in signs)


def any_bot(number: int, rng: random.Random) -> Bot:
    """One of two bots of an owner, as good as may be, that plays as many matches at a time as may be."""
    return Bot(number // 2, max_parallel=rng.choice((1, 2, 4, 16)), strength=rng.gauss(0, 1.5))


def ladder_of(count: int, seats: int, rng: random.Random) -> Ladder:
    ladder = Ladder(seats, rng)
    for number in range(count):
        ladder.join(any_bot(number, rng))
    return ladder


def candidate(bot: str, **facts: int) -> Candidate:
    """A bot that has played its placement matches, of an owner of its own."""
    account = zlib.crc32(bot.encode())
    usual = {"account": account, "rating": elo.START, "matches": 20, "in_play": 0, "max_parallel": 4, "waits_since": 9}
    return Candidate(bot, **{**usual, **facts})


def paired(*candidates: Candidate, seats: int = 2, **met: int) -> set[str] | None:
    """Who plays next; `ann_bob=3` for two that have met three times."""
    meetings = {frozenset(pair.split("_")): times for pair, times in met.items()}
    players = next_match(candidates, seats, meetings, {}, b"key")
    return None if players is None else set(players)


SIZES = [(2, 2), (3, 2), (5, 4), (6, 6), (7, 3), (8, 2), (13, 5), (30, 2), (30, 6), (80, 4), (200, 2), (200, 3)]


@pytest.mark.parametrize(("bots", "seats"), SIZES)
def test_nobody_starves_where_all_stay(bots: int, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    ladder = ladder_of(bots, seats, rng)
    ladder.bots["bot 0"].account = -1  # two owners at the least
    places = max(1, min(8, bots // seats // 2))  # of all bots half are in play, so that each has room for its share
    while ladder.number < min(2500, 60 * bots // seats):
        ladder.go_on(places)
        assert max(ladder.behind().values()) < MOST_BEHIND
    assert ladder.lean() <= MOST_LEAN


@pytest.mark.parametrize(("bots", "seats"), [(4, 2), (6, 3), (10, 4), (30, 2), (60, 6)])
def test_nobody_loses_ground_or_is_shut_out_where_bots_come_and_go(bots: int, seats: int, seed: int) -> None:
    rng = random.Random(seed)
    ladder = ladder_of(bots, seats, rng)
    before, settled_at = ladder.behind(), 0
    for _ in range(1200):
        if rng.random() < 0.02:
            change_who_is_there(ladder, bots, rng)
            before, settled_at = ladder.behind(), ladder.number
        ladder.go_on(max(1, len(ladder.there) // seats // 2))
        lost = [behind - max(0.0, before[name]) for name, behind in ladder.behind().items()]
        assert max(lost) < MOST_LOST
        if any(bot.matches < PLACEMENT_MATCHES for bot in ladder.there.values()):
            settled_at = ladder.number
        if ladder.number - settled_at > LONGEST_WAIT * len(ladder.there) / seats:
            assert ladder.longest_wait() < LONGEST_WAIT
    assert ladder.lean() <= MOST_LEAN


def change_who_is_there(ladder: Ladder, usual: int, rng: random.Random) -> None:
    """One bot more or fewer, one that comes back, a crowd, or everybody beyond the usual number gone."""
    there = list(ladder.there)
    away = [name for name in ladder.bots if name not in there]
    what = rng.choice(("one", "crowd", "gone", "back", "all gone"))
    if what in ("one", "crowd"):
        for _ in range(usual // 3 if what == "crowd" else 1):
            ladder.join(any_bot(len(ladder.bots), rng))
    elif what == "back" and away:
        ladder.come_back(rng.choice(away))
    else:
        least = ladder.seats + 2  # of three owners, so that there is a match
        fewest = max(least, usual if what == "all gone" else len(there) - 1)
        for name in rng.sample(there, max(0, len(there) - fewest)):
            ladder.bots[name].is_there = False


def test_who_falls_behind_because_it_takes_few_at_a_time_plays_again_as_soon_as_it_has_rested(seed: int) -> None:
    ladder = Ladder(2, random.Random(seed))
    for number, at_a_time in enumerate((1, 8, 8, 8)):
        ladder.join(Bot(number, max_parallel=at_a_time))
    slow = ladder.bots["bot 0"]
    for _ in range(600):
        while len(ladder.in_play) < 6 and ladder.make():
            pass
        if slow.matches > PLACEMENT_MATCHES and ladder.behind()["bot 0"] > MOST_BEHIND:
            share = len(ladder.bots) / ladder.seats
            assert ladder.busy["bot 0"] == 1 or ladder.number - slow.last <= share
        # Its matches last five times as long as those of the others.
        ladder.end(ladder.rng.choices(ladder.in_play, [1 if "bot 0" in each else 5 for each in ladder.in_play])[0])
    assert ladder.behind()["bot 0"] > MOST_BEHIND, "the test has to come to the case"


def test_ratings_find_the_true_order_sooner_than_with_random_pairing(seed: int) -> None:
    def mean_tau(*, at_random: bool) -> float:
        return fmean(tau_after(6, seed + number, at_random=at_random) for number in range(40))

    ours, random_pairing = mean_tau(at_random=False), mean_tau(at_random=True)
    print(f"Kendall's tau after 6 matches a bot: {ours:.3f}, with random pairing {random_pairing:.3f}")
    assert ours > random_pairing + 0.02


def tau_after(matches: int, seed: int, *, at_random: bool) -> float:
    """How well a ladder of 40 bots is in order after so many matches a bot."""
    rng = random.Random(seed)
    ladder = Ladder(4, rng, at_random=at_random)
    for account in range(40):
        ladder.join(Bot(account, strength=rng.gauss(0, 1.5)))
    while ladder.number < matches * len(ladder.bots) / ladder.seats:
        ladder.go_on(2)
    return ladder.tau()


WAITING = candidate("waiting", matches=15, rating=1_900_000, waits_since=1)
NEAR = candidate("near", matches=19, rating=1_800_000, waits_since=1)
FAR = candidate("far", matches=19, rating=1_500_000, waits_since=1)
FARTHER = candidate("farther", matches=19, rating=1_400_000, waits_since=1)
OTHERS = [candidate(f"other {number}", rating=0) for number in range(8)]


def test_opponents_are_near_in_rating() -> None:
    assert paired(WAITING, NEAR, FAR, FARTHER, *OTHERS) == {"waiting", "near"}


def test_opponents_have_seldom_met() -> None:
    assert paired(WAITING, NEAR, FAR, FARTHER, *OTHERS, near_waiting=3) == {"waiting", "far"}
    assert paired(WAITING, NEAR, FAR, FARTHER, *OTHERS, near_waiting=9, far_waiting=9) == {"waiting", "farther"}


def test_an_owner_learns_nothing_by_two_bots_at_one_table() -> None:
    mine = replace(WAITING, account=NEAR.account)
    assert paired(mine, NEAR, FAR, FARTHER, *OTHERS, seats=3) == {"waiting", "far", "farther"}


def test_who_is_near_in_rating_but_has_just_played_rests() -> None:
    assert paired(WAITING, replace(NEAR, waits_since=10), FAR, FARTHER, *OTHERS) == {"waiting", "far"}


def test_who_is_near_in_rating_but_has_played_more_than_most_fills_no_seat() -> None:
    assert paired(WAITING, replace(NEAR, matches=30), FAR, FARTHER, *OTHERS) == {"waiting", "far"}


def test_new_bots_come_first_and_of_these_who_has_played_least() -> None:
    new, newer = candidate("new", matches=9, waits_since=9), candidate("newer", matches=8, waits_since=9)
    assert "new" in (paired(WAITING, new, NEAR, FAR, *OTHERS) or ())
    assert "waiting" in (paired(WAITING, replace(new, matches=PLACEMENT_MATCHES), NEAR, FAR, *OTHERS) or ())
    for name in ("a", "b", "c", "d"):  # whatever the key thinks of their names
        assert name in (paired(WAITING, new, replace(newer, bot=name), NEAR, FAR, *OTHERS) or ())


def test_whoever_has_many_matches_is_not_shut_out_by_those_that_have_few() -> None:
    veteran = candidate("veteran", matches=5000, waits_since=1)
    few = [replace(each, matches=40, waits_since=20) for each in [WAITING, NEAR, FAR, FARTHER]]
    late = [replace(each, waits_since=24) for each in OTHERS[:4]]  # nine bots at tables of two: the share is 4.5
    assert "veteran" not in (paired(replace(veteran, waits_since=16), *few, *late) or ())
    assert "veteran" in (paired(replace(veteran, waits_since=14), *few, *late) or ())


def test_who_is_behind_waits_for_one_share_at_the_most() -> None:
    least = candidate("least", matches=12, waits_since=18)
    behind = candidate("behind", matches=40, waits_since=14)
    ahead = [candidate(f"ahead {number}", matches=900, waits_since=20) for number in range(8)]
    assert paired(least, replace(behind, waits_since=16), *ahead, least_behind=99) & {"least", "behind"} == {"least"}
    assert paired(least, behind, *ahead, least_behind=99) & {"least", "behind"} == {"behind"}


def test_no_match_without_enough_bots_that_have_room() -> None:
    full = replace(NEAR, in_play=4)
    assert paired(WAITING, full) is None
    assert paired(WAITING, full, FAR) == {"waiting", "far"}
    assert paired(WAITING, NEAR, FAR, seats=4) is None
    assert paired() is None


def test_no_match_of_one_owner_alone() -> None:
    mine = [replace(each, account=7) for each in (WAITING, NEAR, FAR)]
    assert paired(*mine) is None
    assert paired(*mine, candidate("other", waits_since=9, matches=99)) == {"waiting", "other"}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_an_owner_of_almost_all_bots_has_a_stranger_at_every_table(seats: int, seed: int) -> None:
    ladder = Ladder(seats, random.Random(seed))
    for number in range(10):
        ladder.join(Bot(account=1 if number else 2))
    for _ in range(100):
        ladder.go_on(1)  # make() looks who sits there
    assert ladder.bots["bot 0"].matches == ladder.number


def test_each_takes_the_seat_where_it_has_sat_least() -> None:
    counts = {("waiting", 0): 3, ("waiting", 1): 2, ("near", 0): 3, ("near", 1): 3}
    assert next_match([WAITING, NEAR], 2, {}, counts, b"key") == ("near", "waiting")
    # Both want seat 0; it goes to the one that is more out of balance.
    counts = {("waiting", 1): 1, ("near", 1): 2}
    assert next_match([WAITING, NEAR], 2, {}, counts, b"key") == ("near", "waiting")


def test_the_same_arguments_in_any_order_give_the_same_match(seed: int) -> None:
    rng = random.Random(seed)
    ladder = ladder_of(20, 4, rng)
    for _ in range(100):
        candidates = ladder.candidates()
        shuffled = rng.sample(candidates, len(candidates))
        asked = [
            next_match(each, 4, ladder.meetings, ladder.seat_counts, b"key")
            for each in (candidates, shuffled, candidates)
        ]
        assert asked[0] == asked[1] == asked[2]
        ladder.go_on(2)


def test_the_key_decides_between_equals_and_nothing_else_does() -> None:
    equals = [candidate(f"bot {number}", account=number) for number in range(12)]
    matches = {next_match(equals, 2, {}, {}, b"%d" % number) for number in range(20)}
    assert len(matches) > 10
    # Written down, so that another Python, and another hash seed, come to the same.
    assert next_match(equals, 4, {}, {}, b"1") == ("bot 3", "bot 6", "bot 10", "bot 0")


@pytest.mark.parametrize(
    ("made", "per_hour", "backlog", "target", "expected"),
    [
        (0, 60, 0, 16, 16),
        (0, 60, 10, 16, 6),
        (55, 60, 0, 16, 5),
        (60, 60, 0, 16, 0),
        (99, 60, 0, 16, 0),
        (0, 60, 20, 16, 0),
    ],
)
def test_no_more_matches_are_made_than_are_wanted_and_an_hour_may_have(
    made: int, per_hour: int, backlog: int, target: int, expected: int
) -> None:
    assert budget(made, per_hour, backlog, target) == expected


def test_the_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(matchmaking).failed == 0
