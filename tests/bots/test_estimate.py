"""The Elo difference and its interval."""

import math
import random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.estimate import elo_difference, elo_of, share_interval, student

shares = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=2, max_size=200)


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.75, 190.85), (0.9, 381.70), (10 / 11, 400), (1 / 11, -400)])
def test_a_share_is_worth_what_the_logistic_curve_says(share: float, elo: float) -> None:
    assert math.isclose(elo_of(share), elo, abs_tol=0.01)


@given(shares)
def test_the_interval_holds_the_share_and_stays_between_0_and_1(shares: list[float]) -> None:
    low, high = share_interval(shares)
    assert 0 <= low <= fmean(shares) + 1e-12
    assert fmean(shares) - 1e-12 <= high <= 1


@given(shares)
def test_the_opponents_interval_is_the_mirror_image(shares: list[float]) -> None:
    low, high = share_interval(shares)
    mirrored = share_interval([1 - share for share in shares])
    assert mirrored == pytest.approx((1 - high, 1 - low))


def test_more_rotations_make_the_interval_narrower() -> None:
    widths = [high - low for low, high in (share_interval([0.5, 1.0] * n) for n in (2, 8, 32, 128))]
    assert widths == sorted(widths, reverse=True)


def test_winning_everything_has_no_upper_end_and_a_lower_end_that_grows() -> None:
    few, many = elo_difference([1.0] * 5), elo_difference([1.0] * 500)
    assert few.elo == few.high == many.elo == many.high == math.inf
    assert 0 < few.low < many.low < math.inf


def test_losing_everything_is_the_mirror_image_of_winning_everything() -> None:
    won, lost = elo_difference([1.0] * 10), elo_difference([0.0] * 10)
    assert (lost.elo, lost.low) == (-math.inf, -math.inf)
    assert math.isclose(lost.high, -won.low)


def test_one_rotation_shows_nothing() -> None:
    only = elo_difference([0.75])
    assert (only.low, only.high) == (-math.inf, math.inf)


def test_a_few_equal_results_do_not_look_certain() -> None:
    low, high = share_interval([0.5, 0.5, 0.5])
    assert low < 0.2
    assert high > 0.8


def test_the_interval_holds_the_truth_in_95_of_100_runs(seed: int) -> None:
    """500 runs of 40 rotations of two matches that depend on each other; 92 to 98 of 100 is what chance allows."""
    rng = random.Random(seed)

    def rotation() -> float:
        luck = rng.random()
        return fmean((luck + rng.random()) / 2 < 0.55 for _ in range(2))

    truth = fmean(rotation() for _ in range(100_000))
    intervals = [share_interval([rotation() for _ in range(40)]) for _ in range(500)]
    assert 0.92 <= fmean(low <= truth <= high for low, high in intervals) <= 0.98


@pytest.mark.parametrize(
    ("degrees", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_t_is_that_of_the_tables(degrees: int, point: float) -> None:
    assert math.isclose(student(degrees), point, rel_tol=0.01)
