"""What a bot's author sees: Bot, Question, Match and MatchResult, and a bot at its seat."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import Product, Split, to_wire
from parlour.core.registry import names
from parlour.protocol.messages import Message, as_sent, asked_again, end_message, move_message, read_handshake
from parlour.seated import BadReply, Seated, check_handshake

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def seat(choose: Callable[..., Any], message: Message) -> Seated:
    """A bot that chooses so, at a seat."""
    return Seated(type("Chooser", (parlour.Bot,), {"choose": choose}), message)


def test_a_bot_is_called_what_it_says_or_like_its_class() -> None:
    class Plain(parlour.Bot):
        def choose(self, question: parlour.Question) -> None: ...

    class Named(Plain):
        name = "a name"

    class Heir(Named):
        pass

    assert (Plain.name, Named.name, Heir.name) == ("Plain", "a name", "Heir")


def test_a_bot_without_choose_cannot_be_made() -> None:
    class Idle(parlour.Bot):
        pass

    with pytest.raises(TypeError, match="choose"):
        Idle()  # type: ignore[abstract]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"games": "payday"}, '"payday"; did you mean ("payday",)?'),
        ({"wants": "position"}, '"position"; did you mean ("position",)?'),
        ({"games": None}, "null"),
    ],
    ids=str,
)
def test_a_class_whose_games_or_wants_are_no_list_cannot_be_made(said: dict[str, Any], found: str) -> None:
    (key,) = said
    message = f"Comma.{key}: expected a tuple or list of names, found {found}"
    with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
        type("Comma", (parlour.Bot,), said)


def test_a_bot_plays_every_game_unless_it_says_which(counting: type[parlour.Bot]) -> None:
    assert counting.handshake()["games"] == sorted({name.split("/")[0] for name in names()})
    counting.games = ("payday/2000",)
    assert counting.handshake()["games"] == ["payday/2000"]


def test_a_handshake_is_what_the_wire_expects(counting: type[parlour.Bot]) -> None:
    assert not isinstance(read_handshake(counting.handshake()), str)
    counting.wants = ("position",)
    handshake = read_handshake(counting.handshake())
    assert not isinstance(handshake, str)
    assert handshake.wants_position


def test_a_bot_that_says_what_the_wire_does_not_allow_is_refused_by_name(counting: type[parlour.Bot]) -> None:
    counting.name = "x" * 41
    with pytest.raises(ValueError, match=r"^Fresh\.name: expected text of 1 to 40 printable characters"):
        check_handshake(counting)


def test_a_bot_is_a_function_of_the_match(start: Callable[..., Message], question: Callable[..., Message]) -> None:
    """The same match and seat give the same random numbers, before start() already; another seat gives others."""

    class Dicey(parlour.Bot):
        def start(self, match: parlour.Match) -> None:
            self.first = self.rng.random()

        def choose(self, question: parlour.Question) -> Any:
            return [self.first, self.rng.random(), question.rng.random()]

    def numbers(**parts: Any) -> Any:
        seated = Seated(Dicey, start(**parts))
        seated.start()
        assert isinstance(seated.bot, Dicey)
        return seated.bot.choose(parlour.Question(question()))

    assert numbers() == numbers()
    assert numbers() != numbers(seat=1)
    assert numbers() != numbers(match="m2")


def test_the_random_numbers_of_a_question_do_not_depend_on_what_was_asked_before(
    question: Callable[..., Message],
) -> None:
    first, again = parlour.Question(question()), parlour.Question(question())
    first.rng.random()
    assert first.rng is first.rng
    assert again.rng.random() == parlour.Question(question()).rng.random()
    assert again.rng.random() != parlour.Question(question(id="m1-q2")).rng.random()


def test_a_match_holds_what_the_start_message_tells(start: Callable[..., Message]) -> None:
    assert parlour.Match.from_message(start(seat=1)) == parlour.Match(
        id="m1",
        game="payday/2000",
        rules="1",
        seat=1,
        players=("one", "other"),
        options={"months": 1},
        start_ms=5000,
        move_ms=1000,
        bank_ms=0,
        max_strikes=3,
        commitment="00" * 32,
    )


def test_a_result_knows_the_bots_own_place_and_score() -> None:
    message = end_message(
        match="m1",
        seat=1,
        places=[2, 1, 3],
        scores=[5, 9, 1],
        faults=[0, 0, 4],
        termination="finished",
        secret="00",
        nonces=[None] * 3,
    )
    result = parlour.MatchResult.from_message(message)
    assert (result.place, result.score, result.faults) == (1, 9, (0, 0, 4))


@pytest.mark.parametrize(
    "options",
    [
        range(0, 10, 5),
        (True, False, None),
        Split(60, parts=3, step=5),
        Product({"give": range(3), "ask": ("card", "cash")}),
    ],
    ids=lambda options: type(options).__name__,
)
def test_options_are_the_sequence_that_the_rules_offered(options: Any, question: Callable[..., Message]) -> None:
    message = question()
    message["question"]["options"] = to_wire(options)
    assert parlour.Question(message).options == options


def test_a_question_prints_what_may_be_answered(question: Callable[..., Message]) -> None:
    assert repr(parlour.Question(question())) == ("<Question m1-q1 to seat 0: Borrow, a whole number from 0 to 20>")


def test_a_question_that_is_asked_again_says_why(question: Callable[..., Message]) -> None:
    assert parlour.Question(question()).refused is None
    again = asked_again(question(), refused="21 is too much", clock={"move_ms": 5, "bank_ms": 0, "last_ms": 0})
    assert parlour.Question(again).refused == "21 is too much"


# --- at its seat ----------------------------------------------------------------------------------------------------


def test_a_bot_replies_with_the_questions_id(start: Callable[..., Message], question: Callable[..., Message]) -> None:
    seated = seat(lambda bot, question: question.default, start())
    assert seated.move(question()) == {"id": "m1-q1", "answer": 0}


def test_a_note_travels_with_the_answer_cut_to_256_characters(
    start: Callable[..., Message], question: Callable[..., Message]
) -> None:
    def choose(bot: parlour.Bot, question: parlour.Question) -> int:
        question.note = "x" * 300
        return 0

    assert seat(choose, start()).move(question())["note"] == "x" * 256


def test_a_tuple_is_sent_as_a_list(start: Callable[..., Message], question: Callable[..., Message]) -> None:
    assert seat(lambda bot, question: (1, (2,)), start()).move(question())["answer"] == [1, [2]]


def test_an_answer_that_is_no_json_says_what_it_is(
    start: Callable[..., Message], question: Callable[..., Message]
) -> None:
    with pytest.raises(BadReply, match=r"^what choose\(\) returned is no JSON: .*found a set, \{3\}$"):
        seat(lambda bot, question: {3}, start()).move(question())


@pytest.mark.parametrize(("nonce", "reply"), [(None, {}), ("ab" * 8, {"nonce": "ab" * 8})])
def test_what_start_returns_is_the_bots_share_of_the_luck(
    nonce: str | None, reply: Message, start: Callable[..., Message], counting: type[parlour.Bot]
) -> None:
    counting.start = lambda bot, match: nonce  # type: ignore[method-assign, assignment, misc]
    assert Seated(counting, start()).start() == reply


def test_a_nonce_that_is_none_is_refused(start: Callable[..., Message], counting: type[parlour.Bot]) -> None:
    counting.start = lambda bot, match: "lucky"  # type: ignore[method-assign, assignment, misc]
    with pytest.raises(BadReply, match='nonce: expected 16 to 64 hexadecimal digits, found "lucky"'):
        Seated(counting, start()).start()


# --- imagining ------------------------------------------------------------------------------------------------------


def ask_seat(game: Game, number: int) -> parlour.Question:
    """The question of the game's first open decision, as a bot that wants the position gets it."""
    decision = game.pending[0]
    clock = {"move_ms": 1, "bank_ms": 0, "last_ms": 0}
    message = move_message(
        game, decision.seat, decision, match="m1", id=f"m1-q{number}", events=[], clock=clock, with_position=True
    )
    return parlour.Question(as_sent(message))


@pytest.mark.parametrize("name", ["payday", "vault"])
def test_an_imagined_game_asks_the_bot_the_same_and_shows_it_the_same(name: str, seed: int) -> None:
    """At every question of a random game; the bot may answer anything in it and play it to the end."""
    rng = random.Random(seed)
    game = Game.new(name, seats=3, luck=Keyed(rng.randbytes(16)))
    number = 0
    while not game.is_over:
        question = ask_seat(game, number)
        imagined = question.imagine()
        assert as_sent(imagined.view(question.seat)) == question.view
        (decision,) = [each for each in imagined.pending if each.seat == question.seat]
        assert (decision.kind, as_sent(decision.facts())) == (question.kind, question.reason)
        imagined.answer(question.seat, parlour.choose(question.options, rng))
        while not imagined.is_over:
            asked = imagined.pending[0]
            imagined.answer(asked.seat, asked.default())
        assert len(imagined.result().places) == 3
        game.answer(question.seat, parlour.choose(question.options, rng))
        number += 1


def test_what_a_seat_cannot_see_is_imagined_anew_each_time() -> None:
    game = Game.new("vault", seats=3, luck=Keyed(b"secret"))
    for seat_, stars in enumerate(([6, 0], [0, 6], [3, 3])):
        game.answer(seat_, stars)
    question = ask_seat(game, 1)
    goals = {tuple(map(tuple, question.imagine().state.goals)) for _ in range(30)}
    assert {goal[0] for goal in goals} == {(6, 0)}, "its own goal is known"
    assert len({goal[1] for goal in goals}) > 1, "another's goal is guessed"


def test_an_imagined_game_is_a_function_of_the_random_numbers(seed: int) -> None:
    game = Game.new("vault", seats=2, luck=Keyed(b"secret"))
    game.answer(0, [6, 0])
    game.answer(1, [0, 6])
    question = ask_seat(game, 1)
    first, again = (question.imagine(random.Random(seed)) for _ in range(2))
    assert first.to_json() == again.to_json()


def test_a_bot_that_does_not_want_the_position_cannot_imagine(question: Callable[..., Message]) -> None:
    with pytest.raises(LookupError, match=r'set wants = \("position",\)'):
        parlour.Question(question()).imagine()


def test_a_position_that_nothing_fits_is_implausible_and_not_an_endless_search() -> None:
    question = ask_seat(Game.new("payday", seats=2, luck=Keyed(b"secret")), 1)
    question.view["jackpot"] = 1
    with pytest.raises(parlour.Implausible, match="100 guesses"):
        question.imagine()


def test_a_position_of_other_rules_is_refused() -> None:
    question = ask_seat(Game.new("payday", seats=2, luck=Keyed(b"secret")), 1)
    question._message["position"]["rules"] = "0"
    with pytest.raises(ValueError, match="the position is of rules 0"):
        question.imagine()
