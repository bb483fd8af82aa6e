"""The settings of the service, from a TOML file and the environment; every mistake in them is found at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Flask, current_app
from marshmallow import ValidationError, fields, validate

from parlour.core.tomlfile import Problem, TomlError, TomlFile
from parlour.core.wording import nearest, shown
from referee.ladder.ladderfile import MATCHES_PER_HOUR
from referee.seats.address import Hosts, Reach
from referee.store.leases import LEASE_S, MOST_LEASE_S
from referee.tomltables import HostsField, Table, flag, load, said, text, whole

PREFIX = "REFEREE_"
"""What the names of environment variables begin with that set a setting: REFEREE_PORT."""

_KEY = "referee.config"
LEVELS = ("debug", "info", "warning", "error")


class ConfigError(Exception):
    """Settings that will not do; `problems` are all the mistakes, those of the file first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True)
class Config:
    """Every setting, by the name that it has in the file and, in capitals after REFEREE_, in the environment."""

    database: Path = Path("referee.sqlite")
    host: str = "127.0.0.1"
    port: int = 8080
    public_url: str | None = None
    threads: int = 16
    trusted_proxy: bool = False
    stop_s: int = 30
    log_level: str = "info"

    places: int = 4
    lease_s: int = int(LEASE_S)
    worker_required: bool = True

    requests_per_minute: int = 600
    bots_per_account: int = 3
    keys_per_account: int = 5
    matches_per_hour: int = MATCHES_PER_HOUR
    challenges_per_day: int = 20
    checks_per_hour: int = 10
    invitation_days: int = 30
    feeds: int = 8
    feed_s: int = 60

    allow_hosts: tuple[Hosts, ...] = ()
    deny_hosts: tuple[Hosts, ...] = ()
    require_https: bool = False

    @property
    def reach(self) -> Reach:
        """Which addresses bots may have: never that of the service itself."""
        return Reach(allow=self.allow_hosts, deny=self.deny_hosts, own=((self.host, self.port),))


def _is_address(value: str) -> None:
    try:
        ip_address(value)
    except ValueError:
        raise ValidationError(_AN_ADDRESS) from None


def _is_public_url(value: str) -> None:
    try:
        parts = urlsplit(value)
        port_is_one = parts.port is None or parts.port > 0
    except ValueError:
        raise ValidationError(_A_URL) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_is_one or not value.isprintable():
        raise ValidationError(_A_URL)
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise ValidationError(_A_URL)


_AN_ADDRESS = "an address of this machine such as 127.0.0.1, 0.0.0.0 or ::"
_A_URL = "an address as in https://ladder.example, with nothing after the host and its port"
_A_FILE = "the path of a file"
_A_LEVEL = f"one of {', '.join(LEVELS)}"


def _says(meaning: str) -> dict[str, str]:
    return {"description": meaning}


def _hosts(**more: Any) -> fields.List[Any]:
    return fields.List(HostsField(), error_messages=said("a list of addresses and networks"), **more)


class ServiceTable(Table):
    """`[service]`: where the service listens and where it keeps everything."""

    database = text(
        _A_FILE, validate.Length(min=1, error=_A_FILE), metadata=_says("The database; it is made if there is none.")
    )
    host = text(_AN_ADDRESS, _is_address, metadata=_says("The address of this machine at which the service listens."))
    port = whole(0, 65535, metadata=_says("The port; the system chooses one if it is 0."))
    public_url = text(
        _A_URL, _is_public_url, metadata=_says("Where students reach the service, if not at host and port.")
    )
    threads = whole(2, 256, metadata=_says("How many calls are answered at the same time; a feed counts as one."))
    trusted_proxy = flag(
        metadata=_says("Whether a proxy of yours stands in front, whose X-Forwarded-For and -Proto may be believed.")
    )
    stop_s = whole(
        1, 3600, metadata=_says("For how many seconds calls and matches in play may go on when the service is to end.")
    )
    log_level = text(
        _A_LEVEL, validate.OneOf(LEVELS, error=_A_LEVEL), metadata=_says("What is logged: this and worse.")
    )


class WorkerTable(Table):
    """`[worker]`: the part that checks bots and plays matches."""

    places = whole(1, 256, metadata=_says("How many matches one worker plays at the same time."))
    lease_s = whole(
        1,
        int(MOST_LEASE_S),
        metadata=_says("After how many seconds without a sign of life others take over its matches."),
    )
    worker_required = flag(metadata=_says("Whether /readyz says no while no worker is alive."))


class LimitsTable(Table):
    """`[limits]`: how much one account, one key or one address may ask for."""

    requests_per_minute = whole(
        10, 1_000_000, metadata=_says("Calls a minute with one key, or without a key from one address.")
    )
    bots_per_account = whole(1, 1000, metadata=_says("Bots of one account that are not retired."))
    keys_per_account = whole(1, 100, metadata=_says("API keys of one account that are not revoked."))
    matches_per_hour = whole(
        1, 1_000_000, metadata=_says("Matches an hour on a ladder whose own file does not say how many.")
    )
    challenges_per_day = whole(0, 100_000, metadata=_says("Challenges of one account in 24 hours."))
    checks_per_hour = whole(1, 1000, metadata=_says("Checks of bots that one account may ask for in an hour."))
    invitation_days = whole(
        1, 3650, metadata=_says("For how many days an invitation is good unless it says so itself.")
    )
    feeds = whole(1, 255, metadata=_says("Live feeds that may be open at the same time; fewer than threads."))
    feed_s = whole(1, 3600, metadata=_says("After how many seconds a live feed ends, and its reader calls again."))


class NetworkTable(Table):
    """`[network]`: which addresses bots may have."""

    allow_hosts = _hosts(
        metadata=_says(
            "Private addresses and networks that bots may have all the same; separated by commas in a variable."
        )
    )
    deny_hosts = _hosts(metadata=_says("Public addresses and networks that bots may not have."))
    require_https = flag(metadata=_says("Whether the address of a bot must begin with https."))


class ConfigFile(Table):
    """The whole file; what is left out keeps its default."""

    service = fields.Nested(ServiceTable, error_messages=said("a table [service]"))
    worker = fields.Nested(WorkerTable, error_messages=said("a table [worker]"))
    limits = fields.Nested(LimitsTable, error_messages=said("a table [limits]"))
    network = fields.Nested(NetworkTable, error_messages=said("a table [network]"))


@dataclass(frozen=True)
class Setting:
    """One setting: the table of the file that it stands in, its key, and the field that reads it."""

    table: str
    key: str
    field: fields.Field[Any]

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.key.upper()

    @property
    def meaning(self) -> str:
        """What it is for, in a sentence."""
        return str(self.field.metadata["description"])


def settings() -> list[Setting]:
    """Every setting, in the order of the documentation."""
    return [
        Setting(table, key, field)
        for table, nested in ConfigFile().fields.items()
        for key, field in cast(fields.Nested, nested).schema.fields.items()
    ]


def read(path: Path | None, environ: Mapping[str, str]) -> Config:
    """The settings of the file, if one is named, and of the environment, which goes first; ConfigError if any is wrong.

    >>> read(None, {"REFEREE_PORT": "9000"}).port
    9000
    >>> read(None, {"REFEREE_PROT": "9000"})
    Traceback (most recent call last):
    referee.service.config.ConfigError: REFEREE_PROT: no setting; did you mean "REFEREE_PORT"?
    """
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    if path is not None:
        found, problems = _of_file(path)
    of_environment, more = _of_environment(environ)
    problems += more
    config = Config(**_fitting(found | of_environment))
    if not problems and config.feeds >= config.threads:
        problems += _too_many_feeds(config)
    if problems:
        raise ConfigError(problems)
    return config


def _of_file(path: Path) -> tuple[dict[str, Any], list[Problem]]:
    try:
        file = TomlFile.read(path)
    except TomlError as error:
        return {}, [error.problem]
    loaded, problems = load(file, ConfigFile())
    found = {key: value for table in loaded.values() if isinstance(table, dict) for key, value in table.items()}
    return found, sorted(problems, key=lambda problem: problem.line or 0)


def _of_environment(environ: Mapping[str, str]) -> tuple[dict[str, Any], list[Problem]]:
    known = {setting.variable: setting for setting in settings()}
    found: dict[str, Any] = {}
    problems = []
    for variable in sorted(name for name in environ if name.startswith(PREFIX)):
        setting = known.get(variable)
        if setting is None:
            close = nearest(variable.removeprefix(PREFIX), [each.removeprefix(PREFIX) for each in known])
            meant = close and PREFIX + close
            problems.append(Problem(variable, None, (), "no setting", "a setting of referee serve", meant))
            continue
        given = environ[variable]
        try:
            found[setting.key] = setting.field.deserialize(_as_toml(setting.field, given))
        except ValidationError as error:
            problems += (Problem(variable, None, (), f"found {shown(given)}", said) for said in _sayings(error))
    return found, problems


def _as_toml(field: fields.Field[Any], given: str) -> object:
    """What the text of a variable would be in the file; another text is left for the field to refuse."""
    match field:
        case fields.Integer():
            return int(given) if re.fullmatch(r"-?[0-9]{1,18}", given) else given
        case fields.List():
            return [entry.strip() for entry in given.split(",") if entry.strip()]
        case fields.String():
            return given
    return {"true": True, "false": False}.get(given, given)


def _sayings(error: ValidationError) -> Iterator[str]:
    """What was expected; of a list, of each entry that is wrong."""
    messages = error.messages
    for said_of in messages.values() if isinstance(messages, dict) else [messages]:
        yield from said_of


def _fitting(found: Mapping[str, Any]) -> dict[str, Any]:
    """The values as Config holds them."""
    as_held = {"database": Path, "allow_hosts": tuple, "deny_hosts": tuple}
    return {key: as_held[key](value) if key in as_held else value for key, value in found.items()}


def _too_many_feeds(config: Config) -> Iterator[Problem]:
    """Feeds hold a thread each, and some must be left for everything else."""
    yield Problem(
        "limits.feeds", None, (), f"found {config.feeds} with {config.threads} threads", "fewer feeds than threads"
    )


def install(app: Flask, config: Config) -> None:
    """Give the app its settings."""
    app.extensions[_KEY] = config


def current() -> Config:
    """The settings of the app that answers."""
    return cast(Config, current_app.extensions[_KEY])
