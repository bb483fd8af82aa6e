"""What a question tells, and what luck may answer."""

import random
from dataclasses import dataclass, field

import pytest

from parlour.core.decision import NOT_TOLD, Decision, Draw, Throw
from parlour.core.luck import Keyed, Use
from parlour.core.options import admits


@dataclass(frozen=True)
class Pay(Decision[bool]):
    """Whether to pay."""

    fee: int
    cards: tuple[int, ...] = ()
    hidden: int = field(default=0, metadata=NOT_TOLD)


@dataclass(frozen=True)
class PayTwice(Pay):
    """Whether to pay again."""

    again: bool = True


def test_the_facts_of_a_question_are_its_fields_without_those_that_are_not_told() -> None:
    assert Pay(1, 300, (4, 5), 7, because="it is due").facts() == {"fee": 300, "cards": [4, 5]}
    assert PayTwice(1, 300).facts() == {"fee": 300, "cards": [], "again": True}
    assert Pay(1, 300, hidden=7).hidden == 7


def test_a_throw_shows_the_pips_of_each_die() -> None:
    throw = Throw(0, purpose="move", dice=2)
    assert len(throw.options()) == 36
    assert throw.options()[:2] == ([1, 1], [1, 2])
    assert admits(throw.options(), [6, 5])
    assert not any(admits(throw.options(), answer) for answer in (11, [11], [0, 5], [6, 7], [6, True], (6, 5)))


def test_every_throw_is_equally_likely() -> None:
    rng = random.Random(1)
    thrown = [tuple(Throw(0, dice=2, sides=3).sample(rng.randrange)) for _ in range(9000)]
    assert all(850 < thrown.count((one, other)) < 1150 for one in (1, 2, 3) for other in (1, 2, 3))


def test_keyed_luck_throws_dice() -> None:
    throw = Throw(0, purpose="move", dice=3)
    thrown = Keyed(b"secret").answer(throw, Use(0, 1, 0, "move", 0))
    assert admits(throw.options(), thrown)


@pytest.mark.parametrize("dice", [0, 5])
def test_a_throw_is_of_one_to_four_dice(dice: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 dice"):
        Throw(0, dice=dice)


def test_a_draw_is_known_to_everyone_to_some_or_to_nobody() -> None:
    assert Draw(0, cards=(1, 2)).seen_by is None
    assert Draw(0, cards=(1, 2), known_to=(0, 2)).seen_by == (0, 2)
    assert Draw(0, cards=(1, 2), known_to=()).seen_by == ()
