"""A run is a function of its plan and results: it goes on where it stopped, and is fair to every bot."""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from listening import Heard

import parlour
from parlour.bots import Cautious
from parlour.core import registry
from parlour.games.payday.rules import TITLE, PayDay
from parlour.games.payday.state import PayDayState
from parlour.serving import running
from referee.clock import TimeControl
from referee.match import MatchRecord
from referee.store import database, ratings, tournaments
from referee.store.matches import MOST_VOIDS
from referee.tournament.bots import BotsFailed
from referee.tournament.plan import BotEntry, Plan
from referee.tournament.running import Interrupted


def table(tmp_path: Path, file: str = "test.sqlite") -> list:
    with database.open(tmp_path / file) as store:
        return ratings.standings(store, "test")


def test_every_match_is_played_and_rated_once(plan, run, tmp_path) -> None:
    heard = Heard()
    outcome = run(plan, heard)
    assert outcome.run.is_finished
    assert outcome.spoilt == ()
    assert sorted(heard.ready) == ["one", "three", "two"]
    assert heard.resumed is False
    assert len({record.id for record in heard.records}) == len(heard.records) == 12
    assert [standing.matches for standing in table(tmp_path)] == [8, 8, 8]


def test_with_a_seed_another_run_has_the_same_luck_and_without_one_it_has_not(plan, run) -> None:
    def commitments(plan: Plan, times: int) -> list[set[str]]:
        heard = [Heard() for _ in range(times)]
        for each in heard:
            run(replace(plan, rounds=1), each)
        return [{record.commitment for record in each.records} for each in heard]

    first, second = commitments(plan, 2)
    assert first == second
    assert len(first) == 3
    first, second = commitments(replace(plan, seed=None, name="other"), 2)
    assert not first & second


def test_how_many_matches_are_side_by_side_changes_nothing(plan, run, tmp_path) -> None:
    run(replace(plan, concurrency=1), file="one.sqlite")
    run(replace(plan, concurrency=8), file="eight.sqlite")
    assert table(tmp_path, "one.sqlite") == table(tmp_path, "eight.sqlite")


def test_a_run_that_is_broken_off_goes_on_to_the_same_table(plan, run, tmp_path) -> None:
    run(plan, file="undisturbed.sqlite")
    stops = iter([2, 1, 2])

    def interrupting() -> Heard:
        left = [next(stops, 99)]

        def count(record: MatchRecord) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        return Heard(count)

    for _ in range(3):
        with pytest.raises(Interrupted):
            run(plan, interrupting())
    heard = Heard()
    assert run(plan, heard).run.is_finished
    assert heard.resumed is True
    assert 0 < len(heard.records) < 12
    assert table(tmp_path) == table(tmp_path, "undisturbed.sqlite")


def test_a_bot_is_never_in_more_matches_at_a_time_than_it_says(plan, run) -> None:
    lock = threading.Lock()
    in_play: set[str] = set()
    most = [0]

    class Busy(Cautious):
        max_parallel = 2

        def start(self, match: parlour.Match) -> None:
            with lock:
                in_play.add(match.id)
                most[0] = max(most[0], len(in_play))

        def end(self, result: parlour.MatchResult) -> None:
            with lock:
                in_play.discard(result.match)

    with running(Busy) as url:
        busy = BotEntry("busy", url, None, None, plan.file.parent)
        run(replace(plan, concurrency=6, rounds=6, bots=(*plan.bots, busy)))
    assert 1 <= most[0] <= 2


def test_a_bot_that_is_not_there_forfeits_its_matches_and_delays_nobody(plan, run, tmp_path) -> None:
    absent = BotEntry("absent", "http://127.0.0.1:65535", None, None, tmp_path)
    heard = Heard()
    time = TimeControl(start_ms=300, move_ms=10_000, bank_ms=0)
    quick = replace(plan, rounds=1, time=time, bots=(*plan.bots, absent))
    run(quick, heard)
    assert heard.failed == {"absent": "unreachable"}
    for record in heard.records:
        forfeits = {name for name, out in zip(record.players, record.forfeited, strict=True) if out}
        assert forfeits == ({"absent"} & set(record.players))


class Elsewhere(Cautious):
    """Says that it plays something else."""

    games = ("x" * 50_000, "a\x1b", *(f"game{number}" for number in range(500)))


def test_a_bot_elsewhere_that_says_it_plays_something_else_is_told_of_and_stops_nobody(plan, run, tmp_path) -> None:
    heard = Heard()
    with running(Elsewhere) as url:
        stranger = BotEntry("stranger", url, None, None, tmp_path)
        outcome = run(replace(plan, bots=(*plan.bots, stranger)), heard)
    assert heard.failed == {"stranger": "bad_json"}
    assert outcome.run.is_finished


def test_a_bot_started_here_that_plays_something_else_is_refused_before_the_first_match(plan, run, tmp_path) -> None:
    games = "('x' * 50_000, 'a\\x1b', *(f'game{number}' for number in range(500)))"
    kind = f"class Elsewhere(parlour.bots.Cautious): games = {games}"
    (tmp_path / "bot.py").write_text(f"import parlour, parlour.bots\n{kind}\nparlour.serve(Elsewhere)")
    stranger = BotEntry("stranger", None, ("python", "bot.py"), None, tmp_path)
    heard = Heard()
    with pytest.raises(BotsFailed) as caught:
        run(replace(plan, bots=(*plan.bots, stranger)), heard)
    said = f'"{"x" * 76}..., "a\\u001b", "game0", "game1", "game2", ...'
    assert str(caught.value) == f'bot "stranger" does not play payday/2000: it says that it plays {said}'
    assert heard.records == []


class Faltering(PayDay):
    """PayDay with a defect that shows as often as `fails` says."""

    name = "faltering"
    fails: ClassVar[Iterator[bool]]

    def view(self, state: PayDayState, seat: int) -> dict[str, Any]:
        if next(self.fails, False):
            raise ZeroDivisionError("a defect of ours")
        return super().view(state, seat)


class Stumbling(PayDay):
    """PayDay with a defect that shows in every match in which seat 0 begins with a 3."""

    name = "stumbling"

    def view(self, state: PayDayState, seat: int) -> dict[str, Any]:
        if state.turns == [1, 1] and state.days[0] == 3:
            raise ZeroDivisionError("a defect of ours")
        return super().view(state, seat)


@pytest.fixture
def registered() -> Iterator[None]:
    """Games with defects are known while the test runs."""
    Faltering.fails = iter([])
    for rules in (Faltering, Stumbling):
        registry.register(replace(TITLE, rules=rules))
    yield
    for rules in (Faltering, Stumbling):
        registry.unregister(rules.name)


@pytest.mark.usefixtures("registered")
def test_a_match_that_the_referee_spoilt_blames_nobody_and_is_replayed(plan, run, tmp_path) -> None:
    faltering = replace(plan, game="faltering/2000")
    run(faltering, file="undisturbed.sqlite")
    Faltering.fails = iter([True, True])
    heard = Heard()
    outcome = run(faltering, heard)
    assert len(heard.voids) == 2
    assert "a defect of ours" in str(heard.voids[0][1])
    assert outcome.spoilt == ()
    assert all(record.faults == () for record in heard.records)
    assert table(tmp_path) == table(tmp_path, "undisturbed.sqlite")


@pytest.mark.usefixtures("registered")
def test_a_match_that_is_spoilt_again_and_again_is_left_alone_and_the_others_are_played(plan, run) -> None:
    heard = Heard()
    outcome = run(replace(plan, game="stumbling/2000", rounds=8), heard)
    spoilt = Counter(match for match, _ in heard.voids)
    assert 0 < len(spoilt) < 24
    assert set(spoilt.values()) == {MOST_VOIDS}
    assert set(outcome.spoilt) == set(spoilt)
    assert len(heard.records) == 24 - len(spoilt)
    assert outcome.run.finished == len(heard.records)


def test_two_referees_on_one_file_play_one_run_and_rate_every_match_once(plan, run, tmp_path) -> None:
    """The bots keep no state: a match that both play at the same moment begins at the bot anew for each."""
    both_ready = threading.Barrier(2)

    class Waiting(Heard):
        def began(self, run, *, resumed) -> None:
            both_ready.wait()

    with running(Cautious) as url:
        names = ("one", "two", "three")
        same = replace(plan, bots=tuple(BotEntry(name, url, None, None, tmp_path) for name in names))
        run(same, file="undisturbed.sqlite")
        with ThreadPoolExecutor(2) as pool:
            outcomes = [each.result() for each in [pool.submit(run, same, Waiting()) for _ in range(2)]]
    assert {outcome.run.number for outcome in outcomes} == {1}
    assert table(tmp_path) == table(tmp_path, "undisturbed.sqlite")
    with database.open(tmp_path / "test.sqlite") as store:
        assert len(tournaments.every_run(store)) == 1
        assert ratings.rebuild(store, "test") == []
