"""What every test shares: `--update`, seeds that can be replayed, and how hypothesis searches."""

import faulthandler
import os
import secrets
import sys
import zlib
from collections.abc import Iterator

import hypothesis
import pytest
import vault

from parlour.core import registry

IN_CI = bool(os.environ.get("CI"))

# In CI a verdict is about the change, so the search is the same each time; at a desk each run looks somewhere new.
hypothesis.settings.register_profile("house", derandomize=IN_CI, print_blob=True, deadline=None)
hypothesis.settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update` writes goldens and generated references anew instead of comparing them."""
    parser.addoption("--update", action="store_true", help="write goldens and generated references anew")


def pytest_configure(config: pytest.Config) -> None:
    """CI never writes what it is to compare."""
    if config.getoption("--update") and IN_CI:
        raise pytest.UsageError("--update is refused where the environment variable CI is set")


def pytest_unconfigure() -> None:
    """A thread that a test left behind would keep the run from ending; after a minute it ends, and shows the thread."""
    faulthandler.dump_traceback_later(60, exit=True, file=sys.__stderr__)


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether a golden is to be written anew."""
    return bool(request.config.getoption("--update"))


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of one random test, printed with the command that plays it again; the same each time in CI."""
    test = request.node.nodeid
    given = os.environ.get("PARLOUR_TEST_SEED")
    if given is not None:
        seed = int(given)
    elif IN_CI:
        seed = zlib.crc32(test.encode())
    else:
        seed = secrets.randbits(32)
    print(f"seed {seed}; to play it again: PARLOUR_TEST_SEED={seed} pytest '{test}'")
    return seed


@pytest.fixture
def vault_is_registered() -> Iterator[None]:
    """The toy game is known while the test runs, and not beyond: `pytestmark = pytest.mark.usefixtures(...)`."""
    registry.register(vault.TITLE)
    yield
    registry.unregister("vault")
