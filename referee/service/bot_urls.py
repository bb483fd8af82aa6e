"""Which addresses a student may register for a bot; what a name stands for is judged each time it is called."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.seats.address import BadUrl, called, parse
from referee.service.config import Config


def refusal(url: str, config: Config) -> str | None:
    """Why the service does not call an address, without the address, which may hold a password; None if it does.

    >>> refusal("http://127.0.0.1:9000", Config())
    '127.0.0.1 is a loopback address; expected a public address'
    >>> refusal("https://bots.example/bob", Config())
    """
    try:
        parts = parse(url)
    except BadUrl as bad:
        return f"found {bad}; expected an address as in https://bots.example:8000/bob"
    if config.require_https and parts.scheme != "https":
        return "expected an address that begins with https://"
    host, port = called(parts)
    if config.public_url and (host, port) == _listening(config.public_url):
        return "this is where the referee itself listens; expected the address of a bot"
    try:
        ip_address(host)
    except ValueError:
        return None
    refused = config.reach.refusal(host, port)
    # What would allow it is for the organiser to know.
    return refused and f"{refused.partition('; ')[0]}; expected a public address"


def _listening(public_url: str) -> tuple[str, int]:
    parts = urlsplit(public_url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
