"""Which addresses are called: the two tables, what an organiser's lists change about them, and how these are read."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from referee.seats.address import PUBLIC, BadHosts, Hosts, Reach, read_hosts

EVERYTHING = Reach(allow=(read_hosts("0.0.0.0/0"), read_hosts("::/0")))
"""What an organiser allows who allows all that can be written."""

NEVER = [
    ("0.0.0.0", "an unspecified address"),
    ("0.255.255.255", "an unspecified address"),
    ("169.254.0.1", "a link-local address"),
    ("169.254.255.255", "a link-local address"),
    ("169.254.169.254", "a metadata address"),
    ("168.63.129.16", "a metadata address"),
    ("100.100.100.200", "a metadata address"),
    ("192.0.0.192", "a metadata address"),
    ("192.0.0.1", "an address kept for protocols"),
    ("192.0.2.1", "a documentation address"),
    ("192.88.99.1", "a 6to4 relay"),
    ("198.18.0.1", "a benchmark address"),
    ("198.19.255.255", "a benchmark address"),
    ("198.51.100.7", "a documentation address"),
    ("203.0.113.9", "a documentation address"),
    ("224.0.0.1", "a multicast address"),
    ("239.255.255.255", "a multicast address"),
    ("240.0.0.1", "a reserved address"),
    ("255.255.255.254", "a reserved address"),
    ("255.255.255.255", "the broadcast address"),
    ("::", "an unspecified address"),
    ("::2", "an IPv4-compatible address"),
    ("::7f00:1", "an IPv4-compatible address"),
    ("::10.0.0.7", "an IPv4-compatible address"),
    ("64:ff9b::7f00:1", "a NAT64 address"),
    ("64:ff9b::8.8.8.8", "a NAT64 address"),
    ("64:ff9b:1::1", "a NAT64 address"),
    ("64:ff9b:2::1", "no public IPv6 address"),
    ("100::1", "a discard address"),
    ("100:0:0:1::1", "no public IPv6 address"),
    ("2001::1", "a Teredo address"),
    ("2001:0:7f00:1::", "a Teredo address"),
    ("2001:2::1", "an address kept for protocols"),
    ("2001:1ff:ffff::1", "an address kept for protocols"),
    ("2001:db8::1", "a documentation address"),
    ("2002:7f00:1::", "a 6to4 address"),
    ("2002:a00:7::1", "a 6to4 address"),
    ("3fff::1", "a documentation address"),
    ("4000::1", "no public IPv6 address"),
    ("::ffff:0:7f00:1", "no public IPv6 address"),
    ("::fffe:7f00:1", "no public IPv6 address"),
    ("5f00::1", "no public IPv6 address"),
    ("fbff::1", "no public IPv6 address"),
    ("fe00::1", "no public IPv6 address"),
    ("fe80::1", "a link-local address"),
    ("febf:ffff::1", "a link-local address"),
    ("fec0::1", "a site-local address"),
    ("feff:ffff::1", "a site-local address"),
    ("fd00:ec2::254", "a metadata address"),
    ("fd20:ce::254", "a metadata address"),
    ("ff02::1", "a multicast address"),
    ("ffff:ffff::1", "a multicast address"),
]

UNLESS_ALLOWED = [
    ("10.0.0.0", "a private address"),
    ("10.255.255.255", "a private address"),
    ("100.64.0.1", "an address shared by a carrier's customers"),
    ("100.127.255.255", "an address shared by a carrier's customers"),
    ("127.0.0.1", "a loopback address"),
    ("127.255.255.255", "a loopback address"),
    ("172.16.0.1", "a private address"),
    ("172.31.255.255", "a private address"),
    ("192.168.0.1", "a private address"),
    ("::1", "a loopback address"),
    ("fc00::1", "a private address"),
    ("fdff:ffff::1", "a private address"),
]

CALLED = [
    *("1.0.0.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "93.184.216.34", "100.63.255.255", "100.128.0.1"),
    *("126.255.255.255", "128.0.0.1", "168.63.129.17", "169.253.255.255", "169.255.0.1", "172.15.255.255"),
    *("172.32.0.1", "192.0.1.1", "192.0.3.1", "192.167.255.255", "192.169.0.1", "198.17.255.255", "198.20.0.1"),
    *("223.255.255.255", "2000::1", "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "3ffe::1"),
]


def mapped(address: str) -> str:
    """An IPv4 address as it stands in an IPv6 socket."""
    return f"::ffff:{address}"


@pytest.mark.parametrize(("address", "what"), NEVER)
def test_some_addresses_are_never_called_whatever_is_allowed(address: str, what: str) -> None:
    exactly = Reach(allow=(Hosts(ipaddress.ip_network(address), 8000),))
    for reach in (PUBLIC, EVERYTHING, exactly):
        assert reach.refusal(address, 8000) == f"{ipaddress.ip_address(address)} is {what}"
        if "." in address and ":" not in address:
            assert reach.refusal(mapped(address), 8000) == f"{address} is {what}"


@pytest.mark.parametrize(("address", "what"), UNLESS_ALLOWED)
def test_what_is_private_is_called_only_if_it_is_allowed_and_the_reason_says_how(address: str, what: str) -> None:
    where = f"[{address}]:8000" if ":" in address else f"{address}:8000"
    refusal = f'{address} is {what}; allow_hosts = ["{where}"] would allow it'
    forms = [address] if ":" in address else [address, mapped(address)]
    for form in forms:
        assert PUBLIC.refusal(form, 8000) == refusal
        assert EVERYTHING.refusal(form, 8000) is None
        for entry in (where, address):
            assert Reach(allow=(read_hosts(entry),)).refusal(form, 8000) is None
        assert Reach(allow=(read_hosts(where),)).refusal(form, 8001) == refusal.replace("8000", "8001")
        assert Reach(allow=(read_hosts("10.1.2.3"), read_hosts("fd00::7"))).refusal(form, 8000) == refusal


@pytest.mark.parametrize("address", CALLED)
def test_what_is_public_is_called(address: str) -> None:
    assert PUBLIC.refusal(address, 443) is None
    if ":" not in address:
        assert PUBLIC.refusal(mapped(address), 443) is None


def test_what_is_denied_is_not_called_even_if_it_is_public_or_allowed() -> None:
    reach = Reach(allow=(read_hosts("10.0.0.0/8"),), deny=(read_hosts("10.0.0.7:8000"), read_hosts("2606:4700::/32")))
    assert reach.refusal("10.0.0.7", 8000) == "10.0.0.7:8000 is in deny_hosts"
    assert reach.refusal(mapped("10.0.0.7"), 8000) == "10.0.0.7:8000 is in deny_hosts"
    assert reach.refusal("10.0.0.7", 8001) is None
    assert reach.refusal("2606:4700::1111", 443) == "[2606:4700::1111]:443 is in deny_hosts"


@pytest.mark.parametrize("address", ["fe80::1%eth0", "fd00::7%2", "2606:4700::1111%lo"])
def test_an_address_in_a_zone_is_never_called(address: str) -> None:
    assert EVERYTHING.refusal(address, 8000) == f"{address} is an address in a zone"


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("own", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "::ffff:127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("93.184.216.34", "93.184.216.34"),
        ("0.0.0.0", "127.0.0.1"),
        ("0.0.0.0", "::ffff:127.0.0.1"),
        ("::", "127.0.0.1"),
        pytest.param("::", "::1", marks=pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")),
    ],
)
def test_the_referee_never_calls_itself_even_if_that_is_allowed(own: str, address: str) -> None:
    reach = Reach(allow=EVERYTHING.allow, own=(("127.0.0.1", 8001), (own, 8000)))
    refusal = reach.refusal(address, 8000)
    assert refusal is not None
    assert refusal.endswith(":8000 is where the referee itself listens")
    assert reach.refusal(address, 8002) is None


def test_a_referee_that_listens_at_every_address_calls_other_machines_at_the_same_port() -> None:
    reach = Reach(own=(("0.0.0.0", 8000), ("::", 8000), ("127.0.0.1", 8000)))
    assert reach.refusal("93.184.216.34", 8000) is None
    assert reach.refusal("2606:4700::1111", 8000) is None


# The organiser's lists.


@pytest.mark.parametrize(
    ("text", "network", "port"),
    [
        ("10.0.0.7", "10.0.0.7/32", None),
        ("10.0.0.0/24", "10.0.0.0/24", None),
        ("0.0.0.0/0", "0.0.0.0/0", None),
        ("10.0.0.7:8000", "10.0.0.7/32", 8000),
        ("10.0.0.0/24:8000", "10.0.0.0/24", 8000),
        ("fd00::7", "fd00::7/128", None),
        ("fd00::/8", "fd00::/8", None),
        ("[fd00::7]:8000", "fd00::7/128", 8000),
        ("[fd00::/8]:1", "fd00::/8", 1),
        ("[::1]:65535", "::1/128", 65535),
    ],
)
def test_an_entry_is_an_address_or_a_network_at_one_port_or_at_any_and_prints_itself(
    text: str, network: str, port: int | None
) -> None:
    hosts = read_hosts(text)
    assert hosts == Hosts(ipaddress.ip_network(network), port)
    assert str(hosts) == text


def test_brackets_are_borne_where_there_is_no_port() -> None:
    assert str(read_hosts("[::1]")) == "::1"


AN_ENTRY = "an address or a network such as 10.0.0.7, 10.0.0.7:8000, 10.0.0.0/24, [fd00::7]:8000 or fd00::/8"
NO_NAME = "an address such as 10.0.0.7, no name: what a name points to can change"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *[(text, AN_ENTRY) for text in ("", " 10.0.0.7", "10.0.0.7 ", "[", "[::1]x", "*", "10.0.0.0/33", "10.0.0.7/")],
        *[(text, AN_ENTRY) for text in ("127.1", "2130706433", "010.0.0.1", "10.0.0.0/+8", "::1::", "10.0.0.7\n")],
        *[(text, AN_ENTRY) for text in ("http://10.0.0.7", "[[::1]]", "fd00::/129", "\x1b[2J")],
        *[(text, NO_NAME) for text in ("localhost", "bot.example:8000", "bot-3.example", "0x7f000001")],
        ("10.0.0.7/24", "10.0.0.0/24, the network in which 10.0.0.7 lies"),
        ("10.0.0.7/24:8000", "10.0.0.0/24, the network in which 10.0.0.7 lies"),
        ("fd00::7/8", "fd00::/8, the network in which fd00::7 lies"),
        ("10.0.0.0/255.255.255.0", "10.0.0.0/24: the length of a network is a number of bits"),
        ("10.0.0.0/0.0.0.255", "10.0.0.0/24: the length of a network is a number of bits"),
        ("::ffff:10.0.0.7", "10.0.0.7: an IPv4 address is written as one"),
        ("::ffff:10.0.0.0/104", "10.0.0.0/8: an IPv4 address is written as one"),
        ("[10.0.0.7]:80", "brackets round an IPv6 address only, as in [fd00::7]:8000"),
        ("fe80::1%eth0", "an address without a zone (%...)"),
        *[(f"10.0.0.7:{port}", "a port from 1 to 65535") for port in ("", "0", "080", "65536", "-1", "8 0", "http")],
        *[(f"[::1]:{port}", "a port from 1 to 65535") for port in ("", "0", "80:90", "99999", "\u0663")],
    ],
)
def test_an_entry_that_is_none_is_refused_with_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(BadHosts) as refused:
        read_hosts(text)
    assert refused.value.expected == expected
    assert str(refused.value) == f"{refused.value.found}, expected {expected}"
    assert str(refused.value).isprintable()
