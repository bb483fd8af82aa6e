"""What tests of bots share: the toy game, messages of a game, and a folder in which bots are written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import parlour
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.protocol.messages import Message, move_message, start_message

CLOCK = {"move_ms": 1000, "bank_ms": 0, "last_ms": 0}


@pytest.fixture
def game() -> Game:
    """A game of PayDay at its first question."""
    return Game.new("payday", seats=2, luck=Keyed(b"secret"), options={"months": 1})


@pytest.fixture
def question(game: Game) -> Callable[..., Message]:
    """The game's question as it comes over the wire; `id` may be given."""

    def build(id: str = "m1-q1", **more: Any) -> Message:
        decision = game.pending[0]
        message = move_message(game, decision.seat, decision, match="m1", id=id, events=[], clock=CLOCK, **more)
        sent: Message = json.loads(json.dumps(message))
        return sent

    return build


@pytest.fixture
def start() -> Callable[..., Message]:
    """The message that a match begins; every part may be given."""

    def build(**parts: Any) -> Message:
        usual: dict[str, Any] = {
            "match": "m1",
            "game": "payday/2000",
            "rules": "1",
            "seat": 0,
            "players": ["one", "other"],
            "options": {"months": 1},
            "time": {"start_ms": 5000, "move_ms": 1000, "bank_ms": 0},
            "policy": {"max_strikes": 3},
            "commitment": "00" * 32,
        }
        return start_message(**{**usual, **parts})

    return build


class Counting(parlour.Bot):
    """Answers with the default, and remembers for the test what it was asked and told."""

    instances: ClassVar[list["Counting"]]

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended = False
        type(self).instances.append(self)

    def choose(self, question: parlour.Question) -> Any:
        self.asked.append(question.id)
        return question.default

    def end(self, result: parlour.MatchResult) -> None:
        self.ended = True


@pytest.fixture
def counting() -> type[Counting]:
    """A bot whose instances can be looked at."""

    class Fresh(Counting):
        name = "counting"
        instances: ClassVar[list[Counting]] = []

    return Fresh


@pytest.fixture
def write_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Writes a bot's file into an empty folder, which is the current one; gives its name."""
    monkeypatch.chdir(tmp_path)

    def write(source: str, name: str = "mine.py") -> str:
        (tmp_path / name).write_text(source, encoding="utf-8")
        return name

    return write
