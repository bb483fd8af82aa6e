"""Success formulas and the options of a match: rulings C17 to C21."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import IllegalAnswer
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.rules import BadOption
from parlour.games.careers import events as told

Laid = Callable[..., Any]

EDITIONS = ["1971", "reissue"]


def new(edition: str, *, seats: int = 3, **options: Any) -> Game:
    """A game that waits for the formulas."""
    return Game.new(f"careers/{edition}", seats=seats, luck=Keyed(b"formulas"), options=options)


# --- what a formula is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "formula",
    [[20, 20, 20], [0, 0, 60], [50, 5, 5], [31, 18, 11], [15, 19, 26], [60, 0, 0], [0, 60, 0], [1, 59, 0]],
    ids=str,
)
def test_a_formula_is_any_split_of_the_total(edition: str, formula: list[int]) -> None:
    """[C17] The examples of both rulebooks among them: fame, happiness, money."""
    game = new(edition)
    game.answer(0, formula)
    for seat in (1, 2):
        game.answer(seat, [20, 20, 20])
    assert game.view(0)["formula"] == formula


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "formula",
    [
        [20, 20, 19],
        [20, 20, 21],
        [-1, 31, 30],
        [0, 0, 61],
        [20, 40],
        [20, 20, 20, 0],
        [20.0, 20, 20],
        [19.5, 20.5, 20],
        [True, 29, 30],
        ["20", "20", "20"],
        "equal",
        None,
        60,
    ],
    ids=str,
)
def test_what_does_not_come_to_the_total_is_no_formula(edition: str, formula: Any) -> None:
    """[C17] Nor are parts of a point, less than none, or too few or too many parts."""
    game = new(edition)
    with pytest.raises(IllegalAnswer):
        game.answer(0, formula)
    assert [question.seat for question in game.pending] == [0, 1, 2]


@pytest.mark.parametrize(
    ("formula", "laid", "where", "wins"),
    [
        ([60, 0, 0], {"stars": [55, 0, 0]}, "politics 9", False),
        ([60, 0, 0], {"stars": [56, 0, 0]}, "politics 9", True),
        ([0, 60, 0], {"hearts": [57, 0, 0]}, "farming 8", False),
        ([0, 60, 0], {"hearts": [58, 0, 0]}, "farming 8", True),
        ([0, 0, 60], {"cash": [54_950, 0, 0]}, "politics 9", False),
        ([0, 0, 60], {"cash": [55_000, 0, 0]}, "politics 9", True),
    ],
    ids=str,
)
def test_every_point_weighs_the_same(
    both: Laid, formula: list[int], laid: dict[str, Any], where: str, wins: bool
) -> None:
    """[C17] 60 points win and 59 do not, whatever they are made of."""
    never = [0, 0, 999]
    played = both(formulas=[formula, never, never], **laid).land(where)
    assert (played.over, played.rules.result(played.state).scores[0]) == (wins, 60 if wins else 59)


# --- totals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "seats", "options", "total"),
    [
        ("1971", 2, {}, 100),
        ("1971", 2, {"formula": 0}, 100),
        ("1971", 2, {"formula": 60}, 60),
        ("1971", 2, {"formula": 100}, 100),
        ("1971", 3, {}, 60),
        ("1971", 6, {"formula": 60}, 60),
        ("1971", 4, {"partnership": 1}, 120),
        ("1971", 6, {"partnership": 1, "formula": 120}, 120),
        ("reissue", 2, {}, 100),
        ("reissue", 2, {"formula": 30}, 30),
        ("reissue", 2, {"formula": 60, "trade": 0}, 60),
        ("reissue", 3, {}, 60),
        ("reissue", 3, {"formula": 30, "turns": 20}, 30),
        ("reissue", 6, {"formula": 40}, 40),
        ("reissue", 4, {"partnership": 1, "trade": 0}, 120),
        ("reissue", 6, {"partnership": 1, "formula": 0}, 120),
    ],
    ids=str,
)
def test_the_total_is_60_unless_two_play_or_couples_or_the_match_says_otherwise(
    edition: str, seats: int, options: dict[str, int], total: int
) -> None:
    """[C18 C19] The questions, the views and the event say the same."""
    game = new(edition, seats=seats, **options)
    asked = game.pending
    assert [question.facts()["total"] for question in asked] == [total] * len(asked)
    assert {game.view(seat)["total"] for seat in range(seats)} == {total}
    for question in asked:
        question.check([total, 0, 0])
        game.answer(question.seat, question.default())
    assert told.FormulasChosen(total=total) in game.take_events()


@pytest.mark.parametrize(
    ("edition", "seats", "options", "message"),
    [
        ("1971", 3, {"formula": 100}, "formula: expected 0 or 60 for 3 seats, found 100"),
        ("1971", 4, {"formula": 120}, "formula: expected 0 or 60 for 4 seats, found 120"),
        ("1971", 2, {"formula": 120}, "formula: expected 0, 60 or 100 for 2 seats, found 120"),
        ("1971", 2, {"formula": 30}, "formula: expected 0, 60, 100 or 120, found 30"),
        ("1971", 3, {"formula": 40}, "formula: expected 0, 60, 100 or 120, found 40"),
        ("reissue", 6, {"formula": 100}, "formula: expected 0, 30, 40 or 60 for 6 seats, found 100"),
        ("reissue", 2, {"formula": 120}, "formula: expected 0, 30, 40, 60 or 100 for 2 seats, found 120"),
        ("reissue", 3, {"formula": 50}, "formula: expected 0, 30, 40, 60, 100 or 120, found 50"),
        ("reissue", 3, {"formula": "60"}, "formula: expected a whole number, 0, 30, 40, 60, 100 or 120, found '60'"),
        ("reissue", 3, {"formula": True}, "formula: expected a whole number, 0, 30, 40, 60, 100 or 120, found True"),
        (
            "1971",
            4,
            {"partnership": 1, "formula": 60},
            "formula: expected 0 or 120 where couples play together, found 60",
        ),
        (
            "reissue",
            6,
            {"partnership": 1, "formula": 30},
            "formula: expected 0 or 120 where couples play together, found 30",
        ),
        (
            "reissue",
            4,
            {"partnership": 1, "formula": 100},
            "formula: expected 0 or 120 where couples play together, found 100",
        ),
        ("1971", 2, {"partnership": 1}, "seats: expected 4 or 6 where couples play together, found 2"),
        ("1971", 3, {"partnership": 1}, "seats: expected 4 or 6 where couples play together, found 3"),
        ("reissue", 5, {"partnership": 1}, "seats: expected 4 or 6 where couples play together, found 5"),
        ("reissue", 3, {"turns": 0}, "turns: expected 1 to 1000, found 0"),
        ("1971", 3, {"turns": 1_001}, "turns: expected 1 to 1000, found 1001"),
        ("1971", 3, {"turns": 10.0}, "turns: expected a whole number from 1 to 1000, found 10.0"),
        ("reissue", 3, {"trade": 2}, "trade: expected 0 or 1, found 2"),
        ("reissue", 3, {"trade": True}, "trade: expected a whole number, 0 or 1, found True"),
        ("1971", 4, {"partnership": 2}, "partnership: expected 0 or 1, found 2"),
        (
            "1971",
            3,
            {"months": 3},
            "months: careers has no such option; it has formula, turns, trade, partnership",
        ),
    ],
    ids=str,
)
def test_other_options_are_refused_before_the_match(
    edition: str, seats: int, options: dict[str, Any], message: str
) -> None:
    """[C19] No other totals, no odd couples, and the message says what would do."""
    with pytest.raises(BadOption) as refused:
        new(edition, seats=seats, **options)
    assert str(refused.value) == message
    assert refused.value.option == message.partition(":")[0]


@pytest.mark.parametrize(("edition", "totals"), [("1971", [0, 60, 100, 120]), ("reissue", [0, 30, 40, 60, 100, 120])])
def test_what_is_left_out_is_as_usual(edition: str, totals: list[int]) -> None:
    """[C18 C19] Trade is on, partnership off; the total is the rulebook's and there are 200 turns."""
    rules = registry.find(f"careers/{edition}")
    assert rules.check_options({}, seats=4) == {"formula": 0, "turns": 200, "trade": 1, "partnership": 0}
    assert [(option.name, list(option.values)) for option in rules.options if option.name != "turns"] == [
        ("formula", totals),
        ("trade", [0, 1]),
        ("partnership", [0, 1]),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("trade", [0, 1])
@pytest.mark.parametrize(("seats", "partnership"), [(2, 0), (4, 0), (4, 1), (6, 1)])
def test_the_options_go_together(edition: str, turns: int, trade: int, seats: int, partnership: int) -> None:
    """[C18 C19] Any turns and any trade, with couples or without."""
    game = new(edition, seats=seats, turns=turns, trade=trade, partnership=partnership)
    asked_for_bargains = set()
    while not game.is_over:
        question = game.pending[0]
        if question.kind == "Trade":
            asked_for_bargains.add((question.seat == game.state.active, bool(question.facts()["offers_left"])))
        game.answer(question.seat, question.default())
    assert game.state.turns == [turns] * seats
    assert asked_for_bargains == ({(True, True), (False, True)} if trade else {(True, False)})


# --- choosing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_choose_at_the_same_time_before_anything_else(edition: str) -> None:
    """[C20] In any order, and nobody throws before all have chosen."""
    game = new(edition, seats=4)
    assert [(question.kind, question.seat) for question in game.pending] == [
        ("ChooseFormula", seat) for seat in range(4)
    ]
    for seat in (2, 0, 3):
        game.answer(seat, [20, 20, 20])
        assert game.take_events() == []
    assert [question.seat for question in game.pending] == [1]
    game.answer(1, [60, 0, 0])
    assert [type(event) for event in game.take_events()][:2] == [told.FormulasChosen, told.FirstThrown]


@pytest.mark.parametrize("seats", [4, 6])
def test_of_a_couple_the_first_seat_chooses(seats: int) -> None:
    """[C20] One formula a couple, all at the same time; both know it."""
    game = new("1971", seats=seats, partnership=1)
    couples = seats // 2
    assert [question.seat for question in game.pending] == list(range(couples))
    for side in reversed(range(couples)):
        game.answer(side, [side, 20, 100 - side])
    assert [game.view(seat)["formula"] for seat in range(seats)] == [
        [side, 20, 100 - side] for side in [*range(couples)] * 2
    ]


@pytest.mark.parametrize("options", [{}, {"partnership": 1}], ids=str)
def test_nobody_sees_how_others_choose(options: dict[str, int]) -> None:
    """[C20 C21] Neither before nor after the own choice; nor does a record of the answers show it to them."""
    game = new("reissue", seats=4, **options)
    first = game.pending[0]
    total = first.facts()["total"]
    before = [game.view(seat) for seat in (1, 3)]
    game.answer(0, [total, 0, 0])
    assert [game.view(seat) for seat in (1, 3)] == before
    partner = (2,) if options else ()
    assert first.seen_by is not None
    assert sorted({0, *first.seen_by}) == sorted({0, *partner})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("options", [{"turns": 2}, {"turns": 2, "partnership": 1}], ids=str)
def test_only_its_own_side_knows_a_formula_until_the_game_is_over(edition: str, options: dict[str, int]) -> None:
    """[C21] Also on the very last turn, and in what is told and in what a bot may rebuild the game from."""
    game = new(edition, seats=4, **options)
    total, sides = game.state.target, game.state.sides
    chosen = [[side, 3 * side, total - 4 * side] for side in range(sides)]
    for side in range(sides):
        game.answer(side, chosen[side])
    while not game.is_over:
        assert type(told.FormulasRevealed) not in [type(event) for event in game.take_events()]
        for seat in range(4):
            view, position = game.view(seat), game.position(seat)
            own = seat % sides
            assert (view["formula"], view["formulas"]) == (chosen[own], [])
            known: Any = position["checkpoint"]
            assert known["formulas"] == [chosen[side] if side == own else None for side in range(sides)]
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert [game.view(seat)["formulas"] for seat in range(4)] == [chosen] * 4
    assert game.take_events()[-1] == told.FormulasRevealed(formulas=chosen)


def test_a_choice_is_no_part_of_what_others_are_sent() -> None:
    """[C21] Neither while others still choose nor afterwards."""
    game = new("1971")
    game.answer(1, [1, 2, 57])
    assert [game.position(seat).get("early") for seat in range(3)] == [None, [1, 2, 57], None]
    for seat in (0, 2):
        game.answer(seat, [20, 20, 20])
    assert "57" not in "".join(str(event) for event in game.take_events())
    assert [str(game.position(seat)).count("[1, 2, 57]") for seat in range(3)] == [0, 1, 0]
