"""Students register bots and look after them; what is for a bot's owner is in no answer to anybody else."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from parlour.protocol.signing import read_keys
from referee.seats.address import read_hosts
from referee.service.app import create_app
from referee.service.config import Config
from referee.service.shapes.bots import BotPage, OwnBot, PublicBot
from referee.store import entrants
from referee.store.database import Store
from referee.worker.report import Finding, Report, Trial

URL = "https://bots.example:8443/greedy?token=hush"
OWNERS = {"url", "held", "reason", "report", "failures", "benches", "next_check_at", "key_until"}
"""What only the owner of a bot and the organisers see."""


def register(who: Any, name: str = "greedy", url: str = URL) -> Any:
    """A new bot, as it is answered."""
    answer = who.post("/api/bots", {"name": name, "url": url})
    assert answer.status_code == 201, answer.text
    return answer.json


def activate(store: Store, name: str = "greedy", **said: Any) -> None:
    """Let the bot pass the check that is due."""
    entrant = entrants.find(store, name)
    assert entrant is not None
    noted = {"games": ["payday"], "max_parallel": 4, "version": "1.2", "author": "Ann", "report": REPORT} | said
    assert entrants.passed(store, name, token=entrant.check_token, **noted)


SLOW = Finding("speed", says="It took 900 ms.", fix="Think less.", stops=False)
REPORT = Report(findings=(SLOW,), games=("payday",), trials=(Trial("payday/2000", 40, 3, 900),)).to_json()


def pointers(answer: Any) -> list[str]:
    """Where the mistakes are."""
    return [error["pointer"] for error in answer.json["errors"]]


def test_a_new_bot_is_pending_is_to_be_checked_at_once_and_its_key_is_shown_once(player: Any) -> None:
    made = register(player)
    bot, key = made["bot"], made["key"]
    assert (bot["name"], bot["owner"], bot["state"], bot["url"]) == ("greedy", "ann", "pending", URL)
    assert abs(datetime.fromisoformat(bot["next_check_at"]).timestamp() - time.time()) < 60
    assert len(read_keys(key)) == 1
    assert any(f'PARLOUR_KEY="{key}" parlour serve' in line for line in made["how"])
    assert key not in player.get(bot["links"]["self"]).text


def test_a_bot_that_passed_its_check_shows_what_it_said(player: Any, anonymous: Any, store: Store) -> None:
    register(player)
    activate(store)
    bot = anonymous.get("/api/bots/greedy").json
    said = {key: bot[key] for key in ("state", "games", "max_parallel", "version", "author")}
    assert said == {"state": "active", "games": ["payday"], "max_parallel": 4, "version": "1.2", "author": "Ann"}


def test_the_owner_is_shown_what_the_check_found(player: Any, store: Store) -> None:
    register(player)
    activate(store)
    shown = player.get("/api/bots/greedy").json["report"]
    assert shown == {key: REPORT[key] for key in ("ok", "findings", "games", "trials")}
    assert shown["findings"] == [{"kind": "speed", "says": "It took 900 ms.", "fix": "Think less.", "stops": False}]


def test_what_is_for_the_owner_is_named_and_all_else_is_public() -> None:
    assert set(OwnBot().fields) - set(PublicBot().fields) == OWNERS
    assert set(PublicBot().fields) < set(OwnBot().fields)
    page = BotPage().fields["items"]
    assert page.inner.nested is PublicBot  # type: ignore[attr-defined]


def test_nothing_for_the_owner_is_in_any_answer_to_somebody_else(
    player: Any, other: Any, anonymous: Any, organiser: Any, store: Store
) -> None:
    made = register(player)
    toml = '[ladder]\nname = "spring"\ngame = "payday"\nseats = 2\n'
    assert organiser.post("/api/ladders", {"toml": toml}).status_code == 201
    assert player.put("/api/ladders/spring/bots/greedy").status_code == 200
    player.post("/api/bots/greedy/key")
    entrant = entrants.find(store, "greedy")
    assert entrant is not None
    report = {"ok": False, "findings": [{"kind": "kind-of-owner", "says": "says-of-owner", "fix": "fix-of-owner"}]}
    due = time.time() + 3_000_000
    assert entrants.failed_check(
        store, "greedy", token=entrant.check_token, reason="reason-of-owner", report=report, due=due
    )
    own = player.get("/api/bots/greedy").json
    marks = [made["key"], entrant.keys.split()[0], "hush", "bots.example", "-of-owner"]
    marks += [own["next_check_at"][:16], own["key_until"][:16]]
    shown_to_owner = json.dumps(own)
    assert all(mark in shown_to_owner for mark in marks[2:]), "the test looks for what is there"
    assert not any(mark in shown_to_owner for mark in marks[:2]), "keys are shown when they are made only"
    paths = [
        "/api/bots",
        "/api/bots/greedy",
        "/api/bots?owner=ann&state=pending",
        "/api/bots/greedy/history?ladder=spring",
        "/api/ladders",
        "/api/ladders/spring",
        "/api/ladders/spring/standings",
        "/api/ladders/spring/bots/greedy",
        "/api/ladders/spring/history?bot=greedy",
    ]
    for stranger in (anonymous, other):
        for path in paths:
            answer = stranger.get(path)
            assert answer.status_code == 200, path
            assert [mark for mark in marks if mark in answer.text] == [], path
        assert set(stranger.get("/api/bots/greedy").json) == set(PublicBot().fields)
        (listed,) = stranger.get("/api/bots").json["items"]
        assert set(listed) == set(PublicBot().fields)
        assert not OWNERS & set(listed)


def test_an_organiser_sees_why_a_bot_is_out_but_neither_its_keys_nor_the_query_of_its_address(
    player: Any, organiser: Any, store: Store
) -> None:
    made = register(player)
    answer = organiser.get("/api/bots/greedy")
    assert set(answer.json) == set(OwnBot().fields)
    assert answer.json["url"] == "https://bots.example:8443/greedy"
    assert "hush" not in answer.text
    assert made["key"] not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/api/bots/greedy", {"url": "https://bots.example/mine"}),
        ("POST", "/api/bots/greedy/check", None),
        ("POST", "/api/bots/greedy/key", None),
        ("POST", "/api/bots/greedy/retire", None),
        ("POST", "/api/bots/greedy/bench", {"reason": "I want to win"}),
    ],
)
def test_nobody_else_changes_a_bot(
    player: Any, other: Any, anonymous: Any, store: Store, method: str, path: str, body: Any
) -> None:
    register(player)
    before = entrants.find(store, "greedy")
    for stranger, status in ((other, 403), (anonymous, 401)):
        answer = stranger.call(method, path, **({"json": body} if body else {}))
        assert answer.status_code == status
    assert entrants.find(store, "greedy") == before


@pytest.mark.parametrize(
    ("method", "step", "body"),
    [
        ("GET", "", None),
        ("GET", "/history?ladder=x", None),
        ("PATCH", "", {"url": URL}),
        ("POST", "/check", None),
        ("POST", "/key", None),
        ("POST", "/retire", None),
    ],
)
def test_a_bot_that_is_not_there_is_not_found(player: Any, method: str, step: str, body: Any) -> None:
    for name in ("nobody", "%00", "a%0Ab", "%FF", "x" * 300):
        answer = player.call(method, f"/api/bots/{name}{step}", **({"json": body} if body else {}))
        assert answer.status_code == 404, name
        assert answer.content_type == "application/problem+json"


@pytest.mark.parametrize("name", ["greedy", "GREEDY", "\uff47reedy"])
def test_a_name_that_any_bot_has_or_that_looks_like_it_is_taken(player: Any, other: Any, name: str) -> None:
    register(player)
    answer = other.post("/api/bots", {"name": name, "url": URL})
    assert (answer.status_code, pointers(answer)) == (409, ["#/name"])


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "a/b", "url": URL}, "#/name"),
        ({"name": "a\u202eb", "url": URL}, "#/name"),
        ({"url": URL}, "#/name"),
        ({"name": "bob"}, "#/url"),
        ({"name": "bob", "url": "x" * 2001}, "#/url"),
        ({"name": "bob", "url": None}, "#/url"),
        ({"name": "bob", "url": URL, "key": "mine"}, "#/key"),
    ],
)
def test_what_is_wrong_with_a_new_bot_is_pointed_at(player: Any, body: Any, pointer: str) -> None:
    answer = player.post("/api/bots", body)
    assert (answer.status_code, pointers(answer)) == (422, [pointer])


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9000", "a loopback address"),
        ("http://[::1]:9000", "a loopback address"),
        ("http://10.1.2.3/bob", "a private address"),
        ("http://169.254.169.254/latest", "a metadata address"),
        ("http://[::ffff:10.0.0.1]/", "a private address"),
        ("http://0x7f.1/", "a number"),
        ("http://bots.example:22/", "a port below 1024"),
        ("https://ann:hush@bots.example/", "a user name or password"),
        ("ftp://bots.example/", "neither http:// nor https://"),
        ("https://bots.example/\u202e", "characters that no address has"),
        ("https://ladder.example/api", "where the referee itself listens"),
    ],
)
def test_an_address_that_the_referee_does_not_call_is_refused_with_the_reason(
    tmp_path: Path, player: Any, app: Any, url: str, reason: str
) -> None:
    app.extensions["referee.config"] = Config(database=tmp_path, public_url="https://ladder.example")
    register(player, "fine")
    for answer in (
        player.post("/api/bots", {"name": "bob", "url": url}),
        player.patch("/api/bots/fine", {"url": url}),
    ):
        assert (answer.status_code, pointers(answer)) == (422, ["#/url"])
        assert reason in answer.json["detail"]
        assert "hush" not in answer.text
        assert "allow_hosts" not in answer.text, "what would allow it is for the organiser to know"


def test_the_referees_own_address_is_refused_even_where_its_network_is_allowed(
    settings: Config, client: Callable[..., Any]
) -> None:
    allowed = replace(settings, allow_hosts=(read_hosts("127.0.0.0/8"),), host="127.0.0.1", port=18080)
    ann = client("ann")
    ann.app = create_app(allowed)
    assert (
        "where the referee itself listens"
        in ann.post("/api/bots", {"name": "loop", "url": "http://127.0.0.1:18080/"}).text
    )
    register(ann, "fine", "http://127.0.0.1:18081/")


def test_where_https_is_required_nothing_else_will_do(settings: Config, client: Callable[..., Any]) -> None:
    ann = client("ann")
    ann.app = create_app(replace(settings, require_https=True))
    answer = ann.post("/api/bots", {"name": "bob", "url": "http://bots.example/"})
    assert (answer.status_code, pointers(answer)) == (422, ["#/url"])
    register(ann, "bob", "https://bots.example/")


def test_an_account_has_a_bounded_number_of_bots_that_are_not_retired(player: Any, settings: Config) -> None:
    for number in range(settings.bots_per_account):
        register(player, f"bot {number}")
    assert player.post("/api/bots", {"name": "more", "url": URL}).status_code == 409
    assert player.post("/api/bots/bot%200/retire").status_code == 200
    register(player, "more")


def test_a_bot_with_a_new_address_is_pending_until_it_is_checked_there(player: Any, store: Store) -> None:
    register(player)
    activate(store)
    answer = player.patch("/api/bots/greedy", {"url": "https://bots.example/new"})
    assert answer.status_code == 200
    bot = answer.json
    assert (bot["url"], bot["state"]) == ("https://bots.example/new", "pending")
    assert bot["next_check_at"] is not None


def test_checks_are_counted_whatever_asks_for_them(player: Any, settings: Config, store: Store) -> None:
    register(player)
    activate(store)
    assert player.post("/api/bots/greedy/check").json["next_check_at"] is not None
    for number in range(settings.checks_per_hour - 2):
        assert player.patch("/api/bots/greedy", {"url": f"https://bots.example/{number}"}).status_code == 200
    for answer in (
        player.post("/api/bots/greedy/check"),
        player.patch("/api/bots/greedy", {"url": URL}),
        player.post("/api/bots", {"name": "another", "url": URL}),
    ):
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= 3600
    assert player.get("/api/bots/greedy").json["url"] != URL


def test_a_refused_address_costs_no_check(player: Any, settings: Config) -> None:
    for _ in range(settings.checks_per_hour + 1):
        assert player.post("/api/bots", {"name": "bob", "url": "http://127.0.0.1:9000"}).status_code == 422
    register(player)


def test_a_new_key_signs_beside_the_former_one_for_a_day(player: Any, store: Store) -> None:
    before = register(player)["key"]
    answer = player.post("/api/bots/greedy/key")
    assert answer.status_code == 200
    entrant = entrants.find(store, "greedy")
    assert entrant is not None
    assert entrant.keys == f"{answer.json['key']} {before}"
    until = datetime.fromisoformat(answer.json["bot"]["key_until"]).timestamp()
    assert abs(until - time.time() - 24 * 3600) < 60
    assert any("former key" in line for line in answer.json["how"])


def test_a_retired_bot_changes_no_more(player: Any, store: Store) -> None:
    register(player)
    assert player.post("/api/bots/greedy/retire").json["state"] == "retired"
    for answer in (
        player.patch("/api/bots/greedy", {"url": URL}),
        player.post("/api/bots/greedy/check"),
        player.post("/api/bots/greedy/key"),
        player.post("/api/bots/greedy/retire"),
    ):
        assert answer.status_code == 409
        assert "retired" in answer.json["detail"]


def test_an_organiser_benches_a_bot_and_its_owner_is_told_why(player: Any, organiser: Any, store: Store) -> None:
    register(player)
    activate(store)
    assert organiser.post("/api/bots/greedy/bench", {"reason": "it scans our network"}).status_code == 200
    bot = player.get("/api/bots/greedy").json
    assert (bot["state"], bot["held"], bot["reason"]) == ("benched", True, "it scans our network")
    assert bot["next_check_at"] is None


def test_a_bot_that_an_organiser_has_benched_stays_so_whatever_its_owner_does(
    player: Any, organiser: Any, store: Store
) -> None:
    register(player)
    activate(store)
    organiser.post("/api/bots/greedy/bench", {"reason": "it scans our network"})
    refused = player.post("/api/bots/greedy/check")
    assert refused.status_code == 409
    assert refused.json["detail"].endswith("is benched by an organiser: it scans our network")
    moved = player.patch("/api/bots/greedy", {"url": "https://bots.example/new"}).json
    assert (moved["url"], moved["state"], moved["held"]) == ("https://bots.example/new", "benched", True)
    assert (moved["reason"], moved["next_check_at"]) == ("it scans our network", None)
    assert player.post("/api/bots/greedy/key").status_code == 200
    assert player.post("/api/bots/greedy/check").status_code == 409
    assert entrants.claim_check(store, time.time() + 1e6, 60.0) is None
    lifted = organiser.post("/api/bots/greedy/check")
    assert (lifted.status_code, lifted.json["held"]) == (202, False)
    assert lifted.json["next_check_at"] is not None
    assert player.post("/api/bots/greedy/check").status_code == 202
    activate(store)
    assert player.get("/api/bots/greedy").json["state"] == "active"


def test_an_organiser_may_retire_and_check_a_bot_but_neither_move_it_nor_get_its_key(
    player: Any, organiser: Any
) -> None:
    register(player)
    assert organiser.patch("/api/bots/greedy", {"url": URL}).status_code == 403
    assert organiser.post("/api/bots/greedy/key").status_code == 403
    assert organiser.post("/api/bots/greedy/check").status_code == 202
    assert organiser.post("/api/bots/greedy/retire").status_code == 200


def test_the_list_of_bots_is_filtered_and_paged(player: Any, other: Any, anonymous: Any, store: Store) -> None:
    for name in ("c", "a", "b"):
        register(player, name)
    register(other, "d")
    activate(store, "b", games=["careers/1971"])
    activate(store, "d", games=["careers"])

    def names(path: str) -> list[str]:
        found = []
        following: str | None = path
        while following:
            page = anonymous.get(following).json
            found += [bot["name"] for bot in page["items"]]
            following = page["next"]
        return found

    assert names("/api/bots?limit=1") == names("/api/bots") == ["a", "b", "c", "d"]
    assert names("/api/bots?owner=ann&limit=2") == ["a", "b", "c"]
    assert names("/api/bots?state=active") == ["b", "d"]
    assert names("/api/bots?game=careers") == ["d"]
    assert names("/api/bots?owner=nobody") == []
    for wrong in ("state=sleeping", "limit=0", "cursor=nonsense", "colour=red", "owner=a&owner=b"):
        assert anonymous.get(f"/api/bots?{wrong}").status_code == 422, wrong


def test_times_are_utc_with_a_z(player: Any) -> None:
    bot = register(player)["bot"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bot[key]) for key in ("created_at", "next_check_at"))
