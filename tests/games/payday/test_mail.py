"""Mail: rulings P36 to P43."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.edition import Edition
from parlour.games.payday.events import BillsPaid, JackpotFed, LoanTaken, MailCame

Laid = Callable[..., Any]

THREE = ["Vet", "Music for Plants", "Hot Springs"]


@pytest.mark.parametrize(("day", "cards"), [(1, 1), (3, 2), (16, 3)])
def test_as_many_cards_are_drawn_as_the_flag_says(table: Laid, day: int, cards: int) -> None:
    """[P36]"""
    played = table(days=[day - 1, 0, 0]).turn(luck=[1, *THREE[:cards]])
    assert played.state.mail[0] == THREE[:cards]
    assert [event.card for event in played.told(MailCame)] == THREE[:cards]


def test_the_flags_of_the_eight_mail_spaces(edition: Edition) -> None:
    """[P36]"""
    flags = {day.day: day.cards for day in edition.calendar.days if day.space == "mail"}
    assert flags == {1: 1, 3: 2, 5: 2, 11: 1, 16: 3, 19: 1, 22: 1, 24: 2}


def test_cards_come_one_after_the_other(table: Laid) -> None:
    """[P36 P37] A moneygram is sent before the next card is drawn; the loan for it comes first."""
    played = table(days=[2, 0, 0], cash=[100, 0, 0]).turn(luck=[1, "Grammy", "Vet"])
    assert played.order() == ["Moved", "MailCame", "LoanTaken", "JackpotFed", "MailCame"]


def test_what_asks_for_nothing_lies_face_up_until_pay_day(table: Laid) -> None:
    """[P37] Every seat sees it."""
    played = table(mail=[THREE, [], []]).land("sweet_sunday")
    assert played.rules.view(played.state, 2)["seats"][0]["mail"] == THREE


@pytest.mark.parametrize("kind", ["ad", "postcard"])
def test_ads_and_postcards_have_no_effect(table: Laid, edition: Edition, kind: str) -> None:
    """[P38 P39] Neither when they come nor on Pay Day."""
    cards = [card.name for card in edition.mail.cards if card.kind == kind]
    assert cards
    for card in cards:
        played = table().land("mail", luck=[card])
        assert (played.cash[0], played.jackpot, played.state.mail[0]) == (3500, 0, [card])
        played = table(mail=[[card], [], []]).land("pay_day")
        assert played.loans_and_cash(0) == (0, 7000)
        assert played.state.mail_deck.discards == [card]


def test_a_bill_costs_nothing_when_it_comes(table: Laid) -> None:
    """[P40]"""
    played = table().land("mail", luck=["Know-It-All University"])
    assert played.loans_and_cash(0) == (0, 3500)
    assert played.rules.view(played.state, 1)["seats"][0]["bills"] == 5000


def test_a_bill_is_due_on_pay_day(table: Laid) -> None:
    """[P40]"""
    played = table(mail=[["Plumber", "Vet"], [], []]).land("pay_day")
    assert played.loans_and_cash(0) == (0, 7000 - 500 - 400)
    assert played.told(BillsPaid) == [BillsPaid(0, cards=["Plumber", "Vet"], amount=900)]


@pytest.mark.parametrize(("card", "amount"), [("Grammy", 400), ("Aunt Cindy", 300), ("Junior at College", 200)])
def test_a_moneygram_goes_on_the_jackpot_at_once(table: Laid, card: str, amount: int) -> None:
    """[P41]"""
    played = table(jackpot=50).land("mail", luck=[card])
    assert (played.cash[0], played.jackpot) == (3500 - amount, 50 + amount)
    assert [event.jackpot for event in played.told(JackpotFed)] == [50 + amount]


def test_a_moneygram_may_need_a_loan(table: Laid) -> None:
    """[P41 P22]"""
    played = table(cash=[300, 0, 0]).land("mail", luck=["Grammy"])
    assert played.told(LoanTaken) == [LoanTaken(0, amount=1000, loan=1000)]
    assert played.loans_and_cash(0) == (1000, 900)


def test_a_paid_moneygram_is_discarded_at_once(table: Laid) -> None:
    """[P42]"""
    played = table().land("mail", luck=["Grammy"])
    assert (played.state.mail[0], played.state.mail_deck.discards) == ([], ["Grammy"])


def test_all_mail_is_discarded_on_pay_day(table: Laid) -> None:
    """[P43] The player's own, and nobody else's."""
    played = table(mail=[THREE, ["Plumber"], []]).land("pay_day")
    assert played.state.mail == [[], ["Plumber"], []]
    assert played.state.mail_deck.discards == THREE
