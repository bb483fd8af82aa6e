"""The table and its setting up: rulings P1 to P16."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.core.options import choose
from parlour.core.rules import BadOption
from parlour.core.transcript import Transcript
from parlour.games.payday.edition import Edition
from parlour.games.payday.events import NothingDrawn
from parlour.games.payday.rules import PayDay

Laid = Callable[..., Any]


def test_the_most_money_after_debts_wins(rules: PayDay, table: Laid) -> None:
    """[P1] Three seats: rich but deep in debt, middling, poor."""
    state = table(cash=[9000, 4000, 1000], loans=[8000, 0, 0]).state
    assert rules.result(state).places == (2, 1, 2)


class Auditor(Transcript):
    """Adds up all money and cards at every event."""

    def opened(self, game: Game, options: Mapping[str, Any]) -> None:
        super().opened(game, options)
        self.game = game
        self.totals: list[dict[str, int]] = []

    def told(self, event: Event) -> None:
        super().told(event)
        self.totals.append(self.game.rules.totals(self.game.state))


@pytest.mark.parametrize("months", [1, 12])
def test_a_match_lasts_the_agreed_months(months: int) -> None:
    """[P2] Each seat completes exactly so many months."""
    game = Game.new("payday", seats=2, luck=Keyed(b"months"), options={"months": months})
    while not game.is_over:
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert game.state.months_done == [months, months]


@pytest.mark.parametrize("months", [0, 13])
def test_no_match_lasts_less_than_a_month_or_more_than_twelve(months: int) -> None:
    """[P2]"""
    with pytest.raises(BadOption, match="1 to 12"):
        Game.new("payday", seats=2, luck=Keyed(b"months"), options={"months": months})


def test_three_months_are_played_unless_said_otherwise(edition: Edition) -> None:
    """[P3] Which is not less than recommended."""
    game = Game.new("payday", seats=4, luck=Keyed(b"months"))
    assert game.state.months == 3
    assert game.state.months >= edition.months.recommended == 2


@pytest.mark.parametrize("seats", [1, 7])
def test_neither_one_nor_seven_can_play(seats: int) -> None:
    """[P4]"""
    with pytest.raises(BadOption, match="2 to 6 seats"):
        Game.new("payday", seats=seats, luck=Keyed(b"seats"))


@pytest.mark.parametrize("seats", [2, 6])
def test_two_and_six_can_play_and_all_of_them_do(seats: int) -> None:
    """[P4 P13] No seat is kept back for a banker or a record keeper."""
    game = Game.new("payday", seats=seats, luck=Keyed(b"seats"), options={"months": 1})
    asked = set()
    while not game.is_over:
        asked.add(game.pending[0].seat)
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert asked == set(range(seats))


def test_mail_and_deals_are_two_whole_piles(rules: PayDay, edition: Edition) -> None:
    """[P5]"""
    state = rules.setup(2, {"months": 1})
    assert state.mail_deck.pile == sorted(card.name for card in edition.mail.cards)
    assert state.deal_deck.pile == sorted(card.name for card in edition.deals.cards)
    assert state.mail_deck.discards == state.deal_deck.discards == []


def test_any_card_of_the_pile_may_be_the_next(table: Laid) -> None:
    """[P5] Luck names the first card of the alphabet in one game and the last in another."""
    for card in ("Aunt Cindy", "Zapp Electric"):
        played = table().land("mail", luck=[card])
        assert card not in played.state.mail_deck.pile


def test_discards_lie_open_on_a_pile_of_their_kind(rules: PayDay, table: Laid) -> None:
    """[P6] The newest is the last."""
    played = table(deal_discards=["Sahara Safari"], deal_pile=["Teen Jeans Inc.", "Yum Yum Yogurt"])
    played.land("deal", luck=["Yum Yum Yogurt"], say=[("BuyDeal", False)])
    shown = rules.view(played.state, 2)
    assert shown["deal_discards"] == ["Sahara Safari", "Yum Yum Yogurt"]
    assert shown["mail_discards"] == []


def test_a_pile_that_has_run_out_is_made_of_its_discards(table: Laid) -> None:
    """[P7] At the moment when a card is needed: the moneygram that took the last card is among them."""
    played = table(mail_pile=["Grammy"], mail_discards=["Vet", "Plumber"])
    played.state.days[0] = 2
    played.turn(luck=[1, "Grammy"])
    assert [event.card for event in played.events if type(event).__name__ == "MailCame"] == ["Grammy", "Grammy"]
    assert played.state.mail_deck.pile == ["Plumber", "Vet"]
    assert played.state.mail_deck.discards == ["Grammy"]


def test_a_pile_may_run_out_twice_on_one_space(table: Laid) -> None:
    """[P7] Three cards are due and there are two moneygrams in all, each discarded as soon as it comes."""
    played = table(mail_pile=["Grammy"], mail_discards=["Junior at College"])
    played.state.days[0] = 15
    played.turn(luck=[1, "Junior at College"])
    assert [event.card for event in played.events if type(event).__name__ == "MailCame"] == [
        "Grammy",
        "Junior at College",
        "Grammy",
    ]


def test_without_a_card_anywhere_no_mail_is_drawn(table: Laid) -> None:
    """[P8] Two cards are due and there is one."""
    played = table(mail_pile=["Vet"], mail_discards=[])
    played.state.days[0] = 2
    played.turn(luck=[1])
    assert played.state.mail[0] == ["Vet"]
    assert played.order() == ["Moved", "MailCame", "NothingDrawn"]
    assert played.told(NothingDrawn) == [NothingDrawn(0, pile="Mail")]


def test_that_no_mail_is_left_is_told_once(table: Laid) -> None:
    """[P8] Three cards are due and there is one."""
    played = table(active=1, days=[0, 15, 0], mail_pile=["Vet"], mail_discards=[]).turn(luck=[1])
    assert played.order() == ["Moved", "MailCame", "NothingDrawn"]
    assert played.told(NothingDrawn) == [NothingDrawn(1, pile="Mail")]


@pytest.mark.parametrize("space", ["deal", "yard_sale"])
def test_without_a_card_anywhere_no_deal_is_made(table: Laid, space: str) -> None:
    """[P8] Nobody is asked and nothing is rolled or paid."""
    played = table(deal_pile=[], deal_discards=[]).land(space)
    assert played.order() == ["Moved", "NothingDrawn"]
    assert played.told(NothingDrawn) == [NothingDrawn(0, pile="Deal")]
    assert played.cash == [3500, 3500, 3500]


def test_all_tokens_begin_on_start(rules: PayDay) -> None:
    """[P9]"""
    assert rules.setup(6, {"months": 1}).days == [0] * 6


def test_no_money_and_no_card_is_ever_lost_or_made() -> None:
    """[P10] The bank's account has given what the players have; its sum with theirs is nothing, at every event."""
    auditor = Auditor()
    game = Game.new("payday", seats=3, luck=Keyed(b"audit"), options={"months": 2}, watch=auditor)
    assert game.state.money.bank == -3 * 3500
    while not game.is_over:
        game.answer(game.pending[0].seat, game.pending[0].options()[-1])
    assert len(auditor.totals) > 50
    assert all(each == {"money": 0, "mail": 48, "deals": 24} for each in auditor.totals)


def test_every_sum_that_is_paid_is_told(seed: int, ledger: Callable[..., Any]) -> None:
    """[P10 P20] Who keeps accounts by the events has those of the bank, of the Jackpot and of every player."""
    rng = random.Random(seed)
    game = Game.new("payday", seats=4, luck=Keyed(b"%d" % seed))
    accounts = ledger(game.state)
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        accounts.agree(game)


def test_all_start_with_3500_in_two_thousands_two_five_hundreds_and_five_hundreds(
    rules: PayDay, edition: Edition
) -> None:
    """[P11]"""
    assert rules.setup(4, {"months": 1}).money.cash == [3500] * 4
    assert [(note.count, note.worth) for note in edition.money.notes] == [(2, 1000), (2, 500), (5, 100)]
    assert sum(note.count * note.worth for note in edition.money.notes) == edition.money.start


def test_the_loan_record_has_an_entry_for_everyone_that_starts_at_nothing(rules: PayDay) -> None:
    """[P12] And everyone may read it."""
    state = rules.setup(3, {"months": 1})
    assert state.loans == [0, 0, 0]
    state.loans[1] = 4000
    assert [side["loan"] for side in rules.view(state, 2)["seats"]] == [0, 4000, 0]


def test_seat_0_begins() -> None:
    """[P14]"""
    game = Game.new("payday", seats=3, luck=Keyed(b"first"))
    assert game.pending[0].seat == 0
    assert game.state.turns == [1, 0, 0]


def test_play_passes_to_the_left_and_round(table: Laid) -> None:
    """[P15]"""
    played = table(seats=3)
    actors = []
    for _ in range(4):
        actors.append(played.state.active)
        played.land("sweet_sunday")
    assert actors == [0, 1, 2, 0]


def test_nobody_is_asked_to_trade_or_lend(rules: PayDay) -> None:
    """[P16] All that a player ever says is one of these six things."""
    asked = {kind.__name__ for kind in rules.decisions}
    assert asked == {"Borrow", "BuyDeal", "SellDeal", "Ante", "PickNumber", "Repay"}


def test_a_table_shows_the_first_question_at_once() -> None:
    """[P18] Before any die is rolled the first player is asked for a loan."""
    assert Game.new("payday", seats=2, luck=Scripted([])).pending[0].kind == "Borrow"
