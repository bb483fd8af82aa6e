"""An organiser opens a ladder from a file, pauses, resumes and closes it; every mistake is one clear message."""

from pathlib import Path
from typing import Any

import pytest

from referee.store import database, ladders

LADDER = """\
[ladder]
name = "course"
game = "payday"
seats = 3
options = { months = 1 }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER)
    return path


def state(folder: Path) -> str:
    with database.open(folder / "referee.sqlite") as store:
        found = ladders.find(store, "course")
        assert found
        return found.state


def test_a_ladder_is_opened_paused_resumed_and_closed(file: Path, call: Any) -> None:
    folder = file.parent
    done = call(folder, "ladder", "open", "ladder.toml")
    assert (done.code, done.out) == (0, 'ladder "course" is open: payday/2000, 3 seats a match\n')
    for command, then in (("pause", "paused"), ("resume", "open"), ("close", "closed"), ("resume", "open")):
        done = call(folder, "ladder", command, "course")
        assert (done.code, done.out) == (0, f'ladder "course" is {then}\n')
        assert state(folder) == then


def test_a_ladder_of_a_name_that_is_taken_is_refused(file: Path, call: Any) -> None:
    call(file.parent, "ladder", "open", "ladder.toml")
    done = call(file.parent, "ladder", "open", "ladder.toml")
    assert done.code == 2
    assert 'the name "course" is taken' in done.err


def test_a_mistake_in_the_file_is_told_with_its_line(file: Path, call: Any) -> None:
    file.write_text(LADDER.replace("seats", "seets"))
    done = call(file.parent, "ladder", "open", "ladder.toml")
    assert (done.code, done.err) == (2, 'ladder.toml:4: ladder.seets: unknown key; did you mean "seats"?\n')
    assert not (file.parent / "referee.sqlite").exists()


def test_a_ladder_that_nobody_has_opened_is_told_with_those_there_are(file: Path, call: Any) -> None:
    call(file.parent, "ladder", "open", "ladder.toml")
    done = call(file.parent, "ladder", "pause", "curse")
    assert (done.code, done.err) == (2, 'no ladder of the service is named "curse"; did you mean "course"?\n')
