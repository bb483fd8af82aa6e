"""An edition is one TOML file, or what it changes of another; mistakes are named by file, line and key."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from parlour.core.edition import EditionError, load
from parlour.core.tomlfile import TomlError


@dataclass(frozen=True)
class Square:
    name: str
    pay: int = 0


@dataclass(frozen=True)
class Edition:
    salary: int
    track: tuple[Square, ...]
    fees: dict[str, int] = field(default_factory=dict)
    rules: Square | None = None


GOOD = """
salary = 3500
[[track]]
name = "start"
[[track]]
name = "casino"
pay = 500
sure = "K1"
[fees]
source = "box"
lottery = 100
"""


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder / f"{next(iter(files))}.toml"


def test_an_edition_becomes_a_frozen_dataclass(tmp_path: Path) -> None:
    edition = load(write(tmp_path, first=GOOD), Edition)
    assert edition == Edition(3500, (Square("start"), Square("casino", 500)), {"lottery": 100})


def test_an_edition_is_what_it_changes_of_the_one_it_inherits_from(tmp_path: Path) -> None:
    child = 'inherits = "first"\nsalary = 4000\n[fees]\nradio = 1000\n'
    edition = load(write(tmp_path, second=child, first=GOOD), Edition)
    assert edition.salary == 4000
    assert edition.fees == {"lottery": 100, "radio": 1000}
    assert [square.name for square in edition.track] == ["start", "casino"]


def test_every_mistake_is_named_by_file_line_and_key(tmp_path: Path) -> None:
    text = GOOD.replace("salary = 3500", "salery = 3500").replace("pay = 500", 'pay = "500"')
    with pytest.raises(EditionError) as error:
        load(write(tmp_path, first=text), Edition)
    lines = str(error.value).splitlines()
    file = tmp_path / "first.toml"
    assert f'{file}:2: salery: unknown key; did you mean "salary"?' in lines
    assert f'{file}:7: track[1].pay: found "500"; expected a whole number' in lines
    assert any("salary: missing; expected a whole number" in line for line in lines)
    assert len(lines) == 3


def test_a_mistake_in_an_inherited_file_is_named_there(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"first\.toml:2: salary: found true; expected a whole number"):
        load(write(tmp_path, second='inherits = "first"\n', first=GOOD.replace("3500", "true")), Edition)


@pytest.mark.parametrize(("salary", "found"), [("3.0", "3.0"), ("false", "false"), ('"3"', '"3"'), ("[3]", "a list")])
def test_a_whole_number_is_nothing_else(tmp_path: Path, salary: str, found: str) -> None:
    with pytest.raises(EditionError, match=f"salary: found {found}; expected a whole number"):
        load(write(tmp_path, first=GOOD.replace("3500", salary)), Edition)


@pytest.mark.parametrize("parent", ["nowhere", "second", "third"])
def test_inheriting_from_nothing_or_in_a_circle_is_refused(tmp_path: Path, parent: str) -> None:
    path = write(tmp_path, second=f'inherits = "{parent}"\n', third='inherits = "second"\n', first=GOOD)
    with pytest.raises(EditionError, match="inherits: found"):
        load(path, Edition)


def test_a_file_that_is_no_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(TomlError, match=r"first\.toml:2"):
        load(write(tmp_path, first="a = 1\nb = = 2\n"), Edition)
