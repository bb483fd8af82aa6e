"""The transcripts of finished matches, compressed with zlib."""

from __future__ import annotations

import zlib

from sqlite_utils import Database

from referee.store.database import Store, StoreDamaged


def pack(text: str) -> bytes:
    """The bytes that are stored for a transcript; slow enough to be done before the transaction that stores it."""
    return zlib.compress(text.encode())


def add(db: Database, match: str, packed: bytes) -> None:
    """Store the packed transcript of a match; called inside the transaction that finishes it."""
    db.execute("INSERT INTO transcripts (match, packed) VALUES (?, ?)", (match, packed))


def text(store: Store, match: str) -> str | None:
    """The transcript of a match as it was written, or None if that match is not finished or not known.

    Raises StoreDamaged where the stored bytes are damaged.
    """
    rows = store.rows("SELECT packed FROM transcripts WHERE match = :match", {"match": match})
    if not rows:
        return None
    try:
        return zlib.decompress(rows[0]["packed"]).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise StoreDamaged(store.path, match, f"the transcript cannot be unpacked: {error}") from None
