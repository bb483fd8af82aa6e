"""The address of a bot: what one may be, for the tournament file that names it and for the client that calls it."""

from __future__ import annotations

import re

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url


class BadUrl(ValueError):
    """An address that cannot be called; the message never shows it, since it may hold a password."""


def parse(url: str) -> Url:
    """The parts of a bot's address, to which paths are added; BadUrl says what is wrong with one that is none.

    >>> parse("http://127.0.0.1:8000/bob").host
    '127.0.0.1'
    """
    if not re.fullmatch(r"[!-~]+", url) or "\\" in url:
        raise BadUrl("an address with characters that no address has")
    try:
        parts = parse_url(url)
    except LocationParseError:
        raise BadUrl("an address that cannot be read") from None
    if parts.scheme not in ("http", "https"):
        raise BadUrl("an address that begins with neither http:// nor https://")
    if parts.auth is not None:
        raise BadUrl("an address with a user name or password")
    if not parts.host:
        raise BadUrl("an address without a host")
    if parts.host.startswith(("*", ".")):
        raise BadUrl("an address with a host that cannot be called")
    if parts.port == 0:
        raise BadUrl("an address with port 0")
    if parts.fragment is not None:
        raise BadUrl("an address with a fragment (#...)")
    return parts
