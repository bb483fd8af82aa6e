"""What a name may be: of a tournament, a ladder, a bot, an account."""

from __future__ import annotations

import re
import unicodedata

MOST_CHARACTERS = 40
NAME = f"a name of 1 to {MOST_CHARACTERS} characters that can all be seen, without a space at either end"
NAME_IN_LINKS = "a name that can stand in a link and on a page: without / < and >, and neither . nor .."
NAME_BEGINS = "a name that does not begin with an accent or another mark that stands on no letter"

# What Python takes for printable and what shows nothing: fillers, selectors of variants, and signs that only join.
_SHOWS_NOTHING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\U000e0100-\U000e01ef]"
)
_LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
"""The scripts that share the shapes of many letters, as Unicode begins the names of their letters."""


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
    """The same for a name by which the service knows a thing: strangers choose it, so it may not pass for another's.

    It is a part of the thing's address, and no markup.

    >>> expected_in_links("bob"), expected_in_links("bob/2") == expected_in_links("..") == NAME_IN_LINKS
    (None, True)
    >>> expected_in_links("b\u043eb")
    'a name in letters of one script, not of Cyrillic and Latin together'
    """
    if expected := expected_of(name):
        return expected
    if set("/<>") & set(name) or name in (".", ".."):
        return NAME_IN_LINKS
    if hidden := _SHOWS_NOTHING.search(name):
        return f"a name without characters that show nothing, such as U+{ord(hidden[0]):04X}"
    if unicodedata.category(name[0]).startswith("M"):
        return NAME_BEGINS
    if len(scripts := _look_alike_scripts(name)) > 1:
        return f"a name in letters of one script, not of {' and '.join(scripts)} together"
    return None


def _look_alike_scripts(name: str) -> list[str]:
    """Which of the scripts that are taken for one another the letters of a name are of, wide and small ones too."""
    letters = [each for each in unicodedata.normalize("NFKC", name) if unicodedata.category(each).startswith("L")]
    begins = {unicodedata.name(each, "").partition(" ")[0] for each in letters}
    return sorted(script.title() for script in begins.intersection(_LOOK_ALIKE))
