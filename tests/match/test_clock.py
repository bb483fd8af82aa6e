"""A seat has a limit per decision and a bank per match."""

from referee.clock import SeatClock, TimeControl


def test_what_is_within_the_limit_costs_nothing() -> None:
    clock = SeatClock(TimeControl(move_ms=100, bank_ms=50))
    clock.spend(100.9)
    assert clock.budget_ms == 150
    assert clock.to_json() == {"move_ms": 100, "bank_ms": 50, "last_ms": 100}


def test_what_is_over_the_limit_is_taken_from_the_bank_and_never_more_than_it_has() -> None:
    clock = SeatClock(TimeControl(move_ms=100, bank_ms=50))
    clock.spend(130.0)
    assert clock.budget_ms == 120
    clock.spend(5000.0)
    assert clock.budget_ms == 100


def test_in_mid_decision_what_was_spent_is_gone_from_the_limit_first_and_then_from_the_bank() -> None:
    clock = SeatClock(TimeControl(move_ms=100, bank_ms=50))
    assert clock.while_asked(30.0) == {"move_ms": 70, "bank_ms": 50, "last_ms": 0}
    assert clock.while_asked(120.0) == {"move_ms": 0, "bank_ms": 30, "last_ms": 0}
    assert clock.while_asked(900.0) == {"move_ms": 0, "bank_ms": 0, "last_ms": 0}
