"""Fills in what a seat cannot see, so that its bot can search.

A position is what the seat may know of the state at the start of the turn, and of the answers given since. The game's
own rules guess the hidden part of the state; the answers that the seat may not know are guessed here. A guess that does
not fit what the seat knows is thrown away.
"""

from __future__ import annotations

import marshal
import random
from collections.abc import Callable, Mapping

from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import Json
from parlour.core.registry import find
from parlour.core.rules import Implausible

TRIES = 100


def imagine(position: Mapping[str, Json], rng: random.Random, *, fits: Callable[[Game], bool] | None = None) -> Game:
    """A whole game, with luck of its own, that may be the one of which the seat knows this position.

    With `fits`, only a game that it says yes to. The same position and random generator give the same game. What was
    told since its turn began is to be had from `take_events`.

    Raises Implausible after 100 guesses that do not fit, UnknownGame, or ValueError where the position was written
    under other rules.
    """
    rules = find(position["game"])
    if position["rules"] != rules.version:
        raise ValueError(
            f"the position is of rules {position['rules']}; here {rules.full_name} has rules {rules.version}"
        )
    seat = position["seat"]
    masked = marshal.dumps(position["checkpoint"])
    learned = position.get("learned")
    for _ in range(TRIES):
        try:
            start = rules.imagine(marshal.loads(masked), seat, rng, learned)
            game = Game.from_position(position, start, Keyed(rng.randbytes(32)), rng)
        except Implausible:
            continue
        if fits is None or fits(game):
            return game
    raise Implausible(
        f"{TRIES} guesses at what seat {seat} of {rules.full_name} cannot see did not fit what it can see"
    )
