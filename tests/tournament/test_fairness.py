"""No bot holds up a match that it does not play in, and none is in more matches than it takes."""

import threading
from dataclasses import replace
from typing import Any, ClassVar

from listening import Heard

from parlour.bots import Cautious
from parlour.serving import running
from referee.clock import TimeControl
from referee.match import MatchRecord
from referee.tournament.plan import BotEntry


class Slow(Cautious):
    """Answers once it may."""

    may: ClassVar[threading.Event]
    max_parallel = 1

    def choose(self, question) -> Any:
        self.may.wait(30)
        self.may.set()  # who has waited in vain once has shown what there is to show
        return super().choose(question)


def test_a_match_that_waits_for_a_bot_elsewhere_holds_up_no_other(plan, run, tmp_path) -> None:
    Slow.may = threading.Event()
    order: list[set[str]] = []

    def finished(record: MatchRecord) -> None:
        order.append(set(record.players))
        if sum("slow" not in players for players in order) == 12:
            Slow.may.set()

    with running(Slow) as url:
        bots = (BotEntry("slow", url, None, None, tmp_path), *plan.bots)
        run(replace(plan, bots=bots, concurrency=1, time=TimeControl(2000, 60_000, 0)), Heard(finished))
    assert len(order) == 24
    assert all("slow" not in players for players in order[:12])


class Clinging(Cautious):
    """Does not let go of a match that has ended before another match has."""

    max_parallel = 1
    may: ClassVar[threading.Event]
    let_go: ClassVar[list[bool]]

    def end(self, result) -> None:
        self.let_go.append(self.may.wait(30))


class Told(Cautious):
    """Is glad to hear that a match without the clinging one has ended."""

    max_parallel = 4

    def start(self, match) -> None:
        self.is_free = "clinging" not in match.players

    def end(self, result) -> None:
        if self.is_free:
            Clinging.may.set()


def test_a_bot_that_does_not_let_go_keeps_no_other_match_from_its_end(plan, run, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("referee.match.GOODBYE_MS", 60_000)
    Clinging.may, Clinging.let_go = threading.Event(), []
    with running(Clinging) as clinging, running(Told) as one, running(Told) as two:
        urls = {"clinging": clinging, "one": one, "two": two}
        bots = tuple(BotEntry(name, url, None, None, tmp_path) for name, url in urls.items())
        time = TimeControl(start_ms=2000, move_ms=60_000, bank_ms=0)
        run(replace(plan, bots=bots, rounds=1, concurrency=1, time=time))
    assert Clinging.let_go == [True, True]


class Leisurely(Cautious):
    """Takes its time for every answer, and would be in any number of matches."""

    max_parallel = 1000

    def choose(self, question) -> Any:
        threading.Event().wait(0.15)
        return super().choose(question)


def test_a_slow_bot_takes_no_place_at_others_that_they_need_for_each_other(plan, run, tmp_path) -> None:
    order: list[bool] = []
    with running(Leisurely) as slow, running(Cautious) as one, running(Cautious) as two:
        urls = {"slow": slow, "one": one, "two": two}
        bots = tuple(BotEntry(name, url, None, None, tmp_path) for name, url in urls.items())
        time = TimeControl(start_ms=5000, move_ms=5000, bank_ms=0)
        heard = Heard(lambda record: order.append("slow" in record.players))
        run(replace(plan, bots=bots, rounds=8, concurrency=2, time=time), heard)
    assert len(order) == 24
    assert order[:8] == [False] * 8


def test_a_bot_may_say_at_any_time_that_it_takes_fewer_matches(plan, run) -> None:
    in_play: set[str] = set()
    most: list[int] = []

    class Growing(Cautious):
        """Says that it takes many, and from its first match on that it takes one."""

        max_parallel = 4

        def start(self, match) -> None:
            type(self).max_parallel = 1
            in_play.add(match.id)
            most.append(len(in_play))

        def end(self, result) -> None:
            in_play.discard(result.match)

    with running(Growing) as url:
        plan = replace(plan, bots=(*plan.bots[:2], replace(plan.bots[0], name="growing", url=url)), concurrency=4)
        run(plan)
    assert set(most[4:]) == {1}
