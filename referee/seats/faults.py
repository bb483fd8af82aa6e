"""What can go wrong between the referee and a seat: every kind of fault, and what it costs, in one table.

A fault is a value. It is recorded, priced and shown; it is never raised, and never turns into an answer by itself.
What goes wrong on the referee's own side is no fault: it is raised, and the match in which it happens is void.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from parlour.core.wording import printable

MOST_DETAIL = 200


class Price(NamedTuple):
    """What one fault of a kind costs its seat, and the sentence by which its owner is told."""

    strikes: int
    sentence: str


KINDS = MappingProxyType(
    {
        "timeout": Price(1, "The bot had not answered in full when its time was over."),
        "unreachable": Price(1, "The bot could not be reached, or hung up before it had answered."),
        "blocked": Price(1, "The bot's address is one that the referee does not call."),
        "bad_status": Price(1, "The bot answered with another HTTP status than 200."),
        "bad_content": Price(1, "The bot's answer is not a sound HTTP message of type application/json."),
        "too_large": Price(1, "The bot's answer is larger than an answer may be."),
        "bad_json": Price(1, "The bot's answer is not the JSON object that the protocol asks for."),
        "illegal": Price(1, "The rules do not allow the bot's answer."),
        "stale": Price(1, "The bot's answer carries the id of another question, or none."),
    }
)
"""Every kind of fault, in the order in which a call can meet them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a bot did wrong: its kind, and up to 200 printable characters of evidence for its owner.

    >>> Fault("bad_status", "status 503")
    Fault(kind='bad_status', detail='status 503')
    >>> Fault("timeout").strikes
    1
    """

    kind: str
    detail: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"no such kind of fault: {self.kind!r}; the kinds are {', '.join(KINDS)}")
        object.__setattr__(self, "detail", printable(self.detail[:MOST_DETAIL])[:MOST_DETAIL])

    @property
    def strikes(self) -> int:
        """What the fault costs."""
        return KINDS[self.kind].strikes

    def __str__(self) -> str:
        return f"{KINDS[self.kind].sentence} ({self.detail})" if self.detail else KINDS[self.kind].sentence


class RefereeFault(Exception):
    """A call that the referee itself could not make: no bot is to blame, and nothing was learned about one."""
