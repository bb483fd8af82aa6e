"""An organiser hands in a tournament of bots that are registered; everybody follows it."""

from collections.abc import Iterator

import pytest
from staging import Table, enter, open_ladder, recorders, scheduled

from referee.service import tables
from referee.store import hosted, matches, tournaments
from referee.store.presence import Presence
from referee.tournament.pairing import Pairing
from referee.tournament.standings import SeatResult, table

CUP = """\
[tournament]
name = "Cup"
game = "payday"
options.months = 1
format = "round-robin"
seats = 2
rounds = 2

[[bot]]
name = "ann-1"
[[bot]]
name = "bob-1"
[[bot]]
name = "bob-2"
"""


@pytest.fixture
def hall(store) -> Iterator[Table]:
    """Where the test plays matches."""
    with Presence(store.path) as presence:
        yield Table(store, presence)


@pytest.fixture
def bots(store) -> None:
    """The bots of ann and bob, and one that plays something else."""
    for owner, bot in (("ann", "ann-1"), ("bob", "bob-1"), ("bob", "bob-2")):
        enter(store, owner, bot)
    enter(store, "ann", "ann-2", games=("life",))


def handed_in(caller, toml: str = CUP):
    return caller.post("/api/tournaments", {"toml": toml})


def to_play(store, run) -> list[str]:
    found = tournaments.find(store, run["name"], run["run"])
    return [match.id for match in matches.unplayed(store, found.id)]


def test_a_tournament_is_scheduled_whole_and_can_be_followed(anonymous, organiser, store, bots) -> None:
    answer = handed_in(organiser)
    assert answer.status_code == 201
    made = answer.json
    assert answer.headers["Location"] == made["links"]["self"] == "/api/tournaments/Cup/runs/1"
    assert (made["name"], made["run"], made["game"], made["seats"], made["rounds"]) == ("Cup", 1, "payday/2000", 2, 2)
    assert made["bots"] == ["ann-1", "bob-1", "bob-2"]
    assert made["progress"] == {"matches": 6, "finished": 0}
    listed = anonymous.get(made["links"]["matches"]).json["items"]
    assert sorted(match["id"] for match in listed) == sorted(to_play(store, made))
    assert {(match["kind"], match["tournament"], match["run"], match["ladder"]) for match in listed} == {
        ("tournament", "Cup", 1, "Cup")
    }
    assert {match["links"]["tournament"] for match in listed} == {made["links"]["self"]}
    assert anonymous.get("/api/tournaments").json["items"] == [made]


def test_the_table_follows_the_matches(anonymous, organiser, store, hall, bots, seed, monkeypatch) -> None:
    monkeypatch.setattr(tables, "SHARE", 0)
    made = handed_in(organiser).json
    path = made["links"]["tournament"]
    assert {line["matches"] for line in anonymous.get(path).json["standings"]} == {0}
    results = []
    for id in to_play(store, made):
        record = hall.played(id, recorders(seed, 2))
        results.append([SeatResult(*seat, 0, 0, False) for seat in zip(record.players, record.places, strict=True)])
        shown = anonymous.get(path).json
        assert shown["progress"]["finished"] == len(results)
        expected = table(made["bots"], results)
        assert [(line["rank"], line["bot"], line["points"]) for line in shown["standings"]] == [
            (line.rank, line.bot, line.points) for line in expected
        ]
    assert anonymous.get(made["links"]["self"]).json == shown


def test_a_table_that_took_long_to_make_is_not_made_again_at_once(app, store, organiser, hall, bots, seed) -> None:
    made = handed_in(organiser).json
    first, second, *_ = to_play(store, made)
    with app.app_context():
        hall.played(first, recorders(seed, 2))
        run = tournaments.latest(store, "Cup")
        before = tables.standings_of(run)
        kept = app.extensions[tables._KEY]
        kept[run.id] = tables._Made(before, run.finished, until=float("inf"))
        hall.played(second, recorders(seed, 2))
        assert tables.standings_of(tournaments.latest(store, "Cup")) == before
        kept[run.id] = tables._Made(before, run.finished, until=0.0)
        assert tables.standings_of(run) is before, "no match has ended since"
        assert sum(line.matches for line in tables.standings_of(tournaments.latest(store, "Cup"))) == 4


def test_the_same_tournament_goes_on_while_it_is_played_and_then_begins_anew(
    anonymous, organiser, store, hall, bots, seed
) -> None:
    first = handed_in(organiser)
    again = handed_in(organiser)
    assert (again.status_code, again.json) == (200, first.json)
    for id in to_play(store, first.json):
        hall.played(id, recorders(seed, 2))
    second = handed_in(organiser)
    assert (second.status_code, second.json["run"]) == (201, 2)
    assert second.json["links"]["before"] == first.json["links"]["self"]
    assert anonymous.get("/api/tournaments/Cup").json["run"] == 2
    listed = anonymous.get("/api/tournaments?limit=1")
    assert [run["run"] for run in listed.json["items"]] == [2]
    assert [run["run"] for run in anonymous.get(listed.json["next"]).json["items"]] == [1]


def test_only_organisers_hand_in_tournaments(anonymous, client, bots) -> None:
    assert (handed_in(anonymous).status_code, handed_in(client("cy")).status_code) == (401, 403)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('name = "bob-2"', 'name = "bob-3"', 'tournament.toml:14: bot[2].name: found "bob-3"; did you mean'),
        ('name = "bob-2"', 'name = "ann-2"', '"ann-2" does not play payday/2000'),
        ('name = "bob-2"', 'name = "bob-2"\nurl = "https://x.example"', "tournament.toml:15: bot[2].url: unknown key"),
        ('name = "bob-2"', 'name = "bob-2"\ncommand = "true"', "tournament.toml:15: bot[2].command: unknown key"),
        ("rounds = 2", "rounds = 0", "tournament.toml:7: tournament.rounds: found 0; expected a whole number"),
        ("rounds = 2", "rounds = 10000", "at most 20,000 matches"),
        ('"Cup"', '"a/b"', "tournament.toml:2: tournament.name"),
        ('"Cup"', '"\\u202e"', "tournament.toml:2: tournament.name"),
        ('name = "Cup"', 'name = "Cup"\nladder = "spring"', '"spring" is a ladder of the service'),
        ('name = "Cup"', 'name = "Cup"\nladder = "challenges"', '"challenges" is a ladder of the service'),
        ("[tournament]", "[tournament", "tournament.toml:1: not TOML"),
        (CUP, "", "an empty file"),
        (CUP, "a" + ".a" * 40 + " = 1", "a key of 41 parts"),
    ],
)
def test_a_mistake_in_the_text_is_told_with_its_line(organiser, store, bots, old, new, says) -> None:
    open_ladder(store, "spring")
    assert old in CUP
    refused = handed_in(organiser, CUP.replace(old, new, 1))
    assert refused.status_code == 422
    assert [error["pointer"] for error in refused.json["errors"]] == ["#/toml"]
    assert says in refused.json["errors"][0]["detail"]
    assert tournaments.latest(store, "Cup") is None


def test_all_mistakes_are_told_at_once(organiser, bots) -> None:
    refused = handed_in(organiser, CUP.replace("rounds = 2", "rounds = 0").replace("seats = 2", 'seats = "two"'))
    assert [error["detail"].split(": ")[1] for error in refused.json["errors"]] == [
        "tournament.seats",
        "tournament.rounds",
    ]


@pytest.mark.parametrize("body", [{}, {"toml": 7}, {"toml": None}, {"toml": CUP, "name": "Cup"}, [], "toml"])
def test_a_body_of_another_shape_is_refused(organiser, body) -> None:
    assert organiser.post("/api/tournaments", body).status_code == 422


@pytest.mark.parametrize("name", ["spring", "challenges", "old"])
def test_a_name_that_is_taken_is_refused(organiser, client, store, bots, name) -> None:
    open_ladder(store, "spring")
    handed_in(client("otto", role="organiser"), CUP.replace('"Cup"', '"old"'))
    refused = handed_in(organiser, CUP.replace('name = "Cup"', f'name = "{name}"\nladder = "another"'))
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (409, "#/toml")


def test_what_is_no_tournament_is_not_found_as_one(anonymous, organiser, player, store, bots) -> None:
    scheduled(store, open_ladder(store, "spring"), "ann-1", "bob-1")
    handed_in(organiser)
    player.post("/api/challenges", {"game": "payday", "bots": ["ann-1", "bob-1"]})
    assert hosted.of_kind(store, "ladder")
    for path in ("spring", "spring/runs/1", "challenges", "Cup/runs/2", "Cup/runs/0", "cup", "Cup/runs/" + "9" * 5000):
        assert anonymous.get(f"/api/tournaments/{path}").status_code == 404, path


def test_a_tournament_that_was_played_from_the_command_line_is_shown_by_its_name(anonymous, store) -> None:
    plan = {
        "game": "payday/2000",
        "rules": "1",
        "options": {"months": 1},
        "seats": 2,
        "rounds": 1,
        "ladder": "cli",
        "bots": [{"name": "cat", "url": None}, {"name": "dog", "url": "https://dog.example/?token=s3cret"}],
    }
    tournaments.resume_or_begin(
        store,
        name="cli",
        digest="d",
        plan=plan,
        secret=b"s" * 32,
        ladder="cli",
        pairings=[Pairing(0, 0, ("cat", "dog"))],
        seen=None,
    )
    shown = anonymous.get("/api/tournaments/cli")
    assert (shown.json["bots"], shown.json["progress"]["matches"]) == (["cat", "dog"], 1)
    assert "s3cret" not in shown.text
    assert "dog.example" not in shown.text


def test_an_etag_holds_until_a_match_is_over(anonymous, organiser, store, hall, bots, seed) -> None:
    made = handed_in(organiser).json
    for path in ("/api/tournaments", made["links"]["self"]):
        tag = anonymous.get(path).headers["ETag"]
        assert anonymous.get(path, headers={"If-None-Match": tag}).status_code == 304
    hall.played(to_play(store, made)[0], recorders(seed, 2))
    assert anonymous.get(made["links"]["self"], headers={"If-None-Match": tag}).status_code == 200
