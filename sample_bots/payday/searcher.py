"""Looks ahead: plays imagined games to their end with and without a Deal, and buys it if that turns out better."""

from collections.abc import Sequence

import parlour

PLAYOUTS = 10
HORIZON = 200  # answers in one playout: a match of three months is shorter


class Searcher(parlour.Bot):
    """Thinks where it matters. A fixed number of playouts makes it play the same match the same way everywhere."""

    name = "searcher"
    games = ("payday",)
    wants = ("position",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """A rule of thumb for everything but Deals; there the answer with the best total over the playouts."""
        if question.kind != "BuyDeal":
            return rule_of_thumb(question.kind, question.options, question.reason, question.default)
        totals = dict.fromkeys(question.options, 0)
        for _ in range(PLAYOUTS):
            imagined = question.imagine(self.rng)
            for answer in totals:
                game = imagined.clone()  # the same dice and cards for every answer, which makes them comparable
                game.answer(question.seat, answer)
                totals[answer] += lead(play_out(game), question.seat)
        question.note = f"lead on average {totals[True] // PLAYOUTS} with the Deal, {totals[False] // PLAYOUTS} without"
        return totals[True] > totals[False]


def play_out(game: parlour.Game) -> Sequence[int]:
    """The scores at the end, or at the horizon, when everybody plays by the rules of thumb."""
    for _ in range(HORIZON):
        if game.is_over:
            break
        asked = game.pending[0]
        game.answer(asked.seat, rule_of_thumb(asked.kind, asked.options(), asked.facts(), asked.default()))
    return game.result().scores


def rule_of_thumb(
    kind: str, options: Sequence[parlour.Json], reason: dict[str, parlour.Json], default: parlour.Json
) -> parlour.Json:
    """Buy Deals that cash can pay, play every lottery, else be cautious."""
    if kind == "BuyDeal":
        return reason["loan_needed"] == 0
    return options[-1] if kind == "Ante" else default


def lead(scores: Sequence[int], seat: int) -> int:
    """How far the seat is ahead of the best of the others."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


if __name__ == "__main__":
    parlour.serve(Searcher)
