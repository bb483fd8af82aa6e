"""A game in play: the state saved at the start of the turn, plus the answers given since.

That pair is the save file, the clone, the replay and the transcript. A clone is the pair copied; it runs the few
answers of its turn again when somebody looks.
"""

from __future__ import annotations

import marshal
import random
from collections.abc import Mapping
from typing import Any, Self

from parlour.core.decision import LUCK, Chance, Decision, Everyone, IllegalAnswer, Seat
from parlour.core.events import Event
from parlour.core.luck import Luck, Use
from parlour.core.options import Json
from parlour.core.registry import find
from parlour.core.rerun import rerun
from parlour.core.rules import Implausible, Result, Rules
from parlour.core.script import Script, advance, complete
from parlour.core.state import GameState
from parlour.core.watcher import Watcher


class Game:
    """One game, from the first question to the result.

    >>> import parlour
    >>> from parlour.core.luck import Keyed
    >>> game = Game.new("payday", seats=2, luck=Keyed(b"a match secret"), options={"months": 1})
    >>> while not game.is_over:
    ...     question = game.pending[0]
    ...     game.answer(question.seat, question.default())
    >>> sorted(game.result().places)
    [1, 2]
    """

    __slots__ = (
        "_answers",
        "_asked",
        "_checkpoint",
        "_early",
        "_ended",
        "_script",
        "_secrets",
        "_state",
        "_told",
        "_uses",
        "_watch",
        "_whose",
        "luck",
        "rules",
    )

    def __init__(self, rules: Rules, checkpoint: bytes, answers: list[Json], luck: Luck, *, ended: bool) -> None:
        self.rules = rules
        self.luck = luck
        self._checkpoint = checkpoint
        self._answers = answers
        self._ended = ended
        self._early: dict[Seat, Json] = {}
        self._state: GameState | None = None
        self._script: Script | None = None
        self._asked: Decision[Any] | Everyone | None = None
        self._secrets: dict[int, Decision[Any]] = {}
        self._whose: tuple[Seat, int] = (0, 0)
        self._uses: dict[tuple[Seat, str], int] = {}
        self._told: list[Event] = []
        self._watch: Watcher | None = None

    @classmethod
    def new(
        cls,
        name: str,
        *,
        seats: int,
        luck: Luck,
        options: Mapping[str, Json] | None = None,
        watch: Watcher | None = None,
    ) -> Self:
        """A game at its first question.

        `name` is a game or game/edition; `watch` is told all that happens.

        Raises UnknownGame, or BadOption where the game does not take so many seats or such options.
        """
        rules = find(name)
        chosen = rules.check_options(options or {}, seats=seats)
        state = rules.setup(seats, chosen)
        game = cls(rules, b"", [], luck, ended=False)
        game._watch = watch
        game._listen(state)
        if watch is not None:
            watch.opened(game, chosen)
        opening = rules.opening(state)
        if opening is None:
            game._begin_turn()
        else:
            game._begin(opening)
        game._run(None)
        return game

    # --- what anybody may ask -----------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as it is now: read it, never change it."""
        if self._state is None:
            self._catch_up()
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self._state is None:
            self._catch_up()
        return self._ended

    @property
    def turn(self) -> int:
        """How many turns have begun, of all seats together."""
        turns: list[int] = self.state.turns
        return sum(turns)

    @property
    def pending(self) -> tuple[Decision[Any], ...]:
        """The questions that wait for an answer, in seat order: as a rule one, several where everyone is asked."""
        if self._state is None:
            self._catch_up()
        asked = self._asked
        if asked is None:
            return ()
        if isinstance(asked, Everyone):
            early = self._early
            return tuple(decision for seat, decision in asked.open.items() if seat not in early)
        return (asked,)

    def result(self) -> Result:
        """Places and scores as they stand."""
        return self.rules.result(self.state)

    def view(self, seat: Seat) -> dict[str, Json]:
        """What the seat may know, as JSON."""
        return self.rules.view(self.state, seat)

    def take_events(self) -> list[Event]:
        """What was told since this was last called."""
        told = self._told.copy()
        self._told.clear()
        return told

    # --- answering ----------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, value: Json) -> None:
        """Answer the question that the seat was asked.

        Raises IllegalAnswer where it was not asked or the answer is no option; the game is then as it was.
        """
        if self._state is None:
            self._catch_up()
        asked = self._asked
        if isinstance(asked, Everyone):
            self._answer_early(asked, seat, value)
            return
        if asked is None or asked.seat != seat:
            raise IllegalAnswer(seat, "it was not asked")
        asked.check(value)
        value = _own(value)
        self._record(asked, value)
        self._run(value)

    def _answer_early(self, asked: Everyone, seat: Seat, value: Json) -> None:
        decision = asked.open.get(seat)
        if decision is None or seat in self._early:
            raise IllegalAnswer(seat, "it was not asked")
        decision.check(value)
        self._early[seat] = _own(value)
        if len(self._early) < len(asked.open):
            return
        answers, self._early = self._early, {}
        for member_seat, member in asked.open.items():
            self._record(member, answers[member_seat])
        self._run(complete(asked, answers))

    # --- copies -------------------------------------------------------------------------------------------------

    def clone(self, luck: Luck | None = None) -> Game:
        """An independent copy, with other luck from here on if some is given."""
        copy = Game(self.rules, self._checkpoint, self._answers.copy(), luck or self.luck, ended=self._ended)
        copy._early = self._early.copy()
        return copy

    def to_json(self) -> dict[str, Json]:
        """The whole game as JSON: what the rules know, so never for a bot."""
        return {
            "game": self.rules.full_name,
            "rules": self.rules.version,
            "checkpoint": marshal.loads(self._checkpoint),
            "answers": list(self._answers),
            "early": [[seat, answer] for seat, answer in sorted(self._early.items())],
            "ended": self._ended,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json], luck: Luck) -> Game:
        """The game that `to_json` wrote.

        Raises UnknownGame, or ValueError where it was written under other rules.
        """
        rules = find(data["game"])
        if data["rules"] != rules.version:
            raise ValueError(
                f"written under rules {data['rules']} of {rules.full_name}, here are rules {rules.version}"
            )
        checkpoint = rules.state.from_plain(data["checkpoint"]).freeze()
        game = cls(rules, checkpoint, list(data["answers"]), luck, ended=data["ended"])
        game._early = dict(data["early"])
        return game

    def position(self, seat: Seat) -> dict[str, Json]:
        """What a seat may know of checkpoint and answers: enough for `imagine` to rebuild the game in mid-turn.

        Each answer of the turn stands in a list of its own; null is one that the seat may not know. `early` is the
        seat's own answer where others are still asked, `learned` what the rules say that it has learned in the turn.
        """
        if self._state is None:
            self._catch_up()
        answers: list[Json] = [[answer] for answer in self._answers]
        for index, decision in self._secrets.items():
            if seat != decision.asked and seat not in (decision.seen_by or ()):
                answers[index] = None
        position = {
            "game": self.rules.full_name,
            "rules": self.rules.version,
            "seat": seat,
            "checkpoint": self.rules.mask(self.rules.state.thaw(self._checkpoint), seat),
            "answers": answers,
        }
        if seat in self._early:
            position["early"] = self._early[seat]
        learned = self.rules.learned(self._state, seat)
        if learned is not None:
            position["learned"] = learned
        return position

    @classmethod
    def from_position(cls, position: Mapping[str, Json], start: GameState, luck: Luck, rng: random.Random) -> Game:
        """The game that began its turn in `start` and heard the position's answers, guessing those that are null.

        `take_events` gives what was told since the turn began. Raises UnknownGame, or Implausible where the answers do
        not fit the state.
        """
        game = cls(find(position["game"]), start.freeze(), [], luck, ended=False)
        game._listen(start)
        game._asked = rerun(game._begin_again(), position["answers"], game._note, rng)
        game._settle()
        if "early" in position:
            try:
                game.answer(position["seat"], position["early"])
            except IllegalAnswer as error:
                raise Implausible(error.reason) from None
        return game

    # --- the driver ---------------------------------------------------------------------------------------------

    def _listen(self, state: GameState) -> None:
        self._state = state
        told, watch = self._told, self._watch
        if watch is None:
            state.listen(told.append)
            return

        def tell(event: Event) -> None:
            told.append(event)
            watch.told(event)

        state.listen(tell)

    def _begin_turn(self) -> None:
        state = self._state
        assert state is not None
        state.turns[state.active] += 1
        self._begin(self.rules.turn(state))

    def _begin(self, script: Script) -> None:
        """Make a checkpoint, from which the script runs."""
        assert self._state is not None
        self._checkpoint = self._state.freeze()
        self._answers = []
        self._secrets = {}
        self._start(script)
        if self._watch is not None:
            self._watch.turn_began(self)

    def _start(self, script: Script) -> None:
        """Note whose turn it is by the checkpoint: luck is keyed by that, whatever the script does."""
        state = self._state
        assert state is not None
        self._script = script
        self._whose = state.active, state.turns[state.active]
        self._uses = {}

    def _run(self, answer: Json) -> None:
        """Hand the answer on and go to the next question of a seat, through luck and through the ends of turns."""
        assert self._script is not None
        self._asked = advance(self._script, answer)
        self._settle()

    def _settle(self) -> None:
        """Answer for luck, and begin turns, until a seat is asked or the game ends."""
        asked = self._asked
        while True:
            if asked is None:
                state = self._state
                assert state is not None
                if self.rules.is_over(state):
                    self._end()
                    return
                self._begin_turn()
                assert self._script is not None
                asked = advance(self._script, None)
            elif isinstance(asked, Chance):
                value = self.luck.answer(asked, self._use(asked))
                self._record(asked, value)
                assert self._script is not None
                asked = advance(self._script, value)
            else:
                self._asked = asked
                return

    def _end(self) -> None:
        assert self._state is not None
        self._checkpoint = self._state.freeze()
        self._answers = []
        self._secrets = {}
        self._script = self._asked = None
        self._ended = True
        if self._watch is not None:
            self._watch.ended(self)

    def _use(self, asked: Chance[Any]) -> Use:
        """The key of the luck that is asked for."""
        return Use(*self._whose, asked.seat, asked.purpose, self._uses.get((asked.seat, asked.purpose), 0))

    def _record(self, decision: Decision[Any], value: Json) -> None:
        self._note(decision, value)
        if self._watch is not None:
            self._watch.answered(decision, value)

    def _note(self, decision: Decision[Any], value: Json) -> None:
        if decision.seen_by is not None:
            self._secrets[len(self._answers)] = decision
        if decision.asked == LUCK:
            assert isinstance(decision, Chance)
            use = (decision.seat, decision.purpose)
            self._uses[use] = self._uses.get(use, 0) + 1
        self._answers.append(value)

    def _catch_up(self) -> None:
        """Run the answers of the turn again, from the checkpoint."""
        self._listen(self.rules.state.thaw(self._checkpoint))
        if self._ended:
            return
        known, self._answers = self._answers, []
        self._asked = rerun(self._begin_again(), [[answer] for answer in known], self._note)
        self._told.clear()

    def _begin_again(self) -> Script:
        """Begin the turn of the checkpoint, which may be the opening."""
        state = self._state
        assert state is not None
        opening = None if any(state.turns) else self.rules.opening(state)
        script = opening or self.rules.turn(state)
        self._start(script)
        return script


def _own(answer: Json) -> Json:
    """The answer, in a copy if whoever gave it could still change it."""
    return marshal.loads(marshal.dumps(answer)) if type(answer) in (list, dict) else answer
