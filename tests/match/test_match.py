"""A match is a function of its secret and the answers; what a seat does wrong has a price, and nothing is silent."""

import json
from dataclasses import replace
from threading import Event

import pytest
import vault

from parlour.core import registry
from parlour.core.transcript import read, verify
from referee.clock import TimeControl
from referee.match import Policy, Stopped
from referee.seats.faults import KINDS, Fault

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def answers(record) -> list[dict]:
    return [line for line in read(record.transcript).lines if "ask" in line]


def test_the_same_secret_and_answers_give_the_same_match(seated, played) -> None:
    first, second = played(seated(), seated()), played(seated(), seated())
    assert first.transcript == second.transcript
    assert verify(first.transcript) == []
    assert (first.termination, first.faults, first.forfeited) == ("finished", (), (False, False))
    assert first.moves == len(answers(first)) > 10


def test_a_nonce_of_any_seat_changes_the_luck_and_is_recorded(seated, played) -> None:
    with_nonce = seated()
    with_nonce.nonce = "ab" * 8
    plain, mixed = played(seated(), seated()), played(seated(), with_nonce)
    assert mixed.nonces == (None, "ab" * 8)
    assert mixed.transcript != plain.transcript
    assert mixed.commitment == plain.commitment
    assert verify(mixed.transcript) == []


def test_where_the_secret_may_be_known_no_nonce_chooses_the_luck(seated, played) -> None:
    choosing = seated()
    choosing.nonce = "ab" * 8
    record = played(seated(), choosing, takes_nonces=False)
    assert record.nonces == (None, None)
    assert record.transcript == played(seated(), seated()).transcript


def test_every_seat_is_told_how_the_match_begins_and_ends(seated, played) -> None:
    seats = seated(), seated()
    record = played(*seats)
    assert [seat.begun["seat"] for seat in seats] == [0, 1]
    assert seats[1].begun["time"] == {"start_ms": 5000, "move_ms": 1000, "bank_ms": 500}
    assert seats[1].begun["options"] == {"rounds": 3}
    assert record.secret not in json.dumps([seats[0].begun, seats[0].sent])
    assert seats[0].ended["places"] == list(record.places)
    assert seats[0].ended["secret"] == record.secret


def test_a_seat_is_sent_each_event_that_it_may_know_exactly_once(seated, played) -> None:
    seats = seated(), seated()
    record = played(*seats)
    told = [line for line in read(record.transcript).lines if "event" in line]
    for number, seat in enumerate(seats):
        sent = [event for message in seat.sent for event in message["events"]]
        known = [{k: v for k, v in line.items() if k != "to"} for line in told if number in line.get("to", [number])]
        assert sent == known[: len(sent)]
        assert len(sent) > len(known) - 4


def test_question_ids_are_never_used_twice(seated, played) -> None:
    seats = seated(), seated()
    played(*seats)
    ids = [message["question"]["id"] for seat in seats for message in seat.sent]
    assert len(ids) == len(set(ids)) > 10
    assert [message["question"]["id"] for message in seats[1].sent][:2] == ["m1-s1-q1", "m1-s1-q2"]


def test_only_who_wants_it_is_sent_the_position(seated, played) -> None:
    plain, searching = seated(), seated(wants_position=True)
    played(plain, searching)
    assert all("position" not in message for message in plain.sent)
    assert all(message["position"]["seat"] == 1 for message in searching.sent)


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_costs_a_strike_and_the_default_is_played_as_the_referees(seated, played, kind: str) -> None:
    failing = iter([Fault(kind, "evidence")])
    seat = seated(lambda message: next(failing, message["question"]["default"]))
    record = played(seat, seated(), policy=Policy(reask=False))
    (fault,) = record.faults
    assert (fault.seat, fault.turn, fault.question, fault.kind, fault.detail) == (0, 0, "m1-s0-q1", kind, "evidence")
    assert fault.strikes == KINDS[kind].strikes
    by = [line.get("by") for line in answers(record)]
    assert by[0] == "referee"
    assert set(by[1:]) == {None}
    assert record.termination == "finished"
    assert seat.ended["faults"] == [1, 0]


def test_over_the_limit_of_strikes_a_seat_is_forfeited_and_asked_no_more(seated, played, bold) -> None:
    dead, winning = seated(lambda message: Fault("unreachable")), seated(bold)
    record = played(dead, winning, seated(), policy=Policy(max_strikes=2))
    assert len(dead.sent) == 3
    assert [fault.kind for fault in record.faults] == ["unreachable"] * 3
    assert record.forfeited == (True, False, False)
    assert record.termination == "forfeit"
    assert record.places[0] == 3
    assert {line.get("by") for line in answers(record) if line["seat"] == 0} == {"referee"}
    assert verify(record.transcript) == []


def test_with_strikes_at_the_limit_a_seat_plays_on(seated, played) -> None:
    failing = iter([Fault("timeout"), Fault("timeout")])
    seat = seated(lambda message: next(failing, message["question"]["default"]))
    record = played(seat, seated(), policy=Policy(max_strikes=2))
    assert record.forfeited == (False, False)
    assert len(seat.sent) > 3


def test_a_forfeited_seat_is_placed_below_every_seat_that_finished_whatever_its_score(seated, played) -> None:
    lucky = played(seated(), seated(), seated())
    best = lucky.places.index(1)
    seats = [seated(), seated(), seated()]
    seats[best] = seated(lambda message: Fault("bad_json"))
    record = played(*seats)
    assert record.scores == lucky.scores
    assert record.places[best] == 3


def test_seats_that_are_all_forfeited_are_placed_by_their_scores(seated, played) -> None:
    dead = [seated(lambda message: Fault("unreachable")) for _ in range(2)]
    record = played(*dead)
    assert record.forfeited == (True, True)
    assert record.places == played(seated(), seated()).places


def test_a_seat_that_fails_to_begin_has_a_strike_and_plays(seated, played) -> None:
    late = seated()
    late.nonce = Fault("timeout")
    record = played(late, seated())
    assert [(fault.question, fault.turn) for fault in record.faults] == [("m1-start", 0)]
    assert record.nonces == (None, None)
    assert len(late.sent) > 3


def test_an_illegal_answer_is_asked_again_once_with_the_reason_and_costs_nothing_if_it_is_mended(
    seated, played
) -> None:
    def stubborn_once(message):
        return message["question"]["default"] if "refused" in message["question"] else "nonsense"

    seat = seated(stubborn_once)
    record = played(seat, seated())
    assert record.faults == ()
    first, again = seat.sent[0]["question"], seat.sent[1]["question"]
    assert again["id"] == f"{first['id']}-again"
    assert again["refused"] == 'answer "nonsense" to ChooseGoal; expected a list of 2 whole numbers that add up to 6'
    assert {**again, "id": first["id"]} == {**first, "refused": again["refused"]}
    assert seat.sent[1]["events"] == []
    assert not any("by" in line for line in answers(record))


def test_an_answer_that_is_illegal_twice_is_one_fault(seated, played) -> None:
    nonsense = iter(["nonsense", "more of it"])
    seat = seated(lambda message: next(nonsense, message["question"]["default"]))
    record = played(seat, seated())
    assert [(fault.kind, fault.question) for fault in record.faults] == [("illegal", "m1-s0-q1")]
    assert "more of it" in record.faults[0].detail


def test_without_reask_an_illegal_answer_is_a_fault_at_once(seated, played) -> None:
    nonsense = iter([True])
    seat = seated(lambda message: next(nonsense, message["question"]["default"]))
    record = played(seat, seated(), policy=Policy(reask=False))
    assert [fault.kind for fault in record.faults] == ["illegal"]
    assert not any("refused" in message["question"] for message in seat.sent)


def test_both_answers_to_a_question_share_one_clock(seated, played) -> None:
    def stubborn_once(message):
        return message["question"]["default"] if "refused" in message["question"] else "nonsense"

    seat = seated(stubborn_once, takes_ms=600)
    record = played(seat, seated())
    assert seat.budgets[:2] == [1.5, pytest.approx(0.9)]
    assert seat.sent[1]["clock"] == {"move_ms": 400, "bank_ms": 500, "last_ms": 0}
    assert seat.sent[2]["clock"] == {"move_ms": 1000, "bank_ms": 300, "last_ms": 1200}
    assert seat.budgets[2] == 1.3
    assert [fault.kind for fault in record.faults][:1] == ["timeout"]


def test_an_illegal_answer_that_used_up_the_clock_is_not_asked_again(seated, played) -> None:
    seat = seated(lambda message: "nonsense", takes_ms=1000)
    record = played(seat, seated(), time=TimeControl(start_ms=1000, move_ms=1000, bank_ms=0))
    assert {fault.kind for fault in record.faults} == {"illegal"}
    assert not any("refused" in message["question"] for message in seat.sent)


def test_the_bank_pays_for_what_is_over_the_limit_until_it_is_empty(seated, played) -> None:
    seat = seated(takes_ms=1200)
    record = played(seat, seated())
    assert seat.budgets[:4] == [1.5, 1.3, 1.1, 1.0]
    assert record.faults[0].kind == "timeout"
    assert record.faults[0].question == seat.sent[2]["question"]["id"]


def test_a_match_is_given_up_between_two_calls_and_leaves_no_record(seated, played) -> None:
    stop = Event()

    def pulls_the_plug(message):
        stop.set()
        return message["question"]["default"]

    seat, other = seated(pulls_the_plug), seated()
    with pytest.raises(Stopped):
        played(seat, other, stop=stop)
    assert len(seat.sent) == 1
    assert seat.ended == {}


class Broken(vault.Vault):
    """A game with a defect."""

    name = "broken"

    def view(self, g: vault.VaultState, seat: int) -> dict:
        return {"cash": 1 // 0}


def test_what_the_rules_themselves_do_wrong_is_nobodys_fault(seated, played) -> None:
    registry.register(replace(vault.TITLE, rules=Broken))
    try:
        with pytest.raises(ZeroDivisionError):
            played(seated(), seated(), game="broken")
    finally:
        registry.unregister("broken")


def test_every_move_is_counted_as_it_is_made(seated, played) -> None:
    moves = []
    record = played(seated(), seated(), moved=lambda: moves.append(1))
    assert len(moves) == record.moves


def test_everyone_is_asked_before_anyone_is_heard(seated, played) -> None:
    goals = []

    def watching(message):
        if message["question"]["kind"] == "ChooseGoal":
            goals.append(message["view"]["goal"])
        return message["question"]["default"]

    played(seated(watching), seated(watching), seated(watching))
    assert goals == [None, None, None]


def test_a_match_that_is_begun_again_is_the_same_match_under_other_ids(seated, played) -> None:
    def silent_once(message):
        return Fault("timeout") if message["turn"] == 1 else message["question"]["default"]

    def played_as(attempt: int):
        one, two = seated(silent_once), seated()
        return played(one, two, attempt=attempt), one

    first, (again, seat) = played_as(1)[0], played_as(2)
    assert [message["question"]["id"] for message in seat.sent][:2] == ["m1-a2-s0-q1", "m1-a2-s0-q2"]
    assert {message["attempt"] for message in (seat.begun, *seat.sent, seat.ended)} == {2}
    assert again.attempt == 2
    assert first.faults
    assert (again.faults, again.transcript) == (first.faults, first.transcript)
