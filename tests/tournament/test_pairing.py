"""Everybody plays as often as everybody else, in each seat, and the schedule is the same each time it is made."""

import os
import subprocess
import sys
from collections import Counter
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.pairing import Pairing, Schedule


@st.composite
def schedules(draw: st.DrawFn, *, whole_cycles: bool = False) -> Schedule:
    """Schedules small enough to be looked at whole."""
    bots = draw(st.integers(2, 7))
    seats = draw(st.integers(2, min(bots, 6)))
    rounds = draw(st.integers(1, 3)) * seats if whole_cycles else draw(st.integers(1, 8))
    return Schedule(tuple(f"bot {number}" for number in range(bots)), seats, rounds, draw(st.binary(max_size=4)))


@given(schedules())
def test_the_total_is_the_number_of_pairings_and_they_are_numbered_from_0(schedule: Schedule) -> None:
    pairings = list(schedule)
    assert schedule.total == len(pairings)
    assert [pairing.number for pairing in pairings] == list(range(len(pairings)))


@given(schedules())
def test_each_round_seats_every_group_once_and_nobody_against_himself(schedule: Schedule) -> None:
    for number in range(schedule.rounds):
        groups = [frozenset(pairing.players) for pairing in schedule if pairing.round == number]
        assert len(groups) == len(set(groups)) == comb(len(schedule.names), schedule.seats)
        assert {len(group) for group in groups} == {schedule.seats}


@given(schedules())
def test_rounds_follow_each_other(schedule: Schedule) -> None:
    rounds = [pairing.round for pairing in schedule]
    assert rounds == sorted(rounds)
    assert set(rounds) == set(range(schedule.rounds))


@given(schedules())
def test_everyone_plays_equally_often(schedule: Schedule) -> None:
    played = Counter(name for pairing in schedule for name in pairing.players)
    assert played.keys() == set(schedule.names)
    assert len(set(played.values())) == 1


@given(schedules(whole_cycles=True))
def test_after_whole_cycles_everyone_sat_equally_often_in_each_seat(schedule: Schedule) -> None:
    sat = Counter((name, seat) for pairing in schedule for seat, name in enumerate(pairing.players))
    assert len(sat) == len(schedule.names) * schedule.seats
    assert len(set(sat.values())) == 1


@given(schedules(whole_cycles=True))
def test_in_a_cycle_everyone_of_a_group_sits_once_in_each_seat(schedule: Schedule) -> None:
    sat = Counter(
        (frozenset(pairing.players), pairing.round // schedule.seats, name, seat)
        for pairing in schedule
        for seat, name in enumerate(pairing.players)
    )
    assert set(sat.values()) == {1}


def neighbours(schedule: Schedule, cycle: int) -> set[tuple[str, str]]:
    """Who moves directly after whom in a cycle."""
    return {
        (name, pairing.players[(seat + 1) % schedule.seats])
        for pairing in schedule
        if pairing.round // schedule.seats == cycle
        for seat, name in enumerate(pairing.players)
    }


def test_neighbours_stay_for_a_cycle_and_change_with_the_next() -> None:
    schedule = Schedule(("a", "b", "c", "d", "e", "f"), seats=6, rounds=60, key=b"")
    orders = [neighbours(schedule, cycle) for cycle in range(10)]
    assert {len(order) for order in orders} == {6}
    assert len({frozenset(order) for order in orders}) > 5


def test_another_key_seats_the_bots_otherwise() -> None:
    one, other = (list(Schedule(tuple("abcdef"), seats=3, rounds=1, key=key)) for key in (b"1", b"2"))
    assert [set(pairing.players) for pairing in one] == [set(pairing.players) for pairing in other]
    assert one != other


def test_the_first_seat_goes_to_no_name_more_than_to_others() -> None:
    first = Counter(
        next(iter(Schedule(tuple("abcd"), seats=4, rounds=1, key=b"%d" % n))).players[0] for n in range(1000)
    )
    assert all(200 < count < 300 for count in first.values()), first


def test_the_schedule_never_changes_from_one_version_to_the_next() -> None:
    assert list(Schedule(("ann", "bob", "cy"), seats=3, rounds=2, key=b"spring")) == [
        Pairing(0, 0, ("cy", "ann", "bob")),
        Pairing(1, 1, ("ann", "bob", "cy")),
    ]


@pytest.mark.parametrize("hash_seed", ["0", "77"])
def test_the_schedule_is_the_same_in_a_new_process(hash_seed: str) -> None:
    code = """
from referee.tournament.pairing import Schedule
print(list(Schedule(("ä", "b", "c", "d", "e"), seats=3, rounds=5, key=b"k")))
"""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    here = list(Schedule(("ä", "b", "c", "d", "e"), seats=3, rounds=5, key=b"k"))
    assert run.stdout.decode().strip() == str(here)


def test_a_schedule_too_large_to_be_made_knows_its_total_and_its_first_match() -> None:
    schedule = Schedule(tuple(f"bot {number}" for number in range(1000)), seats=6, rounds=1000, key=b"")
    assert schedule.total == comb(1000, 6) * 1000
    assert next(iter(schedule)).number == 0
