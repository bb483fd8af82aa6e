"""Options are lazy, strict about types, and the same on the wire."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.options import OneOf, Product, Split, admits, choose, from_wire, sample, size, to_wire

SPLITS = st.builds(
    lambda units, parts, step: Split(units * step, parts, step), st.integers(0, 8), st.integers(1, 4), st.integers(1, 3)
)


@given(SPLITS)
def test_a_split_lists_every_way_exactly_once(split: Split) -> None:
    ways = [split[index] for index in range(len(split))]
    assert len({tuple(way) for way in ways}) == len(split) > 0
    assert all(way in split and sum(way) == split.total for way in ways)


@pytest.mark.parametrize("answer", [[1, 1], [3, 0, 0], [1, 1, True], [-1, 2, 1], (1, 1, 0), [2.0, 0, 0], "110", None])
def test_a_split_refuses_what_does_not_add_up_or_is_no_list_of_whole_numbers(answer: object) -> None:
    assert [1, 1, 0] in Split(2, parts=3)
    assert answer not in Split(2, parts=3)


def test_a_split_refuses_parts_that_are_not_multiples_of_its_step() -> None:
    assert [1000, 3000] in Split(4000, parts=2, step=1000)
    assert [1500, 2500] not in Split(4000, parts=2, step=1000)


def test_a_form_with_more_options_than_atoms_is_tested_and_picked_from_at_once() -> None:
    form = Product({f"field {n}": range(10**9) for n in range(20)})
    picked = choose(form, random.Random(1))
    assert admits(form, picked)
    assert not admits(form, {**picked, "field 3": 10**9})


def test_a_form_refuses_missing_and_further_fields() -> None:
    form = Product({"coins": range(3), "to": (1, 2)})
    assert {"coins": 2, "to": 1} in form
    assert {"coins": 2} not in form
    assert {"coins": 2, "to": 1, "and": 0} not in form
    assert {"coins": True, "to": 1} not in form


@pytest.mark.parametrize("answer", [True, 1.0, "1", None, [1], 3, -1])
def test_a_whole_number_is_not_a_boolean_a_float_a_text_or_out_of_range(answer: object) -> None:
    assert admits(range(3), 1)
    assert not admits(range(3), answer)


def test_a_boolean_is_not_a_whole_number() -> None:
    assert admits((False, True), True)
    assert not admits((False, True), 1)


RANGES = st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([1, 2, 3, -1, -2])).filter(len)


@given(SPLITS | RANGES | st.just(("a", None, 3)))
def test_options_come_back_from_the_wire_as_they_were(options) -> None:
    for form in (options, Product({"x": options, "y": (True, False)}), OneOf((("pass",), options))):
        assert list(from_wire(to_wire(form))) == list(form)


@pytest.mark.parametrize("wire", [{}, {"range": [1, 2]}, {"range": [1, 2, 0]}, {"lots": []}, {"list": 3}])
def test_a_form_that_is_none_of_the_four_is_refused(wire: dict) -> None:
    with pytest.raises(ValueError, match="options are"):
        from_wire(wire)


def test_a_sample_holds_both_ends_and_only_options() -> None:
    some = sample(range(1000), 10, random.Random(1))
    assert {0, 999} <= set(some)
    assert len(some) == 10
    assert all(option in range(1000) for option in some)
    assert sample((1, 2), 10, random.Random(1)) == [1, 2]


def test_equal_is_equal_all_the_way_down() -> None:
    assert admits(([1, 2], {"c": 1}), [1, 2])
    assert not admits(([1, 2],), [True, 2])
    assert not admits(([1, 2],), [1, 2.0])
    assert not admits(([1, 2],), [1])
    assert not admits(({"c": 1},), {"c": True})


def test_options_beyond_what_len_can_count_are_picked_from_and_tested() -> None:
    huge = Split(10**9, parts=6)
    for options in (huge, Product({"goal": huge, "x": (1, 2)}), OneOf((("pass",), huge))):
        assert size(options) > 2**63
        assert admits(options, options[0])
        assert admits(options, options[-1])
        assert admits(options, choose(options, random.Random(1)))
        assert all(admits(options, option) for option in sample(options, 5, random.Random(1)))


def test_one_of_has_the_options_of_all_its_parts_in_order() -> None:
    offer = OneOf((("pass",), range(3), Product({"give": range(2)})))
    assert list(offer) == ["pass", 0, 1, 2, {"give": 0}, {"give": 1}]
    assert offer[-1] == {"give": 1}
    assert True not in offer
    with pytest.raises(IndexError):
        offer[6]
