"""What may be a name: everybody sees it, on terminals and pages, and on the service it stands in addresses."""

import pytest

from referee.names import NAME, NAME_BEGINS, NAME_IN_LINKS, expected_in_links, expected_of


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


@pytest.mark.parametrize(
    "name",
    [
        "Боб",
        "Μπομπ 2",
        "Բոբ",
        "ボブ",
        "Bobボブ",
        "Боб-7",
        "\U0001d41bob",
        "\uff42ob",
        "Nguyễn",
        "हिन्दी",
        "न\u0940",
        "✝ 2",
    ],
)
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert expected_in_links(name) is None


HIDDEN = ["034F", "115F", "1160", "17B4", "180B", "2800", "3164", "FE00", "FE0F", "FFA0", "FFFC", "E0100", "E01EF"]


@pytest.mark.parametrize("code", HIDDEN)
def test_a_character_that_shows_nothing_is_in_no_name_on_the_service(code: str) -> None:
    for name in (f"bob{chr(int(code, 16))}", chr(int(code, 16)), f"b{chr(int(code, 16))}ob"):
        assert expected_of(name) is None, "a file of one's own may say so"
        assert str(expected_in_links(name)).endswith(f"characters that show nothing, such as U+{code}")


@pytest.mark.parametrize("name", ["\u0301", "\u0301\u0302", "\u0301 \u0301", "\u0301bob", "\u20dd"])
def test_a_mark_that_stands_on_nothing_begins_no_name_on_the_service(name: str) -> None:
    assert expected_of(name) is None
    assert expected_in_links(name) == NAME_BEGINS


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("b\u043eb", "Cyrillic and Latin"),
        ("gr\u03b5edy", "Greek and Latin"),
        ("b\u0585b", "Armenian and Latin"),
        ("\u13aann", "Cherokee and Latin"),
        ("\u0391\u043d", "Cyrillic and Greek"),
        ("\U0001d41b\u043e", "Cyrillic and Latin"),
        ("\uff42\u043e", "Cyrillic and Latin"),
        ("b\u043e\u03bf", "Cyrillic and Greek and Latin"),
    ],
)
def test_letters_of_two_scripts_that_look_alike_make_no_name_on_the_service(name: str, scripts: str) -> None:
    assert expected_of(name) is None
    assert expected_in_links(name) == f"a name in letters of one script, not of {scripts} together"
