"""Rule scripts are stepped by hand, and a script that asks wrongly is our defect, not a bot's."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from parlour.core.decision import Decision, Everyone, Roll
from parlour.core.events import Event
from parlour.core.script import RuleError, TurnEnds, advance, complete


@dataclass(frozen=True)
class Pick(Decision[int]):
    """Which one?"""

    of: tuple[int, ...] = ()

    def options(self) -> Sequence[int]:
        return self.of


def test_a_script_ends_with_none_and_hands_answers_on() -> None:
    heard = []

    async def turn() -> None:
        heard.append(await Pick(0, of=(1, 2)))
        heard.append(await Pick(0, of=(7,)))

    script = turn()
    question = advance(script, None)
    assert question == Pick(0, of=(1, 2))
    assert advance(script, 2) is None
    assert heard == [2, 7]


@dataclass(frozen=True)
class AlwaysPick(Pick):
    """Which one, if there is one?"""

    @property
    def always_asked(self) -> bool:
        return True


def test_a_question_that_is_always_asked_is_asked_with_one_option() -> None:
    heard = []

    async def turn() -> None:
        heard.append(await AlwaysPick(0, of=(7,)))

    script = turn()
    assert advance(script, None) == AlwaysPick(0, of=(7,))
    assert advance(script, 7) is None
    assert heard == [7]


def test_a_question_that_is_always_asked_has_an_option() -> None:
    async def turn() -> None:
        await AlwaysPick(0)

    with pytest.raises(RuleError, match="has no options"):
        advance(turn(), None)


def test_of_everyone_those_are_asked_who_have_a_choice_or_are_always_asked() -> None:
    members = {0: Pick(0, of=(4,)), 1: AlwaysPick(1, of=(5,)), 2: Pick(2, of=(6, 7))}

    async def turn() -> None:
        await Everyone(members)

    asked = advance(turn(), None)
    assert isinstance(asked, Everyone)
    assert asked.open == {1: members[1], 2: members[2]}
    assert complete(asked, {1: 5, 2: 7}) == {0: 4, 1: 5, 2: 7}


def test_everyone_without_a_choice_is_not_asked() -> None:
    heard = []

    async def turn() -> None:
        heard.append(await Everyone({1: Pick(1, of=(5,)), 0: Pick(0, of=(4,))}))

    assert advance(turn(), None) is None
    assert heard == [{0: 4, 1: 5}]
    assert list(heard[0]) == [0, 1]


def test_a_question_without_options_is_a_defect_of_the_rules() -> None:
    async def turn() -> None:
        await Pick(0)

    with pytest.raises(RuleError, match="has no options"):
        advance(turn(), None)


def test_awaiting_something_else_is_a_defect_of_the_rules() -> None:
    class Sleep:
        def __await__(self):
            yield 3

    async def turn() -> None:
        await Sleep()

    with pytest.raises(RuleError, match="awaited 3"):
        advance(turn(), None)


def test_a_rule_may_end_the_turn_from_within() -> None:
    heard = []

    async def win() -> None:
        raise TurnEnds

    async def turn() -> None:
        heard.append(await Pick(0, of=(1, 2)))
        await win()
        heard.append("more")

    script = turn()
    advance(script, None)
    assert advance(script, 1) is None
    assert heard == [1]


@pytest.mark.parametrize("decisions", [{0: Pick(1, of=(1, 2))}, {0: Roll(0)}])
def test_everyone_is_asked_for_themselves_and_luck_is_nobody(decisions: dict) -> None:
    with pytest.raises(ValueError, match="does not ask seat 0"):
        Everyone(decisions)


@pytest.mark.parametrize("name", ["ask", "luck", "turn", "over", "end", "event"])
def test_an_event_has_no_field_by_whose_name_a_transcript_tells_its_lines_apart(name: str) -> None:
    with pytest.raises(TypeError, match=f"may be named {name}"):
        type("Odd", (Event,), {"__annotations__": {name: "int"}})
