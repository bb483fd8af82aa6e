"""A match that somebody asks for is unrated, and in one run with all that are played the same way."""

from collections.abc import Callable

from referee.match import MatchRecord
from referee.store import accounts, challenges, hosted, matches, ratings
from referee.store.accounts import Account
from referee.store.database import Store

PLAN = {"game": "payday/2000", "options": {"months": 2}, "seats": 2}


def test_a_challenge_is_a_match_that_changes_no_rating(
    store: Store, account: Account, record: Callable[..., MatchRecord]
) -> None:
    challenge = challenges.make(store, account.id, PLAN, ("ann", "bob"))
    match = matches.find(store, challenge.match)
    assert match
    assert (match.players, match.rated, match.id) == (("ann", "bob"), False, "challenges-1-0")
    assert match.created_at == challenge.created_at
    run = hosted.find(store, match.tournament)
    assert run
    assert (run.kind, run.account, run.state) == ("challenge", None, "open")
    assert run.run.plan == {**PLAN, "kind": "challenge", "ladder": "challenges"}
    (scheduled,) = matches.unplayed(store, match.tournament)
    matches.finish(store, record(scheduled))
    assert store.rows("SELECT * FROM ratings") == []
    assert ratings.ladders(store) == []


def test_challenges_that_are_played_the_same_way_are_of_one_run(store: Store, account: Account) -> None:
    for plan, expected in (
        (PLAN, "challenges-1-0"),
        ({**PLAN, "seats": 3}, "challenges-2-0"),
        ({"seats": 2, "options": {"months": 2}, "game": "payday/2000"}, "challenges-1-1"),
    ):
        assert challenges.make(store, account.id, plan, ("ann", "bob", "cy")).match == expected
    assert len(hosted.of_kind(store, "challenge")) == 2


def test_an_account_s_own_challenges_are_listed_from_the_newest_page_by_page(store: Store, account: Account) -> None:
    other = accounts.add(store, "Ben", "player")
    mine = [challenges.make(store, account.id, PLAN, ("ann", "bob")) for _ in range(3)]
    others = challenges.make(store, other.id, PLAN, ("ann", "bob"))
    assert challenges.of_account(store, account.id, before=None, limit=2) == [mine[2], mine[1]]
    assert challenges.of_account(store, account.id, before=mine[1].id, limit=2) == [mine[0]]
    assert challenges.of_account(store, other.id, before=None, limit=9) == [others]
    assert challenges.find(store, mine[0].id) == mine[0]
    assert challenges.find(store, 99) is None
