"""A game in which a rival has another formula and other cards sends everybody else the same bytes at each decision.

The twin is made by hand from the plain state, not by what is tested here: mask, view and imagine have no part in it.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from parlour.board.bargain import AnswerCounter
from parlour.board.deck import Deck
from parlour.core import registry
from parlour.core.decision import Chance, Decision, Draw
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import Split, admits, choose, to_wire
from parlour.games.careers.dealings import ExperienceSeen
from parlour.games.careers.events import FormulaMet, WentBankrupt
from parlour.games.careers.experience import MoveBy
from parlour.games.careers.rules import Careers
from parlour.games.careers.state import CareersState
from parlour.games.careers.trade import Market
from parlour.protocol.messages import move_message

CLOCK = {"move_ms": 1000, "bank_ms": 0, "last_ms": 0}
TABLES = [
    (f"careers/{edition}", seats, partnership)
    for edition in ("1971", "reissue")
    for seats, partnership in ((2, 0), (4, 0), (6, 0), (4, 1), (6, 1))
]
every_table = pytest.mark.parametrize(
    ("name", "seats", "partnership"),
    TABLES,
    ids=[f"{name}-{seats}{'-couples' * partnership}" for name, seats, partnership in TABLES],
)


class Parted(Exception):
    """What is hidden makes a difference that the rules allow: the twins cannot be played on alike."""


def lively(name: str, seats: int, rng: random.Random, **options: int) -> dict[str, Any]:
    """A table in mid-game as the plain state of a turn's start: full hands, partly known, and tokens on the paths."""
    rules = registry.find(name)
    assert isinstance(rules, Careers)
    g, e = rules.setup(seats, rules.check_options(options, seats=seats)), rules.edition
    g.turns, g.active = [1] * seats, rng.randrange(seats)
    for side in range(g.sides):
        hand = drawn(g.experience_deck.pile, rng.randint(1, 4), rng)
        g.experience[side] = sorted(hand)
        g.shown[side] = sorted(hand[: rng.randint(0, len(hand) - 1)])
        g.opportunity[side] = drawn(g.opportunity_deck.pile, rng.randint(0, 2), rng)
        g.stars[side], g.hearts[side] = rng.randint(0, 9), rng.randint(0, 9)
        g.money.collect(side, 1000 * rng.randint(0, 9))
        held = [g.stars[side], g.hearts[side], g.money.cash[side] // e.cash.point]
        g.peaks[side] = [held]
        g.formulas[side] = unmet(g, side, rng)
    for seat in range(seats):
        g.at[seat] = rng.randrange(len(e.spaces))
        g.record[seat] = [rng.choice([0, 0, 1, 2]) for _ in e.paths]
        g.degree[seat] = rng.choice(["", e.degrees.plain])
    g.opened = [shown.copy() for shown in g.shown]
    return json.loads(json.dumps(g.to_plain()))


def drawn(pile: list[Any], count: int, rng: random.Random) -> list[Any]:
    """So many cards out of a pile."""
    return [pile.pop(rng.randrange(len(pile))) for _ in range(count)]


def unmet(g: CareersState, side: int, rng: random.Random) -> list[int]:
    """A formula that what the side has had at one time has never met."""
    while True:
        formula = choose(Split(g.target, parts=3), rng)
        if not any(all(have >= goal for have, goal in zip(held, formula, strict=True)) for held in g.peaks[side]):
            return formula


def resumed(name: str, checkpoint: dict[str, Any], luck: Any) -> Game:
    """The game whose turn begins in this plain state."""
    saved = {"checkpoint": checkpoint, "answers": [], "early": [], "ended": False}
    return Game.from_json({"game": name, "rules": registry.find(name).version, **saved}, luck)


class Heard:
    """Luck that is remembered for the twin."""

    def __init__(self, luck: Keyed) -> None:
        self.luck = luck
        self.given: list[tuple[Chance[Any], Any]] = []

    def answer(self, question: Chance[Any], use: Any) -> Any:
        answer = self.luck.answer(question, use)
        self.given.append((question, answer))
        return answer


class Same:
    """The twin's luck: that of the true game, but for the cards that the rival draws in secret."""

    def __init__(self, heard: Heard, rival: Sequence[int], rng: random.Random) -> None:
        self.heard, self.rival, self.rng = heard, rival, rng

    def answer(self, question: Chance[Any], use: Any) -> Any:
        assert self.heard.given, f"only the twin asks luck for {question}"
        asked, answer = self.heard.given.pop(0)
        assert (type(asked), asked.seat, asked.purpose) == (type(question), question.seat, question.purpose)
        if isinstance(question, Draw) and question.purpose == "experience" and question.seat in self.rival:
            return self.rng.choice([answer, *question.options()]) if answer in question.cards else question.cards[0]
        if not admits(question.options(), answer):
            raise Parted
        return answer


class Twins:
    """Two games that differ only in what one side hides; both get the same answers."""

    def __init__(self, name: str, plain: dict[str, Any], side: int, rng: random.Random, *, change: str) -> None:
        self.rng = rng
        g = CareersState.from_plain(json.loads(json.dumps(plain)))
        self.side, self.rival = side, g.partners(side)
        self.others = [seat for seat in range(g.seats) if seat not in self.rival]
        heard = Heard(Keyed(rng.randbytes(32)))
        self.true = resumed(name, plain, heard)
        self.heard = heard
        if change in ("formula", "both"):
            g.formulas[side] = unmet(g, side, rng)
        if change in ("cards", "both"):
            swap_unknown_cards(g, side, rng)
        self.twin = resumed(name, json.loads(json.dumps(g.to_plain())), Same(heard, self.rival, rng))

    def compare(self, true_events: list[Any], twin_events: list[Any]) -> None:
        """Everything that the other seats may be sent is the same to the byte."""
        assert self.heard.given == [], "only the true game asked for luck"
        assert self.true.turn == self.twin.turn
        for seat in self.others:
            assert sent(self.twin, seat, twin_events) == sent(self.true, seat, true_events)

    def step(self) -> None:
        """Answer one question in both games alike."""
        true, twin, rng = self.true, self.twin, self.rng
        assert [(q.seat, q.kind) for q in twin.pending] == [(q.seat, q.kind) for q in true.pending]
        place = rng.randrange(len(true.pending))
        question, other = true.pending[place], twin.pending[place]
        answer = self.answer_to_both(question, other)
        true.answer(question.seat, answer)
        told = true.take_events()
        twin.answer(question.seat, answer)
        told_too = twin.take_events()
        if any(isinstance(event, WentBankrupt) and event.seat in self.rival for event in told):
            raise Parted  # the cards are turned in before everybody's eyes
        if true.is_over or twin.is_over:
            if true.is_over != twin.is_over:
                met = [event for event in (*told, *told_too) if isinstance(event, FormulaMet)]
                assert [event.seat for event in met] == [self.side]
            raise Parted
        self.compare(told, told_too)

    def answer_to_both(self, question: Decision[Any], other: Decision[Any]) -> Any:
        """A random answer that is an option in both games; for the other seats it is the same question."""
        if question.seat in self.others:
            assert to_wire(other.options()) == to_wire(question.options())
        for _ in range(30):
            answer = choose(question.options(), self.rng)
            if answer == "bankrupt" and self.rng.random() < 0.5:
                continue
            if admits(other.options(), answer):
                return answer
        raise Parted


def swap_unknown_cards(g: CareersState, side: int, rng: random.Random) -> None:
    """Put the cards that nobody else knows of a hand among the pile, and as many others of it in their place."""
    unknown = g.experience[side].copy()
    for value in g.shown[side]:
        unknown.remove(value)
    pile = sorted([*g.experience_deck.pile, *unknown])
    swapped = sorted(unknown)
    for _ in range(50):
        rng.shuffle(pile)
        swapped = sorted(pile[: len(unknown)])
        if swapped != sorted(unknown):
            break
    g.experience[side] = sorted([*g.shown[side], *swapped])
    g.experience_deck.pile = sorted(pile[len(unknown) :])


def sent(game: Game, seat: int, events: Sequence[Any]) -> list[str]:
    """All bytes for a seat: what it sees, its position, its questions, and the events that it may know."""
    known = [event.to_json() for event in events if event.may_know(seat)]
    told = [str(event) for event in events if event.may_know(seat)]
    messages: list[Any] = [known, told, game.view(seat), game.position(seat)]
    messages += [[question.seat, question.kind] for question in game.pending]
    messages += [
        move_message(game, seat, question, match="m", id="m-q1", events=known, clock=CLOCK, with_position=True)
        for question in game.pending
        if question.seat == seat
    ]
    return [json.dumps(message) for message in messages]


def played(name: str, seats: int, partnership: int, rng: random.Random, *, games: int, steps: int) -> Iterator[Twins]:
    """Twins of many tables, after every comparison; they are played on until what is hidden makes a difference."""
    for number in range(games):
        plain = lively(name, seats, rng, trade=1, partnership=partnership)
        sides = seats // 2 if partnership else seats
        twins = Twins(name, plain, rng.randrange(sides), rng, change=("both", "formula", "cards")[number % 3])
        try:
            twins.compare([], [])
            for _ in range(steps):
                twins.step()
                yield twins
        except Parted:
            continue


@every_table
def test_a_rivals_formula_and_cards_change_no_byte_for_anybody_else(
    name: str, seats: int, partnership: int, seed: int
) -> None:
    """[C21 C117 C135 C178] In mid-turn, in windows, at bumps and over many turns."""
    compared = differing = 0
    for twins in played(name, seats, partnership, random.Random(seed), games=20, steps=30):
        compared += 1
        mine, other = twins.true.state, twins.twin.state
        differing += mine.formulas != other.formulas or mine.experience != other.experience
    assert compared > 150
    assert differing > compared // 2


# --- each way to break it is found out ------------------------------------------------------------------------------

Break = Callable[[pytest.MonkeyPatch], None]


def shows(what: Callable[[CareersState, int], Any]) -> Break:
    """A view with one thing more."""
    view = Careers.view
    return lambda patch: patch.setattr(
        Careers, "view", lambda self, g, seat: {**view(self, g, seat), "more": what(g, seat)}
    )


def masks(what: Callable[[CareersState, dict[str, Any]], dict[str, Any]]) -> Break:
    """A mask that lets one thing through."""
    mask = Careers.mask
    return lambda patch: patch.setattr(
        Careers, "mask", lambda self, g, seat: {**mask(self, g, seat), **what(g, mask(self, g, seat))}
    )


def learns(what: Callable[[CareersState], Any]) -> Break:
    """A seat learns one thing more."""
    learned = Careers.learned
    return lambda patch: patch.setattr(
        Careers, "learned", lambda self, g, seat: {**learned(self, g, seat), "more": what(g)}
    )


def is_asked_only_with_a_choice(kind: type[Decision[Any]]) -> Break:
    return lambda patch: patch.setattr(kind, "always_asked", False)


def asks_for_what_is_there(patch: pytest.MonkeyPatch) -> None:
    asking = Market.asking

    def knowing(self: Market, seat: int) -> Any:
        form = asking(self, seat)
        return type(form)({**form.fields, "experience": self.giving(seat).fields["experience"]})

    patch.setattr(Market, "asking", knowing)


def draws_before_all_eyes(patch: pytest.MonkeyPatch) -> None:
    draw = Deck.draw
    patch.setattr(Deck, "draw", lambda self, seat, purpose, known_to=None: draw(self, seat, purpose))


BREAKS: dict[str, Break] = {
    "view shows formulas": shows(lambda g, seat: g.formulas),
    "view shows hands": shows(lambda g, seat: g.experience),
    "view shows cards just drawn": shows(lambda g, seat: g.fresh),
    "view shows the pile": shows(lambda g, seat: g.experience_deck.pile),
    "view shows who could play a card": shows(lambda g, seat: [g.usable_cards(g.active)]),
    "view shows how near somebody is": shows(lambda g, seat: [min(formula) for formula in g.formulas]),
    "mask lets formulas through": masks(lambda g, masked: {"formulas": g.formulas}),
    "mask lets hands through": masks(lambda g, masked: {"experience": g.experience}),
    "mask lets the pile through": masks(lambda g, masked: {"experience_deck": g.experience_deck.to_plain()}),
    "mask leaves unknown cards in their order": masks(
        lambda g, masked: {
            "experience": [
                [value if value in shown else None for value in hand]
                for hand, shown in zip(g.experience, g.shown, strict=True)
            ]
        }
    ),
    "learned tells cards just drawn": learns(lambda g: g.fresh),
    "learned tells hands": learns(lambda g: [sum(hand) for hand in g.experience]),
    "a counter-offer is put only to who can accept": is_asked_only_with_a_choice(AnswerCounter),
    "asked is only for what is in the hand": asks_for_what_is_there,
    "all see what is drawn": lambda patch: patch.setattr(ExperienceSeen, "may_know", lambda self, seat: True),
    "all see the answer of luck": draws_before_all_eyes,
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_leak_is_found_out(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BREAKS[broken](monkeypatch)
    rng = random.Random(3)
    with pytest.raises(AssertionError):
        list(played("careers/1971", 4, 0, rng, games=150, steps=40))


# --- cards that are drawn and given in one turn ---------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "given"), [(2, 3, 2), (3, 2, 3), (2, 3, 3), (3, 2, 2), (2, 2, 2)])
def test_whether_a_card_given_away_was_drawn_just_now_is_not_told_by_what_is_asked(
    both: Callable[..., Any], terms: Callable[..., Any], old: int, new: int, given: int
) -> None:
    """[C15 C118] A graduate completes a path, lets another stay for a card, and throws again."""
    table = both(seats=2, trade=1, at=["farming 9", "college"], degree=["College", ""], experience=[[old], []])
    bargain = terms({"experience": [given]}, {"cash": 50})
    table.turn(
        luck=[[3], new, [1, 2]],
        say=[("MoveBy", "throw"), ("Bump", bargain), ("AnswerOffer", "accept"), ("MoveBy", "throw")],
    )
    assert table.kinds_asked() == ["MoveBy", "Bump", "AnswerOffer", "MoveBy"]


def test_without_that_question_the_drawn_card_would_be_told(
    both: Callable[..., Any], terms: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """[C15 C118] What the test above finds when the question is asked only of who has a choice."""
    monkeypatch.setattr(MoveBy, "always_asked", False)
    with pytest.raises(AssertionError, match="never asked"):
        test_whether_a_card_given_away_was_drawn_just_now_is_not_told_by_what_is_asked(both, terms, 2, 3, 2)


@pytest.mark.parametrize("edition", ["1971", "reissue"])
def test_formulas_are_laid_open_when_the_game_is_over_and_not_before(edition: str) -> None:
    """[C21 C179] Every seat sees none but its own until the end, and then all."""
    game = Game.new(f"careers/{edition}", seats=3, luck=Keyed(b"luck"), options={"turns": 1})
    while not game.is_over:
        assert [game.view(seat)["formulas"] for seat in range(3)] == [[], [], []]
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert [game.view(seat)["formulas"] for seat in range(3)] == [game.state.formulas] * 3
    assert game.state.formulas == [[20, 20, 20]] * 3


@pytest.mark.parametrize("countered", [False, True])
@pytest.mark.parametrize("hand", [[3, 3], [1, 3]])
def test_an_offer_that_lapses_does_not_tell_whether_there_is_a_second_card(
    both: Callable[..., Any], terms: Callable[..., Any], hand: list[int], countered: bool
) -> None:
    """[C136] Seat 1 has sold a three; its own offer of a three lapses, with another in the hand and without."""
    table = both(seats=3, turns=[1, 1, 1], trade=1, experience=[[], hand, []])
    game = table.game(Keyed(b"luck"))
    offers = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: terms({"experience": [3]}, {"cash": 50}, to=2)}
    for question in game.pending:
        game.answer(question.seat, offers.get(question.seat, "pass"))
    game.answer(1, terms({"experience": [3]}, {"cash": 100}) if countered else "accept")
    if countered:
        game.answer(0, "accept")
    told = [type(event).__name__ for event in game.take_events()]
    assert told == ["OfferMade", "OfferMade", *["CounterMade"] * countered, "Traded", "OfferLapsed"]
    assert [(question.seat, question.kind) for question in game.pending] == [(0, "Trade"), (1, "Trade")]
