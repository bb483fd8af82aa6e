"""The public names of parlour, pinned: bots out in the world are written against them."""

import ast
from pathlib import Path

import parlour
import parlour.client

ROOT = Path(__file__).parents[2]

PUBLIC = [
    "Bot",
    "BotCrash",
    "Clock",
    "Decision",
    "Game",
    "IllegalAnswer",
    "Implausible",
    "Json",
    "Match",
    "MatchResult",
    "Question",
    "Report",
    "choose",
    "names",
    "play",
    "sample",
    "serve",
]

OF_THE_CLIENT = ["ApiError", "BadReply", "Client", "ClientError", "FeedEvent", "Item", "NoService"]


def test_the_public_names_are_these_and_no_others() -> None:
    assert sorted(parlour.__all__) == PUBLIC


def test_every_public_name_is_there() -> None:
    assert [name for name in PUBLIC if not hasattr(parlour, name)] == []


def test_the_public_names_of_the_client_are_these_and_no_others() -> None:
    assert sorted(parlour.client.__all__) == OF_THE_CLIENT
    assert [name for name in OF_THE_CLIENT if not hasattr(parlour.client, name)] == []


def test_sample_bots_use_public_names_only() -> None:
    used = {
        (str(path.relative_to(ROOT)), node.attr)
        for path in (ROOT / "sample_bots").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "parlour"
    }
    assert used, "the sample bots are written another way: look for their names there"
    assert {(bot, name) for bot, name in used if name not in PUBLIC} == set()
