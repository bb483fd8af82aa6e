"""The table: points per match, wins, mean place; ties share a rank; no order of matches or bots changes it."""

import random
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from parlour.core.rules import places_by
from referee.tournament.standings import SeatResult, Standing, table


def match(**places: int) -> list[SeatResult]:
    """A match without faults: the place of each bot."""
    return [SeatResult(bot, place, faults=0, strikes=0, forfeited=False) for bot, place in places.items()]


def ranks(standings: Sequence[Standing]) -> dict[str, int]:
    """The rank of each bot, in the order of the table."""
    return {standing.bot: standing.rank for standing in standings}


def test_a_seat_gets_a_point_for_each_seat_below_and_half_for_each_beside() -> None:
    standings = table("abcd", [match(a=1, b=2, c=2, d=4)])
    assert {standing.bot: standing.points for standing in standings} == {"a": 3.0, "b": 1.5, "c": 1.5, "d": 0.0}
    assert ranks(standings) == {"a": 1, "b": 2, "c": 2, "d": 4}


def test_points_are_the_mean_over_the_matches_played() -> None:
    standings = table("abc", [match(a=1, b=2), match(a=1, b=2), match(b=1, c=2), match(c=1, a=1)])
    assert {standing.bot: standing.points for standing in standings} == {"a": 2.5 / 3, "b": 1 / 3, "c": 0.25}
    assert {standing.bot: standing.matches for standing in standings} == {"a": 3, "b": 3, "c": 2}


def test_a_shared_first_place_is_a_win() -> None:
    standings = table("abc", [match(a=1, b=1, c=3)])
    assert {standing.bot: standing.wins for standing in standings} == {"a": 1, "b": 1, "c": 0}


def test_faults_strikes_and_forfeits_are_counted_and_rank_nobody() -> None:
    late = SeatResult("a", 1, faults=3, strikes=2, forfeited=False)
    gone = SeatResult("a", 2, faults=5, strikes=4, forfeited=True)
    standings = table("ab", [[late, *match(b=2)], [gone, *match(b=1)]])
    assert standings == (
        Standing(1, "a", matches=2, points=0.5, wins=1, mean_place=1.5, faults=8, strikes=6, forfeits=1),
        Standing(1, "b", matches=2, points=0.5, wins=1, mean_place=1.5, faults=0, strikes=0, forfeits=0),
    )


def test_equal_points_are_parted_by_wins() -> None:
    standings = table("bac", [match(a=1, b=2, c=3), match(c=1, b=2, a=3)])
    assert {standing.points for standing in standings} == {1.0}
    assert ranks(standings) == {"a": 1, "c": 1, "b": 3}


def test_equal_points_and_wins_are_parted_by_the_mean_place() -> None:
    shares_second = [match(p=1, a=2, x=2, q=4), match(p=1, a=2, x=2, q=4)]
    second_and_third = [match(p=1, b=2, y=3, q=4), match(p=1, y=2, b=3, q=4)]
    standings = {standing.bot: standing for standing in table("abpqxy", [*shares_second, *second_and_third])}
    a, b = standings["a"], standings["b"]
    assert (a.points, a.wins, a.mean_place, a.rank) == (1.5, 0, 2.0, 2)
    assert (b.points, b.wins, b.mean_place, b.rank) == (1.5, 0, 2.5, 4)


def test_bots_without_a_match_come_last_whatever_others_did() -> None:
    standings = table("abcd", [match(a=1, d=2)])
    assert ranks(standings) == {"a": 1, "d": 2, "b": 3, "c": 3}
    assert standings[2].mean_place is None


def test_before_the_first_match_all_are_equal() -> None:
    assert ranks(table("ba", [])) == {"a": 1, "b": 1}


@st.composite
def tournaments(draw: st.DrawFn) -> list[list[SeatResult]]:
    """Matches among five bots, with ties."""
    matches = []
    for _ in range(draw(st.integers(0, 12))):
        bots = draw(st.permutations("abcde"))[: draw(st.integers(2, 5))]
        places = places_by(draw(st.lists(st.integers(0, 3), min_size=len(bots), max_size=len(bots))))
        matches.append([SeatResult(bot, place, 0, 0, False) for bot, place in zip(bots, places, strict=True)])
    return matches


@given(tournaments(), st.randoms())
def test_no_order_of_matches_seats_or_bots_changes_the_table(
    matches: list[list[SeatResult]], rng: random.Random
) -> None:
    before = table("abcde", matches)
    shuffled = [rng.sample(seats, len(seats)) for seats in rng.sample(matches, len(matches))]
    assert table(rng.sample("abcde", 5), shuffled) == before


@given(tournaments())
def test_every_pair_at_a_table_shares_one_point(matches: list[list[SeatResult]]) -> None:
    given = sum(standing.points * standing.matches for standing in table("abcde", matches))
    assert abs(given - sum(len(seats) * (len(seats) - 1) / 2 for seats in matches)) < 1e-9


@given(tournaments())
def test_ranks_follow_points_wins_and_mean_place(matches: list[list[SeatResult]]) -> None:
    standings = [standing for standing in table("abcde", matches) if standing.matches]
    for above, below in pairwise(standings):
        ahead, behind = (
            (round(standing.points, 9), round(standing.wins / standing.matches, 9), -round(standing.mean_place or 0, 9))
            for standing in (above, below)
        )
        assert ahead >= behind
        assert (above.rank == below.rank) == (ahead == behind)
