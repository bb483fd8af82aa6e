"""Looks ahead: plays imagined games to their end with each answer, and leaves the rules of thumb if that is better."""

from collections.abc import Sequence
from statistics import mean, stdev
from typing import Any

import parlour

PLAYOUTS, SURE = 12, 2.0  # another answer has to be better by so many standard errors than that of the rules of thumb
MATTERS = ("TakeFork", "ChooseCareer", "ChooseRetirement")
TUITION, SPACES_A_PAY_DAY, SPACES_WORTH_A_STOCK = 20, 7, 250  # these of all players: fifty spins, five dividends
# Thousands that a Career Card brings for each player, and spaces on and behind the roads of a fork; None is a trade.
CAREERS = {"Artist": 55, "Teacher": 38, "Athlete": 31, "Entertainer": 28, "Accountant": 27, "Lawyer": 27, "Doctor": 24,
           "Salesperson": 15, "Police Officer": 10}  # fmt: skip
FORKS: dict[int, list[Any]] = {
    49: [-5, None, 31, 0, 31, -15, 26, None, 26, 26], 56: [-5, 30, 26, 26, 0, -15, None, 26, 26, 31],
    85: [-15, 0, 26, -35, None, -25, 75, 0, -25, 26], 92: [-15, 0, 80, -30, 0, -25, 26, 95, -15, 26]}  # fmt: skip


class Searcher(parlour.Bot):
    """Thinks where it matters. A fixed number of playouts makes it play the same match the same way everywhere."""

    name = "searcher"
    games = ("life",)
    wants = ("position",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """The answer of the rules of thumb, unless another one is clearly better over the playouts."""
        kind, seat = question.kind, question.seat
        thumb = rule_of_thumb(kind, question.options, question.reason, question.default, question.view, seat)
        if kind not in MATTERS:
            return thumb
        gains: dict[parlour.Json, list[int]] = {answer: [] for answer in question.options if answer != thumb}
        for _ in range(PLAYOUTS):
            imagined = question.imagine(self.rng)  # the same spins and cards for every answer make them comparable
            usual = lead_at_the_end(imagined.clone(), seat, thumb)
            for answer, gain in gains.items():
                gain.append(lead_at_the_end(imagined.clone(), seat, answer) - usual)
        sure = {answer: mean(gain) - SURE * stdev(gain) / PLAYOUTS**0.5 for answer, gain in gains.items()}
        other = max(sure, key=lambda answer: sure[answer])
        question.note = f"instead of {thumb}, {other} gains on average {mean(gains[other]):,.0f}"
        return other if sure[other] > 0 else thumb


def lead_at_the_end(game: parlour.Game, seat: int, answer: parlour.Json) -> int:
    """How far the seat is ahead of the best of the others, when after its answer all play by the rules of thumb."""
    game.answer(seat, answer)
    while not game.is_over:
        ask, answer = game.pending[0], game.pending[0].default()
        if ask.kind != "BeforeSpin":  # most questions are of this kind, and little is at stake
            answer = rule_of_thumb(ask.kind, ask.options(), ask.facts(), answer, game.view(ask.seat), ask.seat)
        game.answer(ask.seat, answer)
    scores = list(game.result().scores)
    return scores.pop(seat) - max(scores)


def rule_of_thumb(kind: str, options: Sequence[Any], why: Any, default: Any, view: Any, seat: int) -> Any:
    """College, the highest salary, the best paid career, a look at night school; else be cautious."""
    me, highest = view["seats"][seat], max(each["salary"] for each in view["seats"])
    if kind in ("ChooseStart", "GoToNightSchool"):
        return options[-1]
    if kind == "BeforeSpin" and "buy a stock" in options:
        return "buy a stock" if sum(each["to_retire"] for each in view["seats"]) > SPACES_WORTH_A_STOCK else default
    if kind == "ChooseCareer":
        return default if me["career"] else max(options, key=lambda name: CAREERS[name])
    if kind == "ChooseSalary":
        gain = (max(options) - me["salary"]) // 1000 * (me["to_retire"] // SPACES_A_PAY_DAY)
        return default if me["salary"] and gain < TUITION else max(options)
    if kind == "TradeSalary":
        partner = max(why["salaries"], key=lambda other: why["salaries"][other])
        return int(partner) if why["salaries"][partner] > me["salary"] else None
    if kind == "TakeFork":
        trade = (highest - me["salary"]) // 500 * (me["to_retire"] // SPACES_A_PAY_DAY)  # what one gains, another loses
        landing = {road: FORKS[road][why["left"] - 1] for road in options}
        return max(options, key=lambda road: trade if landing[road] is None else landing[road])
    return "Millionaire Estates" if kind == "ChooseRetirement" else default


if __name__ == "__main__":
    parlour.serve(Searcher)
