"""Serves the app with waitress, with a worker beside it if wanted, until both are to end.

When it is to end the port is closed, the worker claims no more, and what is in flight is waited for, at most `stop_s`
seconds.

waitress reads a whole call before a thread sees it, so callers that drip hold a connection and no thread.
"""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Flask
from waitress import wasyncore  # type: ignore[import-untyped]  # it ships no types
from waitress.server import create_server  # type: ignore[import-untyped]

from referee.service.app import create_app
from referee.service.config import Config
from referee.service.crew import Crew, Works, seconds_until
from referee.service.ending import ending
from referee.service.reading import MOST_BODY
from referee.service.stopping import StopSign

POLL_S = 0.02
MOST_CONNECTIONS = 1000
IDLE_S = 20
"""A connection on which nothing happens for so long is closed."""
IDLE_CHECK_S = 5
MOST_HEAD = 32 * 1024


class CannotListen(Exception):
    """The address cannot be listened at; the message is one line."""


class Service:
    """A service that listens; `run` answers until `stop`."""

    def __init__(self, settings: Config, make_worker: Callable[[Config], Works] | None) -> None:
        """Listen. `make_worker` is given the settings with the port that was taken. CannotListen if that fails."""
        self._listening = _listen(settings.host, settings.port)
        self.settings = replace(settings, port=self._listening.getsockname()[1])
        self.app = create_app(self.settings)
        self._crew = None if make_worker is None else Crew(lambda: make_worker(self.settings))
        self._sign = StopSign()
        self._sockets: dict[int, Any] = {}
        self._server = _server(self.app, self._listening, self.settings, self._sockets)

    @property
    def address(self) -> str:
        """Where it listens, as a URL."""
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        return f"http://{host}:{self.settings.port}"

    def stop(self) -> None:
        """Let `run` end; may be called in any thread, and in a signal's handler."""
        self._sign.set()

    def run(self) -> bool:
        """Answer, and play if there is a worker, until `stop`; then end both as the head of this module says.

        Whether the worker has ended, if there is one: it may still wait for a bot when the time is up.
        """
        loop = threading.Thread(target=self._server.run, name="waitress")
        loop.start()
        if self._crew is not None:
            self._crew.start()
        self._sign.wait()
        end = time.monotonic() + self.settings.stop_s
        ending(self.app).set()
        if self._crew is not None:
            self._crew.stop()
        self._call_in_loop(self._close_port)
        while self._is_answering() and time.monotonic() < end:
            time.sleep(POLL_S)
        has_ended = self._crew is None or self._crew.join(seconds_until(end))
        self._call_in_loop(lambda: wasyncore.close_all(self._sockets))
        loop.join()
        self._server.task_dispatcher.shutdown(timeout=seconds_until(end))
        self._sign.close()
        return has_ended

    def _call_in_loop(self, thunk: Callable[[], object]) -> None:
        """Have something done in the thread of the sockets, once it is woken: it may close what wakes it."""
        trigger = self._server.trigger
        with trigger.lock:
            trigger.thunks.append(thunk)
            trigger.pull_trigger()

    def _close_port(self) -> None:
        """Called in the thread of the sockets, which nobody else may close."""
        wasyncore.dispatcher.close(self._server)

    def _is_answering(self) -> bool:
        channels = list(self._server.active_channels.values())
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that is bound; waitress begins to listen with it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        taken = error.errno == errno.EADDRINUSE
        why = "another program listens there" if taken else (error.strerror or str(error))
        raise CannotListen(f"cannot listen at {host} port {port}: {why}") from None
    return listening


def _server(app: Flask, listening: socket.socket, settings: Config, sockets: dict[int, Any]) -> Any:
    proxy: dict[str, Any] = {"clear_untrusted_proxy_headers": True}
    if settings.trusted_proxy:
        proxy |= {"trusted_proxy": "*", "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"}}
    return create_server(
        app,
        map=sockets,
        sockets=[listening],
        threads=settings.threads,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,
        channel_timeout=IDLE_S,
        cleanup_interval=IDLE_CHECK_S,
        # More than we take, so that it is our own answer that tells of the limit.
        max_request_body_size=4 * MOST_BODY,
        max_request_header_size=MOST_HEAD,
        log_socket_errors=False,
        ident=None,
        **proxy,
    )
