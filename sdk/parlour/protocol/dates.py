"""How wrong a bot's clock is, as the header `Date` of its replies tells.

A bot refuses a signed call that is more than five minutes old by its own clock, so a wrong one is worth a word.
"""

import re
from email.utils import parsedate_to_datetime

WRONG_S = 60
"""A clock that is off by more than this many seconds is wrong; the seconds are cut off in a date, and hosts drift."""

# The one form of a date that RFC 9110 (5.6.7) lets a server send.
_DATE = re.compile("(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT")


def seconds_of(date: str | None) -> float | None:
    """A date of HTTP as seconds since 1970; None for what is no date.

    >>> seconds_of("Thu, 01 Jan 1970 00:01:00 GMT"), seconds_of("soon"), seconds_of(None)
    (60.0, None, None)
    """
    try:
        return parsedate_to_datetime(date).timestamp() if date and _DATE.fullmatch(date) else None
    except ValueError:
        return None


def seconds_fast(date: str, sent_at: float, received_at: float) -> float:
    """By how many seconds the clock that wrote a date is ahead of ours; negative when it is behind.

    The date was written between two times of ours, in seconds since 1970, and is right if it may lie between them. A
    date that is none, or empty, says nothing: 0.

    >>> seconds_fast("Fri, 13 Feb 2009 23:31:30 GMT", 1234567890.4, 1234567890.6)
    0.0
    >>> seconds_fast("Fri, 13 Feb 2009 23:20:30 GMT", 1234567890.0, 1234567895.0)
    -659.0
    """
    written = seconds_of(date)
    if written is None:
        return 0.0
    if written > received_at:
        return written - received_at
    return min(0.0, written + 1 - sent_at)  # the date may stand for any moment of its second


def span(seconds: float) -> str:
    """So many seconds, in words and roughly; the sign is left out.

    >>> span(61), span(-659), span(7 * 3600), span(864000)
    ('61 s', '11 min', '7 h', '10 days')
    """
    seconds = abs(seconds)
    for most, unit, length in ((120, "s", 1), (7200, "min", 60), (172_800, "h", 3600)):
        if seconds < most:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds / 86_400:.0f} days"


def out_of_step(fast_s: float) -> str | None:
    """What is said of a bot whose clock is so many seconds ahead of ours; None while it is in step.

    >>> out_of_step(-660.0), out_of_step(7300.0), out_of_step(30.0)
    ("the bot's clock is 11 min slow", "the bot's clock is 2 h fast", None)
    """
    if abs(fast_s) <= WRONG_S:
        return None
    return f"the bot's clock is {span(fast_s)} {'fast' if fast_s > 0 else 'slow'}"
