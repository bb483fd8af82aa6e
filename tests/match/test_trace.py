"""Where an error of the referee's own happened is told without what it says."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core import registry
from parlour.core.wording import counted
from referee.trace import where

HERE = "tests/match/test_trace.py"
SECRET = "formula: money 10, fame 20"


def caught(raises: Callable[[], object]) -> BaseException:
    """What comes out of a call."""
    with pytest.raises(BaseException) as found:
        raises()
    return found.value


def test_the_kind_of_an_error_and_its_place_are_told_but_not_its_message() -> None:
    def raises() -> None:
        raise KeyError(SECRET)

    line = raises.__code__.co_firstlineno + 1
    assert where(caught(raises)) == f"KeyError at {HERE}:{line}"


def test_a_place_is_told_from_its_package_on() -> None:
    told = where(caught(lambda: registry.find(SECRET)))
    assert told.startswith("UnknownGame at parlour/core/registry.py:")
    assert SECRET not in told
    assert where(caught(lambda: where(SECRET))).startswith("AttributeError at referee/trace.py:")


def test_the_line_is_the_one_that_fails() -> None:
    told = where(caught(lambda: counted("1", 2)))
    number = int(told.rpartition(":")[2])
    assert told.startswith("TypeError at parlour/core/wording.py:")
    assert (
        "things or thing" in Path(sys.modules[counted.__module__].__file__ or "").read_text().splitlines()[number - 1]
    )


def test_what_the_standard_library_refuses_is_blamed_on_who_asked_it() -> None:
    assert where(caught(lambda: json.loads(SECRET))).startswith(f"JSONDecodeError at {HERE}:")


def test_an_error_without_a_place_is_told_by_its_kind() -> None:
    assert where(KeyError(SECRET)) == "KeyError"


def test_an_error_in_code_of_no_file_is_told() -> None:
    assert where(caught(lambda: exec("1 / 0", {}))) == "ZeroDivisionError at <string>:1"


def test_an_error_of_the_standard_library_alone_has_its_place() -> None:
    error = caught(lambda: json.loads(SECRET))
    while error.__traceback__ and error.__traceback__.tb_next:
        error = error.with_traceback(error.__traceback__.tb_next)
    assert where(error).startswith("JSONDecodeError at json/decoder.py:")


def test_a_folder_of_the_packages_name_above_it_is_not_told(tmp_path: Path) -> None:
    package = tmp_path / "gamelet" / "src" / "gamelet"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("def play():\n    return {}['hidden']\n")
    code = "import gamelet\nfrom referee.trace import where\n"
    code += "try:\n    gamelet.play()\nexcept KeyError as error:\n    print(where(error))\n"
    run = subprocess.run([sys.executable, "-c", code], cwd=package.parent, capture_output=True, text=True, check=True)
    assert run.stdout == "KeyError at gamelet/__init__.py:2\n"
