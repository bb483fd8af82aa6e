"""The record of a game as JSON lines: every question, answer, event and turn, with a chained hash of each state.

The first line says what is played and the last how it ended. Between them each turn begins with the hash of (hash
before, state), so two records that part ways differ from that line on. A record replays without any random generator,
because the answers of luck stand in it like all others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.core.decision import Chance, Decision, IllegalAnswer, Seat
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed, Luck, LuckRanOut, Scripted, UnfitLuck, commitment, mix
from parlour.core.options import Json
from parlour.core.registry import UnknownGame, find
from parlour.core.rules import BadOption, final_places

FORMAT = 1
REMARKS = ("by", "note")
"""Keys of an answer's line that say something about it and are no part of the game."""

_line = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_canonical = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


class TranscriptError(ValueError):
    """A text that is no transcript; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Transcript:
    """Watches a game and writes it down.

    `header` is added to the first line: match, players, commitment. `lines` are those written so far.

    >>> import parlour
    >>> record = Transcript()
    >>> game = Game.new("payday", seats=2, luck=Keyed(b"a match secret"), options={"months": 1}, watch=record)
    >>> json.loads(record.text().splitlines()[0])
    {'transcript': 1, 'game': 'payday/2000', 'rules': '1', 'seats': 2, 'options': {'months': 1}}
    """

    def __init__(self, header: Mapping[str, Json] | None = None) -> None:
        self._extra = dict(header or {})
        self.lines: list[str] = []
        self._hash = ""
        self._remarks: dict[Seat, dict[str, Json]] = {}

    def text(self) -> str:
        """The lines so far."""
        return "".join(f"{line}\n" for line in self.lines)

    def remark(self, seat: Seat, **remarks: Json) -> None:
        """Say something about the next answer of a seat: `by` whom it was given, or the bot's `note`."""
        self._remarks[seat] = remarks

    def close(self, **trailer: Json) -> None:
        """Write the last line: how the match ended, and the secret that its luck came from."""
        self.lines.append(_line({"end": trailer}))

    # --- a watcher of the game ---

    def opened(self, game: Game, options: Mapping[str, Json]) -> None:
        rules = game.rules
        head = {"transcript": FORMAT, "game": rules.full_name, "rules": rules.version}
        self.lines.append(_line({**head, "seats": game.state.seats, "options": dict(options), **self._extra}))

    def turn_began(self, game: Game) -> None:
        seat = game.state.active
        self.lines.append(_line({"turn": game.state.turns[seat], "seat": seat, "state": self._chain(game)}))

    def answered(self, decision: Decision[Any], answer: Json) -> None:
        if isinstance(decision, Chance):
            line = {"luck": decision.purpose, "seat": decision.seat, "answer": answer}
        else:
            line = {"ask": decision.kind, "seat": decision.seat, "answer": answer}
            line.update(self._remarks.pop(decision.seat, {}))
        self.lines.append(_line(line))

    def told(self, event: Event) -> None:
        line = event.to_json()
        if event.to is not None:
            line["to"] = list(event.to)
        self.lines.append(_line(line))

    def ended(self, game: Game) -> None:
        result = game.result()
        over = {"places": list(result.places), "scores": list(result.scores), "why": result.why}
        self.lines.append(_line({"over": over, "state": self._chain(game)}))

    def _chain(self, game: Game) -> str:
        state = _canonical(game.state.to_plain())
        self._hash = hashlib.sha256(f"{self._hash}{state}".encode()).hexdigest()[:32]
        return self._hash


@dataclass(frozen=True)
class Record:
    """A transcript that was read: its first line, the lines of the game, and its last line where it has one."""

    header: dict[str, Json]
    lines: tuple[dict[str, Json], ...]
    end: dict[str, Json] | None


def read(text: str) -> Record:
    """The record that a transcript's text holds.

    Raises TranscriptError where a line is no JSON object, or the first is no header of this format.
    """
    written = text.removesuffix("\n").split("\n") if text else []
    lines = [_parsed(number, line) for number, line in enumerate(written, start=1)]
    if not lines or lines[0].get("transcript") != FORMAT:
        raise TranscriptError(1, f"expected the header of a transcript of format {FORMAT}")
    header, *rest = lines
    _require(1, header, {"game": str, "rules": str, "seats": int, "options": dict})
    for number, line in enumerate(rest, start=2):
        if "ask" in line or "luck" in line:
            _require(number, line, {"seat": int, "answer": object})
    end = None
    if rest and "end" in rest[-1]:
        _require(len(lines), rest[-1], {"end": dict})
        end = rest.pop()["end"]
    return Record(header, tuple(rest), end)


def replay(record: Record, watch: Transcript | None = None, luck: Luck | None = None) -> Game:
    """Play the recorded answers again, those of luck too unless other luck is given.

    Raises TranscriptError at the first answer that the rules do not take.
    """
    luck = luck or Scripted(line["answer"] for line in record.lines if "luck" in line)
    header, number = record.header, 1
    try:
        if find(header["game"]).version != header["rules"]:
            here = f"{header['game']} has rules {find(header['game']).version}"
            raise TranscriptError(1, f"recorded under rules {header['rules']}, but {here}")
        game = Game.new(header["game"], seats=header["seats"], luck=luck, options=header["options"], watch=watch)
        for number, line in enumerate(record.lines, start=2):  # noqa: B007 - the error below says where
            if "ask" in line:
                game.answer(line["seat"], line["answer"])
    except (UnknownGame, BadOption, IllegalAnswer, LuckRanOut, UnfitLuck) as error:
        raise TranscriptError(number, str(error)) from error
    return game


def verify(text: str) -> list[str]:
    """What is wrong with a transcript, in words: nothing where the rules and its secret give it line by line.

    All luck is drawn again from the secret in the last line, which must be that of the commitment in the first; what
    the referee answered for a seat must be the default; the final places must follow from the scores and forfeits.
    """
    try:
        record = read(text)
        luck, problems = _luck_of(record)
        again = _Again()
        try:
            replay(record, again, luck)
        except TranscriptError as error:
            return [*problems, _first_difference(record, again) or str(error)]
    except TranscriptError as error:
        return [str(error)]
    difference = _first_difference(record, again) or _other_end(record, again) or _wrong_end(record)
    return [*problems, difference] if difference else problems


class _Again(Transcript):
    """Writes a record once more, and keeps the default of every question beside its line."""

    def __init__(self) -> None:
        super().__init__()
        self.defaults: dict[int, Json] = {}

    def answered(self, decision: Decision[Any], answer: Json) -> None:
        if not isinstance(decision, Chance):
            self.defaults[len(self.lines)] = decision.default()
        super().answered(decision, answer)


def sentences(text: str) -> Iterator[str]:
    """The game in words: every event as a sentence.

    Raises TranscriptError where the record does not replay.
    """
    teller = _Teller()
    replay(read(text), teller)
    yield from teller.said


class _Teller(Transcript):
    """Keeps what the events say."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def told(self, event: Event) -> None:
        self.said.append(str(event))


def _luck_of(record: Record) -> tuple[Luck | None, list[str]]:
    """The luck that follows from the record's secret, and what is amiss with the secret; recorded luck without one."""
    end, last = record.end or {}, len(record.lines) + 2
    if "secret" not in end:
        return None, [f"line {last}: no secret; whether the luck is right was not checked"]
    try:
        secret = bytes.fromhex(end["secret"])
    except (TypeError, ValueError):
        raise TranscriptError(last, "the secret is no hex number") from None
    nonces = end.get("nonces")
    if not isinstance(nonces, list) or len(nonces) != record.header["seats"]:
        raise TranscriptError(last, "expected 'nonces', one for each seat")
    problems = []
    if record.header.get("commitment") != commitment(secret):
        problems.append("line 1: the commitment is not that of the secret in the last line")
    return Keyed(mix(secret, nonces)), problems


def _first_difference(record: Record, again: _Again) -> str | None:
    """The first line that was played again and is not as it was recorded, to the letter but for remarks."""
    for number, (line, played) in enumerate(zip(record.lines, again.lines[1:], strict=False), start=2):
        remarks = REMARKS if "ask" in line else ()
        bare = _line({key: value for key, value in line.items() if key not in remarks})
        if bare != played:
            return f"line {number}: recorded {bare}, but the rules give {played}"
        if "by" in remarks and line.get("by") is not None:
            default = again.defaults[number - 1]
            if line["by"] != "referee" or _line(line["answer"]) != _line(default):
                return f"line {number}: the referee would have answered {_line(default)}"
    return None


def _wrong_end(record: Record) -> str | None:
    """What the last line says about places that does not follow from the scores and the forfeits."""
    end, last = record.end or {}, len(record.lines) + 2
    if not {"places", "forfeited", "termination"} & end.keys():
        return None
    over = next(line["over"] for line in record.lines if "over" in line)
    forfeited = end.get("forfeited")
    if not isinstance(forfeited, list) or [type(out) for out in forfeited] != [bool] * len(over["places"]):
        return f"line {last}: expected 'forfeited', true or false for each seat"
    places = list(final_places(over["places"], forfeited))
    termination = "forfeit" if any(forfeited) else "finished"
    for key, value in (("places", places), ("termination", termination)):
        if _line(end.get(key)) != _line(value):
            return f"line {last}: {key} {_line(end.get(key))}, but scores and forfeits give {_line(value)}"
    return None


def _other_end(record: Record, again: Transcript) -> str | None:
    """What is left over on one side where the two are alike as far as they go."""
    recorded, played = len(record.lines), len(again.lines) - 1
    if recorded > played:
        return f"line {played + 2}: the game has ended, but the record goes on with {_line(record.lines[played])}"
    if played > recorded:
        return f"line {recorded + 2}: the record stops, but the rules go on with {again.lines[recorded + 1]}"
    return None


def _require(number: int, line: Mapping[str, Json], wanted: Mapping[str, type]) -> None:
    for key, kind in wanted.items():
        if key not in line or not isinstance(line[key], kind):
            raise TranscriptError(number, f"expected {key!r} with a value of type {kind.__name__}")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """The object of these pairs; ValueError where a key stands twice, of which JSON readers see only one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a key stands twice among {', '.join(key for key, _ in pairs)}")
    return found


def _parsed(number: int, line: str) -> dict[str, Json]:
    try:
        value = json.loads(line, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise TranscriptError(number, f"no JSON: {error}") from error
    if not isinstance(value, dict):
        raise TranscriptError(number, "expected a JSON object")
    return value


__all__ = ["Record", "Transcript", "TranscriptError", "read", "replay", "sentences", "verify"]
