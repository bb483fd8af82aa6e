"""What the commands that look print: for people in lines and tables, for programs in JSON whose shape is held here."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee.cli.ladder import COLUMNS

# Everywhere below, `spring` has been played: 12 matches of three bots, two seats each, four rounds.


def as_json(call: Any, folder: Path, *words: str) -> Any:
    """What the command prints with --json."""
    done = call(folder, *words, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    return json.loads(done.out)


def test_the_ladder_stands_by_rating_in_the_columns_that_are_promised(spring: Any, call: Any) -> None:
    done = call(spring[0], "ladder", "show")
    assert (done.code, done.err) == (0, "")
    title, headers, *rows = done.out.strip().splitlines()
    assert title == 'ladder "house"'
    assert [each.strip() for each in headers.split("  ") if each] == list(COLUMNS)
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    ratings = [float(row.split()[-5]) for row in rows]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(4500, abs=0.2)


def test_the_ladder_as_json(spring: Any, call: Any) -> None:
    named = as_json(call, spring[0], "ladder", "show", "house")
    assert named == as_json(call, spring[0], "ladder", "show"), "one shape, however many ladders"
    (ladder,) = named["ladders"]
    assert ladder["ladder"] == "house"
    assert [set(bot) for bot in ladder["bots"]] == [
        {"rank", "bot", "rating", "matches", "wins", "mean_place", "last_change"}
    ] * 3
    assert sum(round(bot["rating"] * 1000) for bot in ladder["bots"]) == 4_500_000
    assert {bot["bot"]: bot["matches"] for bot in ladder["bots"]} == {
        "[/bold]": 8,
        "[link=x]": 8,
        'it\'s "\N{SNAKE}"': 8,
    }


def test_equal_ratings_share_a_rank(cup: Any, call: Any) -> None:
    path = cup(rounds=1)
    call(path.parent, "tournament", "run", "cup.toml")
    with sqlite3.connect(path.parent / "referee.sqlite") as db:
        db.execute('UPDATE ratings SET before = 1500000, "after" = 1500000, change = 0')
    db.close()
    (ladder,) = as_json(call, path.parent, "ladder", "show")["ladders"]
    assert [bot["rank"] for bot in ladder["bots"]] == [1, 1]


def test_of_several_ladders_the_list_is_shown_and_each_by_its_name(cup: Any, call: Any) -> None:
    path = cup(rounds=1)
    call(path.parent, "tournament", "run", "cup.toml")
    cup(rounds=1, ladder='"other"')
    call(path.parent, "tournament", "run", "cup.toml")
    lines = call(path.parent, "ladder", "show").out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ladder", "bots"], ["cup", "2"], ["other", "2"]]
    assert [each["ladder"] for each in as_json(call, path.parent, "ladder", "show")["ladders"]] == ["cup", "other"]
    assert call(path.parent, "ladder", "show", "other").out.startswith('\nladder "other"\n')


def test_the_runs_are_listed(spring: Any, call: Any) -> None:
    headers, row = call(spring[0], "tournament", "show").out.splitlines()
    assert headers.split() == ["tournament", "run", "matches", "done", "created"]
    assert row.split()[:3] == ["spring", "1", "12/12"]


def test_the_runs_as_json_tell_no_secret(spring: Any, call: Any) -> None:
    (run,) = as_json(call, spring[0], "tournament", "show")["runs"]
    created = run.pop("created_at")
    assert created.endswith("+00:00")
    assert run == {
        "tournament": "spring",
        "run": 1,
        "game": "payday/2000",
        "ladder": "house",
        "total": 12,
        "done": 12,
    }


def test_a_tournament_is_shown_with_its_table_and_its_matches(spring: Any, call: Any) -> None:
    done = call(spring[0], "tournament", "show", "spring")
    assert (done.code, done.err) == (0, "")
    table, matches = done.out.split("\nmatches\n")
    assert 'tournament "spring", run 1: 12 of 12 matches\nrank' in table
    assert [line.split()[:3] for line in matches.splitlines()[1:]] == [
        [f"spring-1-{number}", str(number // 3), "finished"] for number in range(12)
    ]
    assert all(line.count("1: ") + line.count("2: ") == 2 for line in matches.splitlines()[1:])
    assert done.out == call(spring[0], "tournament", "show", "spring", "--run", "1").out


def test_a_tournament_as_json(spring: Any, call: Any) -> None:
    shown = as_json(call, spring[0], "tournament", "show", "spring")
    standings, matches = shown.pop("standings"), shown.pop("matches")
    assert [shown] == as_json(call, spring[0], "tournament", "show")["runs"]
    assert [set(each) for each in standings] == [
        {"rank", "bot", "matches", "points", "wins", "mean_place", "faults", "strikes", "forfeits"}
    ] * 3
    assert {each["bot"]: each["faults"] for each in standings} == {
        "[/bold]": 0,
        "[link=x]": 8,
        'it\'s "\N{SNAKE}"': 0,
    }
    assert [set(match) for match in matches] == [{"id", "number", "round", "state", "seats"}] * 12
    assert {frozenset(seat) for match in matches for seat in match["seats"]} == {
        frozenset({"seat", "bot", "place", "score", "strikes", "forfeited"})
    }


def test_a_match_is_shown_with_its_seats_faults_ratings_and_secret(spring: Any, call: Any) -> None:
    match = as_json(call, spring[0], "match", "show", "spring-1-0")
    out = call(spring[0], "match", "show", "spring-1-0").out
    assert 'match spring-1-0: number 0 of "spring", run 1\nladder "house", number 1\n' in out
    assert "payday/2000, version 1 of the rules, months 1\n" in out
    assert f"finished at {match['finished_at']}: {match['moves']} moves in " in out
    assert f"commitment {match['commitment']}\nsecret     {match['secret']}\n" in out
    for seat in match["seats"]:
        line = next(line for line in out.splitlines() if line.split()[:1] == [str(seat["seat"])])
        assert seat["bot"] in line
        assert line.split()[-3:] == [
            f"{seat['rating']['before']:.1f}",
            f"{seat['rating']['after']:.1f}",
            f"{seat['rating']['change']:+.1f}",
        ]
        for fault in seat["faults"]:
            assert f"{fault['question']}  {fault['kind']}" in out
            assert fault["detail"] in out


def test_a_match_as_json(spring: Any, call: Any) -> None:
    matches = as_json(call, spring[0], "tournament", "show", "spring")["matches"]
    wobbly = next(match for match in matches if any(seat["bot"] == "[link=x]" for seat in match["seats"]))
    match = as_json(call, spring[0], "match", "show", wobbly["id"])
    assert set(match) == {
        *("tournament", "run", "id", "number", "round", "ladder", "ladder_number", "state", "attempts"),
        *("voids", "void_reason", "rated", "is_playing", "created_at", "started_at"),
        *(
            "finished_at",
            "game",
            "rules",
            "options",
            "termination",
            "moves",
            "seconds",
            "commitment",
            "secret",
            "seats",
        ),
    }
    seat = next(seat for seat in match["seats"] if seat["bot"] == "[link=x]")
    assert set(seat) == {
        *("seat", "bot", "place", "score", "strikes", "forfeited", "nonce", "rating", "faults"),
        *("version", "thought_ms", "slowest_ms"),
    }
    assert set(seat["rating"]) == {"before", "after", "change"}
    (fault,) = seat["faults"]
    assert set(fault) == {"turn", "question", "kind", "detail", "strikes"}
    assert (fault["kind"], fault["strikes"]) == ("illegal", 1)


def test_a_match_is_told_in_sentences(spring: Any, call: Any) -> None:
    done = call(spring[0], "match", "replay", "spring-1-0")
    assert (done.code, done.err) == (0, "")
    first, second, *told = done.out.splitlines()
    players = [seat["bot"] for seat in as_json(call, spring[0], "match", "show", "spring-1-0")["seats"]]
    assert [first[:10], second[:10]] == ["Seat 0 is ", "Seat 1 is "]
    assert all(name.replace('"', '\\"') in line for name, line in zip(players, (first, second), strict=True))
    assert len(told) > 10
    assert all(line[0].isupper() and line[-1] in ".!" for line in told)


def test_the_games_are_listed_with_the_range_and_the_meaning_of_their_options(call: Any, tmp_path: Path) -> None:
    lines = call(tmp_path, "games").out.splitlines()
    at = lines.index("payday/2000: 2 to 6 seats, version 1 of the rules")
    assert lines[at + 1].startswith("    months: ")
    assert "(1 to 12, " in lines[at + 1]


def test_the_games_as_json(call: Any, tmp_path: Path) -> None:
    game = next(each for each in as_json(call, tmp_path, "games")["games"] if each["game"] == "payday/2000")
    assert set(game) == {"game", "rules", "seats", "options"}
    assert game["seats"] == {"least": 2, "most": 6}
    (months,) = game["options"]
    assert set(months) == {"name", "least", "most", "default", "meaning"}
    assert (months["name"], months["least"], months["most"]) == ("months", 1, 12)
