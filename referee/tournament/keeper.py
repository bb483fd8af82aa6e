"""A small process that starts one bot, outlives neither it nor the referee, and leaves nothing of the bot behind.

`python keeper.py GRACE_S COMMAND...`: the referee holds the other end of standard input; when that closes, because the
tournament is over or because the referee was killed, the bot and all it has started are told to end, and killed if they
have not after GRACE_S seconds. Standard error is the bot's log. On standard output stand, one JSON object a line,
`{"pid": 7}` or `{"error": "..."}`, and at last `{"exit": code}` (negative: the signal that ended it).

On Linux a keeper is the parent of every process below it that has lost its own: what left the bot's group, as a daemon
does, is ended too. Elsewhere it escapes.

It is in a session of its own, so the Ctrl-C that the referee gets from a terminal reaches neither keeper nor bot. It
uses the standard library only, and is run as a file: it starts in the time that an empty program takes.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
"""The number of it in linux/prctl.h: since Linux 3.4 orphans below such a process become its children."""

SWEEP_S = 2.0
"""How long what is left of a bot is killed again and again: a process that forks all the time may need it."""


def main(grace_s: float, command: list[str]) -> int:
    """Keep one bot until it ends or must end; 1 where it could not be started."""
    _adopt_orphans()
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    try:
        bot = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, start_new_session=True)
    except OSError as error:
        _say(error=f"{error.strerror}: {command[0]}")
        return 1
    _say(pid=bot.pid)
    while bot.poll() is None:
        ready, _, _ = select.select([sys.stdin, woken], [], [])
        if sys.stdin in ready or set(os.read(woken, 512)) - {signal.SIGCHLD}:
            _end(bot, grace_s)
        _reap_orphans(bot)
    _kill(bot, signal.SIGKILL)  # what it started may still be there
    _sweep()
    _say(exit=bot.returncode)
    return 0


def _end(bot: "subprocess.Popen[bytes]", grace_s: float) -> None:
    """Ask the bot and all it has started to end, and kill what is left after the grace."""
    _kill(bot, signal.SIGTERM)
    for pid in _children():
        if pid != bot.pid:
            _send(pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        bot.wait(grace_s)
    _kill(bot, signal.SIGKILL)
    bot.wait()


def _kill(bot: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send a signal to the bot's whole group, which has the bot's number; there may be nobody left in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(bot.pid, number)


def _adopt_orphans() -> None:
    """Become the parent of whatever below this process loses its own; where that cannot be, nothing changes."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # a C library without it
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _reap_orphans(bot: "subprocess.Popen[bytes]") -> None:
    """Let go of the adopted that have ended, but leave the bot to its own `poll`, which wants its exit code."""
    if sys.platform != "linux":
        return  # nothing is adopted
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and ended.si_pid != bot.pid:
            os.waitpid(ended.si_pid, 0)


def _sweep() -> None:
    """Kill all that was adopted, and what is adopted by that, until nothing is left.

    Only children of this process are killed: their numbers belong to nobody else before they are reaped here.
    """
    give_up = time.monotonic() + SWEEP_S
    with contextlib.suppress(ChildProcessError):  # no child is left
        while time.monotonic() < give_up:
            for pid in _children():
                _send(pid, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            time.sleep(0.005)  # what was killed takes a moment to be gone


def _children() -> list[int]:
    """The processes whose parent is this one; none where there is no /proc to tell them."""
    found = []
    with contextlib.suppress(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as stat:
                # The second field is the name of the program in brackets, in which anything may stand.
                if int(stat.read().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.append(int(name))
    return found


def _send(pid: int, number: signal.Signals) -> None:
    """Send a signal to one process, which may be gone or, having changed its user, out of reach."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _say(**line: object) -> None:
    """Tell the referee, if it is still there."""
    with contextlib.suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), json.dumps(line).encode() + b"\n")


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
