"""What `referee serve` and `referee worker` do. Loaded by these two only: the other commands need no web framework."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import structlog

from referee.cli.exits import Mistake
from referee.cli.output import Output
from referee.service import logs
from referee.service.config import Config, ConfigError, read
from referee.service.crew import Crew
from referee.service.serving import CannotListen, Service
from referee.service.stopping import StopSign, end_by_signals, leave_behind
from referee.store import accounts, database
from referee.worker.working import Worker


def settings(file: Path | None, given: Mapping[str, Any]) -> Config:
    """The settings of the file and the environment, with what was given in the command in their place."""
    try:
        found = read(file, os.environ)
    except ConfigError as error:
        raise Mistake(str(error)) from None
    return replace(found, **{key: value for key, value in given.items() if value is not None})


def run_service(config: Config, *, with_worker: bool) -> None:
    """Answer, and play with a worker, until a signal ends it."""
    out = Output()
    with database.open(config.database) as store:  # one that cannot be used is told before anybody calls
        if not accounts.page(store, None, 1):
            out.line("Nobody has an account yet. To invite the first: referee invite --organiser")
    logs.configure(config.log_level)
    try:
        service = Service(config, make_worker if with_worker else None)
    except CannotListen as error:
        raise Mistake(str(error)) from None
    end_by_signals(service.stop)
    out.line(f"the referee listens at {service.address}; its API is described at {service.address}/docs")
    if not service.run():
        _leave_matches()


def run_worker(config: Config) -> None:
    """Play until a signal ends it."""
    database.open(config.database).close()  # one that cannot be used is told now, and not in the log
    logs.configure(config.log_level)
    sign = StopSign()
    crew = Crew(lambda: make_worker(config))
    end_by_signals(sign.set)
    Output().line(f"working for {config.database}, {config.places} matches at a time")
    crew.start()
    sign.wait()
    crew.stop()
    if not crew.join(config.stop_s):
        _leave_matches()


def _leave_matches() -> NoReturn:
    """The time is up: what is in play is left to other workers, or to the next one."""
    structlog.get_logger("referee.worker").warning("worker left behind, as bots were thinking for too long")
    leave_behind()


def make_worker(config: Config) -> Worker:
    """A worker with these settings."""
    return Worker(config.database, places=config.places, lease_s=config.lease_s, reach=config.reach)
