"""LIFE tiles: taken from the pile or from others, and turned up at the end."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Draw, Seat
from parlour.games.life.edition import Edition
from parlour.games.life.events import NoTile, ReservedTilesGiven, TileStolen, TilesTurnedUp, TileTaken
from parlour.games.life.state import COUNTRYSIDE_ACRES, MILLIONAIRE_ESTATES, LifeState


@dataclass(frozen=True)
class TakeTile(Decision[int]):
    """From whom do you take a LIFE tile, since the draw pile is empty?

    The nearest to the left is the cautious answer: all tiles are worth the same as far as anybody knows.  [L15 L123]
    """

    tiles: dict[str, int]

    def options(self) -> tuple[int, ...]:
        return tuple(map(int, self.tiles))

    def default(self) -> int:
        return self.options()[0]


async def take_tile(g: LifeState, seat: Seat) -> None:
    """Take a tile from the pile; when that is empty, from an opponent who is not protected.  [L121 L123 L124 L125]"""
    if g.pile:
        g.pile -= 1
        g.tiles[seat] += 1
        g.tell(TileTaken(seat, left=g.pile))
        return
    others = g.around_from(seat)[1:]
    victims = {str(other): g.tiles[other] for other in others if may_lose_a_tile(g, other)}
    if not victims:
        g.tell(NoTile(seat))
        return
    victim = await TakeTile(seat, tiles=victims, because="the draw pile is empty")
    g.tiles[victim] -= 1
    g.tiles[seat] += 1
    g.tell(TileStolen(seat, victim=victim))


def may_lose_a_tile(g: LifeState, seat: Seat) -> bool:
    """Whether a seat has a tile that others can take.  [L123 L124 L140]"""
    return g.tiles[seat] > 0 and g.retired[seat] != COUNTRYSIDE_ACRES


def give_reserved(g: LifeState) -> None:
    """The richest at Millionaire Estates get the reserved tiles, as many each as all can have.  [L144 L145 L146]"""
    there = [seat for seat in range(g.seats) if g.retired[seat] == MILLIONAIRE_ESTATES]
    if not there:
        return
    most = max(g.cash(seat) for seat in there)
    richest = [seat for seat in there if g.cash(seat) == most]
    each = g.reserved // len(richest)
    for seat in richest:
        g.reserved -= each
        g.tiles[seat] += each
    g.tell(ReservedTilesGiven(seats=richest, each=each))


async def turn_up(g: LifeState, e: Edition) -> None:
    """All tiles are turned up, seat by seat, and none is there twice.  [L122 L147]"""
    left = list(e.tile_values)
    for seat in range(g.seats):
        values = []
        for _ in range(g.tiles[seat]):
            value = await Draw(seat, purpose="tile", cards=tuple(left))
            left.remove(value)
            values.append(value)
        g.tile_values[seat] = values
        g.tell(TilesTurnedUp(seat, values=values))
