"""The toy game, and games of it."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.transcript import Transcript


@pytest.fixture
def new_game() -> Callable[..., Game]:
    """A game of Vault; the keywords are those of Game.new."""

    def new(**changes: Any) -> Game:
        return Game.new("vault", **{"seats": 3, "luck": Keyed(b"secret"), **changes})

    return new


@pytest.fixture
def past_goals() -> Callable[[Game], Game]:
    """The same game, after everyone has chosen a goal."""

    def answered(game: Game) -> Game:
        for question in game.pending:
            game.answer(question.seat, [2, 4])
        return game

    return answered


@pytest.fixture
def recorded(new_game: Callable[..., Game]) -> str:
    """The transcript of a game of Vault in which every seat plays the defaults, with its secret in the last line."""
    from parlour.core.luck import commitment, mix

    secret = b"x" * 32
    record = Transcript({"commitment": commitment(secret)})
    game = new_game(luck=Keyed(mix(secret, [None, "ab" * 8, None])), watch=record)
    while not game.is_over:
        for question in game.pending:
            game.answer(question.seat, question.default())
    record.close(secret=secret.hex(), nonces=[None, "ab" * 8, None])
    return record.text()
