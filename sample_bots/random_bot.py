"""Answers at random: the least that a bot can do."""

import parlour


class RandomBot(parlour.Bot):
    """Takes any of the options, each equally likely."""

    name = "random"

    def choose(self, question: parlour.Question) -> parlour.Json:
        """Any of the options, however many there are."""
        return parlour.choose(question.options, self.rng)


if __name__ == "__main__":
    parlour.serve(RandomBot)
