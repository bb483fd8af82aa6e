"""Whatever is changed in a database behind the referee's back is found by `match verify` or `ladder rebuild`."""

import re
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest


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


def test_a_ladder_rebuilt_is_equal_to_the_last_digit(played: Path, call: Any) -> None:
    before = call(played, "ladder", "show", "--json").out
    for words in (("ladder", "rebuild"), ("ladder", "rebuild", "house")):
        done = call(played, *words)
        assert (done.code, done.out, done.err) == (0, 'ladder "house": equal to the last digit\n', "")
    assert call(played, "ladder", "show", "--json").out == before


def test_a_rating_that_was_tampered_with_is_found_and_mended(played: Path, call: Any) -> None:
    before = call(played, "ladder", "show", "--json").out
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
    assert call(played, "ladder", "show", "--json").out == before


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


def of_fault(folder: Path) -> tuple[str, int, str]:
    """A match with a fault, the seat that made it, and the question."""
    ((match, seat, question),) = select(folder, "SELECT match, seat, question FROM faults ORDER BY match LIMIT 1")
    return match, seat, question


def test_a_fault_at_another_question_than_the_referee_answered_is_found(played: Path, call: Any) -> None:
    match, seat, _ = of_fault(played)
    change(played, "UPDATE faults SET question = 'nonsense' WHERE match = ?", match)
    done = call(played, "match", "verify", match)
    assert done.code == 1
    assert re.fullmatch(
        rf"match {match}: seat {seat}: question \d+ is answered by the referee, without a fault\n", done.out
    )


def test_a_fault_that_was_invented_is_found(played: Path, call: Any) -> None:
    match, seat, _ = of_fault(played)
    invented = f"{match}-s{1 - seat}-q1"
    columns = "match, number, seat, turn, question, kind, detail, strikes"
    row = (match, 9, 1 - seat, 1, invented, "timeout", "", 1)
    change(played, f"INSERT INTO faults ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    change(played, "UPDATE seats SET strikes = 1 WHERE match = ? AND seat = ?", match, 1 - seat)
    done = call(played, "match", "verify", match)
    assert done.code == 1
    assert done.out == f"match {match}: seat {1 - seat}: question 1 is answered by the bot, in spite of a fault\n"


def test_a_fault_that_was_wiped_out_is_found_by_the_referees_answer(played: Path, call: Any) -> None:
    match, seat, _ = of_fault(played)
    change(played, "DELETE FROM faults WHERE match = ?", match)
    change(played, "UPDATE seats SET strikes = 0 WHERE match = ?", match)
    done = call(played, "match", "verify", match)
    assert done.code == 1
    assert re.fullmatch(
        rf"match {match}: seat {seat}: question \d+ is answered by the referee, without a fault\n", done.out
    )


def test_a_secret_that_does_not_follow_from_the_runs_is_found(played: Path, call: Any) -> None:
    change(played, "UPDATE tournaments SET secret = x'00'")
    done = call(played, "match", "verify", "spring-1-4")
    assert done.code == 1
    assert done.out == "match spring-1-4: secret: not the one that its run's secret gives for this match\n"


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
