"""The bots that are always at hand to play against: `random` and `cautious`. They play every game."""

from __future__ import annotations

from parlour.bot import Bot, Question
from parlour.core.options import Json, choose


class Random(Bot):
    """Answers at random."""

    name = "random"

    def choose(self, question: Question) -> Json:
        return choose(question.options, self.rng)


class Cautious(Bot):
    """Gives the cautious answer, which is also played for a bot that fails to answer."""

    name = "cautious"

    def choose(self, question: Question) -> Json:
        return question.default


BUILT_IN: dict[str, type[Bot]] = {bot.name: bot for bot in (Random, Cautious)}
