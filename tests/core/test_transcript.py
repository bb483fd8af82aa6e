"""A transcript replays without a random generator, and whoever changes a line of it is found out."""

import json
import re

import pytest

from parlour.core.transcript import TranscriptError, read, replay, sentences, verify

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def test_a_record_replays_to_the_same_result(recorded: str) -> None:
    over = next(json.loads(line)["over"] for line in recorded.splitlines() if '"over"' in line)
    result = replay(read(recorded)).result()
    assert list(result.places) == over["places"]
    assert list(result.scores) == over["scores"]


def test_an_honest_record_has_no_problem_with_and_without_its_secret(recorded: str) -> None:
    assert verify(recorded) == []
    without_end = "".join(line for line in recorded.splitlines(keepends=True) if '"end"' not in line)
    assert verify(without_end) == []


def test_remarks_are_no_part_of_the_game(recorded: str) -> None:
    noted = recorded.replace('"ask":"Give","seat":0', '"note":"hm","by":"referee","ask":"Give","seat":0', 1)
    assert noted != recorded
    assert verify(noted) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"coins":0', '"coins":1', "recorded .*, but the rules give"),
        (r'"luck":"wages","seat":0,"answer":\d+', '"luck":"wages","seat":0,"answer":12', '"luck":"wages"'),
        (r'"state":"..', '"state":"zz', '"state":"zz'),
        (r'"places":\[\d', '"places":[9', '"places":\\[9'),
        (r'"event":"GoalsChosen"', '"event":"Nothing"', "Nothing"),
        (r'"commitment":"..', '"commitment":"zz', "the commitment is not that of the secret"),
        (r'"secret":"78', '"secret":"79', "the commitment is not that of the secret"),
        (r'"secret":"78', '"secret":"zz', "the secret is no hex number"),
        (r'"answer":\[0,6\]', '"answer":[0,7]', "is no answer to ChooseGoal"),
        (r'"game":"vault/plain"', '"game":"vault/plan"', "no game is named 'vault/plan'"),
        (r'"rules":"1"', '"rules":"2"', "recorded under rules 2"),
        (r'"seats":3', '"seats":7', "takes 2 to 4 seats"),
        (r'"ask":"Give","seat":0', '"ask":"Give"', "expected 'seat'"),
        (r'\{"turn"', '"turn"', "line 2: no JSON"),
        (r'"transcript":1', '"transcript":9', "expected the header"),
    ],
)
def test_a_changed_line_is_found(recorded: str, old: str, new: str, problem: str) -> None:
    changed = re.sub(old, new, recorded, count=1)
    assert changed != recorded
    assert re.search(problem, " ".join(verify(changed)))


def test_a_line_taken_out_or_put_in_is_found(recorded: str) -> None:
    lines = recorded.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        assert verify("".join(lines[:number] + lines[number + 1 :])), f"line {number + 1} was not missed"
        assert verify("".join(lines[: number + 1] + lines[number:])), f"line {number + 1} was not seen twice"


def test_an_empty_text_is_no_transcript() -> None:
    with pytest.raises(TranscriptError, match="line 1: expected the header"):
        read("")


def test_the_game_can_be_told_in_sentences(recorded: str) -> None:
    assert len(list(sentences(recorded))) == recorded.count('"event"')
