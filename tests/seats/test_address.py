"""What a bot's address may be: whatever is refused is refused for one reason by the rules and by who calls it."""

import pytest

from referee.seats.address import BadUrl, parse
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
    "url", ["https://bots.example/a?room=3", "HTTP://[::1]:8000", "http://localhost", "http://a_b/"]
)
def test_any_address_of_http_is_taken_and_can_be_called(url: str) -> None:
    assert parse(url).scheme in ("http", "https")
    client = BotClient(url)
    client.call("GET", "/", None, id="m1-q1", budget_s=0)
    client.close()
