"""Organisers open ladders, owners put their bots on them, and everybody sees who stands where and how that came."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.match import MatchRecord
from referee.store import entrants, hosted, ladders, matches
from referee.store.database import Store, timestamp

TOML = '[ladder]\nname = "spring"\ngame = "payday/2000"\nseats = 2\n'
REPORT: dict[str, Any] = {"ok": True, "findings": []}


@pytest.fixture
def spring(organiser: Any) -> dict[str, Any]:
    """The ladder spring, open."""
    answer = organiser.post("/api/ladders", {"toml": TOML})
    assert answer.status_code == 201, answer.text
    ladder: dict[str, Any] = answer.json
    return ladder


@pytest.fixture
def bot(store: Store) -> Callable[..., None]:
    """Registers a bot for somebody and lets it pass its check."""

    def bot(who: Any, name: str, games: Sequence[str] = ("payday",)) -> None:
        assert who.post("/api/bots", {"name": name, "url": f"https://{name}.example/"}).status_code == 201
        entrant = entrants.find(store, name)
        assert entrant is not None
        said = {"games": games, "max_parallel": 1, "version": "1", "author": "", "report": REPORT}
        assert entrants.passed(store, name, token=entrant.check_token, **said)

    return bot


@pytest.fixture
def played(store: Store) -> Callable[..., str]:
    """Schedules a match of the ladder spring and stores how it ended."""

    def played(players: Sequence[str], places: Sequence[int]) -> str:
        ladder = ladders.find(store, "spring")
        assert ladder is not None
        with store.writing() as db:
            id = hosted.append(db, ladder.run, players, ladder="spring", rated=True, now=timestamp())
        seats = len(players)
        record = MatchRecord(
            id=id,
            attempt=0,
            game="payday/2000",
            rules="1",
            options={"months": 3},
            players=tuple(players),
            places=tuple(places),
            scores=(0,) * seats,
            forfeited=(False,) * seats,
            termination="finished",
            faults=(),
            moves=1,
            seconds=1.0,
            commitment="c0",
            secret="5e",
            nonces=(None,) * seats,
            thought_ms=(1,) * seats,
            slowest_ms=(1,) * seats,
            transcript="{}\n",
        )
        matches.finish(store, record)
        return id

    return played


def test_a_ladder_is_opened_from_its_file(organiser: Any, anonymous: Any) -> None:
    toml = TOML + "matches_per_hour = 30\nmax_bots_per_account = 1\noptions = {months = 4}\n[time]\nmove_ms = 500\n"
    answer = organiser.post("/api/ladders", {"toml": toml})
    assert (answer.status_code, answer.location) == (201, "/api/ladders/spring")
    ladder = answer.json
    assert (ladder["name"], ladder["state"], ladder["game"], ladder["seats"]) == ("spring", "open", "payday/2000", 2)
    assert (ladder["matches_per_hour"], ladder["max_bots_per_account"], ladder["bots"]) == (30, 1, 0)
    assert (ladder["options"], ladder["time"]["move_ms"]) == ({"months": 4}, 500)
    assert ladder["policy"] == {"max_strikes": 3, "reask": True}
    assert anonymous.get("/api/ladders/spring").json == ladder
    assert anonymous.get("/api/ladders").json == {"items": [ladder], "next": None}


def test_what_the_file_leaves_open_is_as_the_settings_say(spring: dict[str, Any]) -> None:
    assert (spring["matches_per_hour"], spring["max_bots_per_account"]) == (600, 2)


def test_every_mistake_in_the_file_is_told_with_its_line(organiser: Any) -> None:
    answer = organiser.post("/api/ladders", {"toml": TOML.replace("seats = 2", "seats = 99\nround = 1")})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == ["#/toml", "#/toml"]
    assert [error["detail"].partition(":")[0] for error in answer.json["errors"]] == ["line 4", "line 5"]


@pytest.mark.parametrize(
    "toml", ["", "[ladder", "a" + ".a" * 3000 + "=1", "x = " + "[" * 9000, "x" * 20_001, "x = '\x1b[2J'", 7, None]
)
def test_what_is_no_file_is_refused_and_pointed_at(organiser: Any, toml: Any) -> None:
    answer = organiser.post("/api/ladders", {"toml": toml})
    assert answer.status_code == 422
    assert {error["pointer"] for error in answer.json["errors"]} == {"#/toml"}
    assert "\x1b" not in answer.text


def test_a_name_is_given_to_one_ladder_only(spring: Any, organiser: Any) -> None:
    answer = organiser.post("/api/ladders", {"toml": TOML})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (409, "#/toml")


def test_only_an_organiser_opens_pauses_or_closes_a_ladder(spring: Any, player: Any, anonymous: Any) -> None:
    for stranger, status in ((player, 403), (anonymous, 401)):
        assert stranger.post("/api/ladders", {"toml": TOML.replace("spring", "autumn")}).status_code == status
        assert stranger.patch("/api/ladders/spring", {"state": "closed"}).status_code == status
    assert anonymous.get("/api/ladders/spring").json["state"] == "open"


def test_a_ladder_is_paused_and_opened_again(spring: Any, organiser: Any, anonymous: Any) -> None:
    for state in ("paused", "open", "closed"):
        assert organiser.patch("/api/ladders/spring", {"state": state}).json["state"] == state
        assert anonymous.get("/api/ladders/spring").json["state"] == state
    assert organiser.patch("/api/ladders/spring", {"state": "asleep"}).status_code == 422
    assert organiser.patch("/api/ladders/spring", {"state": "open", "seats": 3}).status_code == 422


def test_the_pace_of_a_ladder_may_be_changed_while_it_is_open(spring: Any, organiser: Any, anonymous: Any) -> None:
    changed = organiser.patch("/api/ladders/spring", {"matches_per_hour": 7}).json
    assert (changed["matches_per_hour"], changed["state"]) == (7, "open")
    assert anonymous.get("/api/ladders/spring").json["matches_per_hour"] == 7
    for wrong in (0, 100_001, "7", True, None):
        assert organiser.patch("/api/ladders/spring", {"matches_per_hour": wrong}).status_code == 422


def test_an_owner_puts_a_bot_on_a_ladder_and_takes_it_off(
    spring: Any, player: Any, anonymous: Any, bot: Callable[..., None]
) -> None:
    bot(player, "greedy")
    joined = player.put("/api/ladders/spring/bots/greedy")
    assert joined.status_code == 200
    assert (joined.json["owner"], joined.json["state"]) == ("ann", "active")
    assert player.put("/api/ladders/spring/bots/greedy").json == joined.json, "who is on it stays"
    assert anonymous.get("/api/ladders/spring/bots/greedy").json == joined.json
    assert anonymous.get("/api/ladders/spring").json["bots"] == 1
    assert [on["name"] for on in anonymous.get("/api/bots/greedy").json["ladders"]] == ["spring"]
    assert player.delete("/api/ladders/spring/bots/greedy").status_code == 204
    assert player.delete("/api/ladders/spring/bots/greedy").status_code == 404
    assert anonymous.get("/api/ladders/spring/bots/greedy").status_code == 404
    assert anonymous.get("/api/ladders/spring").json["bots"] == 0
    assert anonymous.get("/api/bots/greedy").json["ladders"] == []


def test_nobody_puts_another_owners_bot_on_a_ladder_and_only_an_organiser_takes_it_off(
    spring: Any, player: Any, other: Any, organiser: Any, anonymous: Any, bot: Callable[..., None]
) -> None:
    bot(player, "greedy")
    membership = "/api/ladders/spring/bots/greedy"
    assert [who.put(membership).status_code for who in (other, organiser, anonymous)] == [403, 403, 401]
    player.put(membership)
    assert [who.delete(membership).status_code for who in (other, anonymous)] == [403, 401]
    assert organiser.delete(membership).status_code == 204


def test_a_bot_joins_only_ladders_of_games_that_it_plays(spring: Any, player: Any, bot: Callable[..., None]) -> None:
    bot(player, "one", ["payday/2000"])
    bot(player, "two", ["careers", "payday/1975"])
    assert player.put("/api/ladders/spring/bots/one").status_code == 200
    answer = player.put("/api/ladders/spring/bots/two")
    assert (answer.status_code, answer.json["detail"]) == (409, "the bot does not say that it plays payday/2000")


def test_a_bot_that_waits_for_its_first_check_may_join_and_one_that_is_out_may_not(
    spring: Any, player: Any, organiser: Any, bot: Callable[..., None]
) -> None:
    assert player.post("/api/bots", {"name": "new", "url": "https://new.example/"}).status_code == 201
    assert player.put("/api/ladders/spring/bots/new").json["state"] == "pending"
    bot(player, "old")
    organiser.post("/api/bots/old/bench", {"reason": "slow"})
    assert "benched" in player.put("/api/ladders/spring/bots/old").json["detail"]
    player.post("/api/bots/old/retire")
    assert "retired" in player.put("/api/ladders/spring/bots/old").json["detail"]


def test_an_account_has_a_bounded_number_of_bots_on_a_ladder(
    spring: Any, player: Any, other: Any, bot: Callable[..., None]
) -> None:
    for name in ("a", "b", "c"):
        bot(player, name)
    bot(other, "d")
    assert [player.put(f"/api/ladders/spring/bots/{name}").status_code for name in ("a", "b", "c")] == [200, 200, 409]
    assert other.put("/api/ladders/spring/bots/d").status_code == 200
    player.delete("/api/ladders/spring/bots/a")
    assert player.put("/api/ladders/spring/bots/c").status_code == 200


def test_nobody_joins_a_closed_ladder_and_everybody_may_leave_it(
    spring: Any, player: Any, organiser: Any, bot: Callable[..., None]
) -> None:
    bot(player, "greedy")
    player.put("/api/ladders/spring/bots/greedy")
    organiser.patch("/api/ladders/spring", {"state": "closed"})
    assert player.delete("/api/ladders/spring/bots/greedy").status_code == 204
    assert player.put("/api/ladders/spring/bots/greedy").status_code == 409


@pytest.mark.parametrize("path", ["", "/standings", "/history?bot=x", "/bots/x"])
def test_a_ladder_that_is_not_there_is_not_found(anonymous: Any, path: str) -> None:
    for name in ("nowhere", "%00", "%FF", "x" * 300):
        assert anonymous.get(f"/api/ladders/{name}{path}").status_code == 404


def test_the_table_has_every_bot_by_its_rating_and_ranks_those_that_are_on_it_and_have_played(
    spring: Any, player: Any, other: Any, anonymous: Any, bot: Callable[..., None], played: Callable[..., str]
) -> None:
    for owner, name in ((player, "a"), (player, "b"), (other, "c"), (other, "d")):
        bot(owner, name)
        assert owner.put(f"/api/ladders/spring/bots/{name}").status_code == 200
    played(["a", "c"], [1, 2])
    played(["c", "b"], [1, 1])
    player.delete("/api/ladders/spring/bots/a")
    table = anonymous.get("/api/ladders/spring/standings").json
    assert table["ladder"] == "spring"
    shown = ("rank", "bot", "owner", "on_ladder", "rating", "matches", "wins", "last_change")
    assert [tuple(line[key] for key in shown) for line in table["items"]] == [
        (None, "a", "ann", False, 1516.0, 1, 1, 16.0),
        (1, "b", "ann", True, 1499.3, 1, 1, -0.736),
        (2, "c", "bob", True, 1484.7, 2, 1, 0.736),
        (None, "d", "bob", True, 1500.0, 0, 0, 0),
    ]
    assert [line["average_place"] for line in table["items"]] == [1, 1, 1.5, None]


def test_bots_of_one_rating_share_a_rank(
    spring: Any, player: Any, other: Any, anonymous: Any, bot: Callable[..., None], played: Callable[..., str]
) -> None:
    for owner, name in ((player, "a"), (player, "b"), (other, "c"), (other, "d")):
        bot(owner, name)
        owner.put(f"/api/ladders/spring/bots/{name}")
    played(["a", "c"], [1, 2])
    played(["b", "d"], [1, 2])
    ranks = {line["bot"]: line["rank"] for line in anonymous.get("/api/ladders/spring/standings").json["items"]}
    assert ranks == {"a": 1, "b": 1, "c": 3, "d": 3}


def test_the_history_of_a_bot_has_a_point_a_match_and_goes_on_from_page_to_page(
    spring: Any, player: Any, other: Any, anonymous: Any, bot: Callable[..., None], played: Callable[..., str]
) -> None:
    for owner, name in ((player, "a"), (other, "c")):
        bot(owner, name)
        owner.put(f"/api/ladders/spring/bots/{name}")
    ids = [played(["a", "c"], [1, 2]) for _ in range(5)]
    for path in ("/api/bots/a/history?ladder=spring", "/api/ladders/spring/history?bot=a"):
        whole = anonymous.get(path).json
        assert (whole["bot"], whole["ladder"], whole["next"]) == ("a", "spring", None)
        assert [point["match"] for point in whole["items"]] == ids
        assert (whole["items"][0]["before"], whole["items"][0]["after"], whole["items"][0]["change"]) == (
            1500,
            1516,
            16,
        )
        assert all(one["after"] == two["before"] for one, two in zip(whole["items"], whole["items"][1:], strict=False))
        parts, following = [], f"{path}&limit=2"
        while following:
            page = anonymous.get(following).json
            parts += page["items"]
            following = page["next"]
        assert parts == whole["items"]
    assert anonymous.get("/api/bots/a").json["ladders"][0]["matches"] == 5
    assert anonymous.get("/api/bots/a/history?ladder=nowhere").json["items"] == []
    assert anonymous.get("/api/bots/a/history").status_code == 422


def test_every_link_of_a_ladder_and_its_bots_leads_somewhere(
    spring: Any, player: Any, other: Any, anonymous: Any, bot: Callable[..., None], played: Callable[..., str]
) -> None:
    for owner, name in ((player, "ab"), (other, "c")):
        bot(owner, name)
        owner.put(f"/api/ladders/spring/bots/{name}")
    played(["ab", "c"], [1, 2])
    shown = [
        anonymous.get("/api/ladders/spring").json,
        anonymous.get("/api/ladders/spring/bots/ab").json,
        anonymous.get("/api/bots/ab").json,
        *anonymous.get("/api/bots/ab").json["ladders"],
        anonymous.get("/api/ladders/spring/standings").json,
        *anonymous.get("/api/ladders/spring/standings").json["items"],
        *anonymous.get("/api/bots/ab/history?ladder=spring").json["items"],
    ]
    needs_more = {"/api/ladders/spring/history": "?bot=ab", "/api/bots/ab/history": "?ladder=spring"}
    for links in (each["links"] for each in shown):
        for path in links.values():
            assert anonymous.get(path + needs_more.get(path, "")).status_code == 200, path


def test_the_list_of_ladders_is_paged(organiser: Any, anonymous: Any) -> None:
    for name in ("c", "a", "b"):
        assert organiser.post("/api/ladders", {"toml": TOML.replace("spring", name)}).status_code == 201
    found, following = [], "/api/ladders?limit=2"
    while following:
        page = anonymous.get(following).json
        found += [ladder["name"] for ladder in page["items"]]
        following = page["next"]
    assert found == ["a", "b", "c"]
