"""A transcript replays without a random generator, and whoever changes a line of it is found out."""

import json
import re
from collections.abc import Callable

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.transcript import Transcript, TranscriptError, read, replay, sentences, verify

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def test_a_record_replays_to_the_same_result(recorded: str) -> None:
    over = next(json.loads(line)["over"] for line in recorded.splitlines() if '"over"' in line)
    result = replay(read(recorded)).result()
    assert list(result.places) == over["places"]
    assert list(result.scores) == over["scores"]


def test_an_honest_record_has_no_problem(recorded: str) -> None:
    assert verify(recorded) == []


def test_without_its_secret_a_record_is_not_said_to_be_right(recorded: str) -> None:
    without_end = "".join(line for line in recorded.splitlines(keepends=True) if '"end"' not in line)
    (problem,) = verify(without_end)
    assert problem.endswith("no secret; whether the luck is right was not checked")


def test_a_note_is_no_part_of_the_game(recorded: str) -> None:
    noted = recorded.replace('"ask":"Give","seat":0', '"note":"hm\u2028\x85 ha","ask":"Give","seat":0', 1)
    assert noted != recorded
    assert verify(noted) == []


def test_what_the_referee_answered_is_the_default_or_is_found(recorded: str) -> None:
    """The seats of the record have played their defaults throughout."""
    by_referee = recorded.replace('"answer":{"coins":0,"to":1}', '"answer":{"coins":0,"to":1},"by":"referee"', 1)
    assert verify(by_referee) == []
    by_another = by_referee.replace('"by":"referee"', '"by":"me"')
    assert "the referee would have answered" in verify(by_another)[0]


def test_another_answer_than_the_default_is_not_the_referees(new_game: Callable[..., Game]) -> None:
    record = Transcript({"commitment": commitment(b"x")})
    game = new_game(luck=Keyed(mix(b"x", [None] * 3)), watch=record)
    for seat in range(3):
        record.remark(seat, by="referee")
        game.answer(seat, [6, 0])
    record.close(secret=b"x".hex(), nonces=[None] * 3)
    assert "line 3: the referee would have answered [0,6]" in verify(record.text())


def test_final_places_that_do_not_follow_from_scores_and_forfeits_are_found(recorded: str) -> None:
    (over,) = (json.loads(line)["over"] for line in recorded.splitlines() if '"over"' in line)

    def ended(**end: object) -> list[str]:
        right = {"places": over["places"], "forfeited": [False] * 3, "termination": "finished"}
        extra = "".join(f',"{key}":{json.dumps(value)}' for key, value in (right | end).items())
        return verify(recorded.replace('"nonces"', f'"x":0{extra},"nonces"'))

    assert ended() == []
    assert "places" in ended(places=over["places"][::-1])[0]
    assert "termination" in ended(termination="forfeit")[0]
    assert "forfeited" in ended(forfeited=[0, 0, 0])[0]
    assert ended(forfeited=None)


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
        (r'"seats":3', '"seats":7', "one for each seat"),
        (r'"nonces":\[null,', '"nonces":[', "one for each seat"),
        (r',"nonces":\[.*?\]', "", "one for each seat"),
        (r'"commitment":"\w+"', '"commitment":null', "the commitment is not that of the secret"),
        (r'"coins":0', '"coins":0.0', "is no answer to Give"),
        (r'"answer":(\d+)', r'"answer":\1.0', '"answer":\\d+.0, but|recorded'),
        (r'"ask":"Give"', '"ask":"Take","ask":"Give"', "a key stands twice"),
        (r'"ask":"Give","seat":0,"answer":.*', "[" * 100_000, "no JSON"),
        (r'"seat":1', '"seat":true', '"seat":true'),
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
