"""Options are lazy, strict about types, and the same on the wire."""

import itertools
import json
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.options import (
    OneOf,
    Product,
    Some,
    Split,
    admits,
    choose,
    describe,
    from_wire,
    has_choice,
    misfit,
    sample,
    size,
    to_wire,
)

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


ITEMS = st.sampled_from([1, True, "1", "a", None, [1], [True], {"a": 1}])
SOMES = st.builds(Some, st.lists(ITEMS, max_size=5).map(tuple), st.integers(0, 6)) | st.builds(
    Some, st.lists(ITEMS, min_size=1, max_size=5).map(tuple), st.integers(1, 6), st.just(1)
)


@given(SPLITS | SOMES | RANGES | st.just(("a", None, 3)))
def test_options_come_back_from_the_wire_as_they_were(options) -> None:
    for form in (options, Product({"x": options, "y": (True, False)}), OneOf((("pass",), options))):
        assert list(from_wire(to_wire(form))) == list(form)


NO_FORMS: list[dict] = [
    {},
    {"range": [1, 2]},
    {"range": [1, 2, 0]},
    {"lots": []},
    {"list": 3},
    {"some": [1, 2]},
    {"some": {"of": 1, "most": 1}},
    {"one_of": [], "odds": 1},
]


@pytest.mark.parametrize("wire", NO_FORMS, ids=str)
def test_a_form_that_is_none_of_the_six_is_refused(wire: dict) -> None:
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


def text(option: object) -> str:
    """An option as JSON, in which true is not 1."""
    return json.dumps(option, sort_keys=True)


@given(SOMES)
def test_some_lists_every_choice_of_items_exactly_once(some: Some) -> None:
    listed = [some[index] for index in range(len(some))]
    every = {
        tuple(sorted(map(text, chosen)))
        for many in range(some.least, min(some.most, len(some.of)) + 1)
        for chosen in itertools.combinations(some.of, many)
    }
    assert sorted(tuple(sorted(map(text, option))) for option in listed) == sorted(every)
    assert list(some) == listed
    assert all(option in some for option in listed)


@given(SOMES, st.integers(0, 2**32))
def test_a_choice_of_some_keeps_the_order_in_which_the_items_stand(some: Some, number: int) -> None:
    for chosen in (some[number % len(some)], choose(some, random.Random(number))):
        rest = iter(map(text, some.of))
        assert all(text(item) in rest for item in chosen)


@pytest.mark.parametrize(
    "answer",
    [["b", "b"], ["a", "a", "b"], ["c"], ["1"], [True], [1.0], "ab", ("a",), {"a": 1}, None, [["a"]], ["a"] * 10**6],
    ids=lambda answer: repr(answer)[:20],
)
def test_some_refuses_other_items_more_of_an_item_than_there_are_and_more_than_the_most(answer: object) -> None:
    hand = Some(("a", "b", "a", 1), most=2)
    assert all(chosen in hand for chosen in ([], ["b", "a"], ["a", "b"], ["a", "a"], [1, "b"]))
    assert answer not in hand


def test_some_with_a_least_of_one_refuses_an_empty_list() -> None:
    cards = Some(("a", "a"), most=2, least=1)
    assert [] not in cards
    assert list(cards) == [["a"], ["a", "a"]]
    assert not has_choice(Some(("a", "a"), most=1, least=1))
    assert to_wire(cards) == {"some": {"of": ["a", "a"], "most": 2, "least": 1}}
    assert all(choose(cards, random.Random(seed)) for seed in range(30))


@pytest.mark.parametrize(("of", "most", "least"), [((), 1, 1), (("a",), 0, 1), (("a",), 1, 2), (("a",), 1, "1")])
def test_some_has_a_least_of_none_or_one_that_can_be_chosen(of: tuple, most: int, least: int) -> None:
    with pytest.raises(ValueError, match="cannot choose at least"):
        Some(of, most, least)


def test_some_of_a_hundred_items_are_counted_and_picked_from_at_once() -> None:
    hand = Some(tuple(range(100)), most=50)
    assert size(hand) == sum(math.comb(100, many) for many in range(51))
    assert hand[0] == []
    assert hand[-1] == list(range(50))
    assert all(admits(hand, option) for option in sample(hand, 9, random.Random(1)))


def test_choose_picks_how_many_items_of_some_equally_often() -> None:
    rng = random.Random(1)
    sizes = [len(choose(Some(tuple("abcdefgh"), most=3), rng)) for _ in range(4000)]
    assert all(900 < sizes.count(many) < 1100 for many in range(4))


@pytest.mark.parametrize(("of", "most"), [(("a",), -1), (["a"], 1), (("a",), True), (("a",), 1.0)])
def test_some_is_of_a_tuple_and_has_a_whole_number_at_most(of: object, most: object) -> None:
    with pytest.raises(ValueError, match="cannot choose"):
        Some(of, most)  # type: ignore[arg-type]


def test_choose_picks_the_parts_of_one_of_equally_often_whatever_their_sizes() -> None:
    rng = random.Random(1)
    picked = [choose(OneOf((("pass",), range(1000))), rng) for _ in range(4000)]
    assert 1850 < picked.count("pass") < 2150


def test_choose_picks_the_parts_of_one_of_by_their_odds() -> None:
    rng = random.Random(1)
    offer = OneOf((("pass",), range(1000), ("ask",)), odds=(6, 1, 1))
    picked = [choose(offer, rng) for _ in range(4000)]
    assert 2850 < picked.count("pass") < 3150
    assert 420 < picked.count("ask") < 580


def test_odds_come_over_the_wire_and_are_left_out_where_there_are_none() -> None:
    offer = OneOf((("pass",), range(3)), odds=(5, 1))
    assert to_wire(offer) == {"one_of": [{"list": ["pass"]}, {"range": [0, 2, 1]}], "odds": [5, 1]}
    assert from_wire(to_wire(offer)) == offer
    plain = OneOf((("pass",), range(3)))
    assert "odds" not in to_wire(plain)
    assert from_wire(to_wire(plain)) == plain


@pytest.mark.parametrize("odds", [(1,), (1, 1, 1), (0, 1), (-1, 1), (True, 1), (1.0, 1), ("1", 1)], ids=str)
def test_odds_are_a_whole_number_from_1_up_for_each_part(odds: tuple) -> None:
    with pytest.raises(ValueError, match="odds of 2 parts"):
        OneOf((("pass",), range(3)), odds)


@pytest.mark.parametrize("part", [(), range(0)], ids=str)
def test_a_part_without_options_is_refused(part) -> None:
    with pytest.raises(ValueError, match="has no options"):
        OneOf((("pass",), part))


BUNDLE = Product({"cash": range(0, 101, 50), "cards": Some((1, 1, 2), most=2)})
OFFER = OneOf((("pass",), Product({"give": BUNDLE, "ask": BUNDLE, "how": OneOf((("now",), range(2)))})))


def test_a_form_may_be_made_of_forms(seed: int) -> None:
    bundles = 3 * 5
    assert size(OFFER) == 1 + bundles**2 * 3
    assert list(from_wire(to_wire(OFFER))) == list(OFFER)
    assert len({text(option) for option in OFFER}) == size(OFFER)
    rng = random.Random(seed)
    for option in (choose(OFFER, rng), OFFER[rng.randrange(size(OFFER))]):
        assert admits(OFFER, option)
    give, none = {"cash": 50, "cards": [2, 1]}, {"cash": 0, "cards": []}
    assert admits(OFFER, {"give": give, "ask": none, "how": "now"})
    assert not admits(OFFER, {"give": give, "ask": {"cash": 0, "cards": [2, 2]}, "how": "now"})
    assert not admits(OFFER, {"give": give, "ask": {"cash": 0}, "how": "now"})
    assert "give: an object with cash: a whole number from 0 to 100 in steps of 50; cards: a list of" in describe(OFFER)


@given(SPLITS | SOMES | RANGES | st.just(()) | st.just(("a",)) | st.just(("a", "b")))
def test_whether_there_is_a_choice_is_whether_there_are_two_options(options) -> None:
    for form in (options, Product({"x": options, "y": (1,)}), Product({"x": options, "y": ()})):
        assert has_choice(form) == (size(form) > 1)
    if size(options):
        assert has_choice(OneOf((options,))) == (size(options) > 1)
        assert has_choice(OneOf((("pass",), options)))


def test_whether_there_is_a_choice_is_known_without_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(self: object) -> int:
        raise AssertionError("counted")

    monkeypatch.setattr(Some, "__len__", counting)
    monkeypatch.setattr(Product, "__len__", counting)
    some = Some(("a",), most=1)
    assert has_choice(OneOf((("pass",), Product({"x": some}))))
    assert has_choice(Product({"x": (1,), "y": some}))


OFFERS = OneOf((("pass",), Product({"to": (1,), "give": BUNDLE}), Product({"to": (2,), "give": BUNDLE})))


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (
            {"to": 2, "give": {"cash": 70, "cards": []}},
            "give.cash: expected a whole number from 0 to 100 in steps of 50",
        ),
        ({"to": 2, "give": {"cash": 50}}, "give.cards: missing"),
        ({"to": 2, "give": {"cash": 50, "cards": [], "fame": 1}}, 'give."fame": unknown, there are cash, cards'),
        ({"to": 3, "give": {"cash": 50, "cards": []}}, "to: expected one of 1, found 3"),
        ({"give": {"cash": 50, "cards": []}}, "to: missing"),
        (
            {"to": 1, "give": {"cash": 0, "cards": []}, 1: 2, "\x1b[2J": 3},
            '"\\u001b[2J": unknown, there are to, give; 1: ',
        ),
        ("paß", 'expected one of "pass", or an object with'),
    ],
    ids=str,
)
def test_of_a_form_the_first_field_that_is_wrong_is_named(answer: Any, wrong: str) -> None:
    assert misfit(OFFERS, answer).startswith(wrong)


def test_what_is_expected_is_told_in_no_more_than_a_few_lines() -> None:
    assert len(misfit(OneOf((OFFERS,) * 50), "none")) < 500
