"""Faults: one table of kinds and prices, and details that are safe to show."""

import pickle

import pytest

from referee.seats.faults import KINDS, MOST_DETAIL, Fault


def test_the_kinds_are_those_of_the_protocol_in_the_order_in_which_a_call_meets_them() -> None:
    assert list(KINDS) == [
        "timeout",
        "unreachable",
        "blocked",
        "bad_status",
        "bad_content",
        "too_large",
        "bad_json",
        "illegal",
        "stale",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_price_and_a_sentence(kind: str) -> None:
    assert Fault(kind).strikes == KINDS[kind].strikes >= 1
    assert KINDS[kind].sentence.endswith(".")
    assert str(Fault(kind)) == KINDS[kind].sentence
    assert str(Fault(kind, "why")) == f"{KINDS[kind].sentence} (why)"


def test_there_is_no_other_kind() -> None:
    with pytest.raises(ValueError, match="no such kind of fault: 'late'; the kinds are timeout, unreachable"):
        Fault("late")


@pytest.mark.parametrize(
    ("detail", "shown"),
    [
        ("status 503", "status 503"),
        ("a\x1b[2Jb\r\nc\0", r"a\u001b[2Jb\u000d\u000ac\u0000"),
        ("\u202eabc\u200b\ud800\x9b", r"\u202eabc\u200b\ud800\u009b"),
        ("Z\u00fcrich \u265f", "Z\u00fcrich \u265f"),
        ("x" * 500, "x" * MOST_DETAIL),
        ("\0" * 500, (r"\u0000" * 50)[:MOST_DETAIL]),
    ],
)
def test_a_detail_is_short_and_plays_no_tricks_on_a_terminal(detail: str, shown: str) -> None:
    assert Fault("bad_json", detail).detail == shown
    assert shown.isprintable()


def test_a_fault_is_a_value() -> None:
    fault = Fault("stale", "none")
    assert fault == Fault("stale", "none") != Fault("stale")
    assert pickle.loads(pickle.dumps(fault)) == fault
    with pytest.raises(AttributeError):
        fault.kind = "timeout"  # type: ignore[misc]
