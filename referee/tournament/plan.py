"""The Plan that a tournament file becomes; all the mistakes in the file are found at once."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from ipaddress import ip_address
from math import comb
from pathlib import Path
from typing import Any

from parlour.core.rules import Rules
from parlour.core.tomlfile import KeyPath, Problem, TomlError, TomlFile
from parlour.core.wording import nearest, shown
from referee.clock import TimeControl
from referee.match import Policy
from referee.seats.address import BadUrl, Reach, called, parse
from referee.seats.ranges import kept_from
from referee.tomltables import load, without_echoes
from referee.tournament.gamekeys import find_game, game_problems
from referee.tournament.planfile import AN_ADDRESS, HostedFile, PlanFile


class PlanError(Exception):
    """A tournament file that cannot be played; `problems` are all the mistakes in it, in the order of their lines."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True)
class BotEntry:
    """One bot of a tournament: called at `url`, or started by `command` in `folder`.

    `key_env` names the environment variable that holds the key with which calls to the url are signed.
    """

    name: str
    url: str | None = field(repr=False)  # its query may hold a token
    command: tuple[str, ...] | None
    key_env: str | None
    folder: Path


@dataclass(frozen=True)
class Plan:
    """A tournament as its file describes it, with nothing left to find out."""

    file: Path
    name: str
    game: str
    rules: str
    options: Mapping[str, int]
    format: str
    seats: int
    rounds: int
    seed: int | None
    ladder: str
    time: TimeControl
    policy: Policy
    bots: tuple[BotEntry, ...]
    concurrency: int = 2
    """How many matches are played at a time."""
    reach: Reach = Reach()
    """Which addresses the bots with a url may have."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bots in the order of the file."""
        return tuple(bot.name for bot in self.bots)

    def deciding(self) -> dict[str, Any]:
        """All of the plan that can change a result or where it is recorded, as JSON: not where the file lies, nor how
        many matches are played side by side, nor what stands in a url behind the question mark, which may be secret."""
        plan = asdict(self)
        del plan["file"], plan["concurrency"], plan["reach"]
        for bot in plan["bots"]:
            del bot["folder"]
            bot["url"] = bot["url"] and bot["url"].partition("?")[0]
        # A plan without such lists keeps the digest that it had when there were none.
        lists = {"allow_hosts": self.reach.allow, "deny_hosts": self.reach.deny}
        plan |= {key: sorted(set(map(str, hosts))) for key, hosts in lists.items() if hosts}
        decided: dict[str, Any] = json.loads(json.dumps(plan))
        return decided

    def digest(self) -> str:
        """A hash of `deciding`, 64 hexadecimal digits: two files of one digest are the same tournament."""
        return hashlib.sha256(json.dumps(self.deciding(), sort_keys=True).encode()).hexdigest()

    def secret(self) -> bytes:
        """What all luck of a new run follows from: the seed of the file, or else 32 bytes that are drawn now."""
        if self.seed is not None:
            return hashlib.sha256(b"tournament seed %d" % self.seed).digest()
        return secrets.token_bytes(32)


def match_secret(secret: bytes, number: int) -> bytes:
    """The secret of one match by its number in the schedule: the same in every run of a tournament with a seed, and
    known only to who knows the tournament's secret."""
    return hmac.digest(secret, b"match %d" % number, "sha256")


MOST_MATCHES = 1_000_000
"""How many matches a tournament may have at most: its whole schedule is stored before the first is played."""


MOST_HOSTED_MATCHES = 20_000
"""How many of them where a service plays it: while the schedule is stored, everybody else waits."""


def read(path: Path | str) -> Plan:
    """The plan in a tournament file; raises PlanError with every mistake in it."""
    file = _opened(lambda: TomlFile.read(path))
    loaded, problems = load(file, PlanFile())
    rules = _played(file, loaded, problems, most=MOST_MATCHES)
    bots = loaded.get("bot", [])
    reach = _reach(loaded.get("tournament", {}), problems)
    problems += _allow_problems(file, loaded.get("tournament", {}))
    for index, bot in enumerate(bots):
        problems += _bot_problems(file, index, bot)
        if reach and (url := bot.get("url")) is not None:
            problems += _reach_problems(file, ("bot", index, "url"), url, reach)
    if problems or not rules or not reach:
        raise _mistakes(problems)
    entries = tuple(_entry(bot, file.path.absolute().parent) for bot in bots)
    return _plan(file, loaded, rules, entries, reach=reach, concurrency=loaded["tournament"]["concurrency"])


def read_text(text: str, name: str, *, entrants: Mapping[str, Collection[str]]) -> Plan:
    """The plan in a text for a service, which messages call `name`; raises PlanError with every mistake in it.

    `entrants` are the bots that the service can call, and the games that each of them plays.
    """
    file = _opened(lambda: TomlFile.parse(text, Path(name)))
    loaded, problems = load(file, HostedFile())
    rules = _played(file, loaded, problems, most=MOST_HOSTED_MATCHES)
    bots = loaded.get("bot", [])
    for index, bot in enumerate(bots):
        problems += _entrant_problems(file, index, bot.get("name"), entrants, rules)
    if problems or not rules:
        raise _mistakes(problems)
    entries = tuple(BotEntry(bot["name"], url=None, command=None, key_env=None, folder=Path()) for bot in bots)
    return _plan(file, loaded, rules, entries)


def _opened(read: Callable[[], TomlFile]) -> TomlFile:
    try:
        file = read()
    except TomlError as error:
        raise PlanError([error.problem]) from None
    if not file.data:
        raise PlanError([file.problem((), found="an empty file", expected="[tournament] and [[bot]] tables")])
    return file


def _played(file: TomlFile, loaded: Mapping[str, Any], problems: list[Problem], *, most: int) -> Rules | None:
    """The rules that are played by; what is wrong with game, seats and size is added to the problems."""
    tournament, bots = loaded.get("tournament", {}), loaded.get("bot", [])
    rules = find_game(file, "tournament", tournament, problems)
    if rules:
        problems += game_problems(file, "tournament", tournament, rules)
    problems += _seat_problems(file, tournament, bots)
    problems += _size_problems(file, tournament, len(bots), most)
    return rules


def _mistakes(problems: list[Problem]) -> PlanError:
    return PlanError(sorted(_without_echoes(problems), key=lambda problem: problem.line or 0))


def _plan(file: TomlFile, loaded: Mapping[str, Any], rules: Rules, bots: tuple[BotEntry, ...], **calling: Any) -> Plan:
    """The plan of a file without mistakes; `calling` says how its bots are called."""
    tournament = loaded["tournament"]
    return Plan(
        file=file.path,
        name=tournament["name"],
        game=rules.full_name,
        rules=rules.version,
        options=rules.check_options(tournament["options"], seats=tournament["seats"]),
        format=tournament["format"],
        seats=tournament["seats"],
        rounds=tournament["rounds"],
        seed=tournament["seed"],
        ladder=tournament["ladder"] or tournament["name"],
        time=TimeControl(**loaded["time"]),
        policy=Policy(**loaded["policy"]),
        bots=bots,
        **calling,
    )


def _entry(bot: Mapping[str, Any], folder: Path) -> BotEntry:
    command = tuple(shlex.split(bot["command"])) if bot["command"] else None
    return BotEntry(name=bot["name"], url=bot["url"], command=command, key_env=bot["key_env"], folder=folder)


def _seat_problems(file: TomlFile, tournament: Mapping[str, Any], bots: list[dict[str, Any]]) -> Iterator[Problem]:
    """Too few bots for one match, and bots that cannot be told apart."""
    seats = tournament.get("seats")
    if seats is not None and isinstance(file.data.get("bot"), list) and seats > len(bots):
        if len(bots) < 2:
            found, expected = f"found {len(bots)} in the file", f"at least {seats} bots, as many as there are seats"
            yield file.problem(("bot",), found=found, expected=expected)
        else:
            expected = f"at most {len(bots)}, as many as there are [[bot]] tables"
            yield file.problem(("tournament", "seats"), found=f"found {seats}", expected=expected)
    first: dict[str, int] = {}
    for index, bot in enumerate(bots):
        name = bot.get("name")
        if name is None:
            continue
        if name in first:
            line = file.line_of(("bot", first[name], "name"))
            expected = f"another name than the bot of line {line} has"
            yield file.problem(("bot", index, "name"), found=f"found {shown(name)} again", expected=expected)
        first.setdefault(name, index)


def _size_problems(file: TomlFile, tournament: Mapping[str, Any], bots: int, most: int) -> Iterator[Problem]:
    """More matches than a tournament may have."""
    seats, rounds = tournament.get("seats"), tournament.get("rounds")
    if seats is None or rounds is None or rounds * (groups := comb(bots, seats)) <= most:
        return
    found = f"found {rounds}, which makes {rounds * groups:,} matches"
    fewer = f"at most {most // groups}" if groups <= most else "fewer bots or other seats"
    expected = f"{fewer}, for at most {most:,} matches"
    yield file.problem(("tournament", "rounds"), found=found, expected=expected)


_WAYS = ("url", "command")
_NEITHER = "neither url nor command"


def _bot_problems(file: TomlFile, index: int, bot: Mapping[str, Any]) -> Iterator[Problem]:
    """How one bot is reached: exactly one way, and one that can work. What may be secret is not repeated."""
    entry = file.data["bot"][index]
    path = ("bot", index)
    ways = [way for way in _WAYS if isinstance(entry, dict) and way in entry]
    if isinstance(entry, dict) and not ways:
        yield file.problem(path, found=_NEITHER, expected="one of the two")
    if len(ways) == 2:
        yield file.problem((*path, ways[1]), found="both url and command", expected="one of the two")
    if (url := bot.get("url")) is not None:
        try:
            parse(url)
        except BadUrl as bad:
            yield file.problem((*path, "url"), found=f"found {bad}", expected=AN_ADDRESS)
    if (command := bot.get("command")) is not None and (fault := _command_fault(command)):
        expected = "a command line as a shell reads it"
        yield file.problem((*path, "command"), found=fault, expected=expected)
    if (key_env := bot.get("key_env")) is not None:
        if key_env.startswith("whsec_") or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key_env):
            expected = "the name of the environment variable that holds the key"
            yield file.problem((*path, "key_env"), found="not the name of a variable", expected=expected)
        elif ways == ["command"]:
            found = "key_env beside command"
            yield file.problem((*path, "key_env"), found=found, expected="none: a bot that is started is given a key")


def _entrant_problems(
    file: TomlFile, index: int, name: str | None, entrants: Mapping[str, Collection[str]], rules: Rules | None
) -> Iterator[Problem]:
    """A bot that the service cannot call, or that does not play the game."""
    if name is None:
        return
    key = ("bot", index, "name")
    if name not in entrants:
        near = nearest(name, entrants)
        yield file.problem(key, found=f"found {shown(name)}", expected="the name of an active bot", nearest=near)
    elif rules and not {rules.name, rules.full_name} & set(entrants[name]):
        found = f"{shown(name)} does not play {rules.full_name}"
        yield file.problem(key, found=found, expected=f"a bot that plays {rules.full_name}")


_HOSTS = ("allow_hosts", "deny_hosts")


def _allow_problems(file: TomlFile, tournament: Mapping[str, Any]) -> Iterator[Problem]:
    """Entries of allow_hosts that allow nothing, because nothing there is ever called."""
    for index, hosts in enumerate(tournament.get("allow_hosts", ())):
        first, last = (kept_from(hosts.network[end]) for end in (0, -1))
        if first is not None and first == last:
            expected = "addresses of your own; that kind is never called"
            yield file.problem(("tournament", "allow_hosts", index), found=f"{hosts} is {first}", expected=expected)


def _reach(tournament: Mapping[str, Any], problems: list[Problem]) -> Reach | None:
    """What the file says of the addresses that bots may have, or None where a mistake makes that doubtful."""
    for problem in problems:
        if problem.key == ("tournament",) or {*problem.key[1:2], problem.nearest} & set(_HOSTS):
            return None
    allow, deny = (tuple(tournament.get(key, ())) for key in _HOSTS)
    return Reach(allow=allow, deny=deny)


def _reach_problems(file: TomlFile, key: KeyPath, url: str, reach: Reach) -> Iterator[Problem]:
    """An address that the referee does not call. What a name stands for is looked up when it is called."""
    try:
        host, port = called(parse(url))
        ip_address(host)
    except ValueError:  # no address, which is told elsewhere, or a name
        return
    if (refusal := reach.refusal(host, port)) is None:
        return
    reason, _, remedy = refusal.partition("; ")
    expected = "another address" if "deny_hosts" in reason else "a public address"
    if remedy:
        expected += f", or {remedy.removesuffix(' would allow it')} below [tournament]"
    yield file.problem(key, found=reason, expected=expected)


def _command_fault(command: str) -> str | None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"found {shown(command)} ({error})"
    return None if words and words[0] and "\0" not in command else f"found {shown(command)}"


def _without_echoes(problems: list[Problem]) -> list[Problem]:
    """The problems without those that say a key is missing where another says that it is misspelled."""
    misspelled = {(*problem.key[:-1], problem.nearest) for problem in problems if problem.found == "unknown key"}

    def is_echo(problem: Problem) -> bool:
        return problem.found == _NEITHER and any((*problem.key, way) in misspelled for way in _WAYS)

    return [problem for problem in without_echoes(problems) if not is_echo(problem)]
