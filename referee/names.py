"""What a name may be: of a tournament, a ladder, a bot, an account."""

from __future__ import annotations

import unicodedata

MOST_CHARACTERS = 40
NAME = f"a name of 1 to {MOST_CHARACTERS} characters that can all be seen, without a space at either end"
NAME_IN_LINKS = "a name that can stand in a link and on a page: without / < and >, and neither . nor .."


def expected_of(name: str) -> str | None:
    """What was expected in place of a text that is no name; None for one that is.

    Names are shown on terminals and pages, so nothing in them may steer or deceive these: `isprintable` knows control
    characters, those that turn the direction of writing, surrogates and what Unicode has not assigned.

    >>> expected_of("Zo\u00eb"), expected_of("Zoe\u0308"), expected_of("") == expected_of("bob\u202e") == NAME
    (None, 'letters with their accents in one character (Unicode NFC)', True)
    """
    if not name.isprintable() or len(name) > MOST_CHARACTERS:
        return NAME
    if unicodedata.normalize("NFC", name) != name:
        return "letters with their accents in one character (Unicode NFC)"
    if not name or name != name.strip():
        return NAME
    return None


def expected_in_links(name: str) -> str | None:
    """The same for a name by which the service knows a thing: it is a part of the thing's address, and no markup.

    >>> expected_in_links("bob"), expected_in_links("bob/2") == expected_in_links("..") == NAME_IN_LINKS
    (None, True)
    """
    if expected := expected_of(name):
        return expected
    return NAME_IN_LINKS if set("/<>") & set(name) or name in (".", "..") else None
