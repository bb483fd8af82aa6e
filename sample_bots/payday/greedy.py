"""Plays PayDay by rules of thumb: buy every Deal that cash can pay, sell the best one, play every lottery."""

import parlour


class Greedy(parlour.Bot):
    """Takes what pays at once, and never borrows for it."""

    name = "greedy"
    games = ("payday",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """One method for each kind of question that it has an opinion on; the default for all others."""
        opinion = getattr(self, question.kind, None)
        return question.default if opinion is None else opinion(question)

    def BuyDeal(self, question: parlour.Question) -> bool:  # noqa: N802 - named like the question
        """Buy what the cash pays, unless the last month is nearly over and no buyer will be found."""
        me = question.view["seats"][question.seat]
        last_month = me["months_done"] + 1 == question.view["months"]
        late = last_month and me["day"] > 20
        return question.reason["loan_needed"] == 0 and not late

    def Ante(self, question: parlour.Question) -> str:  # noqa: N802
        """The bank adds so much to the prize that every lottery pays, if the ante is there."""
        return "ante" if "ante" in question.options else question.default


if __name__ == "__main__":
    parlour.serve(Greedy)
