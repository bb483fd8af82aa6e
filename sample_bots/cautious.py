"""Takes no risk: gives the answer that is also played for a bot that fails to answer."""

import parlour


class Cautious(parlour.Bot):
    """Takes the default of every question."""

    name = "cautious"

    def choose(self, question: parlour.Question) -> parlour.Json:
        """The default, whatever the game."""
        return question.default


if __name__ == "__main__":
    parlour.serve(Cautious)
