"""What a match does to ratings, for any ratings and places of two to six seats."""

import doctest
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ladder import elo

RATINGS = st.integers(min_value=-1_000_000, max_value=4_000_000)
WILD_RATINGS = st.integers(min_value=-(10**12), max_value=10**12)


@st.composite
def matches(draw, ratings=RATINGS, most=6):
    """Ratings and places of the seats of one match; close ratings and shared places are frequent."""
    seats = draw(st.integers(min_value=2, max_value=most))
    base = draw(ratings)
    near = st.integers(min_value=base - 3, max_value=base + 3)
    return (
        draw(st.lists(ratings | near, min_size=seats, max_size=seats)),
        draw(st.lists(st.integers(min_value=1, max_value=seats), min_size=seats, max_size=seats)),
    )


def test_the_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(elo).failed == 0


@given(matches(WILD_RATINGS))
def test_the_changes_of_a_match_add_up_to_exactly_zero(match):
    assert sum(elo.changes(*match)) == 0


@given(matches(WILD_RATINGS), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_touch_the_last_digit(match, random):
    ratings, places = match
    order = random.sample(range(len(ratings)), len(ratings))
    shuffled = elo.changes([ratings[seat] for seat in order], [places[seat] for seat in order])
    assert shuffled == tuple(elo.changes(ratings, places)[seat] for seat in order)


@given(WILD_RATINGS, st.integers(min_value=2, max_value=6), st.integers(min_value=1, max_value=6))
def test_equals_who_tie_change_nothing(rating, seats, place):
    assert elo.changes([rating] * seats, [place] * seats) == (0,) * seats


@given(matches())
def test_two_equals_who_tie_change_alike(match):
    ratings, places = match
    alike = elo.changes([ratings[0], *ratings], [places[0], *places])
    assert alike[0] == alike[1]


@given(matches(WILD_RATINGS, most=2))
def test_of_two_seats_the_lower_placed_never_gains_more(match):
    ratings, places = match
    gained = elo.changes(ratings, places)
    if places[0] < places[1]:
        assert gained[0] >= 0 >= gained[1]


@given(matches(WILD_RATINGS))
def test_the_lower_placed_never_gains_more_than_a_seat_above_that_was_not_rated_higher(match):
    ratings, places = match
    gained = elo.changes(ratings, places)
    for above in range(len(ratings)):
        for below in range(len(ratings)):
            if places[above] < places[below] and ratings[above] <= ratings[below]:
                assert gained[above] >= gained[below]


def test_a_favourite_who_wins_may_gain_less_than_the_outsider_placed_second() -> None:
    winner, runner_up, last = elo.changes([2_000_000, 1_000_000, 2_000_000], [1, 2, 3])
    assert last < 0 < winner < runner_up


@given(matches(WILD_RATINGS), st.integers(min_value=1, max_value=64))
def test_no_match_moves_a_rating_by_more_than_k_points(match, k):
    assert all(abs(change) <= 1000 * k for change in elo.changes(*match, k=k))


@given(matches())
def test_each_change_is_the_formula_to_within_a_thousandth_of_a_point_a_pair(match):
    ratings, places = match
    seats = len(ratings)
    exact = [0.0] * seats
    for a, b in combinations(range(seats), 2):
        score = 1.0 if places[a] < places[b] else 0.5 if places[a] == places[b] else 0.0
        points = 32 / (seats - 1) * (score - 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 1000 / 400)))
        exact[a] += points
        exact[b] -= points
    for change, points in zip(elo.changes(ratings, places), exact, strict=True):
        assert abs(change / 1000 - points) < (seats - 1) / 1000


@given(WILD_RATINGS, WILD_RATINGS)
def test_the_expected_scores_of_two_seats_add_up_to_exactly_one(a, b):
    assert elo.expected(a, b) + elo.expected(b, a) == 1


def test_four_hundred_points_more_are_ten_to_one() -> None:
    assert elo.expected(1_900_000, 1_500_000) == pytest.approx(10 / 11)


@pytest.mark.parametrize(("ratings", "places"), [([], []), ([1], [1]), ([1, 2], [1]), ([1, 2], [1, 2, 3])])
def test_a_match_without_a_place_for_each_of_two_seats_is_refused(ratings, places):
    with pytest.raises(ValueError, match="a rating and a place"):
        elo.changes(ratings, places)
