"""The messages of the wire: the same in process and over it, and replies that are checked by one checker."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

import parlour  # noqa: F401 - makes the games known
from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.registry import names
from parlour.protocol import schemas
from parlour.protocol.messages import (
    Handshake,
    MoveReply,
    StartReply,
    Unread,
    as_sent,
    asked_again,
    end_id,
    end_message,
    move_message,
    question_id,
    read_handshake,
    read_move_reply,
    read_start_reply,
    start_id,
    start_message,
)

CLOCK = {"move_ms": 1000, "bank_ms": 0, "last_ms": 0}
HANDSHAKE = schemas.Handshake.example


def ask(game: Game, **more: Any) -> dict[str, Any]:
    decision = game.pending[0]
    return move_message(
        game, decision.seat, decision, match="m1", id="m1-q1", events=[], clock=CLOCK, with_position=True, **more
    )


@pytest.mark.parametrize("name", names())
def test_every_question_of_a_game_fits_the_schema_and_is_the_same_over_the_wire(name: str) -> None:
    game = Game.new(name, seats=3, luck=Keyed(b"secret"))
    schema = schemas.Move()
    while not game.is_over:
        message = ask(game)
        over_the_wire = json.loads(json.dumps(message))
        assert as_sent(message) == over_the_wire
        assert schema.load(over_the_wire) == {
            **over_the_wire,
            "question": {**over_the_wire["question"], "refused": None},
        }
        decision = game.pending[0]
        game.answer(decision.seat, decision.default())


def test_what_is_sent_shares_nothing_with_what_it_was_made_of() -> None:
    inner: dict[str, Any] = {"hand": [1, 2]}
    sent = as_sent({"inner": inner, "pair": (1, 2)})
    sent["inner"]["hand"].append(3)
    assert inner == {"hand": [1, 2]}
    assert sent["pair"] == [1, 2]


@pytest.mark.parametrize("value", [1.5, {1: 2}, {1, 2}, b"", object()], ids=lambda value: type(value).__name__)
def test_what_is_not_json_of_a_game_cannot_be_sent(value: object) -> None:
    with pytest.raises(TypeError, match="expected"):
        as_sent([value])


def test_a_question_that_is_asked_again_says_why() -> None:
    game = Game.new("payday", seats=2, luck=Keyed(b"secret"))
    assert "refused" not in ask(game)["question"]
    clock = {"move_ms": 700, "bank_ms": 0, "last_ms": 3}
    first = ask(game) | {"events": [{"event": "Moved"}]}
    again = asked_again(first, refused="21 is no option", clock=clock)
    assert again["question"] == {**first["question"], "id": "m1-q1-again", "refused": "21 is no option"}
    assert (again["events"], again["clock"]) == ([], clock)
    assert again["view"] == first["view"]


def test_a_position_is_sent_only_when_it_is_wanted() -> None:
    game = Game.new("payday", seats=2, luck=Keyed(b"secret"))
    decision: Decision[Any] = game.pending[0]
    message = move_message(game, decision.seat, decision, match="m1", id="m1-q1", events=[], clock=CLOCK)
    assert "position" not in message


def test_start_and_end_fit_their_schemas() -> None:
    start = start_message(
        match="m1",
        game="payday/2000",
        rules="1",
        seat=1,
        players=("one", "other"),
        options={"months": 3},
        time={"start_ms": 1, "move_ms": 1, "bank_ms": 0},
        policy={"max_strikes": 3},
        commitment="00",
    )
    end = end_message(
        match="m1",
        seat=1,
        places=(1, 2),
        scores=(300, -20),
        faults=(0, 2),
        termination="finished",
        secret="00",
        nonces=(None, "ab" * 8),
    )
    assert schemas.Start().load(json.loads(json.dumps(start))) == start
    assert schemas.End().load(json.loads(json.dumps(end))) == end


def test_messages_carry_the_attempt_which_is_the_first_unless_said() -> None:
    game = Game.new("payday", seats=2, luck=Keyed(b"secret"))
    assert (ask(game)["attempt"], ask(game, attempt=2)["attempt"]) == (1, 2)
    again = asked_again(ask(game, attempt=2), refused="no", clock=CLOCK)
    assert again["attempt"] == 2
    for schema in (schemas.Start, schemas.Move, schemas.End):
        older = {key: value for key, value in schema.example.items() if key != "attempt"}
        assert schema().load(older)["attempt"] == 1


def test_no_two_calls_of_a_match_have_the_same_id_in_any_attempt() -> None:
    ids = [make("m1", attempt=attempt) for make in (start_id, end_id) for attempt in (1, 2, 3, 12)]
    ids += [question_id("m1", seat, n, attempt) for seat in (0, 1) for n in (0, 1, 11) for attempt in (1, 2, 3, 12)]
    assert len(set(ids)) == len(ids)
    assert {"m1-start", "m1-a2-start", "m1-end", "m1-a2-end", "m1-s0-q1", "m1-a2-s0-q1"} <= set(ids)


def test_an_event_reaches_the_seats_that_may_know_it_once() -> None:
    unread = Unread(3)
    unread.tell([Event(), Event(to=(2,))])
    assert [len(unread.take(seat)) for seat in range(3)] == [1, 1, 2]
    unread.tell([Event(to=(0,))])
    assert [unread.take(seat) for seat in range(3)] == [[{"event": "Event"}], [], []]


# --- what bots send -------------------------------------------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
replies = json_values | st.dictionaries(
    st.sampled_from(["id", "answer", "note", "answr"]), st.text(max_size=300) | json_values, max_size=4
)


@given(replies)
def test_the_quick_checker_of_replies_agrees_with_the_schema(value: Any) -> None:
    """But for an id that is left out, which is for the referee to price as stale."""
    quick = read_move_reply(value)
    if isinstance(quick, MoveReply) and quick.id is None:
        quick = read_move_reply({**value, "id": "any"})
        value = {**value, "id": "any"}
    try:
        loaded = schemas.MoveReply().load(value)
    except ValidationError:
        assert isinstance(quick, str)
    else:
        assert quick == MoveReply(loaded["id"], loaded["answer"], loaded["note"])


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "expected an object, found a list of 0"),
        (None, "expected an object, found null"),
        ({"id": "q"}, "answer: missing"),
        ({"id": "q", "answr": 1}, "answr: unknown, did you mean answer?"),
        ({"id": 7, "answer": 1}, "id: expected text, found 7"),
        ({"id": None, "answer": 1}, "id: expected text, found null"),
        ({"id": "q", "answer": 1, "note": None}, "note: expected text of 0 to 256 characters, found null"),
        (
            {"id": "q", "answer": 1, "note": "x" * 257},
            f'note: expected text of 0 to 256 characters, found "{"x" * 76}...',
        ),
        ({"id": "q", "answer": 1, "\x1b[2J": 1}, '"\\u001b[2J": unknown'),
    ],
)
def test_a_reply_that_is_none_gets_a_reason_that_its_author_understands(value: object, reason: str) -> None:
    assert read_move_reply(value) == reason


def test_null_is_an_answer() -> None:
    assert read_move_reply({"id": "q", "answer": None}) == MoveReply("q", None)


def test_a_reply_without_an_id_is_read_as_one() -> None:
    assert read_move_reply({"answer": 1}) == MoveReply(None, 1)


@pytest.mark.parametrize("nonce", ["ab" * 8, "AB" * 32])
def test_a_nonce_of_16_to_64_hexadecimal_digits_is_taken(nonce: str) -> None:
    assert read_start_reply({"nonce": nonce}) == StartReply(nonce)


@pytest.mark.parametrize("nonce", ["", "a" * 15, "a" * 65, "g" * 16, 7, None, "ab" * 8 + "\n", "\u0660" * 16])
def test_any_other_nonce_is_refused(nonce: object) -> None:
    reason = read_start_reply({"nonce": nonce})
    assert isinstance(reason, str)
    assert reason.startswith("nonce: expected")


def test_a_handshake_is_read() -> None:
    assert read_handshake({**HANDSHAKE, "wants": ["position"]}) == Handshake(
        apiversion="1",
        name="greedy",
        version="1.2",
        author="Ada",
        games=("payday",),
        max_parallel=4,
        wants=("position",),
        id="check-5f2c-hello",
    )


def test_a_handshake_may_carry_the_id_of_the_call_that_it_answers() -> None:
    without = {key: value for key, value in HANDSHAKE.items() if key != "id"}
    said, silent = read_handshake({**without, "id": "hello-7"}), read_handshake(without)
    assert isinstance(said, Handshake)
    assert isinstance(silent, Handshake)
    assert (said.id, silent.id) == ("hello-7", None)


def test_a_bot_that_wants_nothing_is_sent_no_position() -> None:
    handshake = read_handshake(HANDSHAKE)
    assert isinstance(handshake, Handshake)
    assert not handshake.wants_position


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"apiversion": "2"}, 'apiversion: expected "1", found "2"'),
        ({"name": ""}, 'name: expected text of 1 to 40 printable characters, found ""'),
        ({"name": "a\u202eb"}, 'name: expected text of 1 to 40 printable characters, found "a\\u202eb"'),
        ({"max_parallel": True}, "max_parallel: expected a whole number from 1 to 1000, found true"),
        ({"max_parallel": 4.0}, "max_parallel: expected a whole number from 1 to 1000, found 4.0"),
        ({"max_parallel": "4"}, 'max_parallel: expected a whole number from 1 to 1000, found "4"'),
        ({"max_parallel": 0}, "max_parallel: expected a whole number from 1 to 1000, found 0"),
        ({"games": "payday"}, 'games: expected a list of at least 1, each item text, found "payday"'),
        ({"games": []}, "games: expected a list of at least 1, each item text, found a list of 0"),
        ({"games": ["payday", 7]}, "games[1]: expected text, found 7"),
        ({"wants": ["everything"]}, 'wants[0]: expected "position", found "everything"'),
        ({"autor": "Ada"}, "autor: unknown, did you mean author?"),
        ({"id": 7}, "id: expected text, found 7"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_handshake_gets_a_reason_that_its_author_understands(change: dict[str, Any], reason: str) -> None:
    assert read_handshake({**HANDSHAKE, **change}) == reason


def test_all_that_is_wrong_with_a_handshake_is_said_at_once() -> None:
    reason = read_handshake({"apiversion": "1", "name": "greedy"})
    assert reason == "version: missing; author: missing; games: missing; max_parallel: missing"
