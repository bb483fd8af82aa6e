"""A game that does not conform is found out: for each check a way to break the toy game, and the check fails."""

import random
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
    draw_table,
)

from parlour.core import script
from parlour.core.registry import find
from parlour.core.rules import BadOption, Implausible, Result

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


@pytest.mark.parametrize(
    ("places", "scores"),
    [
        ((2, 1, 3), (30, 20, 10)),
        ((1, 3, 3), (30, 20, 10)),
        ((1, 1, 2), (30, 30, 10)),
        ((2, 3, 4), (30, 20, 10)),
        ((1, 2, 2), (30, 20)),
    ],
)
def test_places_that_do_not_follow_from_the_scores_are_found_out(
    monkeypatch: pytest.MonkeyPatch, places: tuple, scores: tuple
) -> None:
    found_out(check_result, monkeypatch, result=lambda self, g: Result(places, scores, "so it is"))


@pytest.mark.parametrize("places", [(1, 1, 3), (1, 2, 3), (2, 1, 3)])
def test_equal_scores_may_be_told_apart(monkeypatch: pytest.MonkeyPatch, places: tuple) -> None:
    monkeypatch.setattr(vault.Vault, "result", lambda self, g: Result(places, (20, 20, 10), "so it is"))
    check_result("vault/plain", 3, 5)


def test_a_position_that_tells_another_hand_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    check_secrets("vault/plain", 3, 5)
    monkeypatch.setattr(vault.Vault, "learned", lambda self, g, seat: {"hand": seat, "held": [], "hands": g.hands})
    with pytest.raises((AssertionError, Implausible)):
        check_secrets("vault/plain", 3, 5)


def test_a_question_without_a_choice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "has_choice", lambda options: True)
    check_questions("vault/plain", 3, 5)
    monkeypatch.setattr(vault.ShowCard, "always_asked", False)
    with pytest.raises(AssertionError, match="was asked without a choice"):
        check_questions("vault/plain", 3, 5)


def test_tables_are_drawn_until_the_game_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def two_only(self: vault.Vault, seats: int, options: dict) -> None:
        if seats != 2:
            raise BadOption.unfit("rounds", found=options["rounds"], expected="two seats")

    monkeypatch.setattr(vault.Vault, "check_table", two_only)
    rng = random.Random(1)
    tables = [draw_table(find("vault"), rng, {}) for _ in range(20)]
    assert {seats for seats, _ in tables} == {2}
    assert len({options["rounds"] for _, options in tables}) > 2
    assert draw_table(find("vault"), rng, {"rounds": 4}) == (2, {"rounds": 4})
    with pytest.raises(AssertionError, match="vault/plain refused"):
        draw_table(find("vault"), rng, {"rounds": 9})


def test_a_match_is_as_short_as_its_options_say() -> None:
    with pytest.raises(BadOption):
        check_result("vault/plain", 3, 5, {"rounds": 9})
    check_result("vault/plain", 3, 5, {"rounds": 1})
