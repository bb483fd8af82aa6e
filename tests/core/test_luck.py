"""Luck is a function of its key, fair, and open to checking."""

from collections import Counter

import pytest

from parlour.core.decision import Draw, Roll
from parlour.core.luck import Keyed, LuckRanOut, Scripted, Use, commitment, mix


def test_what_is_asked_before_never_shifts_an_answer() -> None:
    asked_alone = Keyed(b"secret").answer(Roll(2, purpose="move"), Use(0, 5, 2, "move", 0))
    luck = Keyed(b"secret")
    for n in range(50):
        luck.answer(Roll(1, purpose="move"), Use(1, n, 1, "move", 0))
    assert luck.answer(Roll(2, purpose="move"), Use(0, 5, 2, "move", 0)) == asked_alone


@pytest.mark.parametrize(
    "other",
    [Use(1, 5, 2, "a", 0), Use(0, 6, 2, "a", 0), Use(0, 5, 1, "a", 0), Use(0, 5, 2, "b", 0), Use(0, 5, 2, "a", 1)],
)
def test_every_part_of_the_key_matters(other: Use) -> None:
    cards = Draw(0, purpose="a", cards=tuple(range(10**6)))
    luck = Keyed(b"secret")
    assert luck.answer(cards, Use(0, 5, 2, "a", 0)) != luck.answer(cards, other)


def test_dice_are_fair() -> None:
    luck = Keyed(b"secret")
    one = Counter(luck.answer(Roll(0, purpose="m"), Use(0, n, 0, "m", 0)) for n in range(12_000))
    two = Counter(luck.answer(Roll(0, purpose="m", dice=2), Use(0, n, 0, "m", 0)) for n in range(12_000))
    assert sorted(one) == [1, 2, 3, 4, 5, 6]
    assert all(1800 < count < 2200 for count in one.values())
    assert sorted(two) == list(range(2, 13))
    assert 1800 < two[7] < 2200
    assert 250 < two[2] < 420


def test_scripted_luck_refuses_what_does_not_fit_and_says_when_it_is_empty() -> None:
    luck = Scripted([4, 7])
    assert luck.answer(Roll(0), Use(0, 1, 0, "", 0)) == 4
    assert luck.left == [7]
    with pytest.raises(ValueError, match="7 cannot answer"):
        luck.answer(Roll(0), Use(0, 1, 0, "", 0))
    with pytest.raises(LuckRanOut):
        luck.answer(Roll(0), Use(0, 1, 0, "", 0))


def test_the_published_commitment_is_sha256_of_the_secret() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_every_nonce_and_its_seat_change_the_luck() -> None:
    secrets = {mix(b"s", nonces) for nonces in ([None, None], ["ab", None], [None, "ab"], ["cd", None])}
    assert len(secrets) == 4
