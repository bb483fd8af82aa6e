"""What the lists of the service say of bots and ladders, for a whole page at once."""

from collections.abc import Callable, Sequence

import pytest

from referee.store import accounts, entrants, faring, hosted, ladders
from referee.store.database import Store
from referee.store.faring import Entered, Fare

SETTINGS = {"game": "payday/2000", "seats": 2}


@pytest.fixture
def enter(store: Store) -> Callable[..., None]:
    """Registers bots for an account and puts them on a ladder."""

    def enter(owner: str, ladder: str, bots: Sequence[str]) -> None:
        account = accounts.find(store, owner) or accounts.add(store, owner, "player")
        if ladders.find(store, ladder) is None:
            hosted.open_ladder(store, {"name": ladder, **SETTINGS}, account.id)
        for bot in bots:
            if entrants.find(store, bot) is None:
                entrants.register(store, account.id, bot, "https://bots.example/", most=9)
            ladders.join(store, ladder, bot)

    return enter


def test_every_bot_that_is_asked_for_is_answered_with_the_ladders_that_it_is_on(
    store: Store, enter: Callable[..., None]
) -> None:
    enter("ann", "spring", ["a", 'b"\\'])
    enter("ann", "autumn", ["a"])
    enter("bob", "autumn", ["c"])
    ladders.leave(store, "autumn", "c")
    assert faring.of_bots(store, ["a", 'b"\\', "c", "nobody"]) == {
        "a": [Fare("autumn", 1_500_000, 0), Fare("spring", 1_500_000, 0)],
        'b"\\': [Fare("spring", 1_500_000, 0)],
        "c": [],
        "nobody": [],
    }


def test_a_ladder_remembers_who_was_on_it(store: Store, enter: Callable[..., None]) -> None:
    enter("ann", "spring", ["a", "b"])
    enter("bob", "spring", ["c"])
    ladders.leave(store, "spring", "b")
    assert list(faring.entered(store, "spring").values()) == [
        Entered("a", "ann", "pending", is_on=True),
        Entered("b", "ann", "pending", is_on=False),
        Entered("c", "bob", "pending", is_on=True),
    ]
    assert faring.sizes(store) == {"spring": 2}
    assert faring.entered(store, "nowhere") == {}
