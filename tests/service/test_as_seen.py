"""What a bot was sent can be made anew from the transcript, to the letter but for the clock."""

import random
from threading import Event
from typing import Any

import pytest
from staging import TIME, Recorder, recorders

from parlour.core.registry import find
from parlour.core.transcript import TranscriptError, read
from referee.match import MatchRecord, MatchSpec, Policy, play, say_goodbye
from referee.service import as_seen

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def played(seats: list[Recorder], game: str, *, attempt: int = 1, max_strikes: int = 3, **options: int) -> MatchRecord:
    """A match between these seats."""
    spec = MatchSpec(
        id="spring-1-7",
        game=game,
        options=find(game).check_options(options, seats=len(seats)),
        players=tuple(f"bot{number}" for number in range(len(seats))),
        secret=b"s" * 32,
        time=TIME,
        policy=Policy(max_strikes=max_strikes),
        attempt=attempt,
    )
    record = play(spec, seats, stop=Event())
    say_goodbye(record, seats, TIME)
    return record


def made_anew(record: MatchRecord, seat: int, after: int = 0) -> list[as_seen.Asked]:
    """The questions of a seat, from the transcript."""
    transcript = read(record.transcript)
    return list(as_seen.questions(transcript, seat, attempt=record.attempt, faults=record.faults, after=after))


def without_clock(message: dict[str, Any]) -> dict[str, Any]:
    """A message as it can be made anew."""
    return {key: value for key, value in message.items() if key != "clock"}


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("payday/2000", 3, {"months": 1}),
        ("life/classic", 2, {}),
        ("careers/reissue", 3, {"turns": 6}),
        ("careers/1971", 4, {"turns": 4, "partnership": 1}),
        ("vault", 3, {"rounds": 3}),
    ],
)
def test_every_message_of_every_seat_is_that_which_the_bot_was_sent(
    game: str, seats: int, options: dict[str, int], seed: int
) -> None:
    seated = recorders(seed, seats)
    record = played(seated, game, attempt=2, **options)
    transcript = read(record.transcript)
    for number, recorder in enumerate(seated):
        begun = as_seen.begun(transcript, number, attempt=2, time=TIME.to_json(), max_strikes=3)
        assert begun == recorder.begun
        assert [each.message for each in made_anew(record, number)] == list(map(without_clock, recorder.sent))
        assert as_seen.ended(transcript, number, attempt=2, faults=record.faults) == recorder.ended
    assert sum(len(recorder.sent) for recorder in seated) == record.moves


def test_beside_each_question_stands_what_was_played_and_by_whom(seed: int) -> None:
    seated = [Recorder(random.Random(seed), fails=(2, 5)), Recorder(random.Random(seed + 1))]
    record = played(seated, "payday/2000", months=1)
    asked = made_anew(record, 0)
    assert [each.number for each in asked if each.by == "referee"] == [2, 5]
    assert asked[1].answer == asked[1].message["question"]["default"]
    lines = [line for line in read(record.transcript).lines if line.get("ask") and line["seat"] == 0]
    assert [(each.answer, each.note) for each in asked] == [(line["answer"], line.get("note")) for line in lines]


def test_a_seat_that_was_forfeited_was_asked_no_more(seed: int) -> None:
    out = Recorder(random.Random(seed), fails=(3, 4))
    record = played([Recorder(random.Random(seed + 1)), out], "payday/2000", max_strikes=1, months=1)
    assert record.forfeited == (False, True)
    assert [each.message for each in made_anew(record, 1)] == list(map(without_clock, out.sent))
    assert len(out.sent) == 4


def test_a_seat_that_was_forfeited_at_the_start_was_asked_nothing(seed: int) -> None:
    absent = Recorder(random.Random(seed), starts=False)
    record = played([Recorder(random.Random(seed + 1)), absent], "payday/2000", max_strikes=0, months=1)
    assert record.forfeited == (False, True)
    assert made_anew(record, 1) == []


def test_the_questions_behind_a_number_are_those_of_the_whole_list(seed: int) -> None:
    record = played(recorders(seed, 2), "payday/2000", months=1)
    whole = made_anew(record, 1)
    assert len(whole) > 8
    assert made_anew(record, 1, after=7) == whole[7:]
    assert made_anew(record, 1, after=len(whole)) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"rules":"', '"rules":"before-', "recorded under rules before-"),
        ('"luck":"', '"lack":"', "no answer is left"),
        ('"ask":"', '"asc":"', "the answers run out"),
    ],
)
def test_a_transcript_that_does_not_replay_is_said_to(old: str, new: str, says: str, seed: int) -> None:
    record = played(recorders(seed, 2), "payday/2000", months=1)
    transcript = read(record.transcript.replace(old, new))
    with pytest.raises(TranscriptError, match=says):
        list(as_seen.questions(transcript, 0, attempt=1, faults=()))
