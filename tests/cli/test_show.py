"""What the commands that look print: for people in lines and tables, for programs in JSON whose shape is held here."""

import json
import sqlite3
import zlib
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


def change(folder: Path, sql: str, *values: object) -> None:
    """Tamper with the database of a folder."""
    with sqlite3.connect(folder / "referee.sqlite") as db:
        assert db.execute(sql, values).rowcount > 0
    db.close()


def select(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    """What stands in the database of a folder."""
    with sqlite3.connect(folder / "referee.sqlite") as db:
        rows = db.execute(sql).fetchall()
    db.close()
    return rows


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
    change(path.parent, 'UPDATE ratings SET before = 1500000, "after" = 1500000, change = 0')
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


def test_a_ladder_rebuilt_is_equal_to_the_last_digit(played: Path, call: Any) -> None:
    before = as_json(call, played, "ladder", "show")
    for words in (("ladder", "rebuild"), ("ladder", "rebuild", "house")):
        done = call(played, *words)
        assert (done.code, done.out, done.err) == (0, 'ladder "house": equal to the last digit\n', "")
    assert as_json(call, played, "ladder", "show") == before


def test_a_rating_that_was_tampered_with_is_found_and_mended(played: Path, call: Any) -> None:
    before = as_json(call, played, "ladder", "show")
    change(
        played, 'UPDATE ratings SET "after" = "after" + 1, change = change + 1 WHERE number = 2 AND bot = ?', "[/bold]"
    )
    done = call(played, "ladder", "rebuild")
    assert done.code == 1
    first, *_, last = done.out.splitlines()
    assert first.startswith('ladder "house", match 2, "[/bold]": stored 1')
    assert first.endswith(", the results give " + first.rpartition("give ")[2])
    assert last == 'ladder "house": 1 rating not as the results give; mended'
    assert call(played, "ladder", "rebuild").code == 0
    assert as_json(call, played, "ladder", "show") == before


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
        *("tournament", "run", "id", "number", "round", "ladder", "ladder_number", "state", "voids", "void_reason"),
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


def test_every_record_of_a_tournament_is_sound(spring: Any, call: Any) -> None:
    done = call(spring[0], "match", "verify", "--all")
    assert (done.code, done.out, done.err) == (0, "12 matches verified, 0 with differences\n", "")
    done = call(spring[0], "match", "verify", "spring-1-3", "spring-1-0")
    assert (done.code, done.out) == (0, "match spring-1-3: sound\nmatch spring-1-0: sound\n")


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE seats SET place = 3 - place WHERE match = 'spring-1-4'", "places: "),
        ("UPDATE seats SET score = 1 WHERE match = 'spring-1-4' AND seat = 0", "scores: [1, "),
        ("UPDATE matches SET secret = 'ab' WHERE id = 'spring-1-4'", "secret: ab in the database, "),
        ("UPDATE matches SET moves = moves + 1 WHERE id = 'spring-1-4'", "moves: "),
        ("UPDATE seats SET strikes = 2 WHERE match = 'spring-1-4' AND seat = 1", "strikes: ["),
        ("UPDATE seats SET forfeited = 1 WHERE match = 'spring-1-4' AND seat = 0", "forfeited: [True, False] in the"),
    ],
    ids=["places", "scores", "secret", "moves", "strikes", "forfeited"],
)
def test_a_result_that_is_not_that_of_the_transcript_is_found(played: Path, call: Any, sql: str, said: str) -> None:
    change(played, sql)
    done = call(played, "match", "verify", "--all")
    assert done.code == 1
    assert done.out.startswith(f"match spring-1-4: {said}")
    assert done.out.endswith("\n12 matches verified, 1 with differences\n")
    assert call(played, "match", "verify", "spring-1-5").code == 0


def test_faults_that_are_not_those_of_the_strikes_are_found(played: Path, call: Any) -> None:
    ((id,),) = select(played, "SELECT match FROM faults ORDER BY match LIMIT 1")
    change(played, "DELETE FROM faults WHERE match = ?", id)
    done = call(played, "match", "verify", id)
    assert done.code == 1
    assert done.out in (
        f"match {id}: strikes: [0, 1] of the seats, [0, 0] of their faults\n",
        f"match {id}: strikes: [1, 0] of the seats, [0, 0] of their faults\n",
    )


def test_a_seat_that_has_more_strikes_than_it_survives_must_be_forfeited(played: Path, call: Any) -> None:
    ((id, seat),) = select(played, "SELECT match, seat FROM faults ORDER BY match LIMIT 1")
    change(played, "UPDATE faults SET strikes = 4 WHERE match = ?", id)
    change(played, "UPDATE seats SET strikes = 4 WHERE match = ? AND seat = ?", id, seat)
    done = call(played, "match", "verify", id)
    assert done.code == 1
    due = [seat == 0, seat == 1]
    said = f"forfeited: [False, False] in the database, {due} by the faults, of which a seat survives 3"
    assert done.out == f"match {id}: {said}\n"


DAMAGE = {
    "no_transcript": ("DELETE FROM transcripts WHERE match = 'spring-1-4'", "the transcript is missing"),
    "no_zlib": (
        "UPDATE transcripts SET packed = x'00' WHERE match = 'spring-1-4'",
        "the transcript cannot be unpacked",
    ),
    "options_no_json": ("UPDATE matches SET options = '{' WHERE id = 'spring-1-4'", "its options are no JSON: "),
    "options_no_object": (
        "UPDATE matches SET options = '[]' WHERE id = 'spring-1-4'",
        "its options are no JSON object",
    ),
    "no_first_seat": ("DELETE FROM seats WHERE match = 'spring-1-4' AND seat = 0", "a seat is missing"),
    "no_second_seat": ("DELETE FROM seats WHERE match = 'spring-1-4' AND seat = 1", "players: ["),
    "no_seat": ("DELETE FROM seats WHERE match = 'spring-1-4'", "a seat is missing"),
    "no_place": (
        "UPDATE seats SET place = NULL WHERE match = 'spring-1-4' AND seat = 0",
        "a seat lacks one of place, ",
    ),
}


@pytest.mark.parametrize(("sql", "said"), DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_match_is_a_difference_and_the_others_are_verified_all_the_same(
    played: Path, call: Any, sql: str, said: str
) -> None:
    change(played, sql)
    done = call(played, "match", "verify", "--all")
    assert (done.code, done.err) == (1, "")
    lines = done.out.splitlines()
    assert any(line.startswith(f"match spring-1-4: {said}") for line in lines)
    assert all(line.startswith("match spring-1-4: ") for line in lines[:-1])
    assert lines[-1] == "12 matches verified, 1 with differences"


@pytest.mark.parametrize("kind", [kind for kind in DAMAGE if kind.startswith("no_") and "seat" in kind])
def test_a_ladder_with_a_damaged_match_is_not_rebuilt(played: Path, call: Any, kind: str) -> None:
    before = select(played, "SELECT * FROM ratings")
    change(played, DAMAGE[kind][0])
    done = call(played, "ladder", "rebuild")
    assert (done.code, done.out) == (2, "")
    assert done.err == "referee.sqlite: match spring-1-4 is damaged: a seat is missing\n"
    assert select(played, "SELECT * FROM ratings") == before


@pytest.mark.parametrize("words", [("match", "show", "spring-1-4"), ("tournament", "show", "spring")], ids=" ".join)
@pytest.mark.parametrize("kind", ["options_no_json", "options_no_object", "no_first_seat", "no_seat", "no_place"])
def test_what_cannot_be_shown_is_said_to_be_damaged(played: Path, call: Any, kind: str, words: tuple[str, ...]) -> None:
    change(played, DAMAGE[kind][0])
    done = call(played, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"referee.sqlite: match spring-1-4 is damaged: {DAMAGE[kind][1]}")
    assert done.err.count("\n") == 1


def test_a_damaged_plan_is_named(played: Path, call: Any) -> None:
    change(played, "UPDATE tournaments SET plan = '{'")
    done = call(played, "match", "verify", "--all")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith('referee.sqlite: the plan of run 1 of tournament "spring" is damaged: ')
    change(played, "UPDATE tournaments SET plan = '{}'")
    done = call(played, "match", "verify", "spring-1-0")
    assert (done.code, done.out) == (1, "match spring-1-0: the plan of its run is missing or damaged\n")


def edit_transcript(folder: Path, old: str, new: str) -> None:
    """Write the transcript of the match spring-1-4 anew, with another text in it."""
    with sqlite3.connect(folder / "referee.sqlite") as db:
        ((packed,),) = db.execute("SELECT packed FROM transcripts WHERE match = 'spring-1-4'")
    db.close()
    text = zlib.decompress(packed).decode()
    assert old in text
    change(
        folder,
        "UPDATE transcripts SET packed = ? WHERE match = 'spring-1-4'",
        zlib.compress(text.replace(old, new, 1).encode()),
    )


def test_luck_that_the_secret_does_not_give_is_found(played: Path, call: Any) -> None:
    edit_transcript(played, '"luck":"move","seat":0,"answer":', '"luck":"move","seat":0,"answer":1')
    done = call(played, "match", "verify", "spring-1-4")
    assert done.code == 1
    assert ", but the rules give " in done.out


def test_a_record_that_does_not_replay_cannot_be_told(played: Path, call: Any) -> None:
    edit_transcript(played, '"ask":"Borrow","seat":0,"answer":0', '"ask":"Borrow","seat":0,"answer":7')
    done = call(played, "match", "replay", "spring-1-4")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("match spring-1-4 cannot be told: line ")
    assert call(played, "match", "verify", "spring-1-4").code == 1


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
