"""While a match is in play its secret is nowhere but in the referee; once it has ended, all of it can be checked."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import LOOPBACK

from parlour.bots import Cautious
from parlour.core.transcript import read, verify
from parlour.serving import running
from referee.clock import TimeControl
from referee.match import Policy
from referee.store import database, faults, matches, transcripts
from referee.tournament.plan import BotEntry, Plan, match_secret
from referee.tournament.running import run_tournament

MATCHES = 2


class Looking:
    """A listener that looks at what lies on the disk when a bot has answered."""

    def __init__(self, look: Callable[[bytes], object]) -> None:
        self.look = look
        self.seen: list[Any] = []
        self.secrets: list[bytes] = []

    def began(self, run, *, resumed) -> None:
        self.secrets = [match_secret(run.secret, number) for number in range(MATCHES)]

    def bot_is_ready(self, name, handshake) -> None: ...
    def bot_failed(self, name, fault) -> None: ...

    def moved(self) -> None:
        if not self.seen:
            self.seen.append(self.look(self.secrets[0]))

    def finished(self, record) -> None: ...
    def finished_elsewhere(self, match) -> None: ...
    def voided(self, match, error) -> None:
        pytest.fail(f"match {match} is void: {error}")


def test_of_a_match_in_play_the_disk_has_neither_its_secret_nor_a_line_of_its_transcript(tmp_path: Path) -> None:
    def look(secret: bytes) -> dict[str, Any]:
        texts = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        with database.open(tmp_path / "test.sqlite") as store:
            found = matches.find(store, "test-1-0")
            assert found
            return {
                "files": len(texts),
                "secret": any(part in text for text in texts for part in (secret, secret.hex().encode())),
                "match": (found.state, found.commitment, found.secret, found.moves),
                "transcript": transcripts.text(store, "test-1-0"),
                "faults": faults.of_match(store, "test-1-0"),
            }

    looking = Looking(look)
    with running(Cautious) as url, database.open(tmp_path / "test.sqlite") as store:
        plan = Plan(
            file=tmp_path / "test.toml",
            name="test",
            game="payday/2000",
            rules="1",
            options={"months": 1},
            format="round-robin",
            seats=2,
            rounds=MATCHES,
            seed=None,
            concurrency=1,
            ladder="test",
            time=TimeControl(),
            policy=Policy(),
            bots=tuple(BotEntry(name, url, None, None, tmp_path) for name in ("one", "two")),
            reach=LOOPBACK,
        )
        run_tournament(plan, store, tmp_path / "logs", looking, seen=None)
        (seen,) = looking.seen
        assert seen.pop("files") >= 2, "the database and its log"
        assert seen == {
            "secret": False,
            "match": ("scheduled", None, None, None),
            "transcript": None,
            "faults": (),
        }
        for number, secret in enumerate(looking.secrets):
            transcript = transcripts.text(store, f"test-1-{number}")
            assert transcript
            assert verify(transcript) == []
            assert read(transcript).end["secret"] == secret.hex()
