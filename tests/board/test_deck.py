"""A deck: nobody knows its order, and no card is lost."""

import random

import pytest

from parlour.board.deck import Deck
from parlour.core.decision import Draw


def drawn(deck: Deck, answer: str | int | None = None) -> tuple[str | int | None, tuple[str | int, ...] | None]:
    """Draw a card, luck answering so; returns it, and among which cards luck chose (None where it was not asked)."""
    script = deck.draw(0, "card")
    try:
        question = script.send(None)
        assert isinstance(question, Draw)
        script.send(answer)
    except StopIteration as done:
        return done.value, None if answer is None else question.cards
    raise AssertionError("a draw asks luck once")


def test_a_draw_is_a_choice_of_luck_among_the_pile() -> None:
    deck = Deck.shuffled("cab")
    assert drawn(deck, "b") == ("b", ("a", "b", "c"))
    assert deck == Deck(pile=["a", "c"], under=[], discards=[])


def test_the_pile_shows_nothing_of_the_order_in_which_cards_were_put_in() -> None:
    assert Deck.shuffled("cab") == Deck.shuffled("bca")


def test_discards_become_the_pile_when_it_has_run_out_and_not_before() -> None:
    deck = Deck(pile=["a"], under=[], discards=["c", "b"])
    assert drawn(deck, "a") == ("a", ("a",))
    assert deck.discards == ["c", "b"]
    assert drawn(deck, "c") == ("c", ("b", "c"))
    assert deck == Deck(pile=["b"], under=[], discards=[])


def test_cards_put_under_come_up_in_their_order_after_the_pile_and_before_the_discards() -> None:
    deck = Deck(pile=["a"], under=[], discards=["d"])
    deck.put_under("c")
    deck.put_under("b")
    assert [drawn(deck, "a")[0], drawn(deck)[0], drawn(deck)[0], drawn(deck, "d")[0]] == ["a", "c", "b", "d"]


def test_an_empty_deck_gives_no_card() -> None:
    assert drawn(Deck.shuffled("")) == (None, None)


def test_discards_are_taken_from_the_top() -> None:
    deck = Deck.shuffled("a")
    deck.discard("b")
    deck.discard("c")
    assert deck.take_discard() == "c"
    assert deck.discards == ["b"]


def test_a_deck_counts_all_its_cards() -> None:
    assert len(Deck(pile=["a", "b"], under=["c"], discards=["d", "e", "f"])) == 6


def test_equal_cards_are_drawn_one_at_a_time() -> None:
    deck = Deck.shuffled(["a", "a", "b"])
    assert drawn(deck, "a") == ("a", ("a", "a", "b"))
    assert deck.pile == ["a", "b"]


def test_a_deck_is_plain_data() -> None:
    deck = Deck(pile=["a"], under=["b"], discards=["c"])
    assert Deck.from_plain(deck.to_plain()) == deck


def test_no_card_is_lost_whatever_is_done(seed: int) -> None:
    rng, deck, hand = random.Random(seed), Deck.shuffled("abcdefg"), []
    for _ in range(500):
        match rng.randrange(3):
            case 0:
                choice = rng.choice(deck.pile or sorted(deck.discards) or [None])
                known = not deck.pile and deck.under
                card, _ = drawn(deck, None if known else choice)
                hand += [card] if card else []
            case 1 if hand:
                deck.discard(hand.pop())
            case 2 if hand:
                deck.put_under(hand.pop())
        assert sorted([*deck.pile, *deck.under, *deck.discards, *hand]) == list("abcdefg")
        assert len(deck) + len(hand) == 7


def test_nothing_can_be_taken_from_no_discards() -> None:
    with pytest.raises(IndexError):
        Deck.shuffled("a").take_discard()


def test_a_draw_is_known_to_those_who_may_know_it() -> None:
    question = Deck.shuffled("ab").draw(0, "card", known_to=(0, 2)).send(None)
    assert question.seen_by == (0, 2)
    assert Deck.shuffled("ab").draw(0, "card").send(None).seen_by is None


def test_cards_may_be_numbers_and_lie_in_their_order() -> None:
    deck = Deck.shuffled([10, 9, 2])
    assert deck.pile == [2, 9, 10]
    assert drawn(deck, 10) == (10, (2, 9, 10))


def test_the_top_card_is_known_when_the_pile_is_used_up_and_cards_lie_under_it() -> None:
    assert not Deck(pile=["a"], under=["b"], discards=[]).top_is_known
    assert Deck(pile=[], under=["b"], discards=[]).top_is_known
    assert not Deck(pile=[], under=[], discards=["c"]).top_is_known
