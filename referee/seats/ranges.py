"""The addresses that are not called: which ones never are, and which ones only when the organiser allows it.

Written out row by row from the IANA registries of special-purpose addresses, because `ipaddress.is_global` of
CPython 3.11 takes multicast and what wraps 127.0.0.1 (NAT64, 6to4) for public.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NEVER: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), what)
    for network, what in (
        # Where a cloud tells its machines their passwords; first, so that they are called by this name.
        ("169.254.169.254/32", "a metadata address"),  # AWS, GCP, Azure, DigitalOcean, OpenStack and others
        ("168.63.129.16/32", "a metadata address"),  # Azure, a public address
        ("100.100.100.200/32", "a metadata address"),  # Alibaba
        ("192.0.0.192/32", "a metadata address"),  # Oracle
        ("fd00:ec2::254/128", "a metadata address"),  # AWS
        ("fd20:ce::254/128", "a metadata address"),  # GCP
        ("0.0.0.0/8", "an unspecified address"),  # RFC 1122
        ("169.254.0.0/16", "a link-local address"),  # RFC 3927
        ("192.0.0.0/24", "an address kept for protocols"),  # RFC 6890
        ("192.0.2.0/24", "a documentation address"),  # RFC 5737
        ("192.88.99.0/24", "a 6to4 relay"),  # RFC 7526
        ("198.18.0.0/15", "a benchmark address"),  # RFC 2544
        ("198.51.100.0/24", "a documentation address"),  # RFC 5737
        ("203.0.113.0/24", "a documentation address"),  # RFC 5737
        ("224.0.0.0/4", "a multicast address"),  # RFC 5771
        ("255.255.255.255/32", "the broadcast address"),  # RFC 919
        ("240.0.0.0/4", "a reserved address"),  # RFC 1112
        ("::/128", "an unspecified address"),  # RFC 4291
        ("64:ff9b::/96", "a NAT64 address"),  # RFC 6052
        ("64:ff9b:1::/48", "a NAT64 address"),  # RFC 8215
        ("100::/64", "a discard address"),  # RFC 6666
        ("2001::/32", "a Teredo address"),  # RFC 4380
        ("2001:db8::/32", "a documentation address"),  # RFC 3849
        ("2001::/23", "an address kept for protocols"),  # RFC 2928
        ("2002::/16", "a 6to4 address"),  # RFC 3056
        ("3fff::/20", "a documentation address"),  # RFC 9637
        ("fe80::/10", "a link-local address"),  # RFC 4291
        ("fec0::/10", "a site-local address"),  # RFC 3879
        ("ff00::/8", "a multicast address"),  # RFC 4291
    )
)
"""What no bot can live at, whatever the organiser's file says."""

UNLESS_ALLOWED: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), what)
    for network, what in (
        ("10.0.0.0/8", "a private address"),  # RFC 1918
        ("100.64.0.0/10", "an address shared by a carrier's customers"),  # RFC 6598
        ("127.0.0.0/8", "a loopback address"),  # RFC 1122
        ("172.16.0.0/12", "a private address"),  # RFC 1918
        ("192.168.0.0/16", "a private address"),  # RFC 1918
        ("::1/128", "a loopback address"),  # RFC 4291
        ("fc00::/7", "a private address"),  # RFC 4193
    )
)
"""Where a bot may live in a lab or on the referee's own machine, if the organiser's file says so."""

_IPV4_COMPATIBLE = IPv6Network("::/96")  # RFC 4291, deprecated; :: and ::1 lie in it and are looked up before
_PUBLIC_IPV6 = IPv6Network("2000::/3")  # RFC 4291


def kept_from(address: Address) -> str | None:
    """What an address is that is never called, such as "a multicast address"; None for one that may be called.

    >>> kept_from(IPv4Address("224.0.0.1")), kept_from(IPv4Address("10.0.0.7"))
    ('a multicast address', None)
    """
    for network, what in NEVER:
        if address in network:
            return what
    if address in _PUBLIC_IPV6 or isinstance(address, IPv4Address) or inside(address) is not None:
        return None
    return "an IPv4-compatible address" if address in _IPV4_COMPATIBLE else "no public IPv6 address"


def inside(address: Address) -> str | None:
    """What an address is that is called only if it is allowed, such as "a private address"; None for any other.

    >>> inside(IPv4Address("10.0.0.7")), inside(IPv4Address("1.1.1.1"))
    ('a private address', None)
    """
    return next((what for network, what in UNLESS_ALLOWED if address in network), None)
