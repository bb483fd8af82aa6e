"""What a bot's URL may be: whatever is refused is refused for one reason by the rules and by who calls it."""

import pytest

from referee.seats.address import BadUrl, called, parse
from referee.seats.client import BotClient
from referee.seats.http import HttpSeat


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "an address with characters that no address has"),
        ("127.0.0.1:8000", "an address that begins with neither http:// nor https://"),
        ("localhost:8000", "an address that begins with neither http:// nor https://"),
        ("ftp://127.0.0.1/", "an address that begins with neither http:// nor https://"),
        ("http://", "an address without a host"),
        ("http:///move", "an address without a host"),
        ("http://127.0.0.1:0", "an address with port 0"),
        ("http://127.0.0.1:99999/", "an address that cannot be read"),
        ("http://[::1/", "an address that cannot be read"),
        ("http://ada:s3cret@127.0.0.1/", "an address with a user name or password"),
        ("http://s3cret@127.0.0.1", "an address with a user name or password"),
        ("http://127.0.0.1\\\\@good/", "an address with characters that no address has"),
        ("http://127.0.0.1/a b", "an address with characters that no address has"),
        ("http://b\u00fccher.example/", "an address with characters that no address has"),
        ("http://127.0.0.1/#top", "an address with a fragment (#...)"),
        ("http://*/", "an address with a host that cannot be called"),
        ("http://.example/", "an address with a host that cannot be called"),
        ("http://::1/", "an address that cannot be read"),
        ("http://fe80::1:8000/", "an address that cannot be read"),
        ("http://[127.0.0.1]/", "an address that cannot be read"),
        ("http://[fe80::1%25eth0]/", "an address with a percent sign in its host"),
        ("http://[fe80::1%eth0]/", "an address with a percent sign in its host"),
        ("http://bot%2eexample/", "an address with a percent sign in its host"),
        ("http://%31%32%37.0.0.1?a=b", "an address with a percent sign in its host"),
        ("http://127.0.0.1:25/", "an address with a port below 1024 that is neither 80 nor 443"),
        ("https://bots.example:1023/", "an address with a port below 1024 that is neither 80 nor 443"),
        *[
            (f"http://{host}/", "an address whose host is a number but none such as 127.0.0.1")
            for host in (
                *("127.1", "127.0.1", "0x7f.1", "0X7F000001", "2130706433", "017700000001", "0177.0.0.1", "0", "0x"),
                *("127.0.0.1.", "1.", "256.0.0.1", "1.2.3.4.5", "127.0.0.01", "bot.1", "bot.0x7f"),
            )
        ],
    ],
)
@pytest.mark.parametrize("use", [parse, BotClient, HttpSeat])
def test_an_address_that_cannot_be_called_is_refused_for_one_reason_and_not_repeated(
    use: type, url: str, reason: str
) -> None:
    with pytest.raises(BadUrl) as refused:
        use(url)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("url", "host", "port"),
    [
        ("https://bots.example/a?room=3", "bots.example", 443),
        ("HTTP://[::1]:8000", "::1", 8000),
        ("http://localhost", "localhost", 80),
        ("http://a_b/", "a_b", 80),
        ("http://bots.example./100%25?of=100%25", "bots.example.", 80),
        ("http://3.example:443/", "3.example", 443),
        ("https://0x7f.example:80/", "0x7f.example", 80),
        ("http://10.0.0.7:1024/", "10.0.0.7", 1024),
        ("http://bots.example:65535/", "bots.example", 65535),
    ],
)
def test_any_other_address_of_http_is_taken_and_can_be_called(url: str, host: str, port: int) -> None:
    assert called(parse(url)) == (host, port)
    client = BotClient(url)
    client.call("GET", "/", None, id="m1-q1", budget_s=0)
    client.close()
