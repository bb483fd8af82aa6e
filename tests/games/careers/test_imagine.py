"""What a seat imagines fits all that it knows, whatever has been played, and leaves open all that it cannot know."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conformance import draw_table

from parlour.core.decision import Seat
from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.core.options import Split, choose
from parlour.core.registry import find
from parlour.core.rules import Implausible
from parlour.games.careers.rules import Careers
from parlour.imagine import imagine

Laid = Callable[..., Any]

GAMES = 200
WHOLE = 20
"""Of so many games every decision is looked at, of the others one in SOME."""
SOME = 25
GUESSES = 40
"""How often a hard position is imagined: each time within the tries that `imagine` has."""


def imagined(game: Game, seat: Seat, rng: random.Random) -> Game:
    """The game as the seat may imagine it, from its position as it comes over the wire; it fits what the seat sees."""
    asked = [question for question in game.pending if question.seat == seat]

    def fits(twin: Game) -> bool:
        same = [question for question in twin.pending if question.seat == seat]
        return twin.view(seat) == game.view(seat) and same == asked

    return imagine(json.loads(json.dumps(game.position(seat))), rng, fits=fits)


def meets(formula: list[int], held: list[int]) -> bool:
    return all(have >= goal for have, goal in zip(held, formula, strict=True))


def check_imagined(game: Game, seat: Seat, twin: Game, held: list[set[tuple[int, ...]]]) -> None:
    """What is the seat's own is true, what all know holds, no card is lost, and no formula is one already met."""
    true, guess, side = game.state, twin.state, game.state.side(seat)
    assert guess.formulas[side] == true.formulas[side]
    assert guess.experience[side] == true.experience[side]
    assert guess.experience_deck.under == true.experience_deck.under
    assert game.rules.totals(guess) == game.rules.totals(true)
    assert [len(hand) for hand in guess.experience] == [len(hand) for hand in true.experience]
    for other in range(true.sides):
        formula, points = guess.formulas[other], held[other]
        assert not Counter(true.shown[other]) - Counter(guess.experience[other])
        if formula and other != side:
            assert sum(formula) == true.target
            assert not [each for each in points if meets(formula, list(each))]


def random_games(rng: random.Random, tables: Callable[..., Game]) -> Iterator[tuple[Game, bool, list[set[Any]]]]:
    """Random games from the first question on or from mid-game, at each decision; with what sides have held so far."""
    for number in range(GAMES):
        name = rng.choice(["careers/1971", "careers/reissue"])
        rules = find(name)
        seats, options = draw_table(rules, rng, {"turns": rng.randint(1, 3)})
        if number % 2:
            game = tables(rules, rng, seats, options)
        else:
            game = Game.new(name, seats=seats, luck=Keyed(rng.randbytes(32)), options=options)
        held: list[set[Any]] = [set() for _ in range(game.state.sides)]
        while not game.is_over:
            for sheet in game.view(0)["seats"]:
                held[sheet["side"]].add((sheet["stars"], sheet["hearts"], sheet["money_points"]))
            yield game, number < WHOLE, held
            question = rng.choice(game.pending)
            game.answer(question.seat, choose(question.options(), rng))


@pytest.fixture
def mid_game(table: Laid, table_1971: Laid) -> Callable[..., Game]:
    """A random table in mid-game: hands of cards, a few of them known, tokens anywhere, occupations completed."""

    def laid(rules: Careers, rng: random.Random, seats: int, options: dict[str, int]) -> Game:
        sides = seats // 2 if options["partnership"] else seats
        pile = [card.value for card in rules.edition.experience.cards for _ in range(card.count)]
        rng.shuffle(pile)
        hands = [[pile.pop() for _ in range(rng.randint(0, 4))] for _ in range(sides)]
        points = [[rng.randint(0, 9), rng.randint(0, 9), rng.randint(0, 9)] for _ in range(sides)]
        target = rules.setup(seats, options).target
        make = table if rules.edition_name == "reissue" else table_1971
        return make(
            seats=seats,
            active=rng.randrange(seats),
            trade=options["trade"],
            partnership=options["partnership"],
            turns_limit=options["turns"] + 1,
            turns=[1] * seats,
            target=target,
            experience=hands,
            shown=[sorted(hand[: rng.randint(0, len(hand))]) for hand in hands],
            stars=[stars for stars, _, _ in points],
            hearts=[hearts for _, hearts, _ in points],
            cash=[1000 * thousands for _, _, thousands in points],
            peaks=[[each] for each in points],
            formulas=[formula_above(each, target, rng) for each in points],
            at=[rng.randrange(len(rules.edition.spaces)) for _ in range(seats)],
            record=[[rng.choice([0, 1, 2]) for _ in rules.edition.paths] for _ in range(seats)],
            degree=[rng.choice(["", "College"]) for _ in range(seats)],
        ).game(Keyed(rng.randbytes(32)))

    return laid


@pytest.fixture
def begun(both: Laid) -> Laid:
    """A table at which a turn begins, in either edition."""
    return lambda seats, **laid: both(seats=seats, turns=[1] * seats, **laid)


def formula_above(held: list[int], target: int, rng: random.Random) -> list[int]:
    while meets(formula := choose(Split(target, parts=3), rng), held):
        pass
    return formula


def test_at_every_decision_every_seat_can_imagine_the_game(mid_game: Callable[..., Game], seed: int) -> None:
    """[C3 C21 C117 C139 C172] Many games of all kinds; a guess that fits is found within the tries there are."""
    rng, looked = random.Random(seed), 0
    for game, whole, held in random_games(rng, mid_game):
        if whole or rng.randrange(SOME) == 0:
            looked += 1
            seat = rng.randrange(game.state.seats)
            check_imagined(game, seat, imagined(game, seat, rng), held)
    assert looked > 1000


# --- formulas -------------------------------------------------------------------------------------------------------


def formulas_imagined(table: Any, times: int) -> Counter[tuple[int, ...]]:
    """How often seat 0 imagines each formula of seat 1, by a position of this table."""
    rng = random.Random(7)
    position = json.loads(json.dumps(table.game(Keyed(b"luck")).position(0)))
    return Counter(tuple(imagine(position, rng).state.formulas[1]) for _ in range(times))


def test_thirty_stars_for_twenty_turns_are_no_equal_parts(begun: Laid) -> None:
    """[C21 C172] With 30 stars, 25 hearts and $40,000 nobody plays on who has 20, 20 and 20."""
    held = {"stars": [0, 30], "hearts": [0, 25], "cash": [0, 40000], "peaks": [[], [[30, 25, 40]]]}
    seen = formulas_imagined(begun(seats=2, target=60, **held), 2000)
    assert (20, 20, 20) not in seen
    assert not [formula for formula in seen if meets(list(formula), [30, 25, 40])]
    assert [formula for formula in seen if formula[0] > 30]
    assert [formula for formula in seen if formula[1] > 25]
    assert [formula for formula in seen if formula[2] > 40]


def test_what_a_side_has_lost_again_still_counts(begun: Laid) -> None:
    """[C172] A formula that was met by what a side once had is none, though it has nothing left."""
    once = [[30, 0, 25], [0, 30, 25], [19, 19, 19]]
    seen = formulas_imagined(begun(seats=2, target=30, peaks=[[], once]), 2000)
    assert seen
    assert not [formula for formula in seen if any(meets(list(formula), held) for held in once)]


@pytest.mark.parametrize("total", [30, 60])
def test_every_formula_that_is_possible_comes_up_and_no_other(begun: Laid, total: int) -> None:
    """[C17 C21 C172] Also where so few are left that random ones hardly ever fit; all are equally likely."""
    held = [total - 2] * 3
    possible = [formula for formula in Split(total, parts=3) if not meets(formula, held)]
    seen = formulas_imagined(begun(seats=2, target=total, peaks=[[], [held]]), 900)
    assert sorted(map(list, seen)) == sorted(possible)
    assert len(possible) == 9
    assert max(seen.values()) < 2 * min(seen.values())


def test_what_was_paid_for_something_else_in_the_turn_still_counts(begun: Laid) -> None:
    """[C172] Seat 0 buys hearts: neither what it had before nor what it has now meets its formula."""
    table = begun(seats=2, active=1, target=30, stars=[0, 10], cash=[0, 25000], peaks=[[], [[10, 0, 25]]])
    table.state.at[1] = table.space("hearts_menu") - 3
    game = drive(table.game(Scripted([[1, 2]])), ("Trade", {}))
    (buy,) = game.pending
    assert buy.kind == "Buy"
    game.answer(1, buy.options()[-1])
    assert game.state.peaks[1] == [[10, 0, 25], [10, 12, 9]]
    rng, position = random.Random(7), json.loads(json.dumps(game.position(0)))
    for _ in range(1500):
        formula = imagine(position, rng).state.formulas[1]
        assert not meets(formula, [10, 0, 25])
        assert not meets(formula, [10, 12, 9])


def test_where_nothing_is_known_every_split_comes_up(begun: Laid) -> None:
    """[C17 C21] All 496 splits of 30 points, each about as often as any other."""
    rules = begun(seats=2, target=30).rules
    rng = random.Random(7)
    masked = json.dumps(rules.mask(begun(seats=2, target=30).state, 0))
    seen = Counter(tuple(rules.imagine(json.loads(masked), 0, rng, None).formulas[1]) for _ in range(12_000))
    assert sorted(map(list, seen)) == sorted(Split(30, parts=3))
    assert max(seen.values()) < 60


def test_the_last_formula_that_is_left_is_found(begun: Laid) -> None:
    """[C172] One in 496."""
    held = [[29, 30, 30], [30, 0, 30]]
    left = [formula for formula in Split(30, parts=3) if not any(meets(formula, each) for each in held)]
    assert left == []
    held = [[29, 30, 30]]
    assert set(formulas_imagined(begun(seats=2, target=30, peaks=[[], held]), 50)) == {(30, 0, 0)}


# --- cards ----------------------------------------------------------------------------------------------------------


def hands_imagined(game: Game, seat: Seat, side: Seat, times: int = 400) -> Counter[tuple[int, ...]]:
    """How often a seat imagines each hand of a side; every time it fits what the seat sees."""
    rng = random.Random(7)
    return Counter(tuple(imagined(game, seat, rng).state.experience[side]) for _ in range(times))


def test_hands_are_dealt_from_what_is_really_unknown(begun: Laid) -> None:
    """[C3 C4 C117] Not from what lies under the deck, in the own hand, or known in another's."""
    table = begun(
        seats=3, experience=[[4, 4, 4], [3, 4], [4, 4]], shown=[[], [], [4, 4]], experience_under=[1] * 8 + [2] * 8
    )
    assert set(hands_imagined(table.game(Keyed(b"luck")), 0, 1)) == {(3, 3), (3, 4)}
    seen = hands_imagined(table.game(Keyed(b"luck")), 1, 0, 600)
    assert set(seen) == {(3, 3, 3), (3, 3, 4), (3, 4, 4), (4, 4, 4)}


def test_known_cards_are_in_the_hand_and_all_others_are_open(begun: Laid) -> None:
    """[C117 C139] One of three is known; the other two are any two that are left."""
    game = begun(seats=2, experience=[[1], [2, 3, 4]], shown=[[], [3]]).game(Keyed(b"luck"))
    seen = hands_imagined(game, 0, 1, 1000)
    assert set(seen) == {tuple(sorted([3, a, b])) for a in (1, 2, 3, 4) for b in (1, 2, 3, 4)}
    dealt = Counter(value for hand, times in seen.items() for value in hand for _ in range(times))
    assert dealt[2] > dealt[4] > 300, "there are eight of the one and six of the other"


def drive(game: Game, *say: tuple[str, Any]) -> Game:
    """Answer these questions in this order; a window's answers by seat, all others pass."""
    for kind, answer in say:
        assert {question.kind for question in game.pending} == {kind}, f"{kind} is not asked, but {game.pending}"
        for question in game.pending:
            game.answer(question.seat, answer.get(question.seat, "pass") if kind == "Trade" else answer)
    return game


def everybody_imagines(game: Game) -> None:
    """Each seat finds a guess that fits again and again, at this question."""
    for seat in range(game.state.seats):
        held: list[set[Any]] = [set() for _ in range(game.state.sides)]
        for number in range(GUESSES):
            check_imagined(game, seat, imagined(game, seat, random.Random(number)), held)


def test_an_offer_shows_its_cards_while_its_round_is_in_progress(begun: Laid, terms: Laid) -> None:
    """[C138 C139] Two offers are heard at once; while the first is answered, the second's cards are known."""
    game = begun(seats=3, trade=1, experience=[[1], [3, 4, 4], [4, 4, 4]], shown=[[], [], [4]]).game(Keyed(b"luck"))
    offers = {1: terms({"experience": [3, 4]}, {}, to=2), 2: terms({"experience": [4, 4]}, {}, to=0)}
    drive(game, ("Trade", offers))
    assert [question.kind for question in game.pending] == ["AnswerOffer"]
    everybody_imagines(game)
    seen = set(hands_imagined(game, 0, 1, 100)) | set(hands_imagined(game, 0, 2, 100))
    assert all(4 in hand for hand in seen)
    assert {hand.count(3) for hand in hands_imagined(game, 0, 1, 100)} >= {1, 2}


def test_cards_sold_and_played_and_sold_on_are_followed(begun: Laid, terms: Laid) -> None:
    """[C119 C139] In one turn: two cards are given, one of them is given on, another is played."""
    game = begun(seats=3, trade=1, experience=[[1, 2, 3], [2, 3], [4]], at=[1, 2, 3]).game(Keyed(b"luck"))
    drive(game, ("Trade", {0: terms({"experience": [1, 3]}, {"experience": [2]}, to=1)}), ("AnswerOffer", "accept"))
    everybody_imagines(game)
    drive(game, ("Trade", {0: terms({"experience": [2]}, {"experience": [4]}, to=2)}), ("AnswerOffer", "accept"))
    everybody_imagines(game)


# --- cards that are drawn in the turn -------------------------------------------------------------------------------


@pytest.fixture
def three_drawn(begun: Laid) -> Callable[..., Game]:
    """Seat 0 has drawn these three for completing an occupation the third time, and all may trade again."""

    def laid(drawn: list[int], **more: Any) -> Game:
        where = {"at": ["farming 9", "payday", "payday"], "completed": [{"farming": 2}, {}, {}]}
        return begun(**{"seats": 3, "trade": 1, "experience": [[], [], []], **where, **more}).game(
            Scripted([[6], *drawn])
        )

    return laid


@pytest.mark.parametrize("drawn", [[1, 2, 3], [3, 3, 4], [4, 4, 4]])
def test_three_cards_drawn_and_named_in_the_same_turn(three_drawn: Laid, terms: Laid, drawn: list[int]) -> None:
    """[C117 C139] Two are sold and the third is offered: a seat that imagines must guess what was drawn."""
    game = drive(three_drawn(drawn), ("Trade", {}))
    drive(game, ("Trade", {0: terms({"experience": drawn[:2]}, {}, to=1)}), ("AnswerOffer", "accept"))
    drive(game, ("Trade", {0: terms({"experience": drawn[2:]}, {}, to=2)}))
    assert [question.kind for question in game.pending] == ["AnswerOffer"]
    everybody_imagines(game)


def test_what_was_named_before_the_draw_was_in_the_hand_before_it(three_drawn: Laid, terms: Laid) -> None:
    """[C139] A high card is offered before the move, low ones that were drawn in it are offered after it."""
    game = drive(three_drawn([1, 1, 2], experience=[[4], [], []]))
    drive(game, ("Trade", {0: terms({"experience": [4]}, {}, to=1)}), ("AnswerOffer", "refuse"), ("Trade", {}))
    drive(game, ("MoveBy", "throw"), ("Trade", {0: terms({"experience": [1, 1]}, {}, to=1)}))
    assert [question.kind for question in game.pending] == ["AnswerOffer"]
    everybody_imagines(game)


def test_cards_drawn_and_turned_in_by_a_bankrupt_in_the_same_turn(three_drawn: Laid, terms: Laid) -> None:
    """[C117 C150] Five cards lie open, two of them were in the hand before, and somebody is asked yet."""
    game = drive(three_drawn([4, 4, 4], experience=[[3, 3], [], []]), ("Trade", {}), ("MoveBy", "throw"))
    drive(game, ("Trade", {0: "bankrupt", 1: terms({"cash": 50}, {}, to=2)}))
    assert [question.kind for question in game.pending] == ["AnswerOffer"]
    everybody_imagines(game)


def test_a_card_that_is_played_was_there_before_those_that_were_drawn(begun: Laid, terms: Laid) -> None:
    """[C118 C139] A drawn card is named and given, then the old one is played: the old one was never the drawn one."""
    for old, drawn in ((2, 3), (3, 2), (4, 1)):
        table = begun(seats=2, trade=1, at=["farming 9", "college"], degree=["College", ""], experience=[[old], []])
        game = drive(table.game(Scripted([[3], drawn])), ("Trade", {}), ("MoveBy", "throw"))
        drive(game, ("Bump", terms({"experience": [drawn]}, {"cash": 50})), ("AnswerOffer", "accept"))
        everybody_imagines(game)
        if old == 3:
            drive(game, ("MoveBy", old))
            everybody_imagines(game)


def test_a_guess_that_leads_nowhere_is_given_up(begun: Laid) -> None:
    """What nobody could have seen is Implausible, and not a game."""
    game = begun(seats=2, experience=[[1], [2]]).game(Keyed(b"luck"))
    with pytest.raises(Implausible):
        imagine(game.position(0), random.Random(1), fits=lambda twin: twin.state.experience[1] == [9])
