"""Bargains at a fair where seats have coins and a secret hand of shells; no game's rules are in it."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from parlour.board.bargain import (
    AnswerCounter,
    AnswerOffer,
    CounterMade,
    OfferMade,
    OfferRefused,
    Terms,
    haggle,
    in_words,
    not_nothing,
)
from parlour.core.decision import Decision, IllegalAnswer
from parlour.core.events import Event
from parlour.core.options import OneOf, Product, Some, has_choice

KINDS = ("cowrie", "limpet", "conch")


def goods(coins: int = 0, *shells: str) -> dict[str, Any]:
    """A bundle of the fair."""
    return {"coins": coins, "shells": list(shells)}


@dataclass
class Fair:
    """Seats with coins, which all can see, and shells, of which all know only the number."""

    coins: list[int]
    shells: list[tuple[str, ...]]
    said: list[Event] = field(default_factory=list)
    asked: list[Decision[Any]] = field(default_factory=list)

    def giving(self, seat: int) -> Product:
        return Product({"coins": range(self.coins[seat] + 1), "shells": Some(self.shells[seat], 2)})

    def asking(self, seat: int) -> Product:
        count = min(2, len(self.shells[seat]))
        return Product({"coins": range(self.coins[seat] + 1), "shells": Some(KINDS * count, count)})

    def heard(self, event: OfferMade | CounterMade) -> None:
        self.said.append(event)

    def tell(self, event: Event) -> None:
        self.said.append(event)

    def haggle(self, terms: Terms, answers: list[Any], *, gift_asked: bool = False) -> Terms | None:
        """What comes of it when the questions are answered so; there are exactly so many."""
        script, answer = haggle(self, terms, because="it is fair day", gift_asked=gift_asked), None
        for each in answers:
            question = script.send(answer)
            self.asked.append(question)
            question.check(each)
            answer = each
        with pytest.raises(StopIteration) as end:
            script.send(answer)
        result: Terms | None = end.value.value
        return result

    def question(self, terms: Terms, *answers: Any, gift_asked: bool = False) -> Decision[Any]:
        """The question that comes after these answers."""
        script = haggle(self, terms, because="it is fair day", gift_asked=gift_asked)
        question: Decision[Any] = script.send(None)
        for answer in answers:
            question.check(answer)
            question = script.send(answer)
        script.close()
        return question


@pytest.fixture
def fair() -> Fair:
    """Seat 0 has coins, seat 1 a cowrie and two conches."""
    return Fair([9, 2], [(), ("cowrie", "conch", "conch")])


OFFER = Terms(0, 1, goods(5), goods(0, "conch"))
COUNTER = {"give": goods(0, "conch"), "ask": goods(7)}


def test_an_offer_that_is_accepted_is_agreed_on(fair: Fair) -> None:
    """Who made it has said so; to settle what was agreed on is the game's business."""
    assert fair.haggle(OFFER, ["accept"]) == OFFER
    assert fair.said == []


def test_an_offer_that_is_refused_comes_to_nothing(fair: Fair) -> None:
    assert fair.haggle(OFFER, ["refuse"]) is None
    assert fair.said == [OfferRefused(1, 0)]


def test_a_counter_offer_turns_the_bargain_round(fair: Fair) -> None:
    """The terms that are agreed on are those of who has answered."""
    assert fair.haggle(OFFER, [COUNTER, "accept"]) == Terms(1, 0, goods(0, "conch"), goods(7))
    assert fair.said == [CounterMade(1, 0, goods(0, "conch"), goods(7))]


def test_a_counter_offer_that_is_refused_comes_to_nothing(fair: Fair) -> None:
    assert fair.haggle(OFFER, [COUNTER, "refuse"]) is None
    assert fair.said == [CounterMade(1, 0, goods(0, "conch"), goods(7)), OfferRefused(0, 1)]


def test_each_side_reads_the_terms_as_its_own(fair: Fair) -> None:
    """What one gives is what the other gets."""
    first, second = fair.question(OFFER), fair.question(OFFER, COUNTER)
    assert (first.seat, first.facts()) == (1, {"by": 0, "get": goods(5), "give": goods(0, "conch")})
    assert (second.seat, second.facts()) == (0, {"by": 1, "get": goods(0, "conch"), "give": goods(7)})
    assert first.because == second.because == "it is fair day"


def test_a_counter_offer_is_heard_before_it_is_answered(fair: Fair) -> None:
    fair.question(OFFER, COUNTER)
    assert fair.said == [CounterMade(1, 0, goods(0, "conch"), goods(7))]


@pytest.mark.parametrize("ask", [goods(3), goods(0, "limpet"), goods(0, "cowrie", "cowrie")], ids=str)
def test_who_has_not_what_is_asked_cannot_accept(fair: Fair, ask: dict[str, Any]) -> None:
    """It is asked all the same, and may refuse or name terms of its own."""
    offer = OFFER._replace(ask=ask)
    with pytest.raises(IllegalAnswer):
        fair.question(offer).check("accept")
    assert fair.haggle(offer, ["refuse"]) is None
    assert fair.haggle(offer, [COUNTER, "accept"]) == Terms(1, 0, COUNTER["give"], COUNTER["ask"])


def test_who_cannot_meet_a_counter_offer_is_asked_and_can_only_refuse() -> None:
    """The question is always asked, since nobody else may know that there was no choice."""
    fair = Fair([2, 9], [("cowrie",), ()])
    question = fair.question(Terms(0, 1, goods(), goods(5)), {"give": goods(5), "ask": goods(0, "conch")})
    assert isinstance(question, AnswerCounter)
    assert tuple(question.options()) == ("refuse",)
    assert question.always_asked
    assert AnswerOffer.always_asked


def test_there_is_no_second_counter_offer(fair: Fair) -> None:
    question = fair.question(OFFER, COUNTER)
    assert tuple(question.options()) == ("refuse", "accept")


@pytest.mark.parametrize(
    "lie",
    [
        {"give": goods(3), "ask": goods()},
        {"give": goods(0, "limpet"), "ask": goods()},
        {"give": goods(), "ask": goods(10)},
        {"give": goods(), "ask": goods(0, "cowrie")},
        {"give": goods(), "ask": goods(), "and": "a kiss"},
        {"give": goods()},
        {"give": {**goods(), "pearls": 1}, "ask": goods()},
        {"give": {"coins": 0}, "ask": goods()},
        {"give": goods(-1), "ask": goods()},
        {"give": goods(True), "ask": goods()},
        {"give": goods(), "ask": goods(), "to": 0},
        "perhaps",
        None,
        1,
    ],
    ids=str,
)
def test_a_counter_offer_names_what_there_is(fair: Fair, lie: Any) -> None:
    """Only what its maker has, only what the other may have, and nothing but the fields of the form."""
    with pytest.raises(IllegalAnswer):
        fair.question(OFFER).check(lie)


def test_a_counter_offer_may_ask_for_a_card_that_only_its_owner_knows_of() -> None:
    """Of a hand others know the number: every kind may be asked for, but no more cards than there are."""
    fair = Fair([9, 9], [("conch",), ()])
    options = fair.question(OFFER).options()
    assert all({"give": goods(1), "ask": goods(0, kind)} in options for kind in KINDS)
    assert {"give": goods(1), "ask": goods(0, "conch", "conch")} not in options


def test_a_counter_offer_may_be_a_gift_or_a_request(fair: Fair) -> None:
    """Where no gift is asked for, any half may be empty."""
    for give, ask in [(goods(1), goods()), (goods(), goods(9)), (goods(), goods())]:
        assert fair.haggle(OFFER, [{"give": give, "ask": ask}, "accept"]) == Terms(1, 0, give, ask)


@pytest.mark.parametrize("give", [goods(1), goods(0, "cowrie"), goods(2, "conch", "conch")], ids=str)
def test_where_a_gift_is_asked_for_a_counter_offer_gives_something(fair: Fair, give: dict[str, Any]) -> None:
    counter = {"give": give, "ask": goods(4)}
    assert fair.haggle(OFFER, [counter, "accept"], gift_asked=True) == Terms(1, 0, give, goods(4))
    with pytest.raises(IllegalAnswer):
        fair.question(OFFER, gift_asked=True).check({"give": goods(), "ask": goods(4)})


def test_where_a_gift_is_asked_for_who_has_nothing_makes_no_counter_offer() -> None:
    fair = Fair([9, 0], [(), ()])
    assert tuple(fair.question(Terms(0, 1, goods(5), goods()), gift_asked=True).options()) == ("refuse", "accept")


def test_to_refuse_is_the_cautious_answer(fair: Fair) -> None:
    assert [fair.question(OFFER).default(), fair.question(OFFER, COUNTER).default()] == ["refuse", "refuse"]


@pytest.mark.parametrize("gift_asked", [False, True])
def test_random_play_answers_as_often_as_it_haggles(fair: Fair, gift_asked: bool) -> None:
    """Two short answers stand against all forms together."""
    options = fair.question(OFFER, gift_asked=gift_asked).options()
    assert isinstance(options, OneOf)
    assert options.odds is not None
    short, *forms = options.odds
    assert tuple(options.parts[0]) == ("refuse", "accept")
    assert short == 2 * sum(forms)


@pytest.mark.parametrize(
    "bundle",
    [
        Product({"coins": range(4), "shells": Some(("conch", "conch", "limpet"), 2)}),
        Product({"shells": Some(("conch",), 1), "coins": range(0, 201, 50), "notes": Some((1, 2, 3), 2)}),
        Product({"coins": range(1), "shells": Some((), 2), "notes": range(2)}),
        Product({"coins": range(1), "shells": Some(("conch",), 0), "notes": range(1)}),
        Product({"coins": range(3)}),
        Product({}),
    ],
    ids=str,
)
def test_not_nothing_is_every_bundle_but_the_empty_one(bundle: Product) -> None:
    """None is missing, and none stands there twice."""
    found = [each for form in not_nothing(bundle) for each in form]
    wanted = [each for each in bundle if any(each.values())]
    assert sorted(map(str, found)) == sorted(map(str, wanted))
    assert all(form.fields.keys() == bundle.fields.keys() for form in not_nothing(bundle))
    assert all(each in bundle for each in found)


def test_not_nothing_of_nothing_has_no_form_at_all() -> None:
    """Not even an empty one, which nobody could fill in."""
    nothing = Product({"coins": range(1), "shells": Some((), 2)})
    assert not has_choice(nothing)
    assert list(not_nothing(nothing)) == []


@pytest.mark.parametrize(
    ("bundle", "words"),
    [
        (goods(), "nothing"),
        ({}, "nothing"),
        (goods(7), "coins $7"),
        (goods(0, "conch"), 'shells "conch"'),
        (goods(7, "conch", "limpet"), 'coins $7; shells "conch", "limpet"'),
        (
            {"cash": 50, "cards": [1, 3], "promise": 100, "notes": [2]},
            "cash $50; cards 1, 3; promise $100; notes 2",
        ),
    ],
    ids=str,
)
def test_a_bundle_in_words_says_what_is_in_it(bundle: dict[str, Any], words: str) -> None:
    assert in_words(bundle) == words


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (OfferMade(0, 1, goods(5), goods(0, "conch")), 'Seat 0 offers seat 1 (coins $5) for (shells "conch").'),
        (CounterMade(1, 0, goods(), goods(7)), "Seat 1 would give seat 0 (nothing) for (coins $7)."),
        (OfferRefused(1, 0), "Seat 1 refuses what seat 0 offers."),
    ],
)
def test_what_is_said_prints_as_a_sentence(event: Event, sentence: str) -> None:
    assert str(event) == sentence
