"""Plays Life by what lies before it: a job at once, the highest salary, and never a debt that is not forced on it."""

from typing import Any

import parlour

STOCK_PAYS_BACK = 250  # spaces that all seats together have still to go: fifty spins, of which one in ten pays
SPACES_A_PAY_DAY = 7
TUITION = 20_000


class Greedy(parlour.Bot):
    """Takes what pays now, and does not ask where it leads."""

    name = "greedy"
    games = ("life",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """One method for each kind of question that it has an opinion on; the default for all others."""
        opinion = getattr(self, question.kind, None)
        return question.default if opinion is None else opinion(question, question.view["seats"][question.seat])

    def BeforeSpin(self, question: parlour.Question, me: Any) -> Any:  # noqa: N802 - named like the question
        """A stock, while enough spins are to come to pay for it."""
        to_go = sum(seat["to_retire"] for seat in question.view["seats"])
        return "buy a stock" if "buy a stock" in question.options and to_go > STOCK_PAYS_BACK else "spin"

    def ChooseSalary(self, question: parlour.Question, me: Any) -> Any:  # noqa: N802
        """The highest; at night school only if the Pay Days to come bring more than the tuition."""
        gain = (max(question.options) - me["salary"]) * (me["to_retire"] // SPACES_A_PAY_DAY)
        return question.default if me["salary"] and gain < TUITION else max(question.options)

    def TradeSalary(self, question: parlour.Question, me: Any) -> Any:  # noqa: N802
        """With whoever has the highest salary, unless the own one is as high."""
        seat, salary = max(question.reason["salaries"].items(), key=lambda item: item[1])
        return int(seat) if salary > me["salary"] else None

    def TakeTile(self, question: parlour.Question, me: Any) -> Any:  # noqa: N802
        """From whoever has most."""
        return max(question.options, key=lambda seat: question.view["seats"][seat]["worth"])

    def ChooseRetirement(self, question: parlour.Question, me: Any) -> Any:  # noqa: N802
        """Millionaire Estates if nobody has more now."""
        most = max(seat["worth"] for seat in question.view["seats"])
        return "Millionaire Estates" if me["worth"] == most else "Countryside Acres"


if __name__ == "__main__":
    parlour.serve(Greedy)
