"""Where the answers of luck come from: a match secret, a test's list, or a record.

Luck is keyed, not streamed: an answer is a function of (secret, turn, seat, purpose, k), where k counts the uses of the
same purpose for the same seat in that turn. What one bot decides therefore never shifts another's dice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from parlour.core.decision import Chance, Seat
from parlour.core.options import Json, admits


class Use(NamedTuple):
    """Which use of luck: the k-th (from 0) of a purpose for a seat, in the n-th turn of the active seat."""

    active: Seat
    turn: int
    seat: Seat
    purpose: str
    k: int


class Luck(Protocol):
    """Answers the questions that are asked of luck."""

    def answer(self, question: Chance[Any], use: Use) -> Json: ...


class Keyed:
    """Luck as a function of a secret of 1 to 64 bytes.

    >>> from parlour.core.decision import Roll
    >>> luck, use = Keyed(b"secret"), Use(active=0, turn=1, seat=0, purpose="move", k=0)
    >>> luck.answer(Roll(0, purpose="move"), use) == Keyed(b"secret").answer(Roll(0, purpose="move"), use)
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._keyed = hashlib.blake2b(key=secret)

    def answer(self, question: Chance[Any], use: Use) -> Json:
        digest = self._keyed.copy()
        digest.update(f"{use.active}.{use.turn}.{use.seat}.{use.k}.{use.purpose}".encode())
        number = int.from_bytes(digest.digest(), "big")  # 512 bits: a hundred dice leave no bias worth the name

        def below(n: int) -> int:
            nonlocal number
            number, rest = divmod(number, n)
            return rest

        return question.sample(below)


class Scripted:
    """Luck that gives the listed answers in order: for tests, and for replaying a record.

    Raises LuckRanOut when an answer is asked for and none is left, and UnfitLuck where the next one does not fit.
    """

    def __init__(self, answers: Iterable[Json]) -> None:
        self._left = deque(answers)

    def answer(self, question: Chance[Any], use: Use) -> Json:
        if not self._left:
            raise LuckRanOut(f"no answer is left for {question}")
        answer = self._left.popleft()
        if not admits(question.options(), answer):
            raise UnfitLuck(f"{answer!r} cannot answer {question}")
        return answer

    @property
    def left(self) -> list[Json]:
        """The answers that were not asked for yet."""
        return list(self._left)


class LuckRanOut(LookupError):
    """A script of luck is shorter than the game."""


class UnfitLuck(ValueError):
    """A script of luck has an answer that the question does not allow."""


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret, as hex: published before a match, to check the secret that is revealed after it."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, nonces: Sequence[str | None]) -> bytes:
    """The 32 bytes that key a match's luck: HMAC-SHA256 of the seats' nonces under the match secret.

    A seat whose nonce is mixed in knows that nobody chose the luck in advance.
    """
    return hmac.new(secret, json.dumps(list(nonces)).encode(), hashlib.sha256).digest()
