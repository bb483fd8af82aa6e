"""Loans: rulings L126 to L130."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told

Laid = Callable[..., Any]

BORROW = ("BeforeSpin", "take loans")
REPAY = ("BeforeSpin", "repay loans")


def actions(table: Any) -> tuple[str, ...]:
    """What can be done before the spin."""
    found: tuple[str, ...] = table.until("BeforeSpin").actions
    return found


# --- of one's own will ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 11))
def test_each_note_brings_20000_from_the_bank(table: Laid, count: int) -> None:
    """[L126]"""
    laid = table(at={0: 21}, cash={0: 700}, notes={0: 2})
    bank = laid.state.money.bank
    played = laid.turn(spins=[1], say=[BORROW, ("Borrow", count)])
    assert played.state.notes == [2 + count, 0, 0]
    assert played.cash[0] == 700 + 20_000 * count
    assert played.state.money.bank == bank - 20_000 * count
    assert played.told(told.LoanTaken) == [told.LoanTaken(0, count=count, amount=20_000 * count, notes=2 + count)]


@pytest.mark.parametrize("cash", [0, 10_000, 800_000])
def test_loans_are_offered_whatever_the_cash_and_also_to_a_student(table: Laid, cash: int) -> None:
    """[L127] Before the spin of every turn."""
    for where in (3, 20, 70, 140):
        assert "take loans" in actions(table(at={0: where}, cash={0: cash}))


def test_nobody_is_asked_for_a_loan_after_the_spin(table: Laid) -> None:
    """[L127] The only question of a turn with a payment in it is the one before the spin."""
    played = table(cash={0: 0}).land(103)
    assert [question.kind for question in played.asked] == ["BeforeSpin"]
    assert played.order().index("Spun") < played.order().index("LoanTaken") < played.order().index("Paid")


def test_no_step_before_the_spin_comes_before_a_further_spin(table: Laid) -> None:
    """[L127] After the wedding the car goes on at once."""
    played = table(at={0: 24}).turn(spins=[1, 4, 2])
    assert [question.kind for question in played.asked] == ["BeforeSpin"]


@pytest.mark.parametrize("notes", [0, 1, 10, 57])
def test_what_a_seat_owes_has_no_limit_but_one_question_has(table: Laid, notes: int) -> None:
    """[L128] Ten notes, however many there are already."""
    question = table(notes={0: notes}).until("Borrow", say=[BORROW])
    assert list(question.options()) == list(range(1, 11))
    assert (question.note, question.most, question.default()) == (20_000, 10, 1)


def test_one_question_repays_ten_notes_at_most(table: Laid) -> None:
    """[L128] Also of who could repay all."""
    question = table(notes={0: 30}, cash={0: 900_000}).until("Repay", say=[REPAY])
    assert list(question.options()) == list(range(1, 11))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_note_is_repaid_with_25000(table: Laid, count: int) -> None:
    """[L129] Interest included."""
    laid = table(at={0: 21}, cash={0: 80_000}, notes={0: 4})
    bank = laid.state.money.bank
    played = laid.turn(spins=[1], say=[REPAY, ("Repay", count)])
    assert played.state.notes == [4 - count, 0, 0]
    assert played.cash[0] == 80_000 - 25_000 * count
    assert played.state.money.bank == bank + 25_000 * count
    assert played.told(told.LoanRepaid) == [
        told.LoanRepaid(0, count=count, amount=25_000 * count, notes=4 - count),
    ]


@pytest.mark.parametrize(
    ("cash", "notes", "most"),
    [(50_000, 5, 2), (74_999, 5, 2), (75_000, 5, 3), (900_000, 5, 5), (249_999, 12, 9), (250_000, 12, 10)],
)
def test_as_many_as_the_cash_allows_can_be_repaid(table: Laid, cash: int, notes: int, most: int) -> None:
    """[L129] Whole notes only."""
    question = table(cash={0: cash}, notes={0: notes}).until("Repay", say=[REPAY])
    assert list(question.options()) == list(range(1, most + 1))
    assert (question.price, question.default()) == (25_000, 1)


@pytest.mark.parametrize(
    ("cash", "notes", "offered"), [(24_999, 1, False), (25_000, 1, True), (900_000, 0, False), (0, 7, False)]
)
def test_repaying_is_offered_to_who_owes_and_can_pay_a_whole_note(
    table: Laid, cash: int, notes: int, offered: bool
) -> None:
    """[L129] What others owe is no matter."""
    assert ("repay loans" in actions(table(cash={0: cash}, notes={0: notes, 1: 5}))) is offered


def test_a_sum_that_was_received_repays_nothing_by_itself(table: Laid) -> None:
    """[L129] Before retirement a note is repaid before the spin only."""
    played = table(notes={0: 3}, cash={0: 0}).land(106)
    assert (played.cash[0], played.state.notes[0]) == (100_000, 3)


# --- what a payment brings ------------------------------------------------------------------------------------------

FEWEST = [
    (0, 5),
    (9_999, 5),
    (10_000, 4),
    (29_999, 4),
    (30_000, 3),
    (69_999, 2),
    (70_000, 1),
    (89_999, 1),
    (90_000, 0),
    (500_000, 0),
]


@pytest.mark.parametrize(("cash", "count"), FEWEST)
def test_who_is_short_of_cash_takes_the_fewest_notes_that_do(table: Laid, cash: int, count: int) -> None:
    """[L130] A cabin for 90,000; nothing is asked, and what is left over stays in hand."""
    played = table(cash={0: cash}, notes={0: 1}).land(103)
    assert played.state.notes == [1 + count, 0, 0]
    assert played.cash[0] == cash + 20_000 * count - 90_000
    assert played.told(told.LoanTaken) == (
        [told.LoanTaken(0, count=count, amount=20_000 * count, notes=1 + count)] if count else []
    )
    assert played.kinds_asked() == []


@pytest.mark.parametrize(("cash", "count"), [(0, 2), (24_999, 1), (39_999, 1), (40_000, 0)])
def test_a_house_brings_the_loans_that_it_needs(table: Laid, cash: int, count: int) -> None:
    """[L130 L101] The cheapest starter home, for 40,000."""
    laid = table(at={0: 35}, cash={0: cash}, salary={0: 20_000})
    played = laid.turn(spins=[1, 2], draws=["Artist", 30_000], say=[("ChooseStarterHome", "Split-Level")])
    assert played.state.notes[0] == count
    assert played.told(told.HomeBought)[0].price == 40_000
    assert played.cash[0] == cash + 20_000 * count - 40_000 + 20_000


def test_loans_that_a_payment_needs_are_taken_in_favour_of_a_career_too(table: Laid) -> None:
    """[L130] The Athlete has the whole sum, and the payer the note."""
    played = table(cash=[5_000, 0, 0], career={2: "Athlete"}).land(108)
    assert played.state.notes == [2, 0, 0]
    assert played.cash == [5_000 + 40_000 - 30_000, 0, 30_000]


@pytest.mark.parametrize(("cash", "count"), [(0, 1), (4_999, 1), (5_000, 0)])
def test_a_gift_on_the_turn_of_another_brings_its_loan(table: Laid, cash: int, count: int) -> None:
    """[L130] To a baby of seat 0."""
    played = table(cash=[0, cash, 50_000]).land(39)
    assert played.state.notes == [0, count, 0]
    assert played.cash == [10_000, cash + 20_000 * count - 5_000, 45_000]
    assert played.kinds_asked() == []


@pytest.mark.parametrize(("spun", "career", "fine"), [(10, "Police Officer", 5_000), (1, "Artist", 10_000)])
@pytest.mark.parametrize(("short", "count"), [(1, 1), (0, 0)])
def test_a_fine_brings_its_loan(table: Laid, spun: int, career: str, fine: int, short: int, count: int) -> None:
    """[L130] To the career that a number pays."""
    played = table(cash=[fine - short, 0, 0], career={1: career}).land(22, spin=spun)
    assert played.state.notes == [count, 0, 0]
    assert played.cash == [20_000 * count - short, fine, 0]


def test_a_wedding_can_put_each_guest_in_debt(table: Laid) -> None:
    """[L130] An 8, which is 10,000 of each."""
    laid = table(seats=4, at={0: 24}, cash=[0, 0, 9_999, 10_000])
    played = laid.turn(spins=[1, 8, 1])
    assert played.state.notes == [0, 1, 1, 0]
    assert played.cash == [30_000 - 10_000, 10_000, 19_999, 0]
    assert [event.seat for event in played.told(told.LoanTaken)] == [1, 2]
