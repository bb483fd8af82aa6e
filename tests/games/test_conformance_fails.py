"""A game that does not conform is found out: for each check a way to break the toy game, and the check fails."""

from collections.abc import Callable
from typing import Any

import pytest
import vault
from conformance import (
    check_conserved,
    check_declared,
    check_hidden,
    check_questions,
    check_reach,
    check_rebuilt,
    check_refusals,
    check_result,
    check_secrets,
)

from parlour.core.rules import Implausible, Result

pytestmark = pytest.mark.usefixtures("vault_is_registered")


def found_out(check: Callable[[str, int, int], None], monkeypatch: pytest.MonkeyPatch, **broken: Any) -> None:
    """The check fails once Vault has these attributes instead of its own."""
    check("vault/plain", 3, 5)
    for name, attribute in broken.items():
        monkeypatch.setattr(vault.Vault, name, attribute)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check("vault/plain", 3, 5)


def test_a_view_that_shows_another_hand_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    view = vault.Vault.view
    found_out(check_hidden, monkeypatch, view=lambda self, g, seat: view(self, g, seat) | {"hands": g.hands})


def test_a_mask_that_lets_a_goal_through_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    mask = vault.Vault.mask

    def leaking(self: vault.Vault, g: vault.VaultState, seat: int) -> dict:
        return mask(self, g, seat) | {"goals": [goal if goal else [] for goal in g.goals]}

    found_out(check_hidden, monkeypatch, mask=leaking)


def test_an_event_told_to_the_wrong_seat_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault.CardDrawn, "may_know", lambda self, seat: True)
    with pytest.raises(AssertionError):
        check_secrets("vault/plain", 3, 5)


def test_a_question_that_tells_what_another_seat_hides_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = vault.PutUnder.facts
    monkeypatch.setattr(vault.PutUnder, "facts", lambda self: facts(self) | {"luck": next(dealt)})
    dealt = iter(range(10**6))
    with pytest.raises((AssertionError, Implausible)):
        check_secrets("vault/plain", 3, 5)


def test_money_from_nowhere_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    give_coins = vault.Vault.give_coins

    async def forging(self: vault.Vault, g: vault.VaultState, seat: int) -> None:
        g.cash[seat] += 1
        await give_coins(self, g, seat)

    found_out(check_conserved, monkeypatch, give_coins=forging)


def test_a_state_that_forgets_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent_minded(cls: type, plain: dict) -> vault.VaultState:
        return super(vault.VaultState, cls).from_plain({**plain, "rounds": 5})

    monkeypatch.setattr(vault.VaultState, "from_plain", classmethod(absent_minded))
    with pytest.raises(AssertionError):
        check_rebuilt("vault/plain", 3, 5)


def test_a_default_that_is_no_option_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault.PutUnder, "default", lambda self: 0)
    with pytest.raises(AssertionError, match="is no option"):
        check_questions("vault/plain", 3, 5)


def test_options_that_take_anything_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault.Product, "__contains__", lambda self, answer: True)
    with pytest.raises((AssertionError, pytest.fail.Exception, ValueError, TypeError, KeyError)):
        check_refusals("vault/plain", 3, 5)


def test_a_card_that_never_comes_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    reach = {(vault.CardDrawn, "card"): (1, 99)}
    found_out(lambda name, seats, seed: check_reach(name, seed), monkeypatch, reach=lambda self: reach)


def test_an_event_that_was_not_declared_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    found_out(check_declared, monkeypatch, events=(vault.CardDrawn,))


def test_a_result_that_forgets_a_seat_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    result = vault.Vault.result

    def forgetful(self: vault.Vault, g: vault.VaultState) -> Result:
        whole = result(self, g)
        return Result(whole.places[:-1], whole.scores[:-1], whole.why)

    found_out(check_result, monkeypatch, result=forgetful)
