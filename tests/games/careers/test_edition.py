"""The files of both editions: every number in them says where it is from and how sure it is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.core.edition import load
from parlour.games.careers import edition as careers
from parlour.games.careers.edition import Edition

FOLDER = Path(careers.__file__).parent / "editions"
REISSUE = tomllib.loads((FOLDER / "reissue.toml").read_text("utf-8"))
OWN = tomllib.loads((FOLDER / "1971.toml").read_text("utf-8"))
SURE = {"K", "INF-H", "INF-M", "INF-L", "INVENTED"}
SAID = {"sure", "source"}


def laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """The tables of one file with those of a younger one over them."""
    both = {key: (below[key], above[key]) for key in below.keys() & above.keys()}
    merged = {
        key: laid_over(old, new) if isinstance(old, dict) and isinstance(new, dict) else new
        for key, (old, new) in both.items()
    }
    return {**below, **above, **merged}


EDITIONS = {"reissue": REISSUE, "1971": laid_over(REISSUE, OWN)}


def has_number(value: object) -> bool:
    """Whether there is a number in a value, or in what it is made of."""
    if isinstance(value, dict):
        return any(has_number(each) for each in value.values())
    if isinstance(value, list):
        return any(has_number(each) for each in value)
    return type(value) in (int, bool)


def numbers(table: dict[str, Any], place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each key with numbers in it, and what its table says of it; a table of tables says it of none itself."""
    for key, value in table.items():
        if key in SAID or not has_number(value):
            continue
        if isinstance(value, dict):
            yield from numbers(value, f"{place}{key}.")
        elif key not in ("college", "any_degree"):  # what a degree opens is said under `degrees`
            sure, source = (
                said.get(key) if isinstance(said := table.get(each), dict) else said for each in sorted(SAID)[::-1]
            )
            yield f"{place}{key}", sure, source


@pytest.mark.parametrize("name", EDITIONS)
def test_every_number_says_where_it_is_from_and_how_sure_it_is(name: str) -> None:
    found = list(numbers(EDITIONS[name]))
    assert len(found) > 60
    assert [each for each in found if each[1] not in SURE or not each[2]] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_nothing_is_sure_of_a_number_that_is_not_there(name: str) -> None:
    def stray(table: dict[str, Any], place: str) -> Iterator[str]:
        for key, value in table.items():
            if key in SAID and isinstance(value, dict):
                yield from (f"{place}{key}.{each}" for each in value if each not in table)
            elif isinstance(value, dict):
                yield from stray(value, f"{place}{key}.")

    assert list(stray(EDITIONS[name], "")) == []


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_known_is_from_the_rulebook_and_what_is_invented_is_ours(name: str) -> None:
    for place, sure, source in numbers(EDITIONS[name]):
        assert (sure == "K") == source.startswith("rulebook"), place
        if sure == "INVENTED":
            assert source.startswith("ours"), place


def test_only_the_limits_of_trade_and_turns_are_invented_numbers() -> None:
    invented = {place.partition(".")[0] for place, sure, _ in numbers(REISSUE) if sure == "INVENTED"}
    assert invented == {"trade", "turns"}


def test_the_reissue_is_surer_of_its_numbers_than_1971() -> None:
    """The names of 1971 were put on the family's board, so no square of it is more than inferred from that."""
    for path in EDITIONS["1971"]["occupations"].values():
        assert (path["sure"]["steps"], path["sure"]["tags"]) == ("INF-M", "INVENTED")
    sure = {key: path["sure"]["steps"] for key, path in REISSUE["occupations"].items()}
    assert [key for key, said in sure.items() if said == "INF-M"] == ["sea", "politics", "hollywood"]
    assert set(sure.values()) == {"INF-M", "INF-H"}


def test_the_file_of_1971_repeats_no_number_of_the_reissue() -> None:
    for key, path in OWN["occupations"].items():
        assert path.keys() <= {"name", "tags", "fee", "degrees", "any_degree", *SAID}, key
    assert not {"steps", "ring", "payday", "trade", "dice", "degrees"} & OWN.keys()


def test_every_source_is_explained_in_the_head_of_a_file() -> None:
    text = "".join((FOLDER / f"{name}.toml").read_text("utf-8") for name in ("reissue", "1971"))
    head = "\n".join(line for line in text.splitlines() if line.startswith("#"))
    explained = set(re.findall(r"(?:^# +| {3,})([\w-]+) {2,}", head, re.MULTILINE))
    assert explained >= SURE
    sources = {source for name in EDITIONS for _, _, source in numbers(EDITIONS[name])}
    assert [source for source in sorted(sources) if re.split(r"[,:; ]", source)[0] not in explained] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_every_card_and_every_space_of_a_path_has_a_name_of_its_own(name: str) -> None:
    edition = load(FOLDER / f"{name}.toml", Edition)
    assert len(edition.opportunity_card) == len(edition.opportunity.cards)
    squares = [space.name for space in edition.spaces if space.kind in ("path", "entrance")]
    assert len(set(squares)) == len(squares) == 88
    assert [space.id for space in edition.spaces] == list(range(len(edition.track.following)))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_card_leads_somewhere(name: str) -> None:
    edition = load(FOLDER / f"{name}.toml", Edition)
    targets = {card.target for card in edition.opportunity.cards}
    assert targets == {*edition.occupations, "any", "holiday"}
