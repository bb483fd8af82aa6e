"""A small process that starts one bot, outlives neither it nor the referee, and leaves nothing of the bot behind.

`python keeper.py GRACE_S COMMAND...`: the referee holds the other end of standard input; when that closes, because the
tournament is over or because the referee was killed, the bot and all it has started are told to end, and killed if they
have not after GRACE_S seconds. Standard error is the bot's log. On standard output stand, one JSON object a line,
`{"pid": 7}` or `{"error": "..."}`, and at last `{"exit": code}` (negative: the signal that ended it).

It is in a session of its own, so the Ctrl-C that the referee gets from a terminal reaches neither keeper nor bot. It
uses the standard library only, and is run as a file: it starts in the time that an empty program takes.
"""

import contextlib
import json
import os
import select
import signal
import subprocess
import sys


def main(grace_s: float, command: list[str]) -> int:
    """Keep one bot until it ends or must end; 1 where it could not be started."""
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
    _kill(bot, signal.SIGKILL)  # what it started may still be there
    _say(exit=bot.returncode)
    return 0


def _end(bot: "subprocess.Popen[bytes]", grace_s: float) -> None:
    """Ask the bot and all it has started to end, and kill what is left after the grace."""
    _kill(bot, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        bot.wait(grace_s)
    _kill(bot, signal.SIGKILL)
    bot.wait()


def _kill(bot: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Send a signal to the bot's whole group, which has the bot's number; there may be nobody left in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(bot.pid, number)


def _say(**line: object) -> None:
    """Tell the referee, if it is still there."""
    with contextlib.suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), json.dumps(line).encode() + b"\n")


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
