"""Answers that belong elsewhere: what is late, unasked, or said to another match is never taken for an answer."""

import json
import threading

from loopback import LOOPBACK
from timing import PATIENCE_S

from parlour.protocol.messages import MoveReply
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, http, move
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat


def ask(seat: HttpSeat, match: str, number: int, budget_s: float = PATIENCE_S) -> MoveReply | Fault:
    """The outcome of one question in a match."""
    question = {"id": f"{match}-q{number}", "default": number}
    return seat.move({"match": match, "question": question}, budget_s)


def test_matches_of_one_bot_share_no_connection_and_none_reads_the_answers_of_another() -> None:
    """The bot answers, on the connection of one match, the question that the other is going to ask."""

    def act(talk: Talk) -> None:
        for number, asked in enumerate(talk.requests()):
            talk.send(http(move(asked)))
            if talk.number == 1 and not number:
                talk.send(http(json.dumps({"id": "m2-q1", "answer": "smuggled"}).encode()))

    with Rogue(Misbehaviour("smuggler", "stale", "Answers for another match.", act)) as bot:
        one, two = (HttpSeat(bot.url, reach=LOOPBACK) for _ in range(2))
        assert ask(one, "m1", 1) == MoveReply("m1-q1", 1)
        assert ask(two, "m2", 1) == MoveReply("m2-q1", 1)
        assert ask(two, "m2", 2) == MoveReply("m2-q2", 2)
        assert bot.connections == 2
        one.close()
        two.close()


def test_an_answer_that_comes_too_late_is_dropped_with_its_connection() -> None:
    was_late = threading.Event()

    def act(talk: Talk) -> None:
        for asked in talk.requests():
            if talk.number == 1:
                was_late.wait(PATIENCE_S)
            talk.send(http(move(asked)))

    with Rogue(Misbehaviour("late once", "timeout", "Answers the first question late.", act)) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        late = ask(seat, "m1", 1, budget_s=0.2)
        was_late.set()
        assert isinstance(late, Fault)
        assert late.kind == "timeout"
        assert ask(seat, "m1", 2) == MoveReply("m1-q2", 2)
        assert bot.connections == 2
        seat.close()
