"""Calls a bot over HTTP as the referee does, to see whether it answers as it should."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from parlour.protocol.dates import seconds_fast
from parlour.protocol.messages import Message
from parlour.protocol.signing import ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, SigningKey, signatures
from parlour.protocol.strict import BadJson, loads

MOST_BYTES = 1 << 16
"""The referee reads no more of a reply."""
PATIENCE_S = 10.0


class Wrong(Exception):
    """What the bot did wrong, in words for its author."""


class Caller:
    """One connection to a bot, kept open between calls.

    Raises ValueError where the address is none.
    """

    def __init__(self, url: str, keys: Sequence[SigningKey] = ()) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"expected an address like http://127.0.0.1:8000, found {url!r}")
        connection = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = connection(parts.hostname, parts.port, timeout=PATIENCE_S)
        self._path = parts.path.rstrip("/")
        self._keys = tuple(keys)
        self.last_ms = 0.0
        self.clock_fast_s = 0.0
        """By how much the bot's clock was ahead of this one when it last replied, as its header Date tells."""

    def call(self, method: str, path: str, message: Message | None = None, *, id: str = "check") -> Any:
        """The JSON that the bot replies; `last_ms` is how long it took. Raises Wrong."""
        body = b"" if message is None else json.dumps(message).encode()
        where = f"{method} {path}"
        begun, sent_at = time.perf_counter(), time.time()
        try:
            self._connection.request(method, self._path + path, body or None, self._headers(id, body))
            response = self._connection.getresponse()
            reply = response.read(MOST_BYTES + 1)
        except TimeoutError:
            self._connection.close()
            raise Wrong(f"{where}: no reply within {PATIENCE_S:.0f} s") from None
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Wrong(f"{where}: {type(error).__name__}: {error}") from None
        self.last_ms = 1000 * (time.perf_counter() - begun)
        self.clock_fast_s = seconds_fast(response.headers.get("Date", ""), sent_at, time.time())
        if len(reply) > MOST_BYTES:
            self._connection.close()
            raise Wrong(f"{where}: the reply has more than {MOST_BYTES} bytes")
        if response.length:
            raise Wrong(f"{where}: the connection ended {response.length} bytes before the end of the reply")
        excerpt = reply[:200].decode(errors="replace")
        if response.status != 200:
            raise Wrong(f"{where}: expected status 200, found {response.status}: {excerpt}")
        kind = response.headers.get_content_type()
        if kind != "application/json":
            raise Wrong(f"{where}: expected Content-Type application/json, found {kind}: {excerpt}")
        try:
            return loads(reply)
        except BadJson as error:
            raise Wrong(f"{where}: the reply is no JSON: {error.reason}: {excerpt}") from None

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _headers(self, id: str, body: bytes) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._keys:
            now = int(time.time())
            signed = signatures(self._keys, id, now, body)
            headers |= {ID_HEADER: id, TIMESTAMP_HEADER: str(now), SIGNATURE_HEADER: signed}
        return headers
