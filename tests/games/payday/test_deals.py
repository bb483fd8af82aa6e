"""Deals, from the space where they are bought to that where they are sold: rulings P44 to P51, P62 to P64, P68, P69."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.edition import Edition
from parlour.games.payday.events import DealBought, DealDeclined, DealSold, DealTurnedUp, LoanTaken

Laid = Callable[..., Any]

NOODLES = "Dipsydoodle Noodles"
SODA = "Pop's Soda Pop Inc."


def test_the_top_deal_is_turned_up_for_all_to_see(table: Laid) -> None:
    """[P44] The example of the rulebook: noodles cost 8,000 and are worth 12,000."""
    played = table()
    question = played.until("BuyDeal", luck=[4, NOODLES])
    assert played.told(DealTurnedUp) == [DealTurnedUp(0, card=NOODLES, cost=8000, value=12000)]
    assert question.facts() == {"card": NOODLES, "cost": 8000, "value": 12000, "loan_needed": 5}
    assert played.state.deal_deck.discards == [NOODLES]


def test_not_to_buy_is_the_cautious_answer(table: Laid) -> None:
    """[P45]"""
    question = table().until("BuyDeal", luck=[4, NOODLES])
    assert (question.default(), question.options()) == (False, (False, True))


@pytest.mark.parametrize(
    ("cash", "loan", "left"),
    [(9000, 0, 1000), (8000, 0, 0), (7999, 1000, 999), (7000, 1000, 0), (0, 8000, 0)],
    ids=str,
)
def test_a_deal_is_bought_with_the_fewest_thousands_of_loan(table: Laid, cash: int, loan: int, left: int) -> None:
    """[P45] Noodles for 8,000."""
    played = table(cash=[cash, 0, 0]).land("deal", luck=[NOODLES], say=[("BuyDeal", True)])
    assert played.loans_and_cash(0) == (loan, left)
    assert played.state.deals[0] == [NOODLES]
    assert played.told(DealBought) == [DealBought(0, card=NOODLES, price=8000)]
    assert [event.amount for event in played.told(LoanTaken)] == [loan][: loan > 0]


def test_a_deal_that_is_left_goes_on_top_of_the_discards(table: Laid) -> None:
    """[P46]"""
    played = table(deal_discards=[SODA], deal_pile=[NOODLES, "Sahara Safari"])
    played.land("deal", luck=[NOODLES], say=[("BuyDeal", False)])
    assert played.state.deal_deck.discards == [SODA, NOODLES]
    assert played.told(DealDeclined) == [DealDeclined(0, card=NOODLES)]
    assert (played.cash[0], played.state.deals[0]) == (3500, [])


def test_a_bought_deal_does_not_stay_among_the_discards(table: Laid) -> None:
    """[P45 P46]"""
    played = table(deal_discards=[SODA], deal_pile=[NOODLES, "Sahara Safari"])
    played.land("deal", luck=[NOODLES], say=[("BuyDeal", True)])
    assert played.state.deal_deck.discards == [SODA]


def test_any_number_of_deals_may_be_owned(table: Laid, edition: Edition) -> None:
    """[P47] Who owns all but one buys that one too."""
    owned = [card.name for card in edition.deals.cards if card.name != NOODLES]
    played = table(deals=[owned, [], []]).land("deal", say=[("BuyDeal", True)])
    assert len(played.state.deals[0]) == 24


def test_the_bank_pays_the_value_of_a_sold_deal(table: Laid) -> None:
    """[P48] The example of the rulebook: noodles bring 12,000, a profit of 4,000; the card lies open until then."""
    played = table(cash=[8000, 0, 0]).land("deal", luck=[NOODLES], say=[("BuyDeal", True)])
    assert played.rules.view(played.state, 1)["seats"][0]["deals"] == [{"card": NOODLES, "cost": 8000, "value": 12000}]
    played.state.active = 0
    played.land("found_a_buyer", say=[("SellDeal", NOODLES)])
    assert played.loans_and_cash(0) == (0, 8000 + 4000)
    assert played.state.deals[0] == []
    assert played.told(DealSold) == [DealSold(0, card=NOODLES, value=12000)]


def test_pops_soda_brings_a_profit_of_2500(table: Laid, edition: Edition) -> None:
    """[P48 P62] The other example of the rulebook: bought for 3,500, sold for 6,000."""
    played = table(cash=[3500, 0, 0]).land("deal", luck=[SODA], say=[("BuyDeal", True)])
    assert played.loans_and_cash(0) == (0, 0)
    played.state.active = 0
    played.land("found_a_buyer", say=[("SellDeal", SODA)])
    assert played.loans_and_cash(0) == (0, 6000)


def test_one_deal_is_sold_at_a_time(table: Laid) -> None:
    """[P49 P62] The player chooses which."""
    played = table(deals=[[SODA, NOODLES, "Yum Yum Yogurt"], [], []])
    played.land("found_a_buyer", say=[("SellDeal", "Yum Yum Yogurt")])
    assert played.state.deals[0] == [SODA, NOODLES]
    assert played.cash[0] == 3500 + 9000


def test_an_unsold_deal_is_worth_nothing_at_the_end(table: Laid) -> None:
    """[P50]"""
    played = table(seats=2, months=1, months_done=[0, 1], deals=[[NOODLES], []]).land("pay_day")
    assert played.over
    assert played.rules.result(played.state).scores == (7000, 3500)


def test_every_deal_is_worth_more_than_it_costs(edition: Edition) -> None:
    """[P51]"""
    assert len(edition.deals.cards) == 24
    assert [card.name for card in edition.deals.cards if card.value <= card.cost] == []


def test_what_brings_most_is_the_cautious_sale(table: Laid) -> None:
    """[P62] Not what promised the largest profit, 7,000 against 5,000: the costs are paid."""
    played = table(deals=[["Teen Jeans Inc.", "Rock More Records"], [], []], days=[8, 0, 0])
    question = played.until("SellDeal", luck=[1])
    assert question.facts() == {"values": {"Teen Jeans Inc.": 14000, "Rock More Records": 15000}}
    assert question.default() == "Rock More Records"


def test_a_buyer_may_be_refused(table: Laid) -> None:
    """[P62] Also by the owner of a single Deal."""
    played = table(deals=[[NOODLES], [], []]).land("found_a_buyer", say=[("SellDeal", None)])
    assert (played.state.deals[0], played.cash[0]) == ([NOODLES], 3500)


def test_a_sold_card_goes_to_the_discards(table: Laid) -> None:
    """[P63]"""
    played = table(deals=[[NOODLES], [], []]).land("found_a_buyer", say=[("SellDeal", NOODLES)])
    assert played.state.deal_deck.discards == [NOODLES]


def test_without_a_deal_no_buyer_is_found(table: Laid) -> None:
    """[P64] Another player's Deals do not count."""
    played = table(deals=[[], [NOODLES], []]).land("found_a_buyer")
    assert played.order() == ["Moved"]
    assert played.cash == [3500, 3500, 3500]


def test_a_yard_sale_costs_100_a_pip_to_the_bank(table: Laid) -> None:
    """[P68] The example of the rulebook: a 3 makes it 300; the Jackpot gets nothing."""
    played = table().land("yard_sale", luck=[NOODLES, 3])
    assert (played.cash[0], played.jackpot) == (3200, 0)
    assert played.state.deals[0] == [NOODLES]
    assert played.told(DealBought) == [DealBought(0, card=NOODLES, price=300)]


def test_who_lands_on_a_yard_sale_rolls_for_the_price(table: Laid) -> None:
    """[P68]"""
    played = table(active=1).land("yard_sale", luck=[NOODLES, 3])
    assert played.rolls == [(1, "move"), (1, "yard sale")]


def test_a_yard_sale_cannot_be_refused(table: Laid) -> None:
    """[P69] Nothing is asked, not even of a player who has to borrow for it; the Deal is sold like any other."""
    played = table(cash=[0, 0, 0]).land("yard_sale", luck=[NOODLES, 1])
    assert played.loans_and_cash(0) == (1000, 900)
    played.state.active = 0
    played.land("found_a_buyer", say=[("SellDeal", NOODLES)])
    assert played.cash[0] == 12900
