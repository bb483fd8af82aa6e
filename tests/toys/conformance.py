"""What every game must pass: checks of (game/edition, seats, seed), each of which fails by an AssertionError."""

import dataclasses
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import Decision, IllegalAnswer
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed, mix
from parlour.core.options import admits, choose, has_choice, sample, size
from parlour.core.rules import BadOption, Rules
from parlour.core.transcript import Transcript
from parlour.imagine import imagine
from parlour.protocol.messages import move_message

Options = Mapping[str, int] | None
"""What a match sets, so that long games can be kept short; None leaves all at their defaults."""

MOST_DECISIONS = 200_000
MOST_DRAWS = 10_000
STRANGE_ANSWERS = [True, False, 0, 1, -1, 10**18, "", "yes", None, [], [0], [7] * 99, {}, {"coins": 0}]


def play(
    name: str, seats: int, seed: int, options: Options = None, watch: Any = None
) -> Iterator[tuple[Game, Decision, random.Random]]:
    """A game of random answers: stops at every question before it is answered; fails if it does not end."""
    rng = random.Random(seed)
    luck = Keyed(mix(rng.randbytes(32), [None] * seats))
    game = Game.new(name, seats=seats, luck=luck, options=options, watch=watch)
    for _ in range(MOST_DECISIONS):
        if game.is_over:
            return
        question = rng.choice(game.pending)
        yield game, question, rng
        if question in game.pending:
            game.answer(question.seat, choose(question.options(), rng))
    raise AssertionError(f"{name} did not end within {MOST_DECISIONS} decisions")


def last(games: Iterator[tuple[Game, Decision, random.Random]]) -> Game:
    return list(games)[-1][0]


# --- the checks -----------------------------------------------------------------------------------------------------


def check_questions(name: str, seats: int, seed: int, options: Options = None) -> None:
    """Options are plain, and more than one unless it is always asked; each is accepted, the default is one of them."""
    for game, question, rng in play(name, seats, seed, options):
        possible = question.options()
        assert size(possible) >= (1 if question.always_asked else 2), f"{question} was asked without a choice"
        assert has_choice(possible) == (size(possible) > 1)
        assert admits(possible, question.default()), f"the default of {question} is no option"
        assert json.loads(json.dumps(question.facts())) == question.facts()
        for option in sample(possible, 6, rng):
            assert json.loads(json.dumps(option)) == option
            game.clone().answer(question.seat, option)


def check_refusals(name: str, seats: int, seed: int, options: Options = None) -> None:
    """What is no option is refused, and so is a seat that was not asked; the game is then as it was."""
    for game, question, rng in play(name, seats, seed, options):
        before = json.dumps(game.to_json())
        asked = [pending.seat for pending in game.pending]
        wrong = [answer for answer in STRANGE_ANSWERS if not admits(question.options(), answer)]
        attempts = [(question.seat, answer) for answer in rng.sample(wrong, 3)]
        attempts += [(seat, question.default()) for seat in range(-1, seats + 1) if seat not in asked]
        for seat, answer in attempts:
            with pytest.raises(IllegalAnswer):
                game.answer(seat, answer)
        assert json.dumps(game.to_json()) == before


def check_rebuilt(name: str, seats: int, seed: int, options: Options = None) -> None:
    """At every question the game rebuilt from its own JSON is the same, and so is a clone that was left alone."""
    for game, question, rng in play(name, seats, seed, options):
        saved = game.to_json()
        clone = game.clone()
        twin = Game.from_json(json.loads(json.dumps(saved)), game.luck)
        assert twin.to_json() == saved
        assert twin.state == game.state
        assert twin.pending == game.pending
        played_on = game.clone(Keyed(rng.randbytes(8)))
        played_on.answer(question.seat, choose(question.options(), rng))
        assert game.to_json() == saved, "a clone is not independent"
        answer = choose(question.options(), rng)
        for copy in (game, twin, clone):
            copy.answer(question.seat, answer)
        assert twin.to_json() == game.to_json() == clone.to_json()


def check_result(name: str, seats: int, seed: int, options: Options = None) -> None:
    """The result places every seat: so many are placed better as its place says, and none of them by a worse score.

    Equal scores may be told apart, for a game may place its winner first whatever the others scored.
    """
    result = last(play(name, seats, seed, options)).result()
    assert len(result.places) == len(result.scores) == seats
    for place, score in zip(result.places, result.scores, strict=True):
        better = [other for at, other in zip(result.places, result.scores, strict=True) if at < place]
        assert place == 1 + len(better)
        assert all(other >= score for other in better)


def check_conserved(name: str, seats: int, seed: int, options: Options = None) -> None:
    """Money and cards are conserved at every event and at every question."""

    class Accountant(Transcript):
        def opened(self, game: Game, options: Any) -> None:
            self.game, self.totals = game, game.rules.totals(game.state)
            assert self.totals

        def told(self, event: Event) -> None:
            assert self.game.rules.totals(self.game.state) == self.totals, f"after {event}"

    accountant = Accountant()
    for game, question, _ in play(name, seats, seed, options, accountant):
        assert game.rules.totals(game.state) == accountant.totals, f"at {question}"


def check_hidden(name: str, seats: int, seed: int, options: Options = None) -> None:
    """When a turn begins, dealing anew what a seat may not know changes nothing that it may know."""
    turns = set()
    for game, _, rng in play(name, seats, seed, options):
        if game.turn in turns:
            continue
        turns.add(game.turn)
        rules, plain = game.rules, game.to_json()["checkpoint"]
        true = rules.state.from_plain(plain)
        for seat in range(seats):
            masked = json.dumps(rules.mask(true, seat))
            twin = rules.imagine(json.loads(masked), seat, rng, None)
            assert json.dumps(rules.view(twin, seat)) == json.dumps(rules.view(true, seat))
            assert json.dumps(rules.mask(twin, seat)) == masked
            assert rules.totals(twin) == rules.totals(true)


def check_secrets(name: str, seats: int, seed: int, options: Options = None) -> None:
    """In mid-turn too, a game that differs only in what a seat may not know sends that seat the same bytes."""
    events: list[Event] = []
    for game, _, rng in play(name, seats, seed, options, _TurnsEvents(events)):
        for seat in range(seats):
            position = game.position(seat)
            twin = imagine(json.loads(json.dumps(position)), rng, fits=_looks_like(game, seat))
            assert _sent(twin, seat, twin.take_events()) == _sent(game, seat, events)
            _play_on(twin, rng)
            assert game.position(seat) == position


class _TurnsEvents(Transcript):
    """Keeps what was told since the turn began."""

    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.events = events

    def turn_began(self, game: Game) -> None:
        self.events.clear()

    def told(self, event: Event) -> None:
        self.events.append(event)


def _asked(game: Game, seat: int) -> Sequence[Decision]:
    return [question for question in game.pending if question.seat == seat]


def _looks_like(game: Game, seat: int) -> Callable[[Game], bool]:
    return lambda twin: twin.view(seat) == game.view(seat) and _asked(twin, seat) == _asked(game, seat)


def _sent(game: Game, seat: int, events: Sequence[Event]) -> list[str]:
    """All that a seat is sent now: its question if it has one, and what it may know in any case."""
    known = [event.to_json() for event in events if event.may_know(seat)]
    clock = {"move_ms": 1000, "bank_ms": 0, "last_ms": 0}
    messages: list[Any] = [known, game.view(seat), game.position(seat)]
    messages += [
        move_message(game, seat, question, match="m", id="m-q1", events=known, clock=clock, with_position=True)
        for question in _asked(game, seat)
    ]
    return [json.dumps(message) for message in messages]


def _play_on(game: Game, rng: random.Random) -> None:
    """An imagined game is a whole one: it can be played on."""
    for _ in range(5):
        if game.is_over:
            return
        question = game.pending[0]
        game.answer(question.seat, choose(question.options(), rng))


def check_reach(name: str, seed: int, options: Options = None, goldens: Sequence[str] = ()) -> None:
    """Random play and these golden games come to every kind of question and event, and to every square and card."""
    rules = registry.find(name)
    missing: set[Any] = {*rules.decisions, *rules.events}
    missing |= {(event, field, value) for (event, field), values in rules.reach().items() for value in values}

    class Explorer(Transcript):
        def told(self, event: Event) -> None:
            missing.discard(type(event))
            for field in dataclasses.fields(event):
                if field.name != "to":
                    value = getattr(event, field.name)
                    missing.difference_update(
                        [(type(event), field.name, value)] if not isinstance(value, list | dict) else []
                    )

        def answered(self, decision: Decision, answer: Any) -> None:
            missing.discard(type(decision))

    for line in (json.loads(line) for text in goldens for line in text.splitlines()):
        missing -= {kind for kind in missing if getattr(kind, "__name__", "") in (line.get("event"), line.get("ask"))}
        missing -= {one for one in missing if isinstance(one, tuple) and _tells(line, *one)}
    for number in range(400):
        explore(name, random.Random(seed + number), Explorer(), options)
        if not missing:
            return
    raise AssertionError(f"400 games from seed {seed} never came to {missing}")


def _tells(line: dict[str, Any], event: type[Event], field: str, value: Any) -> bool:
    """Whether a transcript's line is an event of that kind with that value."""
    return line.get("event") == event.__name__ and line[field] == value


def explore(name: str, rng: random.Random, watch: Transcript, options: Options = None) -> None:
    """A game of random length and size in which each seat has its way with each kind of question.

    Those of `options` are set as they say.
    """
    seats, drawn = draw_table(registry.find(name), rng, options or {})
    game = Game.new(name, seats=seats, luck=Keyed(rng.randbytes(32)), options=drawn, watch=watch)
    ways: dict[tuple[int, str], int] = {}
    while not game.is_over:
        question = rng.choice(game.pending)
        possible = question.options()
        way = ways.setdefault((question.seat, question.kind), rng.choice(("any", "first", "last")))
        game.answer(question.seat, choose(possible, rng) if way == "any" else possible[0 if way == "first" else -1])


def draw_table(rules: Rules, rng: random.Random, options: Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """A random table that the game allows: how many seats, and what a match sets beside `options`."""
    for _ in range(MOST_DRAWS):
        seats = rng.choice(rules.seats)
        drawn = {option.name: rng.choice(option.values) for option in rules.options}
        try:
            return seats, rules.check_options({**drawn, **options}, seats=seats)
        except BadOption:
            continue
    raise AssertionError(f"{rules.full_name} refused {MOST_DRAWS} random tables with {options}")


def check_declared(name: str, seats: int, seed: int, options: Options = None) -> None:
    """Only declared kinds of questions and events occur, and each event is a sentence."""
    rules = registry.find(name)

    class Clerk(Transcript):
        def told(self, event: Event) -> None:
            assert type(event) in rules.events
            assert str(event).endswith((".", "!")), f"{event!r} says {event}"
            assert json.loads(json.dumps(event.to_json())) == event.to_json()

    for _, question, _ in play(name, seats, seed, options, Clerk()):
        assert type(question) in rules.decisions
        assert question.prompt.endswith((".", "?"))
