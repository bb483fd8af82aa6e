"""What can happen in a game of PayDay; each prints as one sentence, and all of them are for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.money import money
from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.wording import listed, sentence

# --- loans ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LoanTaken(Event):
    """A player borrowed; `loan` is the new total.  [P20]"""

    seat: Seat
    amount: int
    loan: int

    def __str__(self) -> str:
        return f"Seat {self.seat} borrows {money(self.amount)} and now owes {money(self.loan)}."


@dataclass(frozen=True)
class LoanRepaid(Event):
    """A player paid back a loan or a part of it; `loan` is what is left.  [P77]"""

    seat: Seat
    amount: int
    loan: int

    def __str__(self) -> str:
        return f"Seat {self.seat} pays back {money(self.amount)} and now owes {money(self.loan)}."


# --- the turn -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved(Event):
    """A player rolled and moved; `date` and `space` say in words where to.  [P26]"""

    seat: Seat
    pips: int
    day: int
    date: str
    space: str

    def __str__(self) -> str:
        return f"Seat {self.seat} rolls {self.pips} and moves to {self.date}: {self.space.replace('_', ' ')}."


@dataclass(frozen=True)
class JackpotWon(Event):
    """A six on the move won what lay on the Jackpot.  [P29 P35]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"JACKPOT: seat {self.seat} wins {money(self.amount)}."


@dataclass(frozen=True)
class JackpotFed(Event):
    """A player put money on the Jackpot for something; `jackpot` is what lies there now.  [P41 P66 P67 P70]"""

    seat: Seat
    amount: int
    reason: str
    jackpot: int

    def __str__(self) -> str:
        put = f"Seat {self.seat} puts {money(self.amount)} on the Jackpot for {self.reason}"
        return f"{put}; {money(self.jackpot)} lie there now."


# --- mail and deals -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MailCame(Event):
    """A player drew a Mail card.  [P36]"""

    seat: Seat
    card: str
    kind: str
    amount: int

    def __str__(self) -> str:
        article = "an" if self.kind == "ad" else "a"
        price = f" for {money(self.amount)}" if self.amount else ""
        return sentence(f"Seat {self.seat} gets {article} {self.kind}{price}: {self.card}")


@dataclass(frozen=True)
class NothingDrawn(Event):
    """A card was to be drawn and there was none, neither in the pile nor among its discards.  [P8]"""

    seat: Seat
    pile: str

    def __str__(self) -> str:
        return f"Seat {self.seat} finds no {self.pile} card to draw."


@dataclass(frozen=True)
class DealTurnedUp(Event):
    """A Deal card was turned up.  [P44]"""

    seat: Seat
    card: str
    cost: int
    value: int

    def __str__(self) -> str:
        return f"Seat {self.seat} turns up {self.card}: cost {money(self.cost)}, value {money(self.value)}."


@dataclass(frozen=True)
class DealBought(Event):
    """A player bought a Deal, on a Deal space or in a Yard Sale.  [P45 P68]"""

    seat: Seat
    card: str
    price: int

    def __str__(self) -> str:
        return f"Seat {self.seat} buys {self.card} for {money(self.price)}."


@dataclass(frozen=True)
class DealDeclined(Event):
    """A player did not buy the Deal that was turned up.  [P46]"""

    seat: Seat
    card: str

    def __str__(self) -> str:
        return sentence(f"Seat {self.seat} leaves {self.card}")


@dataclass(frozen=True)
class DealSold(Event):
    """A player sold a Deal.  [P62]"""

    seat: Seat
    card: str
    value: int

    def __str__(self) -> str:
        return f"Seat {self.seat} sells {self.card} for {money(self.value)}."


# --- the other spaces -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SweepstakesWon(Event):
    """A player won the sweepstakes.  [P52]"""

    seat: Seat
    pips: int
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} rolls {self.pips} and wins {money(self.amount)} in the sweepstakes."


@dataclass(frozen=True)
class LotteryEntered(Event):
    """A player paid the ante and picked a number.  [P54 P56]"""

    seat: Seat
    ante: int
    number: int

    def __str__(self) -> str:
        return f"Seat {self.seat} antes {money(self.ante)} and picks {self.number}."


@dataclass(frozen=True)
class LotteryCalledOff(Event):
    """Nobody was in, so there was no lottery.  [P59]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Nobody plays the lottery that seat {self.seat} landed on."


@dataclass(frozen=True)
class LotteryRolled(Event):
    """A number came up that nobody had picked.  [P58]"""

    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"Seat {self.seat} rolls {self.number} for the lottery, which nobody picked."


@dataclass(frozen=True)
class LotteryWon(Event):
    """The number of a player came up.  [P57]"""

    seat: Seat
    number: int
    amount: int

    def __str__(self) -> str:
        return f"The {self.number} comes up: seat {self.seat} wins {money(self.amount)} in the lottery."


@dataclass(frozen=True)
class RadioRolled(Event):
    """A round of rolls of the Radio Contest: `rolls[i]` is what `seats[i]` rolled.  [P60 P61]"""

    seats: list[Seat]
    rolls: list[int]

    def __str__(self) -> str:
        rolled = [f"seat {seat} rolls {pips}" for seat, pips in zip(self.seats, self.rolls, strict=True)]
        return f"In the radio contest {listed(rolled)}."


@dataclass(frozen=True)
class RadioWon(Event):
    """A player won the Radio Contest.  [P60]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} wins {money(self.amount)} in the radio contest."


@dataclass(frozen=True)
class BirthdayHeld(Event):
    """A player had a birthday and got the same gift from every other player; `amount` is all of it.  [P65]"""

    seat: Seat
    gift: int
    amount: int

    def __str__(self) -> str:
        got = f"seat {self.seat} gets {money(self.gift)} from each other player, {money(self.amount)} in all"
        return f"Happy birthday: {got}."


@dataclass(frozen=True)
class CasinoWon(Event):
    """A player rolled an odd number at the casino.  [P70]"""

    seat: Seat
    pips: int
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} rolls {self.pips} and wins {money(self.amount)} at the casino."


@dataclass(frozen=True)
class CharityWalked(Event):
    """A player walked for charity, and every other one put the same sum on the Jackpot.  [P71]"""

    seat: Seat
    pips: int
    gift: int
    jackpot: int

    def __str__(self) -> str:
        walked = f"Seat {self.seat} rolls {self.pips} on the charity walk and all others put {money(self.gift)}"
        return f"{walked} on the Jackpot; {money(self.jackpot)} lie there now."


# --- Pay Day --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SalaryPaid(Event):
    """A player got the salary.  [P75]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} collects the salary of {money(self.amount)}."


@dataclass(frozen=True)
class InterestPaid(Event):
    """A player paid interest on a loan.  [P76]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} pays {money(self.amount)} of interest."


@dataclass(frozen=True)
class BillsPaid(Event):
    """A player paid the bills of the month.  [P78]"""

    seat: Seat
    cards: list[str]
    amount: int

    def __str__(self) -> str:
        return sentence(f"Seat {self.seat} pays {money(self.amount)} to {listed(self.cards)}")


@dataclass(frozen=True)
class MonthEnded(Event):
    """A player completed a month and went back to START.  [P80]"""

    seat: Seat
    month: int
    months: int

    def __str__(self) -> str:
        return f"Seat {self.seat} has completed month {self.month} of {self.months}."


@dataclass(frozen=True)
class DealsLost(Event):
    """A player discarded unsold Deals when the last month was over.  [P81]"""

    seat: Seat
    cards: list[str]

    def __str__(self) -> str:
        return sentence(f"Seat {self.seat} found no buyer for {listed(self.cards)}")


@dataclass(frozen=True)
class Retired(Event):
    """A player is done with all months.  [P82]"""

    seat: Seat
    net_worth: int

    def __str__(self) -> str:
        return f"Seat {self.seat} retires with a net worth of {money(self.net_worth)}."


EVENTS: tuple[type[Event], ...] = (
    LoanTaken,
    LoanRepaid,
    Moved,
    JackpotWon,
    JackpotFed,
    MailCame,
    NothingDrawn,
    DealTurnedUp,
    DealBought,
    DealDeclined,
    DealSold,
    SweepstakesWon,
    LotteryEntered,
    LotteryCalledOff,
    LotteryRolled,
    LotteryWon,
    RadioRolled,
    RadioWon,
    BirthdayHeld,
    CasinoWon,
    CharityWalked,
    SalaryPaid,
    InterestPaid,
    BillsPaid,
    MonthEnded,
    DealsLost,
    Retired,
)
