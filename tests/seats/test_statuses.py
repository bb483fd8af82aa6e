"""Statuses other than 200: whatever is promised behind the head of such an answer, nobody waits for it."""

import threading

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S

from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, http
from referee.seats.client import BotClient
from referee.seats.faults import Fault

REDIRECTS = ("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent")
OTHERS = ("204 No Content", "404 Not Found", "429 Too Many", "500 Failed", "503 Unavailable")


@pytest.mark.parametrize("status", [*REDIRECTS, *OTHERS])
def test_the_body_of_another_status_than_200_is_not_waited_for(status: str) -> None:
    has_ended = threading.Event()
    ended_before_the_body: list[bool] = []

    def act(talk: Talk) -> None:
        for _ in talk.requests():
            talk.send(http(b"", "Location: /elsewhere", status=status, length=60_000))
            ended_before_the_body.append(has_ended.wait(PATIENCE_S / 3))
            return

    with Rogue(Misbehaviour("promising", "bad_status", "Promises a body and sends none.", act)) as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        outcome = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=PATIENCE_S)
        has_ended.set()
        client.close()
    assert outcome == Fault("bad_status", f"status {status[:3]}")
    assert ended_before_the_body == [True]
    assert [request.line for request in bot.requests] == ["POST /move HTTP/1.1"]
