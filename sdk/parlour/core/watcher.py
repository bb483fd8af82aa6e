"""Who may be told all that a game does: a transcript, an accountant, a screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.options import Json

if TYPE_CHECKING:
    from parlour.core.game import Game


class Watcher(Protocol):
    """Somebody who is told all that happens in a game, in the order in which it happens."""

    def opened(self, game: Game, options: Mapping[str, Json]) -> None: ...
    def turn_began(self, game: Game) -> None: ...
    def answered(self, decision: Decision[Any], answer: Json) -> None: ...
    def told(self, event: Event) -> None: ...
    def ended(self, game: Game) -> None: ...
