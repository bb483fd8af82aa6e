"""What a seat is sent to search with: in PayDay nothing is hidden, so it is the game itself."""

import json
import random
from collections.abc import Callable
from typing import Any

from parlour.games.payday.rules import PayDay

Laid = Callable[..., Any]


def test_what_a_seat_imagines_is_the_table(rules: PayDay, table: Laid) -> None:
    """[P92] Every seat may know all that is saved, so two guesses are the same."""
    state = table(jackpot=300, mail=[["Vet"], [], []], deals=[[], ["Teen Jeans Inc."], []]).state
    for seat in range(3):
        masked = json.loads(json.dumps(rules.mask(state, seat)))
        assert rules.imagine(masked, seat, random.Random(1)) == state
        assert rules.imagine(masked, seat, random.Random(2)) == state


def test_what_a_seat_imagines_is_its_own(rules: PayDay, table: Laid) -> None:
    """Two games made from one position share nothing with each other, nor with the game they came from."""
    state = table(mail=[["Vet"], [], []]).state
    masked = rules.mask(state, 0)
    one, two = (rules.imagine(masked, 0, random.Random(1)) for _ in range(2))
    one.mail[0].append("Plumber")
    one.mail_deck.pile.clear()
    assert two == state
    assert state.mail[0] == ["Vet"]
