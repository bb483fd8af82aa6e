"""Tournament files, written as a test needs them."""

from collections.abc import Callable
from pathlib import Path

import pytest

SPRING = """\
[tournament]
name = "Spring"
game = "payday"
format = "round-robin"
seats = 2
rounds = 4

[[bot]]
name = "ann"
command = "python ann.py --depth 2"

[[bot]]
name = "bob"
url = "http://127.0.0.1:8000/bob"
"""


@pytest.fixture
def spring(tmp_path: Path) -> Callable[..., Path]:
    """A sound tournament file; each keyword-free pair replaces a text in it that must be there."""

    def write(*changes: tuple[str, str]) -> Path:
        text = SPRING
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "spring.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return path

    return write
