"""Whether the edition of Life plays as the study behind it said: 2,000 games each of two, four and six players.

The study's figures come from a model of its own, written before this engine; they are the yardsticks. It says of its
players that they choose at random, and no more. These here, whose figures come nearest to it, take the highest salary
at Job Search, which is what the rulebook draws three cards for, answer all else at random, and before the spin do
nothing but spin. Players who buy stocks and policies at random as well owe more at retirement and end with less where
two play, but not where six do, since a stock pays for the spins of all. Other than in the study, everybody moves house
at Buy a House.

Behind each figure stands the half of an interval in which the true one lies 19 times in 20.
"""

import random
from collections import Counter
from statistics import mean, stdev
from typing import Any

from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.games.life import events as told

BATCHES = 20
GAMES_A_BATCH = 100
STUDENT = 2.093
"""How many standard errors of the mean of 20 batches reach as far as the interval does."""

Yardstick = float | tuple[float, float] | None
"""A figure of the study, its bounds, or nothing, where it says nothing."""

STUDY: dict[int, dict[str, Yardstick]] = {
    2: {"wealth": 1_390_000, "college": 52, "thefts": None},
    4: {"wealth": 1_350_000, "college": 49, "thefts": 7},
    6: {"wealth": 1_290_000, "college": 45, "thefts": 20},
}
STUDY_OF_ALL: dict[str, Yardstick] = {"rounds": 24, "turns": 21, "notes": (1.2, 1.5), "in debt": (0, 0.03)}
WORDS = {
    "rounds": "rounds of a game",
    "turns": "turns of a player",
    "wealth": "wealth at the end, $",
    "notes": "loan notes of a player who retires",
    "in debt": "players who end in debt, %",
    "college": "college's share of the chance to win, %",
    "thefts": "tiles taken from opponents in a game",
}


def answer_to(question: Decision[Any], rng: random.Random) -> Any:
    """How these players answer."""
    if question.kind == "BeforeSpin":
        return "spin"
    if question.kind == "ChooseSalary" and not question.facts()["has"]:
        return max(question.options())
    return choose(question.options(), rng)


def played(seats: int, n: int, tally: Counter[str]) -> None:
    """Play one game and add it to the tally."""
    rng = random.Random(n)
    game = Game.new("life", seats=seats, luck=Keyed(b"balance %d" % n))
    while not game.is_over:
        question = game.pending[0]
        game.answer(question.seat, answer_to(question, rng))
    count(game.take_events(), tally)
    result, state = game.result(), game.state
    tally["rounds"] += max(state.turns)
    tally["turns"] += sum(state.turns)
    tally["wealth"] += sum(result.scores)
    tally["in debt"] += sum(score < 0 for score in result.scores)
    for seat, place in enumerate(result.places):
        road = "college" if state.entry[seat] == game.rules.edition.board.college else "career"
        tally[f"players of {road}"] += 1
        tally[f"winners of {road}"] += place == 1


def count(events: list[Event], tally: Counter[str]) -> None:
    """Add what was told: these players repay nothing before they retire."""
    for event in events:
        tally["thefts"] += isinstance(event, told.TileStolen)
        if isinstance(event, told.LoanRepaid):
            tally["notes"] += event.count


def figures(seats: int, batch: int) -> dict[str, float]:
    """The figures of one batch of games, each as the study gives it."""
    tally: Counter[str] = Counter()
    for n in range(batch * GAMES_A_BATCH, (batch + 1) * GAMES_A_BATCH):
        played(seats, n, tally)
    players = GAMES_A_BATCH * seats
    college, career = (tally[f"winners of {road}"] / tally[f"players of {road}"] for road in ("college", "career"))
    return {
        "rounds": tally["rounds"] / GAMES_A_BATCH,
        "turns": tally["turns"] / players,
        "wealth": tally["wealth"] / players,
        "notes": tally["notes"] / players,
        "in debt": 100 * tally["in debt"] / players,
        "college": 100 * college / (college + career),
        "thefts": tally["thefts"] / GAMES_A_BATCH,
    }


def beside_study(what: str, measured: list[float], study: Yardstick) -> None:
    """One line: what was measured, half its interval, and what the study says."""
    half = STUDENT * stdev(measured) / BATCHES**0.5
    said = "" if study is None else " to ".join(map(str, study)) if isinstance(study, tuple) else f"{study:,}"
    print(f"  {WORDS[what]:<44}{short(mean(measured)):>14}{'± ' + short(half):>12}{said:>16}")


def short(number: float) -> str:
    """A number of a length to be read."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"


def main() -> None:
    """Print what we measure beside what the study says."""
    for seats, study in STUDY.items():
        print(f"\nlife/classic, {BATCHES * GAMES_A_BATCH:,} games of {seats} players who answer at random")
        print(f"  {'':<44}{'measured':>14}{'':>12}{'the study':>16}")
        batches = [figures(seats, batch) for batch in range(BATCHES)]
        for what in WORDS:
            yardstick = study[what] if what in study else STUDY_OF_ALL[what]
            beside_study(what, [each[what] for each in batches], yardstick)


main()
