"""Which bots belong on a ladder: those that play its game."""

from __future__ import annotations

from collections.abc import Collection


def plays(games: Collection[str], game: str) -> bool:
    """Whether a bot that says it plays these games plays one edition: it names the edition, or the game for all.

    >>> plays(["payday"], "payday/2000"), plays(["payday/1975"], "payday/2000")
    (True, False)
    """
    return bool({game, game.partition("/")[0]} & set(games))
