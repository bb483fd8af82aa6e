"""What a document calls by a name of parlour's is there, under that name, for whoever imports parlour."""

import inspect
import random
import re
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.luck import Keyed

SDK = Path(__file__).parents[2] / "sdk"
DOCUMENTS = ("README.md", "parlour/protocol/WIRE.md")


def there(dotted: str) -> Any:
    """What a dotted name leads to after `import parlour` alone; AttributeError where it leads nowhere."""
    found: Any = parlour
    for part in dotted.split(".")[1:]:
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_name_of_parlour_in_a_document_can_be_used(document: str) -> None:
    text = (SDK / document).read_text("utf-8")
    names = set(re.findall(r"`(parlour(?:\.\w+)+)(?=[`(])", text))
    assert names
    for name in names:
        there(name)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_calls_can_be_called(document: str) -> None:
    text = (SDK / document).read_text("utf-8")
    for name in set(re.findall(r"`(parlour(?:\.\w+)+)\(", text)):
        assert callable(there(name)), name
    for name in set(re.findall(r"`question\.(\w+)\(", text)):
        assert inspect.isfunction(getattr(parlour.Question, name)), name


def test_a_position_is_rebuilt_as_the_reference_of_the_wire_says() -> None:
    """With no import but that of parlour."""
    text = (SDK / "parlour/protocol/WIRE.md").read_text("utf-8")
    assert "`parlour.imagine.imagine(position, rng)`" in text
    game = parlour.Game.new("careers", seats=2, luck=Keyed(b"any"))
    imagined = there("parlour.imagine.imagine")(game.position(0), random.Random(1))
    assert isinstance(imagined, parlour.Game)
    assert imagined.view(0) == game.view(0)
