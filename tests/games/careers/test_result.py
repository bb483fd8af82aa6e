"""Places and scores at every stage of a game: rulings C176 and C177."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed

Laid = Callable[..., Any]


@pytest.mark.parametrize("options", [{}, {"partnership": 1}], ids=str)
def test_before_and_after_the_formulas_are_chosen(options: dict[str, int]) -> None:
    """[C176 C177] All are equal until 1,000 in cash is a point for who wants money."""
    game = Game.new("careers/1971", seats=4, luck=Keyed(b"result"), options=options)
    assert (game.result().scores, game.result().places) == ((0, 0, 0, 0), (1, 1, 1, 1))
    total = game.state.target
    game.answer(0, [total, 0, 0])
    assert (game.result().scores, game.result().places) == ((0, 0, 0, 0), (1, 1, 1, 1))
    while game.pending[0].kind == "ChooseFormula":
        game.answer(game.pending[0].seat, [0, 1, total - 1])
    assert (game.result().scores, game.result().places) == (
        ((0, 2, 0, 2), (3, 1, 3, 1)) if options else ((0, 1, 1, 1), (4, 1, 1, 1))
    )


@pytest.mark.parametrize(
    ("formula", "held", "score"),
    [
        ([20, 20, 20], (0, 0, 0), 0),
        ([20, 20, 20], (19, 0, 950), 19),
        ([20, 20, 20], (19, 19, 19_950), 57),
        ([20, 20, 20], (29, 50, 19_000), 59),
        ([20, 20, 20], (20, 20, 20_000), 60),
        ([20, 20, 20], (99, 99, 99_000), 60),
        ([0, 0, 60], (99, 99, 59_950), 59),
        ([60, 0, 0], (12, 99, 99_000), 12),
        ([15, 19, 26], (29, 50, 25_950), 59),
    ],
    ids=str,
)
def test_the_score_is_how_many_points_of_the_formula_are_reached(
    both: Laid, formula: list[int], held: tuple[int, int, int], score: int
) -> None:
    """[C176] Each kind up to its part."""
    stars, hearts, cash = held
    laid = both(
        stars=[0, stars, 0], hearts=[0, hearts, 0], cash=[0, cash, 0], formulas=[[20, 20, 20], formula, [0, 0, 60]]
    )
    assert laid.rules.result(laid.state).scores == (0, score, 0)


@pytest.mark.parametrize(
    ("stars", "places"),
    [
        ([9, 4, 7, 1], (1, 3, 2, 4)),
        ([4, 4, 7, 1], (2, 2, 1, 4)),
        ([7, 7, 7, 7], (1, 1, 1, 1)),
        ([30, 25, 20, 20], (1, 1, 1, 1)),
        ([0, 1, 1, 0], (3, 1, 1, 3)),
    ],
    ids=str,
)
def test_without_a_winner_the_places_are_by_score(both: Laid, stars: list[int], places: tuple[int, ...]) -> None:
    """[C177] Equal scores share a place; what exceeds a part does not help."""
    laid = both(seats=4, stars=stars, cash=[0] * 4, formulas=[[20, 40, 0]] * 4)
    result = laid.rules.result(laid.state)
    assert result.places == places
    assert result.scores == tuple(min(20, each) for each in stars)


@pytest.mark.parametrize(
    ("formulas", "scores", "places"),
    [
        ([[0, 0, 60], [0, 6, 54], [20, 20, 20]], (1, 60, 1), (2, 1, 2)),
        ([[0, 0, 60], [0, 6, 54], [60, 0, 0]], (1, 60, 0), (2, 1, 3)),
        ([[0, 59, 1], [0, 6, 54], [0, 30, 30]], (1, 60, 1), (2, 1, 2)),
    ],
    ids=str,
)
def test_the_winner_is_first_and_the_others_are_placed_by_score(
    both: Laid, formulas: list[list[int]], scores: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """[C176 C177] The winner's score is the whole total."""
    laid = both(active=1, cash=[1_000, 54_000, 1_000], formulas=formulas)
    played = laid.land("farming 6")
    result = played.rules.result(played.state)
    assert (played.over, result.scores, result.places) == (True, scores, places)
    assert result.why == "The success formula of seat 1 is met."


def test_who_comes_second_to_a_met_formula_is_second(both: Laid) -> None:
    """[C173 C176 C177] One salary has paid both what they lacked, and so both have 60; but only one has won."""
    notes = [[1, 2, 1, 50], [2, 2, 0, 50]]
    laid = both(active=2, at=[0, 0, 31], cash=[59_950, 59_950, 0], notes=notes, formulas=[[0, 0, 60]] * 3)
    played = laid.turn(luck=[[1, 4]])
    result = played.rules.result(played.state)
    assert (result.scores, result.places) == ((60, 60, 0), (1, 2, 3))


@pytest.mark.parametrize("mover", [1, 3])
def test_partners_have_the_same_score_and_place(both: Laid, mover: int) -> None:
    """[C177] Whichever of them makes the last step."""
    formulas = [[40, 40, 40], [0, 6, 114]]
    laid = both(seats=4, partnership=1, active=mover, cash=[2_000, 114_000], formulas=formulas)
    played = laid.land("farming 6")
    result = played.rules.result(played.state)
    assert (played.over, result.scores, result.places) == (True, (2, 120, 2, 120), (3, 1, 3, 1))
    assert result.why == "The success formula of seat 1 and seat 3 is met."


def test_of_three_couples_the_places_leave_room(both: Laid) -> None:
    """[C177] Two seats are first, so the next two are third and the last two fifth."""
    laid = both(seats=6, partnership=1, stars=[3, 9, 6], cash=[0, 0, 0], formulas=[[60, 60, 0]] * 3)
    result = laid.rules.result(laid.state)
    assert (result.scores, result.places) == ((3, 9, 6, 3, 9, 6), (5, 1, 3, 5, 1, 3))


@pytest.mark.parametrize(("limit", "words"), [(1, "1 turn"), (2, "2 turns")])
def test_the_result_says_why(both: Laid, limit: int, words: str) -> None:
    """[C175 C176] In mid-game that nobody has won yet, and at the limit how long nobody did."""
    laid = both(turns_limit=limit, turns=[limit] * 3, active=2, loses_turn=[True] * 3)
    tail = "places are by the points that were reached."
    assert laid.rules.result(laid.state).why == f"Nobody has met a formula yet; {tail}"
    played = laid.turn()
    assert played.over
    assert played.rules.result(played.state).why == f"Nobody has met a formula in {words}; {tail}"


def test_a_bankrupt_has_the_points_of_the_new_start(both: Laid) -> None:
    """[C176 C177] And the old formula."""
    laid = both(
        stars=[10, 0, 0], hearts=[10, 5, 0], cash=[5_000, 0, 0], formulas=[[20, 20, 20], [20, 40, 0], [60, 0, 0]]
    )
    assert laid.rules.result(laid.state).places == (1, 2, 3)
    played = laid.turn(say=[("Trade", {0: "bankrupt"})])
    result = played.rules.result(played.state)
    assert (result.scores, result.places) == ((1, 5, 0), (2, 1, 3))
