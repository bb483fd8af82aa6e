"""How commands end: the exit codes, and the one place where what went wrong becomes a message."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

import click

from parlour.core.wording import nearest, printable, shown
from referee.seats.faults import RefereeFault
from referee.store.database import StoreBusy, StoreError, StoreFailed
from referee.tournament.bots import BotsFailed
from referee.tournament.plan import PlanError

AMISS = 1
"""The referee itself failed at something, or a record is not what it should be."""

MISTAKE = 2
"""The user can mend it: the command, a file, the database or a bot."""

NO_DISK = 74
"""EX_IOERR of sysexits.h: the disk is full or fails; the same command goes on when it is mended."""

BUSY = 75
"""EX_TEMPFAIL of sysexits.h: another process kept the database to itself; the same command may be given again."""

STOPPED = 130
"""The shell's number for a program that Ctrl-C has ended."""

UNREAD = 141
"""The shell's number for a program whose output nobody reads any more."""

MOST_LISTED = 10


class Mistake(click.ClickException):
    """What a user can mend, in words: printed on standard error as they are, and exit code 2."""

    exit_code = MISTAKE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message, with nothing in it that could steer a terminal."""
        for line in self.message.split("\n"):
            click.echo(printable(line), file=file, err=True)


class DiskFailed(Mistake):
    """A disk that has to be mended first; exit code 74."""

    exit_code = NO_DISK


class DatabaseBusy(Mistake):
    """A database that has to be waited for; exit code 75."""

    exit_code = BUSY


class RanOut(Mistake):
    """The referee's own machine lacks what it needs; exit code 1."""

    exit_code = AMISS


class Commands(click.Group):
    """The group of all commands: mistakes and interrupts come out of it as a message and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except (PlanError, BotsFailed) as error:
            raise Mistake(str(error)) from None
        except StoreError as error:
            raise told(error) from None
        except RefereeFault as error:
            raise RanOut(f"this machine cannot call the bots: {error}") from None
        except KeyboardInterrupt:
            ctx.exit(STOPPED)
        except BrokenPipeError:
            _forget_output()
            ctx.exit(UNREAD)
        except (OSError, RuntimeError, MemoryError) as error:
            if (lacks := _lacks(error)) is None:
                raise
            raise RanOut(f"this machine has run out of what the referee needs: {lacks}") from None


_RAN_OUT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOBUFS)


def _lacks(error: Exception) -> str | None:
    """What this machine has run out of, if that is what the error says."""
    match error:
        case MemoryError():
            return "memory"
        case OSError() if error.errno in _RAN_OUT:
            return error.strerror
        case RuntimeError() if "can't start new thread" in str(error):
            return "threads, or memory for them"
    return None


def told(error: StoreError, more: str = "") -> Mistake:
    """What is wrong with the database, then what can be done, with the exit code that is for it."""
    kinds = {StoreBusy: DatabaseBusy, StoreFailed: DiskFailed}
    return kinds.get(type(error), Mistake)(f"{error}{more}")


def _forget_output() -> None:
    """Send to nowhere what is still to be printed, so that Python's own last flush has nothing to complain of."""
    with suppress(OSError, ValueError):  # standard output may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def unknown(kind: str, name: str, known: Sequence[str]) -> Mistake:
    """The mistake of naming what is not there, with the name that is spelled most like it, or else those there are.

    >>> print(unknown("ladder", "sprng", ["autumn", "spring"]).message)
    no ladder is named "sprng"; did you mean "spring"?
    >>> print(unknown("ladder", "x", ["autumn", "spring"]).message)
    no ladder is named "x"; there are "autumn", "spring"
    """
    close = nearest(name, known)
    if close is not None:
        hint = f"did you mean {shown(close)}?"
    elif known:
        more = ", ..." if len(known) > MOST_LISTED else ""
        hint = f"there are {', '.join(map(shown, known[:MOST_LISTED]))}{more}"
    else:
        hint = "there is none yet"
    return Mistake(f"no {kind} is named {shown(name)}; {hint}")
