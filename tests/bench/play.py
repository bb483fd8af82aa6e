"""How fast random play is, and how dear a clone, in every registered game: CPU time of one process, no referee."""

import copy
import random
import time
from collections.abc import Awaitable, Callable, Generator

from beside import beside, heading

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose

SECONDS = 3.0
AIMS = {"careers": 20_000, "life": 40_000, "payday": 40_000}
"""Decisions a second that each game is to come to; Careers with trading switched on."""


def play(game: Game, rng: random.Random) -> int:
    """Answer everything at random to the end; how many answers that took."""
    answers = 0
    while not game.is_over:
        for question in game.pending:
            game.answer(question.seat, choose(question.options(), rng))
            answers += 1
        game.take_events()
    return answers


def rate(once: Callable[[int], int], seconds: float = SECONDS) -> tuple[float, float]:
    """How many units, and how many calls, a second of CPU time allows; a call says how many units it did."""
    calls = units = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        units += once(calls)
        calls += 1
    return units / spent, calls / spent


class _Ask(Awaitable[int]):
    def __await__(self) -> Generator[None, int, int]:
        return (yield)


def bare_script(n: int) -> int:
    """What Python alone needs to send a thousand random numbers into a coroutine."""

    async def script() -> int:
        total = 0
        for _ in range(1000):
            total += await _Ask()
        return total

    rng = random.Random(n)
    running = script()
    running.send(None)
    try:
        while True:
            running.send(rng.randrange(6))
    except StopIteration:
        return 1000


def midgame(name: str, seats: int) -> Game:
    """A game in the middle of its play, in the middle of a turn where there is one."""
    length = play(new(name, seats, 1), random.Random(1))
    game, rng = new(name, seats, 1), random.Random(1)
    for _ in range(length // 2):
        question = game.pending[0]
        game.answer(question.seat, choose(question.options(), rng))
    game.take_events()
    return game


def new(name: str, seats: int, n: int) -> Game:
    """The n-th game."""
    return Game.new(name, seats=seats, luck=Keyed(b"bench %d" % n))


def look(game: Game) -> int:
    """Clone a game and look at its first question."""
    assert game.clone().pending
    return 1


def measure(name: str, steps: float) -> None:
    """Print the table of one game; `steps` is what a bare coroutine does a second."""
    counts = registry.find(name).seats
    seats = counts[len(counts) // 2]
    heading(f"{name}, {seats} seats, random answers")
    decisions, matches = rate(lambda n: play(new(name, seats, n), random.Random(n)))
    aim = AIMS[name.partition("/")[0]]
    beside("decisions a second", decisions, aim, "1/s", f"the aim of {aim:,}")
    beside("microseconds a decision", 1e6 / decisions, 1e6 / steps, "us", "a number sent into a bare coroutine")
    print(f"  {'matches a second':<44}{matches:>14,.1f}")
    game = midgame(name, seats)
    plain = game.state.to_plain()
    copies, _ = rate(lambda _: len([copy.deepcopy(plain)]), seconds=1.0)
    clones, _ = rate(lambda _: len([game.clone()]), seconds=1.0)
    looks, _ = rate(lambda _: look(game), seconds=1.0)
    beside("microseconds to clone", 1e6 / clones, 1e6 / copies, "us", "deepcopy of the plain state")
    beside("microseconds to clone and look", 1e6 / looks, 1e6 / copies, "us", "the same")


def main() -> None:
    """Print a table per game."""
    steps, _ = rate(bare_script, seconds=1.0)
    for name in registry.names():
        measure(name, steps)


main()
