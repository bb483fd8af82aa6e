"""The header `Date` of a bot: how wrong its clock is, and dates that say nothing."""

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.protocol.dates import seconds_fast, span

NOW = 1_800_000_000


def fast(date: str, sent_at: float = NOW, received_at: float = NOW) -> float:
    return seconds_fast(date, sent_at, received_at)


@pytest.mark.parametrize("off", [-100_000, -660, -61, 61, 660, 100_000])
def test_a_clock_is_as_wrong_as_its_date(off: int) -> None:
    assert abs(fast(formatdate(NOW + off, usegmt=True)) - off) <= 1


@pytest.mark.parametrize("later", [0, 1, 45, 90])
def test_a_date_between_call_and_reply_is_right_however_long_the_bot_thinks(later: int) -> None:
    assert fast(formatdate(NOW + later, usegmt=True), NOW + 0.9, NOW + 90) == 0.0


@pytest.mark.parametrize(
    "date",
    [
        "",
        "now",
        "1800000000",
        "Fri, 15 Jan 2027 08:00:00",
        "Fri, 15 Jan 2027 08:00:00 +0100",
        "Fri, 15 Jxn 2027 08:00:00 GMT",
        "Fri, 99 Jan 2027 08:00:00 GMT",
        "Fri, 15 Jan 2027 08:61:00 GMT",
        "Friday, 15-Jan-27 08:00:00 GMT",
        "Fri, \u0661\u0665 Jan 2027 08:00:00 GMT",
    ],
)
def test_a_date_that_is_none_says_nothing(date: str) -> None:
    assert fast(date) == 0.0


@given(st.text() | st.from_regex("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT"))
def test_no_date_raises_anything(date: str) -> None:
    fast(date)


@pytest.mark.parametrize(
    ("seconds", "words"), [(61, "61 s"), (119.0, "119 s"), (120, "2 min"), (-659.2, "11 min"), (86_400, "24 h")]
)
def test_a_span_is_told_roughly(seconds: float, words: str) -> None:
    assert span(seconds) == words
