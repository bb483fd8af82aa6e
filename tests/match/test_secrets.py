"""Before a match of Careers has ended, no byte that the referee sends a bot depends on the formula of a rival."""

import json
import logging
import random
from collections.abc import Sequence
from contextlib import ExitStack
from threading import Event
from typing import Any

import pytest
from loopback import LOOPBACK

from parlour.core.options import Split, choose, from_wire
from parlour.core.transcript import read, replay
from parlour.games.careers.events import FormulasChosen, FormulasRevealed
from parlour.games.careers.rules import Careers
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Policy, play, say_goodbye
from referee.rogues.misbehaviours import Misbehaviour
from referee.rogues.rogue import Rogue
from referee.rogues.talk import Request, Talk, http
from referee.seats.http import HttpSeat

Formula = list[int]

RIVAL = 1
"""The seat whose formula differs from match to match."""
ODD = [7, 36, 17]
"""A formula that is found nowhere else, as a text."""
ODD_OF_A_COUPLE = [17, 61, 42]
PATIENCE_MS = 60_000
TABLES = [
    pytest.param("careers/1971", 2, {"formula": 60}, id="1971-2"),
    pytest.param("careers/reissue", 4, {}, id="reissue-4"),
    pytest.param("careers/reissue", 4, {"partnership": 1}, id="reissue-couples"),
]
every_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES)


class Bot:
    """A bot that answers by the id of the question, so alike in every match, but for its formula.

    Every fifth question, and that for the formula, it answers with nonsense first, and some of them twice.
    """

    def __init__(self, formula: Formula, *, wants: Sequence[str]) -> None:
        self.formula = formula
        self.handshake = {
            "apiversion": "1",
            "name": "scripted",
            "version": "1",
            "author": "",
            "games": ["careers"],
            "max_parallel": 1,
            "wants": list(wants),
        }

    def act(self, talk: Talk) -> None:
        """Hold the whole conversation on a connection."""
        for request in talk.requests():
            if request.line.startswith("GET / "):
                said: dict[str, Any] = self.handshake
            elif request.line.startswith("POST /move "):
                said = self.move(json.loads(request.body)["question"])
            else:
                said = {}
            talk.send(http(json.dumps(said).encode()))

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        rng = random.Random(question["id"].removesuffix("-again"))
        answer = choose(from_wire(question["options"]), rng)
        if answer == "bankrupt":
            answer = question["default"]
        if question["kind"] == "ChooseFormula":
            answer = self.formula
        nonsense = rng.choice([0] * 16 + [1, 1, 1, 2])
        if question["kind"] == "ChooseFormula":
            nonsense = 1
        if nonsense > ("refused" in question):
            answer = {"formula": [part + 1 for part in self.formula]}
        return {"id": question["id"], "answer": answer}


class Played:
    """A match over HTTP: its record, and all requests that each bot got."""

    def __init__(self, game: str, seats: int, options: dict[str, int], formula: Formula, *, turns: int = 5) -> None:
        total = sum(formula)
        equal = [total // 3, total // 3, total - total // 3 * 2]
        bots = [
            Bot(formula if number == RIVAL else equal, wants=["position"] if number % 2 == 0 else [])
            for number in range(seats)
        ]
        spec = MatchSpec(
            id="m1",
            game=game,
            options={**options, "turns": turns},
            players=tuple(f"bot{number}" for number in range(seats)),
            secret=b"s" * 32,
            time=TimeControl(start_ms=PATIENCE_MS, move_ms=PATIENCE_MS, bank_ms=0),
            policy=Policy(max_strikes=1000),
        )
        with ExitStack() as open_until_then:
            rogues = [
                open_until_then.enter_context(Rogue(Misbehaviour(f"bot{number}", "ok", "Plays.", bot.act)))
                for number, bot in enumerate(bots)
            ]
            chairs = [HttpSeat(rogue.url, reach=LOOPBACK) for rogue in rogues]
            self.record: MatchRecord = play(spec, chairs, stop=Event(), now=lambda: 100.0)
            self.before_the_end = [list(rogue.requests) for rogue in rogues]
            say_goodbye(self.record, chairs, spec.time)
            for chair in chairs:
                chair.close()
        self.requests = [list(rogue.requests) for rogue in rogues]
        self.state = replay(read(self.record.transcript)).state

    def same_scores(self, rng: random.Random) -> Formula:
        """Another formula of the rival with which the match would have gone alike and had the same scores."""
        return self._other(lambda score: score == self.record.scores[RIVAL], rng)

    def other_scores(self, rng: random.Random) -> Formula:
        """Another one with which only the scores would have been different."""
        return self._other(lambda score: score != self.record.scores[RIVAL], rng)

    def _other(self, fits: Any, rng: random.Random) -> Formula:
        side = self.state.side(RIVAL)
        held = [self.state.stars[side], self.state.hearts[side], self.state.money.cash[side] // 1000]
        for _ in range(10_000):
            formula: Formula = choose(Split(self.state.target, parts=3), rng)
            met = any(all(a >= b for a, b in zip(peak, formula, strict=True)) for peak in self.state.peaks[side])
            score = sum(map(min, formula, held))
            if not met and fits(score) and formula != self.state.formulas[side]:
                return formula
        raise AssertionError(f"no such formula beside {self.state.formulas[side]}, with {held}")

    def strangers(self) -> list[int]:
        """The seats of other sides than the rival's."""
        return [seat for seat in range(self.state.seats) if self.state.side(seat) != self.state.side(RIVAL)]


def odd(options: dict[str, int]) -> Formula:
    return ODD_OF_A_COUPLE if "partnership" in options else ODD


def to_the_byte(requests: Sequence[Request]) -> list[tuple[str, dict[str, str], bytes]]:
    """What came in, but for the port that the bot listens on and the time of day."""
    theirs = ("host", "webhook-timestamp")
    return [
        (request.line, {name: value for name, value in request.headers.items() if name not in theirs}, request.body)
        for request in requests
        if not request.line.startswith("GET / ")
    ]


def all_bodies(requests: Sequence[Sequence[Request]], seats: Sequence[int]) -> str:
    return "\n".join(request.body.decode() for seat in seats for request in requests[seat])


@every_table
def test_the_others_are_sent_the_same_bytes_whatever_formula_a_rival_has(
    game: str, seats: int, options: dict[str, int]
) -> None:
    one = Played(game, seats, options, odd(options))
    two = Played(game, seats, options, one.same_scores(random.Random(5)))
    assert one.state.formulas != two.state.formulas
    assert one.record.scores == two.record.scores
    assert one.state.winner == two.state.winner == -1
    for seat in one.strangers():
        assert len(one.requests[seat]) > 20
        assert to_the_byte(one.requests[seat]) == to_the_byte(two.requests[seat])
    assert to_the_byte(one.requests[RIVAL]) != to_the_byte(two.requests[RIVAL])


@every_table
def test_only_the_scores_at_the_end_tell_one_formula_from_another(
    game: str, seats: int, options: dict[str, int]
) -> None:
    one = Played(game, seats, options, odd(options))
    two = Played(game, seats, options, one.other_scores(random.Random(5)))
    for seat in one.strangers():
        assert to_the_byte(one.before_the_end[seat]) == to_the_byte(two.before_the_end[seat])
        (end,), (other_end,) = (
            [json.loads(request.body) for request in played.requests[seat] if request.line.startswith("POST /end ")]
            for played in (one, two)
        )
        assert {key for key in end if end[key] != other_end[key]} <= {"scores", "places"}
        assert end["scores"] != other_end["scores"]


@every_table
def test_who_answers_illegally_is_told_so_and_nobody_else(game: str, seats: int, options: dict[str, int]) -> None:
    """The rival's nonsense, which has its formula in it, stays between the referee and the rival."""
    played = Played(game, seats, options, odd(options))
    nonsense = json.dumps({"formula": [part + 1 for part in odd(options)]})
    for seat in range(seats):
        bodies = [json.loads(request.body) for request in played.before_the_end[seat] if "/move " in request.line]
        refusals = [body["question"]["refused"] for body in bodies if "refused" in body["question"]]
        assert len(refusals) > 2
        assert any(fault.seat == seat for fault in played.record.faults) or seats == 2
        if seat != RIVAL:
            assert not [refusal for refusal in refusals if nonsense in refusal]


@every_table
def test_no_log_and_no_message_has_a_formula_in_it_but_to_its_own_side(
    game: str, seats: int, options: dict[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    for logger in ("", "referee", "parlour"):
        caplog.set_level(logging.DEBUG, logger=logger)
    played = Played(game, seats, options, odd(options))
    told = all_bodies(played.requests, played.strangers()) + caplog.text
    for text in (json.dumps(odd(options)), json.dumps(odd(options), separators=(",", ":"))):
        assert text not in told
        assert text.replace("[", "").replace("]", "") not in told
    assert json.dumps(odd(options), separators=(",", ":")) in all_bodies(played.requests, [RIVAL])
    assert caplog.text, "the calls are logged, if by nobody else then by the library that makes them"


def test_formulas_are_laid_open_in_the_record_and_in_no_message(caplog: pytest.LogCaptureFixture) -> None:
    """The last events come after the last question; what was hidden is for those who read the transcript."""
    played = Played("careers/reissue", 4, {}, ODD)
    names = [line["event"] for line in read(played.record.transcript).lines if "event" in line]
    assert names.count(FormulasChosen.__name__) == names.count(FormulasRevealed.__name__) == 1
    assert names.index(FormulasRevealed.__name__) == len(names) - 1
    sent = all_bodies(played.requests, range(4))
    assert FormulasChosen.__name__ in sent
    assert FormulasRevealed.__name__ not in sent
    assert all('"formulas":[]' in body for body in sent.splitlines() if '"view"' in body)
    ends = [json.loads(request.body) for request in played.requests[0] if "/end " in request.line]
    assert [sorted(end) for end in ends] == [
        ["attempt", "faults", "match", "nonces", "places", "scores", "seat", "secret", "termination"]
    ]


@pytest.mark.parametrize("part", ["view", "mask", "learned"])
def test_a_formula_that_shows_anywhere_is_found_out(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = getattr(Careers, part)
    monkeypatch.setattr(
        Careers, part, lambda self, g, seat: {**whole(self, g, seat), "more": [sum(each[:1]) for each in g.formulas]}
    )
    one = Played("careers/reissue", 4, {}, ODD, turns=2)
    two = Played("careers/reissue", 4, {}, one.same_scores(random.Random(5)), turns=2)
    assert to_the_byte(one.requests[0]) != to_the_byte(two.requests[0])
    if part == "view":
        assert to_the_byte(one.requests[2]) != to_the_byte(two.requests[2])
