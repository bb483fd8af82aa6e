"""What tests of the client share: a stand-in for the service, a client of it, and a desk where nobody has joined."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answers import bot, page
from click.testing import CliRunner, Result
from standin import KEY, StandIn, standing

from parlour.cli import main
from parlour.client import Client

PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture
def service() -> Iterator[StandIn]:
    """The stand-in."""
    with standing() as server:
        yield server


@pytest.fixture
def other_service() -> Iterator[StandIn]:
    """A second one, at another port."""
    with standing() as server:
        yield server


@pytest.fixture
def waits() -> list[float]:
    """How long the client waited, each time; it does not."""
    return []


@pytest.fixture
def client(service: StandIn, waits: list[float]) -> Iterator[Client]:
    """A client with a key."""
    with Client(service.url, KEY, timeout_s=30, wait=waits.append) as client:
        yield client


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No account is stored, and nothing is in the environment; gives the file in which an account would be."""
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name in ("PARLOUR_SERVER", "PARLOUR_API_KEY", "PARLOUR_KEY", "NETRC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "parlour" / "account.toml"


@pytest.fixture
def run() -> Callable[..., Result]:
    """The command `parlour` in this process."""

    def run(*words: str) -> Result:
        result = CliRunner().invoke(main, words)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def joined(service: StandIn, own_settings: Path) -> Path:
    """An account at the stand-in is stored."""
    own_settings.parent.mkdir(parents=True)
    own_settings.touch(mode=0o600)
    own_settings.write_text(f'server = "{service.url}"\nkey = "{KEY}"\n', encoding="utf-8")
    return own_settings


@pytest.fixture
def ann(service: StandIn) -> None:
    """The account is called ann, and has no bots."""
    service.answers("GET /api/me", {"name": "ann"})
    service.answers("GET /api/bots", page())


@pytest.fixture
def bobs(service: StandIn, ann: None) -> None:
    """A bot of ann's is called bob."""
    service.answers("GET /api/bots", page(bot("active")))
