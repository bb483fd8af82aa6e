"""A game is a checkpoint and answers: it can be saved, copied, masked and refused nothing it should take."""

import json
import random
from collections.abc import Callable

import pytest
import vault

from parlour.core.decision import Decision, IllegalAnswer, Roll
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.core.registry import UnknownGame
from parlour.core.rules import BadOption, Implausible
from parlour.imagine import imagine

pytestmark = pytest.mark.usefixtures("vault_is_registered")

New = Callable[..., Game]
Past = Callable[[Game], Game]


def test_everyone_is_asked_at_once_and_any_order_of_answers_gives_the_same_game(new_game: New) -> None:
    games = []
    for order in ([0, 1, 2], [2, 0, 1]):
        game = new_game()
        assert [question.seat for question in game.pending] == [0, 1, 2]
        for seat in order:
            game.answer(seat, [seat, 6 - seat])
        games.append(game.to_json())
    assert games[0] == games[1]


def test_a_seat_that_has_answered_is_not_asked_again_while_others_think(new_game: New) -> None:
    game = new_game()
    game.answer(1, [2, 4])
    assert [question.seat for question in game.pending] == [0, 2]
    with pytest.raises(IllegalAnswer, match="was not asked"):
        game.answer(1, [3, 3])


def test_answers_given_early_are_saved_and_seen_by_nobody(new_game: New) -> None:
    game = new_game()
    game.answer(1, [2, 4])
    copy = Game.from_json(json.loads(json.dumps(game.to_json())), Keyed(b"secret"))
    assert [question.seat for question in copy.pending] == [0, 2]
    assert game.position(0)["answers"] == []
    assert "early" not in game.position(0)
    assert game.position(1)["early"] == [2, 4]
    assert game.view(0)["goal"] is None


def played(game: Game, until: int) -> list[Decision]:
    """The questions that are asked, and answered cautiously, until that seat is asked."""
    asked = []
    while game.pending[0].seat != until:
        asked.append(game.pending[0])
        game.answer(asked[-1].seat, asked[-1].default())
    return asked


def test_a_question_with_one_option_is_not_asked(
    new_game: New, past_goals: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = past_goals(new_game(seats=2))
    game.answer(0, {"coins": 5, "to": 1})
    kinds = [question.kind for question in played(game, until=1)]
    assert kinds == ["ShowCard", "PutUnder"]
    game = past_goals(new_game(seats=2))
    monkeypatch.setattr(vault.PutUnder, "options", lambda self: ([],))
    game.answer(0, {"coins": 5, "to": 1})
    assert [question.kind for question in played(game, until=1)] == ["ShowCard"]


def test_a_question_that_is_always_asked_is_asked_with_one_option(new_game: New, past_goals: Past) -> None:
    game = past_goals(new_game())
    game.answer(0, {"coins": 0, "to": 1})
    (question,) = game.pending
    assert (question.kind, len(question.options())) == ("ShowCard", 1)
    game.answer(0, None)
    assert game.pending[0].kind == "PutUnder"


@pytest.mark.parametrize(
    ("seat", "answer", "reason"),
    [
        (1, {"coins": 0, "to": 2}, "was not asked"),
        (0, {"coins": 6, "to": 1}, "coins: expected a whole number from 0 to 5"),
        (0, {"coins": True, "to": 1}, "coins: expected a whole number from 0 to 5, found true"),
        (0, {"coins": 1, "to": 0}, "to: expected one of 1, 2, found 0"),
        (0, None, "None is no answer to Give"),
        (0, "x" * 1000, r"x\.\.\. is no answer"),
    ],
)
def test_what_is_no_option_is_refused_with_the_reason_and_leaves_the_game_as_it_was(
    new_game: New, past_goals: Past, seat: int, answer: object, reason: str
) -> None:
    game = past_goals(new_game())
    before = game.to_json()
    with pytest.raises(IllegalAnswer, match=reason):
        game.answer(seat, answer)
    assert game.to_json() == before
    game.answer(0, {"coins": 0, "to": 1})


def test_a_clone_goes_its_own_way(new_game: New, past_goals: Past) -> None:
    game = past_goals(new_game())
    before, view = game.to_json(), game.view(0)
    copy = game.clone()
    assert copy.to_json() == before
    copy.answer(0, {"coins": 3, "to": 1})
    assert game.to_json() == before
    assert game.view(0) == view
    assert copy.view(0)["cash"] == [2, 8, 5]


def test_a_clone_with_other_luck_keeps_what_was_rolled_and_rolls_anew_from_there(
    new_game: New, past_goals: Past
) -> None:
    game = past_goals(new_game())
    card = game.view(0)["hand"]
    copies = [game.clone(Keyed(bytes([n + 1]))) for n in range(20)]
    wages = set()
    for copy in copies:
        assert copy.view(0)["hand"] == card
        copy.answer(0, {"coins": 0, "to": 1})
        played(copy, until=1)
        wages.add(copy.view(0)["cash"][0])
    assert len(wages) > 3


def test_luck_asked_twice_in_a_turn_for_one_purpose_has_two_keys(new_game: New, past_goals: Past) -> None:
    uses = []

    class Listening(Keyed):
        def answer(self, question, use):
            uses.append(use)
            return super().answer(question, use)

    game = past_goals(new_game(luck=Listening(b"secret")))
    rng = random.Random(1)
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
    assert len(set(uses)) == len(uses) > 10


def test_a_position_hides_what_others_hold_and_what_they_answered(new_game: New, past_goals: Past) -> None:
    game = past_goals(new_game())
    own, other = game.position(0), game.position(1)
    assert own["answers"] == [None, [game.view(0)["hand"][0]]], "the buried card is known to nobody"
    assert other["answers"] == [None, None]
    assert own["checkpoint"]["goals"] == [[2, 4], [], []]
    assert other["checkpoint"]["goals"] == [[], [2, 4], []]


def test_a_position_that_does_not_fit_is_implausible(new_game: New, past_goals: Past) -> None:
    game = past_goals(new_game())
    start = game.rules.imagine(game.position(0)["checkpoint"], 0, random.Random(1))
    with pytest.raises(Implausible, match="99 is no option"):
        Game.from_position({**game.position(0), "answers": [[99]]}, start, Keyed(b"x"), random.Random(1))


def test_a_game_saved_under_other_rules_is_refused(new_game: New) -> None:
    saved = {**new_game().to_json(), "rules": "0"}
    with pytest.raises(ValueError, match="written under rules 0 of vault/plain, here are rules 1"):
        Game.from_json(saved, Keyed(b"x"))


def test_events_are_taken_once_and_in_order(new_game: New, past_goals: Past) -> None:
    game = past_goals(new_game())
    assert [event.to_json()["event"] for event in game.take_events()] == ["GoalsChosen", "CardBuried", "CardDrawn"]
    assert game.take_events() == []
    game.answer(0, {"coins": 1, "to": 2})
    assert [event.to_json() for event in game.take_events()] == [{"event": "Given", "seat": 0, "payee": 2, "coins": 1}]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seats": 1}, "seats: vault takes 2 to 4 seats, found 1"),
        ({"options": {"rounds": 9}}, "rounds: expected 1 to 5, found 9"),
        ({"options": {"rounds": True}}, "rounds: expected a whole number from 1 to 5, found True"),
        ({"options": {"months": 2}}, "months: vault has no such option; it has rounds"),
    ],
)
def test_a_match_that_the_game_does_not_allow_is_refused(new_game: New, changes: dict, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        new_game(**changes)


def test_an_unknown_game_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match="no game is named 'vualt'; did you mean 'vault'") as error:
        Game.new("vualt", seats=2, luck=Keyed(b"x"))
    assert error.value.nearest == "vault"
    with pytest.raises(UnknownGame, match=r"did you mean .vault/plain"):
        Game.new("vault/pain", seats=2, luck=Keyed(b"x"))


def test_luck_belongs_to_the_turn_that_began_also_after_it_was_passed_on(
    new_game: New, past_goals: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    uses = []

    class Listening(Keyed):
        def answer(self, question, use):
            uses.append(use)
            return super().answer(question, use)

    async def passing_first(self: vault.Vault, g: vault.VaultState, seat: int) -> None:
        g.active = (seat + 1) % g.seats
        await Roll(g.active, purpose="next", sides=10**6)
        g.active = seat

    monkeypatch.setattr(vault.Vault, "hide_card", passing_first)
    game = past_goals(new_game(luck=Listening(b"secret")))
    while not game.is_over:
        game.answer(game.pending[0].seat, game.pending[0].default())
    rolled = [use for use in uses if use.purpose == "next"]
    assert len(set(uses)) == len(uses)
    assert [use.active for use in rolled] == [0, 1, 2] * 3
    assert [use.seat for use in rolled] == [1, 2, 0] * 3


def test_what_is_decided_before_the_first_turn_is_nobodys_turn(new_game: New, past_goals: Past) -> None:
    game = new_game()
    assert game.turn == 0
    assert {question.kind for question in game.pending} == {"ChooseGoal"}
    assert past_goals(game).turn == 1
    assert game.state.turns == [1, 0, 0]


def test_a_guess_in_which_an_early_answer_is_impossible_is_implausible(new_game: New) -> None:
    game = new_game()
    game.answer(1, [2, 4])
    position = {**game.position(1), "early": [99, 0]}
    start = game.rules.state.from_plain(game.to_json()["checkpoint"])
    with pytest.raises(Implausible, match="is no answer to ChooseGoal"):
        Game.from_position(position, start, Keyed(b"x"), random.Random(1))


def test_a_seat_is_told_in_its_position_what_it_has_learned_in_the_turn_and_imagines_by_it(
    new_game: New, past_goals: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = past_goals(new_game(seats=2))
    while not (game.pending[0].kind == "ShowCard" and len(game.pending[0].options()) > 1):
        game.answer(game.pending[0].seat, game.pending[0].default())
    seat = game.pending[0].seat
    other = 1 - seat
    assert "learned" not in game.position(other)
    card = game.pending[0].options()[-1]
    game.answer(seat, card)
    assert "learned" not in game.position(seat), "it knew its own hand"
    position = game.position(other)
    assert position["learned"] == {"hand": seat, "held": [card]}
    for seed in range(30):
        masked = json.loads(json.dumps(position["checkpoint"]))
        start = game.rules.imagine(masked, other, random.Random(seed), position["learned"])
        assert card in start.hands[seat]
    heard = []
    monkeypatch.setattr(vault.Vault, "imagine", lambda *given: heard.append(given[-1]) or start)
    assert card in imagine(position, random.Random(1), fits=lambda twin: True).state.tables[seat]
    assert heard[-1] == position["learned"]


def test_the_open_questions_of_everyone_are_counted_once(new_game: New, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    options = vault.ChooseGoal.options

    def counted(self: vault.ChooseGoal) -> object:
        looked.append(self.seat)
        return options(self)

    monkeypatch.setattr(vault.ChooseGoal, "options", counted)
    game = new_game()
    for _ in range(5):
        assert [question.seat for question in game.pending] == [0, 1, 2]
    assert looked == [0, 1, 2]


def test_options_that_do_not_go_with_the_seats_are_refused(new_game: New, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(self: vault.Vault, seats: int, options: dict) -> None:
        if seats == 3 and options["rounds"] > 2:
            raise BadOption.unfit("rounds", found=options["rounds"], expected="1 or 2 with 3 seats")

    monkeypatch.setattr(vault.Vault, "check_table", small)
    with pytest.raises(BadOption, match="rounds: expected 1 or 2 with 3 seats, found 3"):
        new_game()
    new_game(seats=2)
    new_game(options={"rounds": 2})
