"""The report on a bot that was checked: what was found, in words for its owner, and what the bot said about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from parlour.core.wording import printable
from parlour.protocol.messages import Handshake

MOST_CHARACTERS = 600
"""How much is told of what was seen."""


@dataclass(frozen=True)
class Finding:
    """One thing that a check has found: its kind, what was seen, and what its owner can do about it.

    A bot with a finding that `stops` it may not play; the others are advice.
    """

    kind: str
    says: str
    fix: str
    stops: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", printable(self.says[:MOST_CHARACTERS])[:MOST_CHARACTERS])


@dataclass(frozen=True)
class Trial:
    """One match of a check: how many questions the bot was asked, and how long it took as a rule and at most."""

    game: str
    questions: int
    median_ms: int
    slowest_ms: int


@dataclass(frozen=True)
class Report:
    """What a check has come to. `games` are those of the bot's that the referee knows, as the bot calls them.

    >>> late = Finding("timeout", says="It took 2 s.", fix="Answer sooner.")
    >>> Report((late,)).ok, Report((late,)).reason
    (False, 'It took 2 s. Answer sooner.')
    """

    findings: tuple[Finding, ...] = ()
    handshake: Handshake | None = None
    games: tuple[str, ...] = ()
    trials: tuple[Trial, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the bot may play."""
        return self.handshake is not None and not any(finding.stops for finding in self.findings)

    @property
    def reason(self) -> str | None:
        """Why the bot may not play, and what would help, in one line; None when it may."""
        return next((f"{finding.says} {finding.fix}" for finding in self.findings if finding.stops), None)

    def to_json(self) -> dict[str, Any]:
        """The report as it is stored and sent."""
        return {
            "ok": self.ok,
            "findings": [asdict(finding) for finding in self.findings],
            "handshake": None if self.handshake is None else _plain(self.handshake),
            "games": list(self.games),
            "trials": [asdict(trial) for trial in self.trials],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Report:
        """The report that `to_json` gave. Raises ValueError for anything else."""
        try:
            said = value["handshake"]
            return cls(
                findings=tuple(Finding(**finding) for finding in value["findings"]),
                handshake=None if said is None else Handshake(**{**said, **_tuples(said)}),
                games=tuple(value["games"]),
                trials=tuple(Trial(**trial) for trial in value["trials"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"no report of a check: {error}") from None


def _plain(handshake: Handshake) -> dict[str, Any]:
    """What the bot said, without the id of the one call that it answered."""
    said = asdict(handshake)
    del said["id"]
    return said | {"games": list(handshake.games), "wants": list(handshake.wants)}


def _tuples(said: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    return {"games": tuple(said["games"]), "wants": tuple(said["wants"])}
