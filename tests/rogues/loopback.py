"""What lets a test call its own machine: a referee does not do so unless it is told that it may."""

from __future__ import annotations

from referee.seats.address import Reach, read_hosts

LOOPBACK = Reach(allow=(read_hosts("127.0.0.0/8"), read_hosts("::1")))
