"""The partnership game: two or three couples, what partners share and what each has alone; rulings C162 to C166."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.core.rules import BadOption
from parlour.games.careers.dealings import ExperienceDrawn, ExperienceSeen
from parlour.games.careers.events import Entered, FormulaMet, PointsChanged, SalaryCollected, TurnLost

Laid = Callable[..., Any]


# --- who plays ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_couples_need_four_or_six_seats(both: Laid, seats: int) -> None:
    """[C162]"""
    with pytest.raises(BadOption, match="expected 4 or 6 where couples play together"):
        both(seats=seats, partnership=1)


@pytest.mark.parametrize(("seats", "sides"), [(4, [0, 1, 0, 1]), (6, [0, 1, 2, 0, 1, 2])])
def test_partners_sit_alternately_with_the_others(both: Laid, seats: int, sides: list[int]) -> None:
    """[C162 C163 C13 C7] Two couples or three; each has 2,000 together, and nobody else shares anything."""
    t = both(seats=seats, partnership=1)
    assert t.sheets("side") == sides
    assert t.cash == [2000] * (seats // 2)
    assert both(seats=seats).sheets("side") == list(range(seats))
    assert both(seats=seats).cash == [1000] * seats


@pytest.mark.parametrize("seats", [4, 6])
def test_each_partner_has_a_token_and_turns_of_its_own(both: Laid, seats: int) -> None:
    """[C163 C12] The turn goes around the seats, and a throw moves the thrower's token."""
    t = both(seats=seats, partnership=1, at=[9] * seats)
    for seat in range(seats):
        partner = (seat + seats // 2) % seats
        there = t.state.at[partner]
        assert t.state.active == seat
        t.turn(luck=[[2, 3]])
        assert (t.state.at[seat], t.state.at[partner]) == (14, there)
    assert t.state.active == 0


# --- the formula ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", [0, 120])
@pytest.mark.parametrize(("seats", "couples"), [(4, 2), (6, 3)])
def test_a_couple_has_one_formula_of_120_points(name: str, formula: int, seats: int, couples: int) -> None:
    """[C164 C20 C21] The first seat of each chooses it, both partners know it, and the others do not."""
    options = {"partnership": 1, "formula": formula}
    game = Game.new(name, seats=seats, luck=Keyed(b"x"), options=options)
    asked = game.pending
    assert [(question.kind, question.seat, question.facts()["total"]) for question in asked] == [
        ("ChooseFormula", side, 120) for side in range(couples)
    ]
    assert [question.seen_by for question in asked] == [(side, side + couples) for side in range(couples)]
    chosen = [[120 - side, side, 0] for side in range(couples)]
    with pytest.raises(IllegalAnswer):
        game.answer(0, [20, 20, 20])
    for side, parts in enumerate(chosen):
        game.answer(side, parts)
    assert [game.view(seat)["formula"] for seat in range(seats)] == chosen * 2
    assert all(game.view(seat)["formulas"] == [] for seat in range(seats))
    for seat in range(seats):
        known = game.position(seat)["checkpoint"]["formulas"]
        assert known == [parts if side == seat % couples else None for side, parts in enumerate(chosen)]


@pytest.mark.parametrize("formula", [60, 100])
def test_there_is_no_other_total_for_couples(name: str, formula: int) -> None:
    """[C164]"""
    with pytest.raises(BadOption, match="expected 0 or 120 where couples play together"):
        Game.new(name, seats=4, luck=Keyed(b"x"), options={"partnership": 1, "formula": formula})


def test_120_points_are_for_couples_only(name: str) -> None:
    """[C164 C18]"""
    with pytest.raises(BadOption, match="for 4 seats, found 120"):
        Game.new(name, seats=4, luck=Keyed(b"x"), options={"formula": 120})


@pytest.fixture(params=["careers/1971", "careers/reissue"])
def name(request: pytest.FixtureRequest) -> str:
    """The name of either edition."""
    return str(request.param)


# --- each partner's own ---------------------------------------------------------------------------------------------


def test_a_salary_is_each_partners_own(couples: Laid) -> None:
    """[C165 C166] A raise is no partner's, and each collects its own, into the common fund."""
    t = couples().land("business 3")
    assert t.sheets("salary") == [2000, 1000, 1000, 1000]
    t.state.at = [31, 9, 30, 9]
    t.again(0).turn(luck=[[2, 3]])
    t.state.active = 2
    t.turn(luck=[[4, 5]])
    assert [(event.seat, event.amount) for event in t.told(SalaryCollected)] == [(0, 2000), (2, 1000)]
    assert t.cash == [2000 + 2000 + 1000, 2000]


def test_experience_is_each_partners_own(couples: Laid) -> None:
    """[C165] One partner has completed Sports or Exploring; the other has to pay for it."""
    t = couples(cash=[5000, 0], at=["exploring", 9, "exploring", 9], completed=[{"exploring": 1}, {}, {}, {}])
    t.again(0).turn(luck=[[1]], say=[("TakeTurn", "enter")])
    t.again(2).turn(luck=[[4]], say=[("TakeTurn", "enter")])
    assert t.told(Entered) == [Entered(2, occupation=t.name("exploring"), by="fee", fee=4000)]
    assert t.cash[0] == 1000


def test_a_completion_is_credited_to_one_partner(couples: Laid) -> None:
    """[C165 C68] Each counts its own times: the first for the one, the second for the other."""
    t = couples(at=["farming 9", 9, "farming 9", 9], completed=[{}, {}, {"farming": 1}, {}], cash=[0, 0])
    t.turn(luck=[[1], 1, t.card("moon")])
    assert t.sheets("completed") == [{t.name("farming"): 1}, {}, {t.name("farming"): 1}, {}]
    t.again(2).turn(luck=[[2], 1, 1], say=[("MoveBy", "throw")])
    assert t.sheets("completed")[2] == {t.name("farming"): 2}
    assert [event.count for event in t.told(ExperienceDrawn)] == [2]


def test_a_degree_is_each_partners_own(couples: Laid) -> None:
    """[C165 C72 C113] It opens nothing to the partner, who may still go to College but not take the same one."""
    t = couples(cash=[3000, 0], degree=["Law", "", "", ""], at=["politics", 9, "politics", 9])
    t.again(2).turn(luck=[[3]], say=[("TakeTurn", "enter")])
    assert t.told(Entered) == [Entered(2, occupation=t.name("politics"), by="fee", fee=3000)]
    t = couples(cash=[500, 0], degree=["Law", "", "", ""], at=[9, 9, 9, 9], opportunity=[["college"], []])
    t.again(0).turn(luck=[[1, 1]])
    t.again(2).turn(say=[("TakeTurn", "opportunity")])
    t.state.at[2] = t.space("college 7")
    question = t.again(2).until("ChooseDegree", luck=[[1]])
    assert question.options() == ("Medicine", "Science", "Engineering")


def test_a_lost_turn_is_each_partners_own(couples: Laid) -> None:
    """[C165 C35]"""
    t = couples(at=["college 1", 9, 9, 9]).turn(luck=[[1]])
    assert t.sheets("loses_turn") == [True, False, False, False]
    t.again(2).turn(luck=[[1, 1]])
    assert (t.state.at[2], t.told(TurnLost)) == (11, [])
    assert t.again(0).turn().told(TurnLost) == [TurnLost(0)]


def test_the_right_to_retire_is_each_partners_own(couples: Laid) -> None:
    """[C165 C156] Three completions by one and the same partner."""
    laid = {"at": [9, 9, 9, 9], "completed": [{"sea": 3}, {}, {"sea": 2}, {}]}
    assert couples(**laid).until("TakeTurn").ways == ("move", "retire")
    t = couples(**laid, active=2).turn(luck=[[1, 1]])
    assert (t.kinds_asked(), t.state.at[2]) == ([], 11)


def test_the_duty_to_enter_is_each_partners_own(couples: Laid) -> None:
    """[C165 C106 C163] It goes with the token that has been moved."""
    t = couples(at=[9, 9, 14, 9], opportunity=[["moon"], []], cash=[9000, 0]).turn(say=[("TakeTurn", "opportunity")])
    assert t.sheets("must_enter") == [True, False, False, False]
    t.again(2).turn(luck=[[1, 1]], say=[("TakeTurn", "move")])
    assert t.state.at[2] == 16


# --- in common ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "partner"), [(4, 2), (6, 3)])
def test_points_of_both_partners_win_together(both: Laid, seats: int, partner: int) -> None:
    """[C166 C171 C177] Stars of the one, hearts of the other and the cash of both; both come first."""
    formulas = [[4, 2, 2], *[[120, 0, 0]] * (seats // 2 - 1)]
    t = both(seats=seats, partnership=1, formulas=formulas).land("politics 3")
    assert (t.over, t.state.stars[0]) == (False, 4)
    t.again(partner).land("farming 1")
    gained = PointsChanged(partner, stars=0, hearts=2, has_stars=4, has_hearts=2, why=t.name("farming 1"))
    assert t.told(PointsChanged) == [gained]
    assert t.told(FormulaMet) == [FormulaMet(0, formula=[4, 2, 2], points=[4, 2, 2])]
    assert t.over
    result = t.rules.result(t.state)
    assert [result.places[seat] for seat in (0, partner)] == [1, 1]
    assert [result.scores[seat] for seat in (0, partner)] == [8, 8]
    assert all(place == 3 for seat, place in enumerate(result.places) if seat not in (0, partner))


def test_partners_see_and_play_each_others_experience_cards(couples: Laid) -> None:
    """[C166 C117] Also one that the partner drew on the last turn but one; the others do not see it."""
    t = couples(at=["farming 1", 9, 9, 9]).turn(luck=[[1], 4])
    assert t.told(ExperienceSeen) == [ExperienceSeen(0, values=[4], to=(0, 2))]
    assert [t.rules.view(t.state, seat)["experience"] for seat in range(4)] == [[4], [], [4], []]
    t.again(2).turn(say=[("MoveBy", 4)])
    assert (t.state.at[2], t.state.experience[0]) == (13, [])


def test_partners_know_what_was_dealt_to_them(couples: Laid) -> None:
    """[C166 C117] In mid-turn: who sits opposite knows the draw and the hand, the others neither."""
    t = couples(trade=1, at=["farming 1", 9, 9, 9], turns=[1] * 4, experience=[[2], []], cash=[0, 0])
    game = t.game(Scripted([[1], 4]))
    for seat in range(4):
        game.answer(seat, "pass")
    game.answer(0, "throw")
    positions = [game.position(seat) for seat in range(4)]
    assert [position["answers"][-1] for position in positions] == [[4], None, [4], None]
    assert [position["checkpoint"]["experience"][0] for position in positions] == [[2], [None], [2], [None]]
    assert [game.view(seat)["experience"] for seat in range(4)] == [[2, 4], [], [2, 4], []]


def test_partners_play_each_others_opportunity_cards(couples: Laid) -> None:
    """[C166] Who drew it does not matter; the requirement is the player's to meet, out of the common cash."""
    t = couples(at=[9, 9, 9, 9])
    t.land(12, luck=[t.card("sea")], say=[("UseAtOnce", "keep")])
    assert t.sheets("opportunity") == [[t.card("sea")], [], [t.card("sea")], []]
    t.again(2).turn(say=[("TakeTurn", "opportunity")])
    assert (t.state.at[2], t.state.opportunity[0]) == (14, [])


def test_partners_have_one_purse(couples: Laid) -> None:
    """[C166 C167] It counts in both sheets, and either may spend it."""
    t = couples(cash=[8000, 3000])
    assert (t.sheets("cash"), t.sheets("money_points")) == ([8000, 3000] * 2, [8, 3] * 2)
    t.again(2).land("hobby", luck=[9], say=[("BuyStars", 2)])
    assert (t.cash, t.sheets("stars")) == ([2000, 3000], [9, 0, 9, 0])
