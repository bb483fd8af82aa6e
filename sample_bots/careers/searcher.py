"""Looks ahead: plays imagined games on with each of its answers, and leaves the rules of thumb if that is better."""

import re
from collections.abc import Callable, Sequence
from statistics import mean, stdev
from typing import Any

import parlour

PLAYOUTS = 10
ROUNDS = 3
TURNS = 12  # of all seats, at most: an answer is to be given within a second
SURE = 1.0  # how many standard errors another answer has to be better than that of the rules of thumb
# What a square brings: stars, hearts, thousands of cash (c) and of salary (r), experience (x) and opportunity (o) cards
# and turns (t), throws as about their mean. A path has its names in both editions, its entrance, its fee, its squares.
RING = "6c 1o -1c 1o - 1o 1h - -3t 1o -2c - 1o 1s - 1o -3t 1o -1c - 1o -2c - 1o 4h 1o 1c - 1o 4h - 6s"
PATHS = {
    "Ecology Farming": (4, 1000, "2h 1x 2h 3c 2s4h 6h 5c 2h -3c"),
    "College": (7, 500, "4h -1t 2h 2h 2o 6s 2o"),
    "Big Business": (11, 500, "1x 1o 1r -1t 2c 2r 1x 4h -3t -2r 3r"),
    "Teaching Going to Sea": (14, 100, "-3t 2h 2o 1x 3c 4h 6h -1t 8h"),
    "Politics": (19, 3000, "-3t 2o 4s 2h 2x 6s 2s4h 8s 4s5c -9s 12s"),
    "The Arts Hollywood": (22, 1000, "2s 1x 2o 6s2h 1r -2r 10s-20h 3r 12s"),
    "Sports Exploring": (27, 4000, "2h 3h -2c 2h 2x 4h -4t 10c 2s4h 6h 20c"),
    "Space Program Moon": (30, 5000, "2h 6s -20s -20c 2s4h 2r 2x 16s 10h 10c 10s-3t 6s4h 5c"),
}
OUTSIDE, INSIDE = RING.split(), {path: line.split() for path, (_, _, line) in PATHS.items()}
GOODS = {"r": 2.5, "x": 0.8, "o": 0.8, "t": 2.0}  # points of the formula that one of them is worth
TURN = 1.2  # points that a turn outside brings
NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
THROWS = {1: range(1, 7), 2: [one + other for one in range(1, 7) for other in range(1, 7)]}


def named(name: str, path: str) -> bool:
    """Whether a path has this name, in one of the editions."""
    return bool(name) and name.split()[-1] in path


class Sheet:
    """What all there is in the game is worth to a seat, in points that its formula still lacks."""

    def __init__(self, view: Any, seat: int) -> None:
        self.view, self.me = view, view["seats"][seat]
        self.goals = dict(zip("shc", view["formula"], strict=True))
        self.has = {"s": self.me["stars"], "h": self.me["hearts"], "c": self.me["cash"] / 1000}
        self.path = next((path for path in PATHS if named(self.me["occupation"], path)), "")

    def worth(self, goods: str) -> float:
        """Points count up to the goal; any cash is of some use, and some of it should be left for rent and tax."""
        points = 0.0
        for number, good in re.findall(r"(-?\d+)(\w)", goods):
            if good in GOODS:
                points += int(number) * GOODS[good] * (0.4 if good == "r" and self.has["c"] > self.goals["c"] else 1)
            else:
                had, now, goal = self.has[good], max(0, self.has[good] + int(number)), self.goals[good]
                points += min(goal, now) - min(goal, had)
                if good == "c":
                    points += 0.3 * (now - had) - 3 * (now < had and now < self.me["salary"] / 2000)
        return points

    def trip(self, path: str, *, free: bool = False) -> float:
        """What going through a path is worth, beyond what as many turns outside would be."""
        squares, is_open = INSIDE[path], free or any(named(done, path) for done in self.me["completed"])
        fee = 0 if is_open else PATHS[path][1]
        if self.me["cash"] < fee or (path == "College" and self.me["degree"]):
            return -9.0
        mean = sum(map(self.worth, squares)) / len(squares)
        return len(squares) / 3.5 * (mean - TURN) + (6.0 if path == "College" else 0.8) - fee / 1000

    def card(self, name: str) -> float:
        """What playing an Opportunity Card is worth; the one to no occupation leads to the holiday."""
        place, _, special = name.partition(",")
        trips = [self.trip(path, free=bool(special)) for path in PATHS if named(place, path) or "Any" in place]
        return max(trips, default=self.worth("4h"))

    def landing(self, pips: int, dice: int) -> float:
        """What it is worth to go so far, in a path, which takes one die, or outside."""
        if dice == 1:
            here, squares = self.me["step"] + pips, INSIDE[self.path]
            rest = sum(map(self.worth, squares[here:])) - TURN * (len(squares) - here)
            return self.worth(squares[here - 1]) + 0.3 * rest if here <= len(squares) else TURN + GOODS["x"]
        space = (self.me["space"] + pips) % len(OUTSIDE)
        return max([self.worth(OUTSIDE[space]), *(self.trip(path) for path in PATHS if PATHS[path][0] == space)])

    def throw(self, dice: int) -> float:
        """What a throw is worth on the average."""
        return sum(self.landing(pips, dice) * THROWS[dice].count(pips) for pips in {*THROWS[dice]}) / len(THROWS[dice])


# What an answer to a kind of question is worth, for one answer or for all others.
RULES: dict[str, Callable[[Sheet, Any, Any], float]] = {
    "TakeTurn": lambda my, why, _: 0.0,
    "TakeTurn move": lambda my, why, _: my.throw(1 if my.me["step"] else 2),
    "TakeTurn enter": lambda my, why, _: my.trip(my.path, free=True) + TURN,
    "TakeTurn opportunity": lambda my, why, _: max(map(my.card, my.me["opportunity"])),
    "TakeTurn retire": lambda my, why, _: my.worth("4h"),
    "MoveBy throw": lambda my, why, _: my.throw(why["dice"]),
    "MoveBy": lambda my, why, pips: my.landing(pips, why["dice"]) - GOODS["x"],
    "UseAtOnce keep": lambda my, why, _: 1.5,
    "UseAtOnce": lambda my, why, card: my.card(card),
    "PlayOpportunity": lambda my, why, card: my.card(card),
    "ChooseOccupation": lambda my, why, name: my.card(name) - why["fees"][name] / 1000,
    "StayOnHoliday": lambda my, why, stay: my.worth("2h") if stay else my.landing(why["pips"], 2),
    "LeaveCorner": lambda my, why, _: 0.0,
    "LeaveCorner pay": lambda my, why, _: 3 + my.worth(f"{-why['penalty'] // 1000}c"),
    "BuyCar": lambda my, why, units: my.worth(f"{units or -1}h {-units}c"),
    "BuyStars": lambda my, why, throws: my.worth(f"{throws * 7 // 2}s {throws * -3}c"),
    "Buy": lambda my, why, price: my.worth(f"{why['points'].get(str(price), 0)}{why['what'][0]} {price // -1000}c"),
    "Stake": lambda my, why, units: my.worth(f"{units}c") / 2 + min(0, my.has["c"] - 3 * units - 1),
}


class Searcher(parlour.Bot):
    """Thinks where it matters. A fixed number of playouts makes it play the same match the same way everywhere."""

    name = "searcher"
    games = ("careers",)
    wants = ("position",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """The answer of the rules of thumb, unless another one has clearly the better outlook; it does not trade."""
        if question.kind == "ChooseFormula":
            stars, hearts = question.reason["total"] * 45 // 100, question.reason["total"] * 35 // 100
            return [stars, hearts, question.reason["total"] - stars - hearts]
        if question.kind in RULES:
            first = best(question.view, question.seat, question.kind, question.options, question.reason)
            others = [answer for answer in parlour.sample(question.options, 5, self.rng) if answer != first]
        elif "accept" in question.options:
            first, others = question.default, ["accept"]
        else:
            return self.ransom(question) if question.kind == "Bump" else question.default
        gains: dict[parlour.Json, list[float]] = {answer: [] for answer in others}
        for _ in range(PLAYOUTS):
            imagined = question.imagine(self.rng)  # the same dice and cards for every answer make them comparable
            usual = outlook(imagined.clone(), question.seat, first)
            for answer in gains:
                gains[answer].append(outlook(imagined.clone(), question.seat, answer) - usual)
        sure = {answer: mean(gain) - SURE * stdev(gain) / PLAYOUTS**0.5 for answer, gain in gains.items()}
        other = max(sure, key=lambda answer: sure[answer])
        return other if sure[other] > 0 else first

    def ransom(self, question: parlour.Question) -> parlour.Json:
        """Ask whoever stands here for about what Unemployment would cost; bump whoever is near winning."""
        other = question.view["seats"][question.reason["occupant"]]
        cash = min(other["cash"], 500 + other["cash"] // 4) // 50 * 50
        near = other["stars"] + other["hearts"] + other["money_points"] > 0.75 * question.view["total"]
        terms = {"give": NOTHING, "ask": {**NOTHING, "cash": cash}}
        return "bump" if near or cash < 500 or terms not in question.options else terms


def best(view: Any, seat: int, kind: str, options: Sequence[Any], why: Any) -> Any:
    """The answer that is worth most by the rules of thumb."""
    my = Sheet(view, seat)
    return max(options, key=lambda answer: RULES.get(f"{kind} {answer}", RULES[kind])(my, why, answer))


def outlook(game: parlour.Game, seat: int, answer: Any) -> float:
    """How well the seat stands some rounds later, if it goes on by rules of thumb and all others cautiously."""
    end = game.turn + min(TURNS, ROUNDS * len(game.view(seat)["seats"]))
    game.answer(seat, answer)
    while not game.is_over and game.turn < end:
        asked = game.pending[0]
        if asked.seat == seat and asked.kind in RULES:
            game.answer(seat, best(game.view(seat), seat, asked.kind, asked.options(), asked.facts()))
        else:
            game.answer(asked.seat, asked.default())
    my = Sheet(game.view(seat), seat)
    lacks = sum(max(0, my.goals[good] - my.has[good]) for good in "shc")
    if not lacks:
        return 10.0 + TURN * (end - game.turn) / len(my.view["seats"])
    held = 3 * (my.me["kind"] in ("hospital", "unemployment")) + 2 * my.me["loses_turn"]
    cards = 0.7 * len(my.me["opportunity"]) + 0.8 * my.me["experience_cards"]
    salary = my.me["salary"] / 1000 * (0.7 if my.has["c"] < my.goals["c"] else 0.3)
    ahead = [my.worth(square) - TURN for square in INSIDE.get(my.path, [])[my.me["step"] :]] if my.me["step"] else []
    return float(salary + cards + 0.15 * my.has["c"] + 0.3 * sum(ahead) - held - lacks)


if __name__ == "__main__":
    parlour.serve(Searcher)
