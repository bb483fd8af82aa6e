"""The end, and the result at every stage: rulings C171 to C177."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.games.careers import events as told
from parlour.games.careers.dealings import Bumped, LetStay, NotePaid

Laid = Callable[..., Any]

NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
NEVER = [0, 0, 999]
"""The formula of who shall not win."""


def offer(to: int, *, give: dict[str, Any] | None = None, ask: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a seat says in a window."""
    return {"to": to, **terms(give=give, ask=ask)}


def terms(*, give: dict[str, Any] | None = None, ask: dict[str, Any] | None = None) -> dict[str, Any]:
    """The terms of a bump."""
    return {"give": {**NOTHING, **(give or {})}, "ask": {**NOTHING, **(ask or {})}}


def winners(played: Any) -> list[int]:
    """Who has won, as it was told."""
    return [event.seat for event in played.told(told.FormulaMet)]


# --- a formula is met -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stars", "hearts", "cash", "wins"),
    [
        (18, 16, 20_000, True),
        (18, 16, 20_950, True),
        (30, 16, 20_000, True),
        (18, 50, 20_000, True),
        (99, 99, 99_000, True),
        (17, 16, 20_000, False),
        (18, 15, 20_000, False),
        (18, 16, 19_950, False),
        (99, 99, 19_950, False),
        (0, 99, 99_000, False),
        (99, 0, 99_000, False),
    ],
)
def test_the_whole_formula_has_to_be_reached_or_exceeded(
    both: Laid, stars: int, hearts: int, cash: int, wins: bool
) -> None:
    """[C171] 20 stars, 20 hearts and 20,000, of which the square gives 2 and 4."""
    laid = both(formulas=[[20, 20, 20], NEVER, NEVER], stars=[stars, 0, 0], hearts=[hearts, 0, 0], cash=[cash, 0, 0])
    played = laid.land("farming 5")
    assert played.over is wins
    assert winners(played) == ([0] if wins else [])


@pytest.mark.parametrize(("cash", "wins"), [(14_950, False), (15_000, True), (17_000, True)])
def test_29_stars_and_50_hearts_win_as_soon_as_there_are_20000(table_1971: Laid, cash: int, wins: bool) -> None:
    """[C23 C171] The example of 1971, for $20,000, 20 stars and 20 hearts; 5,000 are to be had here."""
    formulas = [[20, 20, 20], NEVER, NEVER]
    laid = table_1971(formulas=formulas, stars=[29, 0, 0], hearts=[50, 0, 0], cash=[cash, 0, 0])
    assert laid.land("farming 7").over is wins


@pytest.mark.parametrize(("cash", "wins"), [(20_950, False), (21_000, True), (24_000, True)])
def test_29_stars_and_50_hearts_win_as_soon_as_there_are_26000(table: Laid, cash: int, wins: bool) -> None:
    """[C23 C171] The example of the reissue, for $26,000, 15 stars and 19 hearts."""
    formulas = [[15, 19, 26], NEVER, NEVER]
    laid = table(formulas=formulas, stars=[29, 0, 0], hearts=[50, 0, 0], cash=[cash, 0, 0])
    assert laid.land("farming 7").over is wins


@pytest.mark.parametrize(("owed", "winner"), [(1_000, 1), (0, 0)])
def test_another_who_is_there_beforehand_wins_instead(table: Laid, owed: int, winner: int) -> None:
    """[C171 C174] The same example's proviso: seat 0 would get its nineteenth heart on holiday, past Payday."""
    laid = table(
        at=["gamble", 0, 0],
        completed=[{"farming": 3}, {}, {}],
        formulas=[[15, 19, 26], [0, 0, 3], NEVER],
        stars=[29, 0, 0],
        hearts=[15, 0, 0],
        cash=[26_000, 2_000, 0],
        notes=[[1, 0, 1, owed]] if owed else [],
    )
    played = laid.turn(say=[("TakeTurn", "retire")])
    assert (winners(played), played.state.hearts[0]) == ([winner], 15 if owed else 19)


def test_all_parts_have_to_be_there_at_the_same_moment(both: Laid) -> None:
    """[C171] The stars were there once, the money is there now."""
    laid = both(formulas=[[10, 0, 10], NEVER, NEVER], stars=[10, 0, 0], cash=[9_000, 0, 0])
    played = laid.land("politics 10")
    played.state.active = 0
    played.land("farming 7")
    assert (played.state.stars[0], played.cash[0], played.over) == (5, 14_000, False)


def test_the_game_is_over_and_all_formulas_are_shown(both: Laid) -> None:
    """[C171]"""
    formulas = [[0, 6, 0], [1, 2, 57], [20, 20, 20]]
    played = both(formulas=formulas).land("farming 6")
    assert played.order()[-3:] == ["PointsChanged", "FormulaMet", "FormulasRevealed"]
    assert played.told(told.FormulaMet) == [told.FormulaMet(0, formula=[0, 6, 0], points=[0, 6, 1])]
    assert played.told(told.FormulasRevealed) == [told.FormulasRevealed(formulas=formulas)]
    assert (played.over, played.state.winner) == (True, 0)


# --- after every change, whoever moves ------------------------------------------------------------------------------


def test_the_doctor_wins_by_what_another_pays(both: Laid) -> None:
    """[C172] In the middle of seat 0's turn, and before its throw."""
    laid = both(at=["hospital", 0, 0], formulas=[NEVER, NEVER, [0, 0, 2]], degree=["", "", "Medicine"])
    laid.state.salary[0] = 2_000
    played = laid.turn(say=[("LeaveCorner", "pay")])
    assert (winners(played), played.order()[0]) == ([2], "DoctorPaid")


def test_a_holder_wins_by_a_note_that_falls_due(both: Laid) -> None:
    """[C172]"""
    laid = both(at=[31, 0, 0], notes=[[1, 0, 1, 2_000]], formulas=[NEVER, [0, 0, 3], NEVER])
    played = laid.turn(luck=[[1, 2]])
    assert winners(played) == [1]
    assert played.order() == ["Thrown", "Moved", "SalaryCollected", "NotePaid", "FormulaMet", "FormulasRevealed"]


def test_a_holder_wins_by_a_note_that_is_paid_early(both: Laid) -> None:
    """[C172] By a seat whose turn it is not, either."""
    laid = both(trade=1, notes=[[5, 2, 1, 1_000]], formulas=[NEVER, [0, 0, 2], NEVER])
    played = laid.turn(say=[("Trade", {2: {"pay": 5}})])
    assert winners(played) == [1]
    assert played.order() == ["NotePaid", "FormulaMet", "FormulasRevealed"]


@pytest.mark.parametrize(("maker", "winner"), [(0, 1), (1, 2), (2, 0)])
def test_a_bargain_makes_a_winner_in_or_out_of_turn(both: Laid, maker: int, winner: int) -> None:
    """[C172] Seat 0 is about to move; a gift is enough."""
    formulas = [NEVER, NEVER, NEVER]
    formulas[winner] = [0, 0, 2]
    laid = both(trade=1, formulas=formulas)
    gift = offer(winner, give={"cash": 1_000})
    played = laid.turn(say=[("Trade", {maker: gift}), ("AnswerOffer", "accept")])
    assert (winners(played), played.over) == ([winner], True)
    assert played.order()[-3:] == ["Traded", "FormulaMet", "FormulasRevealed"]


def test_a_maker_wins_by_its_own_offer(both: Laid) -> None:
    """[C172] An Experience Card is sold for the last thousand."""
    laid = both(trade=1, experience=[[], [4], []], formulas=[NEVER, [0, 0, 2], NEVER])
    sale = offer(2, give={"experience": [4]}, ask={"cash": 1_000})
    played = laid.turn(say=[("Trade", {1: sale}), ("AnswerOffer", "accept")])
    assert winners(played) == [1]
    assert played.state.experience == [[], [], [4]]


@pytest.mark.parametrize(("winner", "answer"), [(0, "accept"), (0, "counter"), (1, "accept")])
def test_a_bumps_bargain_makes_a_winner(both: Laid, winner: int, answer: str) -> None:
    """[C172 C174] Nobody is bumped any more, and the square does nothing."""
    formulas = [NEVER, NEVER, NEVER]
    formulas[winner] = [0, 0, 2]
    laid = both(trade=1, at=[6, 10, 0], formulas=formulas)
    price = terms(ask={"cash": 1_000}) if not winner else terms(give={"cash": 1_000}, ask={"promise": 50})
    say: list[tuple[str, Any]] = [("Bump", price), ("AnswerOffer", "accept")]
    if answer == "counter":
        say = [
            ("Bump", terms(ask={"cash": 500})),
            ("AnswerOffer", terms(give={"cash": 1_000})),
            ("AnswerCounter", "accept"),
        ]
    played = laid.turn(luck=[[1, 3]], say=say)
    assert (winners(played), played.over) == ([winner], True)
    assert played.told(Bumped) == played.told(LetStay) == played.told(told.Paid) == []


def test_a_salary_wins_before_the_square_says_anything(both: Laid) -> None:
    """[C172 C174] The food bills are not paid, and who stands there is not bumped."""
    laid = both(at=[31, 10, 0], cash=[3_000, 0, 0], formulas=[[0, 0, 4], NEVER, NEVER])
    played = laid.turn(luck=[[5, 6]])
    assert (winners(played), played.cash[0], played.state.at[:2]) == ([0], 4_000, [10, 10])
    assert played.order() == ["Thrown", "Moved", "SalaryCollected", "FormulaMet", "FormulasRevealed"]


def test_a_salary_wins_on_payday_and_by_a_card(both: Laid) -> None:
    """[C172] By landing, where it is doubled, and on the way to an entrance."""
    formulas = [[0, 0, 3], NEVER, NEVER]
    assert winners(both(formulas=formulas).land("payday")) == [0]
    laid = both(at=[28, 0, 0], formulas=[[0, 0, 2], NEVER, NEVER], opportunity=[["College"], [], []])
    played = laid.turn(say=[("TakeTurn", "opportunity")])
    assert (winners(played), played.state.at[0]) == ([0], 7)


@pytest.mark.parametrize(
    ("salary", "owed", "wins"), [(5_000, 5_000, False), (5_000, 1_000, False), (6_000, 1_000, True)]
)
def test_salary_that_is_owed_never_wins(both: Laid, salary: int, owed: int, wins: bool) -> None:
    """[C142 C171 C172] It is paid on in the same moment: 10,000 are needed, 5,000 are there."""
    laid = both(
        at=[31, 0, 0],
        cash=[5_000, 0, 0],
        salary=[salary, 0, 0],
        notes=[[1, 0, 1, owed]],
        formulas=[[0, 0, 10], NEVER, NEVER],
    )
    played = laid.turn(luck=[[1, 4]])
    assert [event.amount for event in played.told(NotePaid)] == [owed]
    assert played.over is wins
    assert played.cash[:2] == [5_000 + salary - owed, owed]


def test_hearts_of_the_holiday_win(both: Laid) -> None:
    """[C172] By landing, and by staying on."""
    assert winners(both(formulas=[[0, 4, 0], NEVER, NEVER]).land("holiday")) == [0]
    laid = both(at=["holiday", 0, 0], formulas=[[0, 2, 0], NEVER, NEVER])
    assert winners(laid.turn(luck=[[3, 4]], say=[("StayOnHoliday", True)])) == [0]


def test_nobody_has_to_claim_it(both: Laid) -> None:
    """[C172] No question comes between the change and the end, for the winner least of all."""
    played = both(trade=1, formulas=[[0, 6, 0], NEVER, NEVER]).land("farming 6")
    assert played.kinds_asked() == []
    assert [question.seat for question in played.asked] == [0, 1, 2]
    assert played.over


# --- several at once ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("active", "able", "winner"),
    [
        (0, [1, 2], 1),
        (1, [0, 2], 2),
        (2, [0, 1], 0),
        (3, [0, 2], 0),
        (1, [0, 3], 3),
        (1, [0, 1], 1),
        (2, [0, 2, 3], 2),
        (3, [0, 1, 2, 3], 3),
    ],
)
def test_of_several_at_once_the_active_one_wins_or_else_the_next_in_turn(
    both: Laid, active: int, able: list[int], winner: int
) -> None:
    """[C173] By a salary that pays everybody 50 on its way."""
    laid = both(
        seats=4,
        active=active,
        at=["unemployment"] * 4,
        cash=[1_950] * 4,
        notes=[[number, active, number, 50] for number in range(4) if number != active],
        formulas=[[0, 0, 2] if side in able else NEVER for side in range(4)],
    )
    laid.state.at[active] = laid.space("stars_menu")
    played = laid.turn(luck=[[1, 3]])
    assert (winners(played), len(played.told(NotePaid))) == ([winner], 3)
    result = played.rules.result(played.state)
    assert [seat for seat in range(4) if result.places[seat] == 1] == [winner]


@pytest.mark.parametrize(("active", "winner"), [(1, 2), (4, 2), (3, 1), (0, 1), (2, 0), (5, 0)])
def test_of_couples_too_the_next_in_turn_wins(both: Laid, active: int, winner: int) -> None:
    """[C173 C177] Both couples that do not move are there at once; a couple is named by its first seat."""
    own = active % 3
    laid = both(
        seats=6,
        partnership=1,
        active=active,
        at=["unemployment"] * 6,
        cash=[1_950] * 3,
        notes=[[number, own, number, 50] for number in range(3) if number != own],
        formulas=[NEVER if side == own else [0, 0, 2] for side in range(3)],
    )
    laid.state.at[active] = laid.space("stars_menu")
    played = laid.turn(luck=[[1, 3]])
    assert winners(played) == [winner]
    places = played.rules.result(played.state).places
    assert [seat for seat in range(6) if places[seat] == 1] == [winner, winner + 3]


# --- nothing more is carried out ------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", ["bankrupt", "pay", "offer"])
def test_nothing_of_a_window_is_carried_out_any_more(both: Laid, later: str) -> None:
    """[C174] Seat 1 wins by its bargain; what seat 2 has said at the same time is not carried out."""
    said = {"bankrupt": "bankrupt", "pay": {"pay": 1}, "offer": offer(0, give={"cash": 50})}[later]
    laid = both(trade=1, formulas=[NEVER, [0, 0, 2], NEVER], notes=[[1, 2, 0, 100]])
    answers = {1: offer(0, ask={"cash": 1_000}), 2: said}
    played = laid.turn(say=[("Trade", answers), ("AnswerOffer", "accept")])
    assert played.order() == ["OfferMade"] * (1 + (later == "offer")) + ["Traded", "FormulaMet", "FormulasRevealed"]
    assert played.kinds_asked() == ["AnswerOffer"]
    assert (played.cash, played.state.notes) == ([0, 2_000, 1_000], [[1, 2, 0, 100]])


def test_no_card_is_drawn_and_no_second_window_held(both: Laid) -> None:
    """[C174] Seat 0 has landed on Opportunity Knocks and collected its salary on the way."""
    played = both(trade=1, at=[31, 0, 0], formulas=[[0, 0, 2], NEVER, NEVER]).turn(luck=[[1, 3]])
    assert (winners(played), played.state.opportunity[0], played.name(played.state.at[0])) == (
        [0],
        [],
        "Opportunity Knocks",
    )
    assert [question.kind for question in played.asked] == ["Trade"] * 3


def test_nobody_is_asked_any_more(both: Laid) -> None:
    """[C174] And no other turn begins."""
    laid = both(trade=1, formulas=[[0, 6, 0], NEVER, NEVER], at=["farming 5", 0, 0], turns=[1, 1, 1])
    game = laid.game(Scripted([[1]]))
    for seat in range(3):
        game.answer(seat, "pass")
    assert (game.is_over, game.pending, game.turn) == (True, (), 3)


# --- the limit ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["1971", "reissue"])
@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("options", [{}, {"partnership": 1}, {"trade": 0}], ids=str)
def test_a_game_ends_when_every_seat_has_begun_so_many_turns(edition: str, turns: int, options: dict[str, int]) -> None:
    """[C175] Whoever was the first."""
    for secret in (b"a", b"b", b"c"):
        game = Game.new(f"careers/{edition}", seats=4, luck=Keyed(secret), options={**options, "turns": turns})
        while not game.is_over:
            assert min(game.state.turns) < turns or game.pending
            game.answer(game.pending[0].seat, game.pending[0].default())
        assert game.state.turns == [turns] * 4
        events = game.take_events()
        assert [type(event) for event in events].count(told.FormulasRevealed) == 1
        assert type(events[-1]) is told.FormulasRevealed


def test_200_turns_are_the_limit_unless_said_otherwise(both: Laid) -> None:
    """[C175] That of 1 to 1,000 which the match names."""
    assert both().state.turns_limit == 200
    assert both(seats=2).rules.check_options({"turns": 1_000}, seats=2)["turns"] == 1_000


def test_nobody_is_short_of_a_turn(both: Laid) -> None:
    """[C175] Seat 1 has begun its last turn already, seat 2 has not."""
    laid = both(active=1, turns_limit=5, turns=[5, 5, 4], loses_turn=[False, True, True])
    assert not laid.turn().over
    assert laid.state.active == 2


def test_a_skipped_turn_counts(both: Laid) -> None:
    """[C175]"""
    laid = both(active=2, turns_limit=5, turns=[5, 5, 5], loses_turn=[False, False, True])
    played = laid.turn()
    assert played.order() == ["TurnLost", "FormulasRevealed"]
    assert (played.over, played.state.winner) == (True, -1)


@pytest.mark.parametrize("how", ["forced", "declared"])
def test_a_bankruptcy_on_the_last_turn_ends_the_game_too(both: Laid, how: str) -> None:
    """[C175] With one look at the formulas."""
    laid = both(active=2, turns_limit=5, turns=[5, 5, 5], cash=[9_000, 5_000, 0], at=[0, 0, 15])
    if how == "forced":
        played = laid.turn(luck=[[1, 2]])
    else:
        played = laid.turn(say=[("Trade", {2: "bankrupt"})])
    assert played.order()[-3:] == ["WentBankrupt", "Moved", "FormulasRevealed"]
    assert (played.over, played.cash[2]) == (True, 1_000)


def test_who_meets_a_formula_on_the_last_turn_wins(both: Laid) -> None:
    """[C171 C175]"""
    laid = both(active=2, turns_limit=5, turns=[5, 5, 5], formulas=[NEVER, NEVER, [0, 6, 0]])
    played = laid.land("farming 6")
    assert winners(played) == [2]
    assert len(played.told(told.FormulasRevealed)) == 1
    assert played.rules.result(played.state).why == "The success formula of seat 2 is met."
