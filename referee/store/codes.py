"""Codes that prove who somebody is: made at random, shown once, and kept as a hash only.

A code begins with what it is for, then eight characters by which people tell it from others: these are public. The rest
is secret. A hash without salt is enough: the codes are drawn from 2^192 and more, so nobody can try them through.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import NamedTuple

ID_CHARACTERS = 8
"""How many characters behind the prefix tell codes apart, to anybody."""


class Code(NamedTuple):
    """A new code: the part that is public, the hash that is kept, and the whole, which is shown once."""

    id: str
    hash: bytes
    text: str

    def __repr__(self) -> str:
        return f"Code({self.id!r})"


def make(prefix: str, size: int) -> Code:
    """A new code of `size` random bytes."""
    text = prefix + secrets.token_urlsafe(size)
    return Code(text[len(prefix) :][:ID_CHARACTERS], digest(text), text)


def is_code(text: str, prefix: str, characters: int) -> bool:
    """Whether a text has the shape of a code, with so many characters behind the prefix."""
    return re.fullmatch(rf"{prefix}[A-Za-z0-9_-]{{{characters}}}", text, re.ASCII) is not None


def digest(text: str) -> bytes:
    """The hash of a code."""
    return hashlib.sha256(text.encode()).digest()
