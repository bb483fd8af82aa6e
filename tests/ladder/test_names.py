"""What may be a name: everybody sees it, on terminals and pages, and on the service it stands in addresses."""

import pytest

from referee.names import NAME, NAME_IN_LINKS, expected_in_links, expected_of


@pytest.mark.parametrize("name", ["a", "Zoë", "greedy 2", "b&amp;", "a" * 40, "שלום", "a%2Fb", "...", "-", "🎲"])
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert expected_of(name) is None
    assert expected_in_links(name) is None


@pytest.mark.parametrize(
    "name",
    ["", " ", " a", "a ", "a" * 41, "a\nb", "a\0b", "\x1b[2J", "a\u202eb", "a\u2066b", "a\u200bb", "\u2028", "\ud800"],
)
def test_what_cannot_be_seen_or_turns_the_writing_round_is_none(name: str) -> None:
    assert expected_of(name) == NAME
    assert expected_in_links(name) == NAME


def test_an_accent_is_written_in_one_way_only() -> None:
    assert "NFC" in str(expected_of("Zoe\u0308"))


@pytest.mark.parametrize("name", ["a/b", "/", ".", "..", "<b>", "a<b", "->"])
def test_what_leads_elsewhere_in_an_address_or_begins_a_tag_is_no_name_on_the_service(name: str) -> None:
    assert expected_of(name) is None
    assert expected_in_links(name) == NAME_IN_LINKS
