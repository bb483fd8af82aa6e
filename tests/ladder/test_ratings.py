"""The history of ratings that a list of results gives."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ladder import elo, ratings
from referee.ladder.ratings import Rating, Result, fold

BOTS = ("ann", "bob", "cy", "dee", "eve", "fay")


@st.composite
def ladders(draw):
    """The results of a ladder of six bots, the numbers with gaps."""
    numbers = sorted(draw(st.sets(st.integers(min_value=1, max_value=1000), max_size=12)))
    results = []
    for number in numbers:
        bots = draw(st.lists(st.sampled_from(BOTS), min_size=2, max_size=6, unique=True))
        places = draw(st.lists(st.integers(min_value=1, max_value=6), min_size=len(bots), max_size=len(bots)))
        results.append(Result(number, tuple(bots), tuple(places)))
    return results


def test_the_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(ratings).failed == 0


def test_a_bot_that_has_not_played_starts_at_1500_points() -> None:
    assert next(fold([Result(7, ("ann", "bob"), (2, 1))])) == Rating(
        7, "ann", before=1_500_000, after=1_484_000, matches=1, wins=0, places=2
    )


@given(ladders())
def test_each_rating_goes_on_where_the_bot_s_last_one_ended(results):
    last = {}
    for row in fold(results):
        assert row.before == last.get(row.bot, elo.START)
        last[row.bot] = row.after


@given(ladders())
def test_the_points_of_all_bots_stay_the_same_in_sum(results):
    last = {row.bot: row.after for row in fold(results)}
    assert sum(last.values()) == elo.START * len(last)


@given(ladders(), st.integers(min_value=0, max_value=12))
def test_folding_in_two_parts_is_folding_at_once(results, cut):
    first = list(fold(results[:cut]))
    rest = fold(results[cut:], start={row.bot: row for row in first})
    assert first + list(rest) == list(fold(results))


@given(ladders())
def test_the_order_of_the_seats_of_a_match_is_irrelevant(results):
    turned = [Result(number, bots[::-1], places[::-1]) for number, bots, places in results]
    assert sorted(fold(turned)) == sorted(fold(results))


@pytest.mark.parametrize("second", [1, 2])
def test_results_out_of_ladder_order_are_refused(second):
    results = [Result(2, ("ann", "bob"), (1, 2)), Result(second, ("ann", "bob"), (1, 2))]
    with pytest.raises(ValueError, match="comes after match 2"):
        list(fold(results))


def test_a_bot_in_two_seats_of_a_match_is_refused() -> None:
    with pytest.raises(ValueError, match="two seats"):
        list(fold([Result(1, ("ann", "bob", "ann"), (1, 2, 3))]))
