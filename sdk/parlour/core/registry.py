"""Games and editions by name: `payday` is a game in its default edition, `payday/2000` names the edition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parlour.core.edition import load
from parlour.core.rules import Rules
from parlour.core.wording import nearest


class UnknownGame(LookupError):
    """No game or edition of that name; `nearest` is one that is spelled alike, or None."""

    def __init__(self, name: str) -> None:
        known = names() + sorted(_titles)
        self.name = name
        self.nearest = nearest(name, known)
        hint = f"did you mean {self.nearest!r}?" if self.nearest else f"there are {', '.join(names()) or 'none'}"
        super().__init__(f"no game is named {name!r}; {hint}")


@dataclass(frozen=True)
class Title:
    """A game's entry: its rules, the dataclass of its editions, and the folder in which each edition is a TOML file."""

    rules: type[Rules]
    edition: type
    folder: Path
    default: str

    @property
    def editions(self) -> list[str]:
        """The names of the editions, in order."""
        return sorted(path.stem for path in self.folder.glob("*.toml"))


_titles: dict[str, Title] = {}


def register(title: Title) -> None:
    """Make a game known under the name of its rules; registering it again replaces it."""
    _titles[title.rules.name] = title
    find.cache_clear()


def unregister(game: str) -> None:
    """Forget a game."""
    del _titles[game]
    find.cache_clear()


def names() -> list[str]:
    """Every game/edition, in order."""
    return [f"{name}/{edition}" for name, title in sorted(_titles.items()) for edition in title.editions]


@cache
def find(name: str) -> Rules:
    """The rules of a game or game/edition.

    Raises UnknownGame, or EditionError where the edition's file is wrong.
    """
    game, slash, edition = name.partition("/")
    title = _titles.get(game)
    if title is None or (slash and edition not in title.editions):
        raise UnknownGame(name)
    edition = edition or title.default
    return title.rules(edition, load(title.folder / f"{edition}.toml", title.edition))
