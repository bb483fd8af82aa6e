"""A listener that remembers what it is told of a run."""

from collections.abc import Callable

from referee.match import MatchRecord


class Heard:
    """A listener that remembers what it is told."""

    def __init__(self, at_finish: Callable[[MatchRecord], None] = lambda record: None) -> None:
        self.resumed: bool | None = None
        self.ready: list[str] = []
        self.failed: dict[str, str] = {}
        self.records: list[MatchRecord] = []
        self.elsewhere: list[str] = []
        self.voids: list[tuple[str, BaseException]] = []
        self.at_finish = at_finish

    def began(self, run, *, resumed) -> None:
        self.resumed = resumed

    def bot_is_ready(self, name, handshake) -> None:
        self.ready.append(name)

    def bot_failed(self, name, fault) -> None:
        self.failed[name] = fault.kind

    def moved(self) -> None: ...

    def finished(self, record) -> None:
        self.records.append(record)
        self.at_finish(record)

    def finished_elsewhere(self, match) -> None:
        self.elsewhere.append(match)

    def voided(self, match, error) -> None:
        self.voids.append((match, error))
