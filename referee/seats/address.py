"""Which addresses the referee calls: the organiser's lists of hosts, and the judgement of one address by them.

An address is judged when it is dialled, not when a name is read: what a name points to can change in between.
"""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from parlour.core.wording import shown
from referee.seats.ranges import Address, Network, inside, kept_from
from referee.seats.url import BadUrl, called, parse

__all__ = ["PUBLIC", "BadHosts", "BadUrl", "Hosts", "Reach", "called", "parse", "read_hosts"]

_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\](?::(.*))?", re.DOTALL)
_LIKE_AN_ADDRESS = re.compile(r"[0-9./]+|[0-9a-fA-F:./%]*:.*", re.DOTALL)
_MAPPED = IPv6Network("::ffff:0:0/96")  # RFC 4291: an IPv4 address in an IPv6 socket
_NO_SOCKET_LEFT = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class BadHosts(ValueError):
    """An entry of a list of hosts that is none: what was found, and what was expected."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"found {shown(text)}, expected {expected}")
        self.found = f"found {shown(text)}"
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Hosts:
    """One entry of an organiser's list: an address or a network, at one port or (None) at any.

    >>> print(Hosts(IPv4Network("10.0.0.7/32"), 8000))
    10.0.0.7:8000
    """

    network: Network
    port: int | None = None

    def hold(self, address: Address, port: int) -> bool:
        """Whether this address at this port is among them."""
        return self.port in (None, port) and address in self.network

    def __str__(self) -> str:
        is_one = self.network.prefixlen == self.network.max_prefixlen
        text = str(self.network.network_address if is_one else self.network)
        return text if self.port is None else _with_port(text, self.port)


def read_hosts(text: str) -> Hosts:
    """One entry of an organiser's list; BadHosts says what was expected in place of one that is none.

    >>> print(read_hosts("10.0.0.7"), read_hosts("fd00::/8"), read_hosts("[fd00::7]:8000"))
    10.0.0.7 fd00::/8 [fd00::7]:8000
    """
    host, port = _split(text)
    if not _LIKE_AN_ADDRESS.fullmatch(host):
        if re.fullmatch(r"[\w.-]+", host) and "//" not in text:
            raise BadHosts(text, "an address such as 10.0.0.7, no name: what a name points to can change")
        raise BadHosts(text, _AN_ENTRY)
    return Hosts(_network(text, host), None if port is None else _port(text, port))


_AN_ENTRY = "an address or a network such as 10.0.0.7, 10.0.0.7:8000, 10.0.0.0/24, [fd00::7]:8000 or fd00::/8"


@dataclass(frozen=True, slots=True)
class Reach:
    """Which addresses may be called. What is public may; `allow` opens what is private, `deny` closes anything.

    `own` is where the referee itself listens, as (address, port) pairs: it never calls itself, whatever is allowed.
    There 0.0.0.0 and :: stand for every address of this machine.

    >>> print(Reach().refusal("10.0.0.7", 8000))
    10.0.0.7 is a private address; allow_hosts = ["10.0.0.7:8000"] would allow it
    >>> Reach(allow=(read_hosts("10.0.0.0/24"),)).refusal("10.0.0.7", 8000)
    """

    allow: tuple[Hosts, ...] = ()
    deny: tuple[Hosts, ...] = ()
    own: tuple[tuple[str, int], ...] = ()

    def refusal(self, address: str, port: int) -> str | None:
        """Why an IP address may not be called at a port, in words that say how that could be lifted; None if it may."""
        if "%" in address:
            return f"{address} is an address in a zone"
        ip = _unmapped(ip_address(address))
        where = _with_port(str(ip), port)
        if self._is_own(ip, port):
            return f"{where} is where the referee itself listens"
        if _are_among(self.deny, ip, port):
            return f"{where} is in deny_hosts"
        if (what := kept_from(ip)) is not None:
            return f"{ip} is {what}"
        if (what := inside(ip)) is not None and not _are_among(self.allow, ip, port):
            return f'{ip} is {what}; allow_hosts = ["{where}"] would allow it'
        return None

    def _is_own(self, ip: Address, port: int) -> bool:
        for own, own_port in self.own:
            if own_port == port:
                listening = _unmapped(ip_address(own))
                if listening == ip or (listening.is_unspecified and _is_of_this_machine(ip)):
                    return True
        return False


PUBLIC = Reach()
"""What is public, and nothing else."""


def _are_among(entries: Iterable[Hosts], ip: Address, port: int) -> bool:
    return any(entry.hold(ip, port) for entry in entries)


def _unmapped(ip: Address) -> Address:
    """What is dialled for an address: ::ffff:a.b.c.d goes out as a.b.c.d."""
    return ip if not isinstance(ip, IPv6Address) or ip.ipv4_mapped is None else ip.ipv4_mapped


def _is_of_this_machine(ip: Address) -> bool:
    """Whether a socket can be bound to the address; UDP, since that disturbs nobody and no port can be taken."""
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(ip), 0))
    except OSError as error:
        if error.errno in _NO_SOCKET_LEFT:
            raise  # it is not known, and no address may be called unknown
        return False
    return True


def _split(text: str) -> tuple[str, str | None]:
    """The address or network of an entry, and its port if there is one."""
    if found := _IN_BRACKETS.fullmatch(text):
        if ":" not in found[1]:
            raise BadHosts(text, "brackets round an IPv6 address only, as in [fd00::7]:8000")
        return found[1], found[2]
    if text.count(":") > 1:
        return text, None
    host, colon, port = text.partition(":")
    return host, port if colon else None


def _network(text: str, host: str) -> Network:
    try:
        network = ip_network(host, strict=False)
    except ValueError:
        raise BadHosts(text, _AN_ENTRY) from None
    if isinstance(network, IPv6Network) and "%" in host:
        raise BadHosts(text, "an address without a zone (%...)")
    if isinstance(network, IPv6Network) and network.subnet_of(_MAPPED):
        plain = IPv4Network((int(network.network_address) & 0xFFFFFFFF, network.prefixlen - 96), strict=False)
        raise BadHosts(text, f"{Hosts(plain)}: an IPv4 address is written as one")
    address, slash, length = host.partition("/")
    if slash and not (length.isascii() and length.isdigit()):
        raise BadHosts(text, f"{network}: the length of a network is a number of bits")
    if slash and ip_address(address) != network.network_address:
        raise BadHosts(text, f"{network}, the network in which {address} lies")
    return network


def _port(text: str, port: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,4}", port) or int(port) > 65535:
        raise BadHosts(text, "a port from 1 to 65535")
    return int(port)


def _with_port(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
