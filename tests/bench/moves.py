"""What whole matches over HTTP cost: moves a second at 1 and at 16 matches, and the referee's own CPU for each move.

The work of a move is all that the referee does: rules, view, JSON, HTTP, signature, checks, transcript. The yardstick
is a bare loop of `requests.Session().post` with one of the same questions to the same bot, in another process.
"""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import orjson
import requests
from beside import beside, heading

from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.registry import find
from parlour.protocol.messages import Message, move_message, start_message
from parlour.protocol.signing import SigningKey, new_key
from referee.clock import TimeControl
from referee.match import MatchSpec, Policy, play
from referee.seats.address import Reach, read_hosts
from referee.seats.http import HttpSeat

GAME, SEATS, MONTHS = "payday", 4, 3
MATCHES = 32
ROUNDS = 3
POSTS = 1_000
LOOPBACK = Reach(allow=(read_hosts("127.0.0.1"),))
TIME = TimeControl(start_ms=10_000, move_ms=10_000, bank_ms=0)


def serve(key: str) -> subprocess.Popen[str]:
    """A bot that answers at once, in a process of its own; its address is the first line that it prints."""
    code = (
        "import parlour, parlour.bots\n"
        "class Quick(parlour.bots.Cautious):\n"
        "    max_parallel = 64\n"
        "parlour.serve(Quick)\n"
    )
    environment = {"PARLOUR_KEY": key, "PORT": "0", "HOST": "127.0.0.1", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment, text=True)


def one_match(number: int, url: str, key: SigningKey) -> int:
    """Play a match whose four seats are the one bot; how many moves it had."""
    options = find(GAME).check_options({"months": MONTHS}, seats=SEATS)
    players = tuple(f"bot {seat}" for seat in range(SEATS))
    spec = MatchSpec(f"bench-{number}", GAME, options, players, b"%032d" % number, TIME, Policy())
    seats = [HttpSeat(url, [key], reach=LOOPBACK) for _ in players]
    try:
        record = play(spec, seats, stop=Event())
    finally:
        for seat in seats:
            seat.close()
    assert not record.faults, record.faults
    return record.moves


def measured(side_by_side: int, first: int, url: str, key: SigningKey) -> tuple[float, float]:
    """Microseconds of the referee's CPU for each move, and moves a second."""
    cpu, began = time.process_time(), time.monotonic()
    with ThreadPoolExecutor(side_by_side) as pool:
        moves = sum(pool.map(lambda n: one_match(n, url, key), range(first, first + MATCHES)))
    return (time.process_time() - cpu) / moves * 1e6, moves / (time.monotonic() - began)


def question() -> tuple[Message, Message]:
    """The start of a match, and a question from its middle."""
    game = Game.new(GAME, seats=SEATS, luck=Keyed(b"bench"), options={"months": MONTHS})
    for _ in range(80):
        game.answer(game.pending[0].seat, game.pending[0].default())
    events = [event.to_json() for event in game.take_events()[-8:]]
    asked = game.pending[0]
    move = move_message(game, asked.seat, asked, match="yard", id="yard-q1", events=events, clock=TIME.to_json())
    move["clock"] = {"move_ms": 10_000, "bank_ms": 0, "last_ms": 1}
    start = start_message(
        match="yard",
        game=game.rules.full_name,
        rules=game.rules.version,
        seat=asked.seat,
        players=["a", "b", "c", "d"],
        options={"months": MONTHS},
        time=TIME.to_json(),
        policy={"max_strikes": 3},
        commitment="0" * 64,
    )
    return start, move


def bare_posts(url: str, key: SigningKey) -> tuple[float, float, int]:
    """Microseconds of CPU for each post of a bare session, posts a second, and the size of the body."""
    start, move = question()
    session = requests.Session()

    def post(path: str, message: Message, id: str) -> None:
        body = orjson.dumps(message)
        now = int(time.time())
        headers = {"Content-Type": "application/json", "webhook-id": id, "webhook-timestamp": str(now)}
        headers["webhook-signature"] = key.sign(id, now, body)
        session.post(f"{url}{path}", data=body, headers=headers).raise_for_status()

    post("/start", start, "yard-start")
    body, now = orjson.dumps(move), int(time.time())
    headers = {"Content-Type": "application/json", "webhook-id": "yard-q1", "webhook-timestamp": str(now)}
    headers["webhook-signature"] = key.sign("yard-q1", now, body)
    address = f"{url}/move"
    cpu, began = time.process_time(), time.monotonic()
    for _ in range(POSTS):
        session.post(address, data=body, headers=headers)
    return (time.process_time() - cpu) / POSTS * 1e6, POSTS / (time.monotonic() - began), len(body)


def main() -> None:
    """Print the table; of each figure the best of the rounds, which take turns with the yardstick's."""
    text = new_key()
    key = SigningKey(text)
    with serve(text) as bot:
        assert bot.stdout is not None
        url = "http" + bot.stdout.readline().rpartition("http")[2].split()[0]
        one_match(10**6, url, key)
        posts, single, many = [], [], []
        for turn in range(ROUNDS):
            posts.append(bare_posts(url, key))
            single.append(measured(1, turn * 100, url, key))
            many.append(measured(16, 10_000 + turn * 100, url, key))
        bot.terminate()
    size = posts[0][2]
    post_us, posts_a_second = min(post[0] for post in posts), max(post[1] for post in posts)
    heading(f"{GAME}, {SEATS} seats, over HTTP; a question of {size:,} bytes")
    for what, rounds in (("1 match", single), ("16 matches", many)):
        cpu, speed = min(each[0] for each in rounds), max(each[1] for each in rounds)
        beside(f"referee's CPU for a move, {what}", cpu, post_us, "us", "a bare Session.post of a question")
        beside(f"moves a second, {what}", speed, posts_a_second, "1/s", "posts a second of one bare Session")


main()
