"""Whether the edition of PayDay plays as the study behind it said: 2,000 games of four players over three months.

The study's figures come from a model of its own, written before this engine; they are the yardsticks.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from beside import beside, heading

from parlour.core.decision import Decision
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.games.payday import events as told

GAMES = 2_000
SEATS = 4
MONTHS = 3


def answer_to(question: Decision[Any], ways: Mapping[str, Any]) -> Any:
    """The way given for this kind of question where the rules allow it, otherwise the default."""
    wanted = ways.get(question.kind, question.default())
    return wanted if wanted in question.options() else question.default()


def played(n: int, ways: Mapping[str, Any], tally: Counter[str]) -> None:
    """Play one game, `ways` answering some kinds of questions and the defaults all others, and add it to the tally."""
    game = Game.new("payday", seats=SEATS, luck=Keyed(b"balance %d" % n), options={"months": MONTHS})
    largest = [0] * SEATS
    while not game.is_over:
        question = game.pending[0]
        answer = answer_to(question, ways)
        tally["bought on Deal spaces"] += question.kind == "BuyDeal" and answer
        game.answer(question.seat, answer)
        for event in game.take_events():
            tally[type(event).__name__] += 1
            if isinstance(event, told.JackpotWon):
                tally["jackpots"] += event.amount
            if isinstance(event, told.LoanTaken):
                largest[event.seat] = max(largest[event.seat], event.loan)
    scores = game.result().scores
    tally["net worth"] += sum(scores)
    tally["in debt"] += sum(score < 0 for score in scores)
    tally["largest loan"] += sum(largest)


def figures(ways: Mapping[str, Any]) -> Counter[str]:
    """The tally of all games."""
    tally: Counter[str] = Counter()
    for n in range(GAMES):
        played(n, ways, tally)
    return tally


def main() -> None:
    """Print what we measure beside what the study says."""
    players = GAMES * SEATS
    buying, never = figures({"BuyDeal": True, "Ante": "ante"}), figures({"Ante": "ante"})
    months = buying["MonthEnded"]
    study = "the study's model"
    heading(f"payday/2000, {GAMES:,} games of {SEATS} players over {MONTHS} months, every Deal bought")
    beside("turns a month", buying["Moved"] / months, 9.3, "turns", study)
    beside("net worth at the end", buying["net worth"] / players, 30_700, "$", study)
    beside("players who end in debt", 100 * buying["in debt"] / players, 2, "%", study)
    beside("Deals bought on Deal spaces a month", buying["bought on Deal spaces"] / months, 1.1, "Deals", study)
    beside("Deals sold a month", buying["DealSold"] / months, 1.1, "Deals", study)
    beside("Jackpot won", buying["jackpots"] / buying["JackpotWon"], 780, "$", study)
    beside("largest loan of a player", buying["largest loan"] / players, 5_200, "$", study)
    beside("net worth of who never buys on a Deal space", never["net worth"] / players, 22_500, "$", study)


main()
