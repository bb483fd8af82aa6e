"""The check of a bot before it may play: whose it is, whether it keeps to the rules, how fast it is.

First the bot proves that it has its owner's key: it repeats the id of a signed call, and refuses calls that the key has
not signed. Nothing that fails to repeat the id is called again. Then it plays one short match of every game that it
says it plays, against bots of the house.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import monotonic

from parlour.core.registry import UnknownGame, find, names
from parlour.core.rules import Rules
from parlour.core.wording import listed, shown
from parlour.protocol.dates import out_of_step
from parlour.protocol.messages import Handshake, read_handshake
from parlour.protocol.signing import SigningKey, new_key
from parlour.protocol.strict import BadJson, loads
from referee.clock import TimeControl
from referee.match import Stopped
from referee.seats.address import PUBLIC, Reach
from referee.seats.client import BotClient
from referee.seats.faults import Fault
from referee.seats.http import TOO_BUSY, HttpSeat
from referee.seats.url import BadUrl
from referee.seats.wall import SINCE_THE_START, Wall
from referee.worker.advice import finding, hint
from referee.worker.report import Finding, Report, Trial
from referee.worker.trial import OutOfTime, play_trial

MOST_S = 120.0
"""How long a check may take in all."""

TIME = TimeControl()
"""The time control of the trial matches, unless they are to be played with that of a ladder."""

MOST_NAMED = 5
"""How many games that are unknown here are named to the bot's owner."""

MOST_GAMES = 3
"""How many of a bot's games are tried; they are the first that it names."""

WAKING_SHARE = 0.25
"""A host that sleeps may take this share of a check to wake up."""

CALL_S = 10.0
"""How long one call may take, before it comes to a match."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 4.0
"""How long a host that does not answer yet is left alone, twice as long each time."""

MAY_WAKE = ("timeout", "unreachable")
"""The faults of a host that may be waking up."""

WAKING = (*TOO_BUSY, 502, 504)
"""The statuses that say that there is a host, and not yet a bot."""


def check(
    url: str,
    keys: Sequence[SigningKey],
    *,
    stop: threading.Event,
    reach: Reach = PUBLIC,
    time: TimeControl = TIME,
    most_s: float = MOST_S,
    now: Callable[[], float] = monotonic,
    wall: Wall = SINCE_THE_START,
) -> Report:
    """The report on the bot at a URL that has one of the keys; it is there after `most_s` seconds at the latest.

    The trial matches are played with the time control `time`; `now` gives monotonic seconds.

    Raises Stopped when `stop` is set, and RefereeFault when this machine cannot make calls: then nothing was learned,
    and the bot has to be checked again.
    """
    try:
        return _Check(url, tuple(keys), stop, reach, time, most_s, now, wall).report()
    except BadUrl as error:
        return Report((finding("address", f"What is registered is {error}."),))


@dataclass
class _Check:
    """A check that goes on; what does not end it is put down in `findings`."""

    url: str = field(repr=False)
    keys: tuple[SigningKey, ...]
    stop: threading.Event
    reach: Reach
    time: TimeControl
    most_s: float
    now: Callable[[], float]
    wall: Wall

    def __post_init__(self) -> None:
        self.id = f"check-{secrets.token_hex(8)}"
        self.ends = self.now() + self.most_s
        self.findings: list[Finding] = []

    def report(self) -> Report:
        """Everything, in order."""
        handshake = self._hello()
        if isinstance(handshake, Finding):
            return Report((handshake,))
        if (stranger := self._refuses_strangers()) is not None:
            return Report((*self.findings, stranger), handshake)
        rules = self._known(handshake)
        different = {each.full_name: each for each in rules.values()}  # `payday` may be `payday/2000`
        trials = list(self._trials(handshake, list(different.values())[:MOST_GAMES]))
        self._judge_speed(trials)
        return Report(tuple(self.findings), handshake, tuple(rules), tuple(trials))

    def _hello(self) -> Handshake | Finding:
        """What the bot says about itself in answer to a call that is signed with its key."""
        client = BotClient(self.url, self.keys, reach=self.reach, now=self.now, wall=self.wall)
        try:
            reply = self._first_reply(client)
        finally:
            client.close()
        if isinstance(reply, Fault):
            if client.refused is not None and client.refused.status == 401:
                return self._shut_out(reply, client.refused.date)
            return finding(reply.kind, f"GET /: {reply}")
        try:
            handshake = read_handshake(loads(reply))
        except BadJson as error:
            handshake = error.reason
        if isinstance(handshake, str):
            return finding("bad_json", f"GET /: {handshake}.")
        if handshake.id != self.id:
            said = "no id" if handshake.id is None else f"the id {shown(handshake.id)}"
            return finding("proof", f"GET /: the handshake has {said}, expected {self.id}: the webhook-id of the call.")
        return handshake

    def _first_reply(self, client: BotClient) -> bytes | Fault:
        """The answer to the first call, which comes again, with the same id, while the bot may be waking up."""
        ends = self.now() + WAKING_SHARE * self.most_s
        pause_s = FIRST_PAUSE_S
        while True:
            if self.stop.is_set():
                raise Stopped(self.id)
            reply = client.call("GET", "/", None, id=self.id, budget_s=min(CALL_S, ends - self.now()))
            refused = client.refused
            is_waking = refused.status in WAKING if refused else isinstance(reply, Fault) and reply.kind in MAY_WAKE
            if not is_waking or self.now() + pause_s >= ends:
                return reply
            self.stop.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _shut_out(self, reply: Fault, date: str | None) -> Finding:
        """Why a bot refuses what is signed with its own key: by its clock all calls are old, or it has another key."""
        off = out_of_step(self.wall.ahead(date))
        if off is not None:
            return finding("clock", f"GET /: the bot refuses a call that is signed with its key, and {off}.")
        return finding("key", f"GET /: the bot refuses a call that is signed with its key. ({reply.detail})")

    def _refuses_strangers(self) -> Finding | None:
        """What is wrong with the bot's answers to calls that its key has not signed; None if it refuses them.

        The refusal also tells the time on the bot's clock.
        """
        date = None
        for keys, how in (((), "is not signed"), ((SigningKey(new_key()),), "is signed with another key")):
            client = BotClient(self.url, keys, reach=self.reach, now=self.now, wall=self.wall)
            try:
                budget_s = min(CALL_S, self.ends - self.now())
                reply = client.call("GET", "/", None, id=f"{self.id}-stranger", budget_s=budget_s)
            finally:
                client.close()
            if not isinstance(reply, Fault):
                return finding("unsigned", f"GET /: the bot answers a call that {how}.")
            if client.refused is None:
                return finding(reply.kind, f"GET /: {reply}")
            if client.refused.status != 401:
                says = f"GET /: the bot answers a call that {how} with status {client.refused.status}, expected 401."
                return finding("not_401", says)
            date = client.refused.date
        off = out_of_step(self.wall.ahead(date))
        if off is not None:
            self.findings.append(hint("clock", f"{off[0].upper()}{off[1:]}."))
        return None

    def _known(self, handshake: Handshake) -> dict[str, Rules]:
        """The games of the bot that are played here, as it calls them."""
        rules, unknown = {}, []
        for game in handshake.games:
            try:
                rules[game] = find(game)
            except UnknownGame:
                unknown.append(shown(game))
        if unknown:
            more = [f"{len(unknown) - MOST_NAMED} more"] if len(unknown) > MOST_NAMED else []
            says = f"The bot says that it plays {listed(unknown[:MOST_NAMED] + more)}; played are {listed(names())}."
            self.findings.append(hint("games", says) if rules else finding("games", says))
        return rules

    def _trials(self, handshake: Handshake, games: Sequence[Rules]) -> Iterator[Trial]:
        """A match of each game, until the time is over."""
        for number, rules in enumerate(games, start=1):
            seat = HttpSeat(self.url, self.keys, reach=self.reach, now=self.now, wall=self.wall)
            try:
                trial, findings = play_trial(
                    rules,
                    seat,
                    bot=handshake.name,
                    id=f"{self.id}-{number}",
                    time=self.time,
                    ends=self.ends,
                    stop=self.stop,
                    now=self.now,
                )
            except OutOfTime as out:
                where = f"in the match of {rules.full_name}, after {out.questions} questions"
                self.findings.append(finding("time", f"The check was broken off after {self.most_s:.0f} s, {where}."))
                return
            self.findings.extend(findings)
            yield trial

    def _judge_speed(self, trials: Sequence[Trial]) -> None:
        """A bot that lives on its bank in every move is too slow; one that needed it once is told."""
        limit = self.time.move_ms
        for trial in trials:
            says = f"{trial.game}: an answer takes {trial.median_ms} ms as a rule and {trial.slowest_ms} ms at most"
            if trial.median_ms > limit:
                self.findings.append(finding("slow", f"{says}, more than the {limit} ms that there are."))
            elif trial.slowest_ms > limit:
                self.findings.append(hint("slow", f"{says}; there are {limit} ms for each, the rest is from the bank."))
