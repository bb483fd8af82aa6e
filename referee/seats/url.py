"""The URL of a bot: what one may be, for the tournament file that names it and for the client that calls it."""

from __future__ import annotations

import ipaddress
import re
from typing import cast

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

FIRST_FREE_PORT = 1024
"""Below it stand the ports of other services (mail, shells, name servers): of these only 80 and 443 are called."""

_A_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)\.?")
"""A host whose last label is a number: no name ends so, and the resolver reads 127.1 and 0x7f.1 as 127.0.0.1."""


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
    if "%" in re.split("[/?#]", url.partition("://")[2])[0]:  # an escape, or the zone of an IPv6 address
        raise BadUrl("an address with a percent sign in its host")
    _check_host(parts.host)
    if parts.port == 0:
        raise BadUrl("an address with port 0")
    if parts.port is not None and parts.port < FIRST_FREE_PORT and parts.port not in (80, 443):
        raise BadUrl(f"an address with a port below {FIRST_FREE_PORT} that is neither 80 nor 443")
    if parts.fragment is not None:
        raise BadUrl("an address with a fragment (#...)")
    return parts


def called(parts: Url) -> tuple[str, int]:
    """The host and the port that are called for a URL that was parsed; an IPv6 address stands without its brackets.

    >>> called(parse("https://[::1]/bob"))
    ('::1', 443)
    """
    return cast(str, parts.host).strip("[]"), parts.port or (443 if parts.scheme == "https" else 80)


def _check_host(host: str) -> None:
    if host.startswith(("*", ".")):
        raise BadUrl("an address with a host that cannot be called")
    if _A_NUMBER.fullmatch(host):
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            raise BadUrl("an address whose host is a number but none such as 127.0.0.1") from None
