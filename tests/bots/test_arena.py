"""The arena: the same matches whatever bots ask them, rotated seats, and crashes that can be played again."""

import json
import math
import sys
from collections.abc import Callable
from typing import Any

import pytest
import vault

import parlour
from parlour.arena import Table, play_match, record_match
from parlour.bots import Cautious, Random
from parlour.core import registry
from parlour.core.registry import UnknownGame
from parlour.core.rules import BadOption
from parlour.core.transcript import verify
from parlour.protocol import schemas
from parlour.protocol.messages import start_message
from parlour.report import Played
from parlour.serving import Service

pytestmark = pytest.mark.usefixtures("vault_is_registered")

MONTH = {"months": 1}


def table(*bots: type[parlour.Bot], seats: int | None = None, game: str = "payday") -> Table:
    return Table(game, bots, seats or len(bots), {} if game == "vault" else MONTH)


def bot(choose: Callable[..., Any], name: str = "mine", **more: Any) -> type[parlour.Bot]:
    """A bot that chooses so."""
    return type("Mine", (parlour.Bot,), {"choose": choose, "name": name, **more})


def test_a_run_is_a_function_of_its_seed() -> None:
    runs = [parlour.play("payday", [Random, Cautious], games=4, seed=seed, options=MONTH) for seed in (1, 1, 2)]
    assert runs[0] == runs[1]
    assert runs[0].lines[1].mean_score != runs[2].lines[1].mean_score


def test_the_matches_of_a_rotation_have_the_same_luck_and_every_bot_in_every_seat() -> None:
    """Bots that play alike get the same scores in the same seats, whoever sits there."""
    tables = table(Cautious, Cautious, Cautious)
    played = [play_match(tables, 1, number) for number in range(6)]
    assert [match.seating for match in played[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert played[0].scores == played[1].scores == played[2].scores
    assert played[3].scores == played[4].scores != played[0].scores


def test_bots_that_play_alike_are_equal_without_doubt() -> None:
    report = parlour.play("payday", [Cautious, Cautious], games=100, seed=1, options=MONTH)
    first, second = report.lines
    assert (first.name, second.name) == ("cautious", "cautious 2")
    assert first.elo.elo == 0
    assert -15 < first.elo.low < 0 < first.elo.high < 15


def test_the_number_of_matches_fills_the_last_rotation() -> None:
    report = parlour.play("payday", [Cautious] * 3, games=4, seed=1, options=MONTH)
    assert (report.matches, report.rotation, report.seats) == (6, 3, 3)
    assert [sum(line.places) for line in report.lines] == [6, 6, 6]


def test_two_bots_may_fill_six_seats_in_turn() -> None:
    six = table(Random, Cautious, seats=6)
    assert six.seating(0) == (0, 1, 0, 1, 0, 1)
    assert six.rotation == 2, "the third match would be the first once more"
    report = parlour.play("payday", [Random, Cautious], games=2, seed=1, seats=6, options=MONTH)
    assert [sum(line.places) for line in report.lines] == [6, 6]


def test_two_bots_in_three_seats_come_round_after_three_matches() -> None:
    three = table(Random, Cautious, seats=3)
    assert [three.seating(number) for number in range(three.rotation)] == [(0, 1, 0), (1, 0, 0), (0, 0, 1)]


@pytest.mark.parametrize(
    ("count", "seats", "message"),
    [
        (0, 2, "expected at least 2 bots, found 0"),
        (1, None, "expected at least 2 bots, found 1"),
        (3, 2, "expected at most 2 bots for 2 seats, found 3"),
    ],
)
def test_bots_that_cannot_be_seated_are_refused(count: int, seats: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parlour.play("payday", [Cautious] * count, games=1, seed=1, seats=seats)


@pytest.mark.parametrize("games", [("payday",), ("chess", "payday/2000")])
def test_a_bot_plays_a_game_that_it_names_with_or_without_edition(games: tuple[str, ...]) -> None:
    names_it = bot(lambda self, question: question.default, games=games)
    assert play_match(table(names_it, Cautious), 1, 0) == play_match(table(Cautious, Cautious), 1, 0)


def test_a_bot_that_does_not_play_the_game_is_refused() -> None:
    stranger = bot(lambda self, question: question.default, games=("chess", "payday/1975"))
    with pytest.raises(ValueError, match=r"^mine does not play payday/2000: it says that it plays chess, payday/1975$"):
        parlour.play("payday", [Cautious, stranger], games=1, seed=1)


def test_a_game_seats_and_options_that_are_wrong_are_refused() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'payday'"):
        parlour.play("paday", [Cautious, Random], games=1, seed=1)
    with pytest.raises(BadOption, match="months: expected 1 to 12, found 13"):
        parlour.play("payday", [Cautious, Random], games=1, seed=1, options={"months": 13})
    with pytest.raises(BadOption, match="seats"):
        parlour.play("payday", [Cautious] * 7, games=1, seed=1)


def test_a_match_of_a_run_can_be_played_alone() -> None:
    report = parlour.play("payday", [Random, Cautious], games=6, seed=5, options=MONTH)
    alone = [play_match(table(Random, Cautious), 5, number) for number in range(6)]
    assert parlour.Report.of("payday/2000", 5, ("random", "cautious"), 2, alone) == report


def test_a_recorded_match_is_the_same_match_and_its_transcript_verifies() -> None:
    recorded, transcript = record_match(table(Random, Cautious), 1, 3)
    assert recorded == play_match(table(Random, Cautious), 1, 3)
    assert json.loads(transcript.splitlines()[-1])["end"]["places"] == list(recorded.places)
    assert verify(transcript) == []


# --- the same as over the wire --------------------------------------------------------------------------------------


def test_a_bot_meets_the_same_messages_and_gives_the_same_answers_in_the_arena_and_over_the_wire() -> None:
    """What a bot was sent in the arena is put through the service as JSON, and the bot does as it did in the arena."""
    seen: list[Any] = []

    class Watching(parlour.Bot):
        wants = ("position",)

        def start(self, match: parlour.Match) -> None:
            seen.append(match)

        def choose(self, question: parlour.Question) -> Any:
            seen.append((question._message, answer := parlour.choose(question.options, self.rng)))
            return answer

    play_match(table(Watching, Watching, Watching, game="vault"), 1, 0)
    in_the_arena = seen.copy()
    seen.clear()
    service = Service(Watching)
    for each in in_the_arena:
        path, message = ("/start", started(each)) if isinstance(each, parlour.Match) else ("/move", each[0])
        assert service.respond("POST", path, {}, json.dumps(message).encode()).status == 200
    schema = schemas.Move()
    assert seen[:3] == in_the_arena[:3]
    assert seen[3:] == [(schema.load(message), answer) for message, answer in in_the_arena[3:]]
    assert all(message == json.loads(json.dumps(message)) for message, _ in in_the_arena[3:])


def started(match: parlour.Match) -> dict[str, Any]:
    """The message that tells of a match."""
    return start_message(
        match=match.id,
        game=match.game,
        rules=match.rules,
        seat=match.seat,
        players=match.players,
        options=match.options,
        time={name: getattr(match, name) for name in ("start_ms", "move_ms", "bank_ms")},
        policy={"max_strikes": match.max_strikes},
        commitment=match.commitment,
    )


def test_a_bot_cannot_change_the_game_through_what_it_is_sent() -> None:
    def vandalise(value: Any) -> None:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for each in list(inner):
            vandalise(each)
        if isinstance(value, dict | list):
            value.clear()

    def choose(self: parlour.Bot, question: parlour.Question) -> Any:
        answer = question.default
        vandalise(question._message)
        return answer

    vandal = bot(choose, wants=("position",))
    assert play_match(table(vandal, vandal), 1, 0) == play_match(table(Cautious, Cautious), 1, 0)


def test_a_bot_is_told_of_the_match_its_events_and_its_end() -> None:
    told: list[Any] = []

    class Listener(parlour.Bot):
        def start(self, match: parlour.Match) -> None:
            told.append(match)

        def choose(self, question: parlour.Question) -> Any:
            told.extend(event["event"] for event in question.events)
            return question.default

        def end(self, result: parlour.MatchResult) -> None:
            told.append(result)

    played = play_match(table(Listener, Cautious), 1, 0)
    assert told[0].players == ("Listener", "cautious")
    assert "Moved" in told[1:-1]
    assert (told[-1].places, told[-1].score) == (played.places, played.scores[0])


def test_a_bots_share_of_the_luck_changes_the_luck() -> None:
    plain = bot(lambda self, question: question.default)
    lucky = bot(lambda self, question: question.default, start=lambda self, match: "ab" * 8)
    assert play_match(table(plain, plain), 1, 0).scores != play_match(table(plain, lucky), 1, 0).scores


# --- crashes --------------------------------------------------------------------------------------------------------


def crash(choose: Callable[..., Any], **more: Any) -> parlour.BotCrash:
    with pytest.raises(parlour.BotCrash) as caught:
        parlour.play("payday", [Cautious, bot(choose, **more)], games=10, seed=7, options=MONTH)
    return caught.value


def test_what_a_bot_raises_is_shown_with_its_traceback_and_where_it_happened() -> None:
    def choose(self: parlour.Bot, question: parlour.Question) -> Any:
        if question.turn > 3:
            raise LookupError("no idea")
        return question.default

    caught = crash(choose)
    assert (caught.bot, caught.seed, caught.number, caught.seat) == ("mine", 7, 0, 1)
    assert caught.problem == "LookupError: no idea"
    assert caught.doing.startswith("asked <Question arena-7-0-s1-q")
    assert caught.trace.startswith("Traceback (most recent call last):\n")
    assert "in choose" in caught.trace
    assert "parlour/arena.py" not in caught.trace, "the bot's author sees the bot's own code"
    assert str(caught).startswith(caught.trace)
    assert "mine in seat 1, in match 0 of seed 7, asked <Question" in str(caught)


def test_a_crash_happens_again_when_its_match_is_played_alone() -> None:
    def choose(self: parlour.Bot, question: parlour.Question) -> Any:
        if self.rng.random() < 0.05 and question.match != "arena-7-0":
            raise LookupError(question.id)
        return question.default

    first = crash(choose)
    assert first.number > 0
    with pytest.raises(parlour.BotCrash) as again:
        play_match(table(Cautious, bot(choose)), first.seed, first.number)
    assert (again.value.doing, again.value.problem) == (first.doing, first.problem)


def test_an_illegal_answer_stops_the_run_with_the_reason() -> None:
    caught = crash(lambda self, question: True)
    assert caught.problem == "True is no answer to Borrow: expected a whole number from 0 to 20"
    assert caught.trace == ""


def loop() -> list[Any]:
    """A list that holds itself."""
    endless: list[Any] = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (math.nan, "with str keys; found a float, nan"),
        ({1: 2}, "with str keys; found a dict, {1: 2}"),
        (loop(), "maximum recursion depth exceeded"),
    ],
)
def test_an_answer_that_is_no_json_stops_the_run_with_the_reason_and_without_frames_of_the_library(
    answer: Any, reason: str
) -> None:
    caught = crash(lambda self, question: answer)
    assert caught.problem.startswith("BadReply: what choose() returned is no JSON: ")
    assert reason in caught.problem
    assert caught.trace == ""
    assert str(caught).endswith(caught.problem)


def test_a_nonce_that_is_none_stops_the_run_without_frames_of_the_library() -> None:
    caught = crash(lambda self, question: question.default, start=lambda self, match: "lucky")
    assert caught.problem.startswith("BadReply: what start() returned is no nonce: expected 16 to 64 hexadecimal")
    assert caught.trace == ""


def test_an_illegal_answer_that_a_bot_gives_in_its_own_imagination_is_shown_with_its_traceback() -> None:
    def choose(self: parlour.Bot, question: parlour.Question) -> Any:
        question.imagine().answer(question.seat, 99)

    caught = crash(choose, wants=("position",))
    assert caught.problem.startswith("IllegalAnswer: seat 1: 99 is no answer to Borrow")
    assert "in choose" in caught.trace


def test_a_defect_of_the_rules_is_not_blamed_on_a_bot() -> None:
    class Broken(vault.Vault):
        name = "broken"

        async def choose_goals(self, g: vault.VaultState) -> None:
            await super().choose_goals(g)
            raise RuntimeError("a rule is wrong")

    registry.register(registry.Title(Broken, vault.VaultEdition, vault.TITLE.folder, vault.TITLE.default))
    try:
        with pytest.raises(RuntimeError, match="a rule is wrong"):
            play_match(Table("broken", [Cautious, Cautious], 2, {}), 1, 0)
    finally:
        registry.unregister("broken")


@pytest.mark.parametrize(
    ("method", "doing"),
    [("start", "when the match began"), ("end", "when the match had ended"), ("__init__", "when the match began")],
)
def test_a_crash_outside_of_questions_is_shown_too(method: str, doing: str) -> None:
    def fail(self: parlour.Bot, *told: Any) -> None:
        raise LookupError("no idea")

    caught = crash(lambda self, question: question.default, **{method: fail})
    assert (caught.doing, caught.problem) == (doing, "LookupError: no idea")


@pytest.mark.parametrize("method", ["start", "choose", "end"])
def test_a_bot_that_exits_has_crashed(method: str) -> None:
    def leave(self: parlour.Bot, *told: Any) -> None:
        sys.exit(3)

    caught = crash(**{"choose": lambda self, question: question.default, method: leave})
    assert (caught.problem, caught.seed) == ("SystemExit: 3", 7)
    assert "in leave" in caught.trace


def test_ctrl_c_while_a_bot_thinks_is_no_crash_of_the_bot() -> None:
    def interrupted(self: parlour.Bot, question: parlour.Question) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(table(bot(interrupted), Cautious), 1, 0)


# --- the report -----------------------------------------------------------------------------------------------------


def test_a_share_counts_ties_half() -> None:
    played = Played(seating=(0, 1, 2), places=(1, 1, 3), scores=(5, 5, 1), questions=9)
    assert [played.share(each) for each in range(3)] == [0.75, 0.75, 0.0]


def test_a_share_leaves_out_the_bots_own_seats() -> None:
    played = Played(seating=(0, 1, 0, 1), places=(1, 2, 3, 4), scores=(4, 3, 2, 1), questions=9)
    assert [played.share(each) for each in range(2)] == [0.75, 0.25]


def test_shares_of_two_bots_add_up_to_one() -> None:
    report = parlour.play("payday", [Random, Cautious], games=20, seed=3, options=MONTH)
    first, second = report.lines
    assert math.isclose(first.share + second.share, 1)
    assert math.isclose(first.elo.elo, -second.elo.elo)
    assert math.isclose(first.elo.low, -second.elo.high)


def test_a_report_prints_places_score_elo_and_seats() -> None:
    played = [Played((0, 1), (2, 1), (-1500, 4200), 9), Played((1, 0), (1, 2), (3000, 100), 9)] * 2
    report = parlour.Report.of("payday/2000", 7, ("greedy", "random"), 2, played)
    assert str(report) == (
        "payday/2000, 4 matches of 2 seats: 2 times the same luck with the bots in every seat, seed 7\n"
        "\n"
        "bot     1st  2nd  mean place  mean score  points           Elo (95 %)\n"
        "greedy    0    4        2.00        -700    0.0%  -inf (-inf to +113)\n"
        "random    4    0        1.00       3,600  100.0%  +inf (-113 to +inf)\n"
        "\n"
        "mean place in seat     0     1\n"
        "greedy              2.00  2.00\n"
        "random              1.00  1.00"
    )


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    parlour.play(
        "payday",
        [Cautious, Cautious],
        games=4,
        seed=1,
        options=MONTH,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
