"""What one call to a bot costs the referee in CPU, beside a bare loop of `requests.Session().post` to the same bot.

The bot runs in another process, so only the caller's side is counted. The rounds of the measured and of the yardstick
take turns and the best of each counts, which takes out most of what else the machine does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests
from beside import beside, heading

from parlour.protocol.messages import MoveReply
from parlour.protocol.signing import SigningKey, new_key
from referee.seats.address import Reach, read_hosts
from referee.seats.client import BotClient
from referee.seats.http import HttpSeat

ROUNDS = 8
CALLS = 400
LOOPBACK = Reach(allow=(read_hosts("127.0.0.1"),))
MOVE = {
    "match": "spring-m12",
    "question": {"id": "spring-m12-q137", "kind": "Buy", "options": {"list": [True, False]}},
    "view": {"players": [{"name": f"seat {seat}", "cash": 325 * seat, "mail": list(range(40))} for seat in range(6)]},
    "events": [{"event": "Moved", "seat": seat % 6, "steps": 4, "square": "Payday"} for seat in range(12)],
}


class OneAnswer(BaseHTTPRequestHandler):
    """Answers every call as a good bot does, and thinks of nothing."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"id":"spring-m12-q137","answer":true}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - the name that http.server calls
        pass


def serve() -> None:
    """Be the bot: say the port, and answer until killed."""
    with ThreadingHTTPServer(("127.0.0.1", 0), OneAnswer) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


def cpu_us(calls: list[Callable[[], object]]) -> list[float]:
    """The CPU of one call of each, in microseconds: the best of the rounds, which take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for number, call in enumerate(calls):
            began = time.process_time()
            for _ in range(CALLS):
                call()
            best[number] = min(best[number], (time.process_time() - began) / CALLS * 1e6)
    return best


def main(url: str) -> None:
    """Measure against the bot at a URL."""
    body = json.dumps(MOVE).encode()
    session = requests.Session()
    plain, signed = BotClient(url, reach=LOOPBACK), BotClient(url, [SigningKey(new_key())], reach=LOOPBACK)
    seat = HttpSeat(url, [SigningKey(new_key())], reach=LOOPBACK)

    def bare() -> None:
        session.post(f"{url}/move", data=body, headers={"Content-Type": "application/json"})

    def client(which: BotClient) -> None:
        assert isinstance(which.call("POST", "/move", body, id="spring-m12-q137", budget_s=5.0), bytes)

    def whole() -> None:
        assert isinstance(seat.move(MOVE, 5.0), MoveReply)

    yardstick, *measured = cpu_us([bare, lambda: client(plain), lambda: client(signed), whole])
    heading(f"CPU of the caller per call, a body of {len(body):,} bytes")
    for what, cpu in zip(["client", "client, signed", "seat: JSON, signature, checks"], measured, strict=True):
        beside(what, cpu, yardstick, "us", "requests.Session().post")


if sys.argv[1:] == ["--bot"]:
    serve()
else:
    with subprocess.Popen([sys.executable, __file__, "--bot"], stdout=subprocess.PIPE, text=True) as bot:
        try:
            assert bot.stdout is not None
            main(f"http://127.0.0.1:{int(bot.stdout.readline())}")
        finally:
            bot.kill()
