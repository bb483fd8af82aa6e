"""Plays Careers by rules of thumb: whatever there is, it is worth what the formula still lacks."""

import re
from collections.abc import Callable
from typing import Any

import parlour

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
THROWS = {1: range(1, 7), 2: [one + other for one in range(1, 7) for other in range(1, 7)]}
NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}


def named(name: str, path: str) -> bool:
    """Whether a path has this name, in one of the editions."""
    return bool(name) and name.split()[-1] in path


def progress(sheet: Any) -> int:
    """All points of a seat: a formula is not met with fewer than its total."""
    return int(sheet["stars"] + sheet["hearts"] + sheet["money_points"])


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

    def bundle(self, things: Any) -> float:
        """What the things of a bargain are worth; what is promised, somewhat less than cash."""
        notes = sum(note["amount"] for note in self.view["notes"] if note["number"] in things["notes"])
        money = (things["cash"] + 0.7 * (things["promise"] + notes)) / 1000
        cards = sum(max(GOODS["o"], self.card(name) / 2) for name in things["opportunity"])
        worth: float = money * (1.3 if self.has["c"] < self.goals["c"] else 0.4)
        return worth + cards + GOODS["x"] * len(things["experience"])


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


class Greedy(parlour.Bot):
    """Gives the answer that is worth most, and trades by the same values."""

    name = "greedy"
    games = ("careers",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        """Bargains have methods of their own; where there is neither method nor rule, the default."""
        kind, why = question.kind, question.reason
        if kind == "ChooseFormula":
            stars, hearts = why["total"] * 45 // 100, why["total"] * 35 // 100
            return [stars, hearts, why["total"] - stars - hearts]
        my = Sheet(question.view, question.seat)
        if kind in ("AnswerOffer", "AnswerCounter"):
            return self.accept(question, my)
        if kind in ("Bump", "Trade", "RaiseMoney"):
            offer = self.ransom(question, my) if kind == "Bump" else self.offer(question, my)
            return offer if offer in question.options else question.default
        if kind not in RULES:
            return question.default
        return max(question.options, key=lambda answer: RULES.get(f"{kind} {answer}", RULES[kind])(my, why, answer))

    def accept(self, question: parlour.Question, my: Sheet) -> str:
        """Take what is worth more than it costs, but give nobody the money with which it might win."""
        why, other = question.reason, my.view["seats"][question.reason["by"]]
        bumped = 2.5 + my.has["c"] / 4 if "has landed" in question.because else 0.0
        near = why["give"]["cash"] and progress(other) + why["give"]["cash"] / 1000 >= my.view["total"] - 1
        fair = my.bundle(why["get"]) + bumped > my.bundle(why["give"])
        return "accept" if "accept" in question.options and fair and not near else "refuse"

    def ransom(self, question: parlour.Question, my: Sheet) -> parlour.Json:
        """Whoever is near winning is bumped; others may pay about what Unemployment would cost them."""
        other = my.view["seats"][question.reason["occupant"]]
        cash = min(other["cash"], 500 + other["cash"] // 4) // 50 * 50
        if cash < 500 or progress(other) > 0.75 * my.view["total"]:
            return "bump"
        return {"give": NOTHING, "ask": {**NOTHING, "cash": cash}}

    def offer(self, question: parlour.Question, my: Sheet) -> parlour.Json:
        """In need borrow of the richest, for half as much again; else, at times, sell a card that leads nowhere."""
        rivals = [seat for seat, sheet in enumerate(my.view["seats"]) if sheet["side"] != my.me["side"]]
        rivals.sort(key=lambda seat: my.view["seats"][seat]["cash"], reverse=True)
        if question.kind == "RaiseMoney":
            short, other = question.reason["short"], rivals[-question.reason["offers_left"] % len(rivals)]
            give = {**NOTHING, "promise": short * 3 // 100 * 50, "opportunity": my.me["opportunity"][:2]}
            return {"to": other, "give": give, "ask": {**NOTHING, "cash": short}}
        cards = [card for card in my.me["opportunity"] if my.card(card) < 1]
        if not cards or my.view["active"] != question.seat or question.rng.random() < 0.7:
            return "pass"
        return {"to": rivals[0], "give": {**NOTHING, "opportunity": cards[:1]}, "ask": {**NOTHING, "cash": 600}}


if __name__ == "__main__":
    parlour.serve(Greedy)
