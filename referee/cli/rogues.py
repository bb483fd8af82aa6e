"""`referee rogues`: bots that misbehave, to try a referee and its set-up with."""

from __future__ import annotations

import errno
import json
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address

import click

from parlour.core.wording import shown
from referee.cli.exits import Mistake, unknown
from referee.cli.options import json_option
from referee.cli.output import Output, count
from referee.rogues.misbehaviours import MISBEHAVIOURS, Misbehaviour
from referee.rogues.rogue import Rogue
from referee.rogues.talk import Request

LONGEST_S = 300.0
"""How long a rogue holds on to a caller: longer than the budget of any call in a tournament that somebody watches."""

MOST_PORT = 65_535
ENDS = {signal.SIGINT, signal.SIGTERM}


@click.group()
def rogues() -> None:
    """Serve bots that misbehave, to try a set-up with."""


@rogues.command(name="list")
@json_option
def list_(as_json: bool) -> None:
    """List the misbehaviours and what is promised of each.

    The referee promises to make of a bot that misbehaves in this way what the list says: nothing (ok), or one fault of
    this kind.
    """
    out = Output()
    every = [MISBEHAVIOURS[name] for name in sorted(MISBEHAVIOURS)]
    if as_json:
        keys = ("name", "outcome", "sentence")
        out.json({"misbehaviours": [{key: getattr(each, key) for key in keys} for each in every]})
        return
    out.table(("name", "promised", "what it does"), [(each.name, each.outcome, each.sentence) for each in every])


@rogues.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address of this machine at which the bots listen.",
)
@click.option(
    "--port",
    type=click.IntRange(0, MOST_PORT),
    metavar="N",
    default=0,
    help="The port of the first bot; the others have those after it. The system chooses them if it is 0 or not given.",
)
@click.option("--toml", "as_toml", is_flag=True, help="Print [[bot]] tables for the file of a tournament.")
def serve(names: Sequence[str], host: str, port: int, as_toml: bool) -> None:
    """Serve the misbehaviours NAME, or all, until Ctrl-C.

    Each is a bot on a port of its own, for a tournament that lists it with its url.
    """
    wanted = _wanted(names)
    last = port + len(wanted) - 1
    if last > MOST_PORT:
        most = MOST_PORT - len(wanted) + 1
        raise Mistake(
            f"--port {port}: {count(len(wanted), 'bot')} would need ports up to {last}; expected at most {most}"
        )
    out = Output()
    with _until_told_to_end() as told_to_end, ExitStack() as served:
        bots = [_serving(served, each, host, port and port + number) for number, each in enumerate(wanted)]
        if as_toml:
            _print_toml(out, bots, wanted)
        else:
            rows = [(bot.name, bot.url, bot.outcome) for bot in bots]
            out.table(("name", "url", "promised"), rows)
        told_to_end()


def _wanted(names: Sequence[str]) -> list[Misbehaviour]:
    """The misbehaviours of these names, in their order and each once; without names, every one."""
    every = sorted(MISBEHAVIOURS)
    for name in names:
        if name not in MISBEHAVIOURS:
            raise unknown("misbehaviour", name, every)
    return [MISBEHAVIOURS[name] for name in dict.fromkeys(names or every)]


def _serving(served: ExitStack, misbehaviour: Misbehaviour, host: str, port: int) -> Rogue:
    """A rogue that listens there until what is served is closed, or the Mistake of an address that it cannot have."""
    rogue = Rogue(misbehaviour, host=host, port=port, longest_s=LONGEST_S, heard=_forget)
    try:
        served.enter_context(rogue)
    except (OSError, UnicodeError) as error:
        raise _cannot_listen(host, port, error) from None
    if ip_address(rogue.host).is_unspecified:  # every address of the machine, so none that a bot could be called at
        raise _no_address(host)
    return rogue


def _cannot_listen(host: str, port: int, error: OSError | UnicodeError) -> Mistake:
    """The mistake that hides behind what the system says."""
    if isinstance(error, (socket.gaierror, UnicodeError)) or error.errno == errno.EADDRNOTAVAIL:
        return _no_address(host)
    if error.errno == errno.EADDRINUSE:
        return Mistake(
            f"--port: port {port} of {host} is taken; expected the first of as many free ports as there are bots"
        )
    return Mistake(f"cannot listen on port {port} of {host}: {error.strerror}")


def _no_address(host: str) -> Mistake:
    return Mistake(f"--host: found {shown(host)}; expected one address of this machine, such as 127.0.0.1")


def _print_toml(out: Output, bots: Sequence[Rogue], wanted: Sequence[Misbehaviour]) -> None:
    """Print what can be pasted below the file of a tournament, and what has to be said above."""
    hosts = json.dumps(sorted({bot.host for bot in bots}))
    out.line("# The referee calls private addresses only where the tournament says so, in its table [tournament]:")
    out.line(f"# allow_hosts = {hosts}")
    for bot, each in zip(bots, wanted, strict=True):
        out.line()
        out.line("[[bot]]")
        out.line(f"# {each.sentence} Promised: {each.outcome}.")
        out.line(f"name = {json.dumps(bot.name)}")
        out.line(f"url = {json.dumps(bot.url)}")


@contextmanager
def _until_told_to_end() -> Iterator[Callable[[], object]]:
    """Gives what waits for Ctrl-C or SIGTERM. Inside, neither comes in the middle of anything else."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        yield lambda: signal.sigwait(ENDS)
    finally:
        while signal.sigpending() & ENDS:  # an impatient second one says nothing new
            signal.sigwait(ENDS)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _forget(request: Request) -> None:
    """Nobody looks at what a rogue that is served was asked."""
