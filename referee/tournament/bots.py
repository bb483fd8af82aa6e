"""The bots of a tournament, each with an address at which it answers: those with a command run for as long as a `with`.

A bot that ends later is not started again: calls to it become faults of its own.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parlour.core.wording import printable, shown
from parlour.protocol.signing import BadKey, SigningKey, new_key, read_keys
from referee.private import make_folder, opener
from referee.seats.address import Reach, read_hosts
from referee.seats.client import BotClient
from referee.seats.faults import Fault, RefereeFault
from referee.seats.http import HttpSeat
from referee.tournament.plan import BotEntry

GRACE_S = 1.0
"""How long a bot may take to end by itself when it is told to."""

HOST = "127.0.0.1"
PUBLIC = Reach()
KEEPER = Path(__file__).with_name("keeper.py")
LAST_LINES = 10


@dataclass(frozen=True)
class Address:
    """Where a bot is called, the keys that sign the calls, and which addresses the calls may reach."""

    url: str = field(repr=False)  # its query may hold a token
    keys: tuple[SigningKey, ...] = ()
    reach: Reach = Reach()

    def seat(self) -> HttpSeat:
        """The bot at a seat of one match."""
        return HttpSeat(self.url, self.keys, reach=self.reach)


class BotsFailed(Exception):
    """Bots that cannot play; `reasons` tells by name why, with the last lines of the bot's log where it has one."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__("\n".join(f"bot {shown(name)} {reason}" for name, reason in reasons.items()))
        self.reasons = dict(reasons)


@contextmanager
def running_bots(
    entries: Sequence[BotEntry], log_folder: Path, *, reach: Reach = PUBLIC, patience_s: float = 30.0
) -> Iterator[dict[str, Address]]:
    """The address of every bot, by name; those with a command are running and have answered once.

    A command is run in its entry's folder with HOST, a free PORT and its PARLOUR_KEY in the environment, and finds this
    Python and what is installed with it first. What it prints is added to a file of its own in `log_folder`. However
    the `with` ends, even if this process is killed, the bots and what they have started end too. `reach` is for bots
    with a url; a bot that is started here is called at its own port of this machine and nowhere else.

    Raises BotsFailed when a key is missing, a command cannot be run, or a bot ends or is silent for `patience_s`.
    """
    addresses = _given(entries, reach)
    commanded = [(number, entry, entry.command) for number, entry in enumerate(entries, start=1) if entry.command]
    secret = {entry.key_env for entry in entries if entry.key_env is not None}
    make_folder(log_folder)
    kept: list[_Kept] = []
    try:
        for (number, entry, command), port in zip(commanded, free_ports(len(commanded)), strict=True):
            key = new_key()
            addresses[entry.name] = address = _here(port, key)
            log = log_folder / f"{number}-{_file_name(entry.name)}.log"
            keeper, log_start = _start(command, entry.folder, _environment(port, key, secret), log)
            kept.append(_Kept(entry.name, address, port, keeper, log, log_start))
        _await_starts(kept)
        _await_answers(kept, patience_s)
        yield addresses
    finally:
        _stop(kept)


def _file_name(name: str) -> str:
    return re.sub(r"[^\w-]+", "_", name)


def free_ports(count: int) -> list[int]:
    """So many different ports of the loopback interface on which nobody listens at the moment."""
    held = [socket.create_server((HOST, 0)) for _ in range(count)]
    try:
        return [each.getsockname()[1] for each in held]
    finally:
        for each in held:
            each.close()


def _here(port: int, key: str) -> Address:
    """The address of a bot that is started on this machine."""
    return Address(f"http://{HOST}:{port}", (SigningKey(key),), Reach(allow=(read_hosts(f"{HOST}:{port}"),)))


def _given(entries: Sequence[BotEntry], reach: Reach) -> dict[str, Address]:
    """The bots that run elsewhere, with their keys out of the environment."""
    addresses = {}
    reasons = {}
    for entry in entries:
        if entry.url is None:
            continue
        try:
            keys = read_keys(os.environ[entry.key_env]) if entry.key_env else ()
            addresses[entry.name] = Address(entry.url, keys, reach)
        except KeyError:
            reasons[entry.name] = f"has no key: the environment variable {entry.key_env} is not set"
        except BadKey as error:
            reasons[entry.name] = f"has a bad key in the environment variable {entry.key_env}: {error}"
    if reasons:
        raise BotsFailed(reasons)
    return addresses


@dataclass
class _Kept:
    """One bot that was started, and the keeper that ends it."""

    name: str
    address: Address
    port: int
    keeper: subprocess.Popen[bytes]
    log: Path
    log_start: int

    def said(self) -> dict[str, Any]:
        """What the keeper says next: `pid` or `error` at the start, `exit` at the end; nothing once it is gone."""
        assert self.keeper.stdout
        said: dict[str, Any] = json.loads(self.keeper.stdout.readline() or "{}")
        return said

    def answers(self) -> bool:
        """Whether somebody takes calls at the bot's address; what is answered is looked at later."""
        client = BotClient(self.address.url, self.address.keys, reach=self.address.reach)
        try:
            reply = client.call("GET", "/", None, id="hello", budget_s=1.0)
        finally:
            client.close()  # a bot that serves one connection at a time must not wait for this one
        return not (isinstance(reply, Fault) and reply.kind == "unreachable")

    def failure(self) -> str | None:
        """Why the bot does not run any more, or None while it does."""
        if self.keeper.poll() is None:
            return None
        code = self.said().get("exit")
        if code is None:
            return "lost its keeper: something has killed it"
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"{how} before it answered on port {self.port}{self.last_words()}"

    def last_words(self) -> str:
        """The end of what the bot has printed since it was started."""
        with self.log.open("rb") as log:
            log.seek(self.log_start)
            lines = log.read().decode("utf-8", "replace").splitlines()
        if not lines:
            return "; it printed nothing"
        return "".join([f"; the end of {self.log}:", *(f"\n    {printable(line)}" for line in lines[-LAST_LINES:])])


def _environment(port: int, key: str, secret: set[str]) -> dict[str, str]:
    """What a bot finds in its environment: the referee's own, but for the variables that hold the keys of others."""
    inherited = {name: value for name, value in os.environ.items() if name not in secret}
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    ours = {"HOST": HOST, "PORT": str(port), "PARLOUR_KEY": key, "PATH": path, "PYTHONUNBUFFERED": "1"}
    return inherited | ours


def _start(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path
) -> tuple[subprocess.Popen[bytes], int]:
    """Run the command under a keeper; gives the keeper, and where in the log the bot's output begins."""
    with open(log, "ab", opener=opener) as output:
        try:
            keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(GRACE_S), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                cwd=folder,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise RefereeFault(f"a bot cannot be started: {error.strerror}") from error
        return keeper, output.tell()


def _await_starts(kept: Sequence[_Kept]) -> None:
    """Wait until every command has been run, which needs no patience."""
    errors = {bot.name: error for bot in kept if (error := bot.said().get("error")) is not None}
    if errors:
        raise BotsFailed({name: f"cannot be started: {printable(error)}" for name, error in errors.items()})


def _await_answers(kept: Sequence[_Kept], patience_s: float) -> None:
    """Wait until every bot answers."""
    give_up = time.monotonic() + patience_s
    waiting = list(kept)
    while waiting:
        reasons = {bot.name: reason for bot in waiting if (reason := bot.failure()) is not None}
        if not reasons and time.monotonic() > give_up:
            silent = f"has not answered within {patience_s:g} s on port {{port}}, which it finds in PORT"
            reasons = {bot.name: silent.format(port=bot.port) + bot.last_words() for bot in waiting}
        if reasons:
            raise BotsFailed(reasons)
        waiting = [bot for bot in waiting if not bot.answers()]
        time.sleep(0.02 if waiting else 0)


def _stop(kept: Sequence[_Kept]) -> None:
    """End all bots, side by side; a keeper needs the grace and a moment."""
    for bot in kept:
        assert bot.keeper.stdin
        bot.keeper.stdin.close()
    for bot in kept:
        assert bot.keeper.stdout
        with suppress(subprocess.TimeoutExpired):
            bot.keeper.wait(GRACE_S + 5)
        bot.keeper.stdout.close()
