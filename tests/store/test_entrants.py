"""A registered bot: whose it is, when it is checked, and when it may play."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from parlour.protocol.signing import read_keys
from referee.store import accounts, bots, entrants
from referee.store.accounts import Account, NameTaken
from referee.store.database import Store, StoreError
from referee.store.entrants import Entrant, Held, NoSuchEntrant, Retired, TooMany


def there(store: Store, bot: str) -> Entrant:
    """The entrant of that name, which must be there."""
    found = entrants.find(store, bot)
    assert found
    return found


def count(store: Store, bot: str, *, failed: bool, most: int = 3) -> bool:
    """Count one match of a bot; it is to be checked 100 seconds after the start of time for each time it is benched."""
    with store.writing() as db:
        return entrants.count_result(
            store, db, bot, failed=failed, reason="it timed out", most=most, due=lambda benches: 100.0 * benches
        )


def test_a_new_bot_is_its_owner_s_and_is_to_be_checked_at_once(store: Store, account: Account) -> None:
    before = time.time()
    entrant, key = entrants.register(store, account.id, "ann", "https://ann.example/", most=3)
    assert (entrant.bot, entrant.account, entrant.owner, entrant.state) == ("ann", account.id, "Ada", "pending")
    assert (entrant.url, entrant.games, entrant.max_parallel, entrant.report) == ("https://ann.example/", (), 1, None)
    assert entrant.keys == key
    assert len(read_keys(key)) == 1
    assert entrant.check_due is not None
    assert before <= entrant.check_due <= time.time()
    assert entrants.find(store, "ann") == entrant
    assert entrants.find(store, "bob") is None
    assert store.rows("SELECT name FROM bots") == [{"name": "ann"}]


def test_neither_address_nor_key_nor_what_a_check_found_is_in_a_repr(store: Store, account: Account) -> None:
    entrant, key = entrants.register(store, account.id, "ann", "https://hush.example/", most=3)
    entrants.failed_check(
        store, "ann", token=entrant.check_token, reason="hush: slow", report={"said": "hush"}, due=None
    )
    shown = repr(there(store, "ann"))
    assert "ann" in shown
    assert "hush" not in shown
    assert key not in shown


@pytest.mark.parametrize("name", ["ann", "Ann", "\uff41nn"], ids=ascii)
def test_a_name_that_another_bot_has_or_that_looks_like_it_is_refused(
    store: Store, account: Account, name: str
) -> None:
    other = accounts.add(store, "Ben", "player")
    entrants.register(store, account.id, "ann", "https://ann.example/", most=3)
    with pytest.raises(NameTaken):
        entrants.register(store, other.id, name, "https://other.example/", most=3)
    assert there(store, "ann").account == account.id


def test_the_name_of_a_bot_that_a_tournament_has_seen_is_taken(store: Store, account: Account) -> None:
    with store.writing() as db:
        bots.enrol(db, ["greedy"])
    with pytest.raises(NameTaken, match='the name "greedy"'):
        entrants.register(store, account.id, "greedy", "https://greedy.example/", most=3)


def test_an_account_has_no_more_bots_than_it_may_have_and_retired_ones_do_not_count(
    store: Store, account: Account
) -> None:
    other = accounts.add(store, "Ben", "player")
    for name in ("ann", "bob"):
        entrants.register(store, account.id, name, "https://x.example/", most=2)
    with pytest.raises(TooMany, match="has 2 bots, and may have 2; retire one"):
        entrants.register(store, account.id, "cy", "https://x.example/", most=2)
    entrants.register(store, other.id, "dee", "https://x.example/", most=2)
    entrants.retire(store, "bob")
    entrants.register(store, account.id, "cy", "https://x.example/", most=2)


def test_of_those_who_register_one_name_at_the_same_moment_one_gets_it(
    store: Store, account: Account, at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: entrants.register(own, account.id, "ann", f"https://{number}.example/", most=99))
    assert sum(isinstance(each, NameTaken) for each in got) == len(got) - 1
    assert len(store.rows("SELECT * FROM entrants")) == 1


def test_an_account_that_registers_many_at_the_same_moment_gets_no_more_than_it_may_have(
    store: Store, account: Account, at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: entrants.register(own, account.id, f"bot {number}", "https://x.example/", most=2))
    assert sum(isinstance(each, TooMany) for each in got) == len(got) - 2
    assert len(entrants.page(store, owner="Ada", game=None, state=None, after=None, limit=99)) == 2


def test_bots_are_listed_by_name_in_pages_of_an_owner_a_game_or_a_state(
    store: Store, register: Callable[..., Entrant]
) -> None:
    ben = accounts.add(store, "Ben", "player")
    register(store, "dee")
    register(store, "ann", games=["careers", "payday/2000"])
    register(store, "cy", ben)
    entrants.register(store, ben.id, "bob", "https://bob.example/", most=9)

    def listed(**asked: Any) -> list[str]:
        asked = {"owner": None, "game": None, "state": None, "after": None, "limit": 9} | asked
        return [entrant.bot for entrant in entrants.page(store, **asked)]

    assert listed() == ["ann", "bob", "cy", "dee"]
    assert listed(limit=2) == ["ann", "bob"]
    assert listed(limit=2, after="bob") == ["cy", "dee"]
    assert listed(owner="Ben") == ["bob", "cy"]
    assert listed(game="payday") == ["cy", "dee"]
    assert listed(game="careers") == ["ann"]
    assert listed(state="pending") == ["bob"]
    assert listed(owner="Ben", state="active", game="payday") == ["cy"]
    assert [each.bot for each in entrants.active(store)] == ["ann", "cy", "dee"]
    assert [each.bot for each in entrants.active(store, "payday")] == ["cy", "dee"]
    assert [each.bot for each in entrants.of_names(store, ["dee", "zoe", "bob"])] == ["bob", "dee"]


def test_a_check_is_claimed_by_one_the_longest_due_first(store: Store, account: Account) -> None:
    for name in ("ann", "bob", "cy"):
        entrants.register(store, account.id, name, "https://x.example/", most=9)
    entrants.ask_for_check(store, "ann", now=30.0)
    entrants.ask_for_check(store, "bob", now=10.0)
    entrants.ask_for_check(store, "cy", now=50.0)
    assert entrants.claim_check(store, now=9.0, seconds=5.0) is None
    claimed = [entrants.claim_check(store, now=40.0, seconds=5.0) for _ in range(3)]
    assert [each and each.bot for each in claimed] == ["bob", "ann", None]
    assert claimed[0]
    assert claimed[0].check_due == 45.0


def test_of_workers_that_claim_at_the_same_moment_each_gets_another_bot(
    store: Store, account: Account, at_once: Callable[..., list[Any]]
) -> None:
    for number in range(3):
        entrants.register(store, account.id, f"bot {number}", "https://x.example/", most=9)
    got = at_once(lambda own, number: entrants.claim_check(own, now=time.time() + 1, seconds=600.0))
    assert sorted(each.bot for each in got if each) == ["bot 0", "bot 1", "bot 2"]


def test_a_claim_that_ends_without_a_word_is_due_again_and_then_void(store: Store, account: Account) -> None:
    entrants.register(store, account.id, "ann", "https://x.example/", most=9)
    now = time.time() + 1
    first = entrants.claim_check(store, now, seconds=60.0)
    assert first
    assert entrants.claim_check(store, now + 59, seconds=60.0) is None
    second = entrants.claim_check(store, now + 60, seconds=60.0)
    assert second
    assert not entrants.failed_check(store, "ann", token=first.check_token, reason="slow", report={}, due=None), (
        "who lost the claim says nothing"
    )
    assert there(store, "ann").reason is None
    assert entrants.failed_check(store, "ann", token=second.check_token, reason="slow", report={}, due=None)


def test_a_bot_that_passes_its_check_may_play_and_is_due_for_none(store: Store, account: Account) -> None:
    entrant, _ = entrants.register(store, account.id, "ann", "https://x.example/", most=9)
    assert entrants.passed(
        store,
        "ann",
        token=entrant.check_token,
        games=["payday", "careers"],
        max_parallel=3,
        version="1.2",
        author="Ada L.",
        report={"findings": []},
    )
    now = there(store, "ann")
    assert (now.state, now.games, now.max_parallel, now.version, now.author) == (
        "active",
        ("payday", "careers"),
        3,
        "1.2",
        "Ada L.",
    )
    assert (now.report, now.check_due, now.reason) == ({"findings": []}, None, None)


def test_a_bot_that_fails_its_check_stays_what_it_was_and_its_owner_is_told_why(
    store: Store, account: Account, register: Callable[..., Entrant]
) -> None:
    new, _ = entrants.register(store, account.id, "new", "https://x.example/", most=9)
    assert entrants.failed_check(
        store, "new", token=new.check_token, reason="no answer", report={"ok": False}, due=700.0
    )
    now = there(store, "new")
    assert (now.state, now.reason, now.report, now.check_due) == ("pending", "no answer", {"ok": False}, 700.0)
    good = register(store, "good")
    entrants.failed_check(store, "good", token=good.check_token, reason="slow", report={"ok": False}, due=700.0)
    now = there(store, "good")
    assert (now.state, now.reason, now.check_due) == ("active", "slow", None)


def test_a_bot_that_moves_is_checked_anew_and_what_was_found_at_its_old_address_does_not_count(
    store: Store, register: Callable[..., Entrant]
) -> None:
    register(store, "ann")
    entrants.ask_for_check(store, "ann", now=1.0)
    old = entrants.claim_check(store, now=2.0, seconds=60.0)
    assert old
    moved = entrants.change(store, "ann", url="https://new.example/")
    assert (moved.url, moved.state) == ("https://new.example/", "pending")
    assert not entrants.passed(
        store, "ann", token=old.check_token, games=[], max_parallel=1, version=None, author=None, report={}
    )
    assert there(store, "ann").state == "pending"
    again = entrants.claim_check(store, now=time.time() + 1, seconds=60.0)
    assert again
    assert again.url == "https://new.example/"


def test_an_active_bot_plays_on_while_it_is_checked(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    entrants.ask_for_check(store, "ann", now=1.0)
    claimed = entrants.claim_check(store, now=1.0, seconds=60.0)
    assert claimed
    assert claimed.state == "active"


def test_a_new_key_comes_first_and_the_old_one_ends_in_its_time(store: Store, register: Callable[..., Entrant]) -> None:
    first = register(store, "ann").keys
    register(store, "bob")
    entrant, second = entrants.rotate_key(store, "ann", until="2027-03-02T00:00:00+00:00")
    assert (entrant.keys, entrant.key_until) == (f"{second} {first}", "2027-03-02T00:00:00+00:00")
    assert len(read_keys(entrant.keys)) == 2
    entrant, third = entrants.rotate_key(store, "ann", until="2027-03-02T00:00:00+00:00")
    assert entrant.keys == f"{third} {second}"
    assert entrants.forget_old_keys(store, now="2027-03-01T23:59:59+00:00") == 0
    assert there(store, "ann").keys == f"{third} {second}"
    assert entrants.forget_old_keys(store, now="2027-03-02T00:00:00+00:00") == 1
    assert (there(store, "ann").keys, there(store, "ann").key_until) == (third, None)
    assert there(store, "bob").keys
    assert entrants.forget_old_keys(store, now="2028-01-01T00:00:00+00:00") == 0


def test_a_bot_that_fails_so_many_matches_in_a_row_is_benched_and_each_time_for_longer(
    store: Store, register: Callable[..., Entrant]
) -> None:
    register(store, "ann")
    assert [count(store, "ann", failed=failed) for failed in (True, True, False, True, True)] == [False] * 5
    assert there(store, "ann").state == "active"
    assert count(store, "ann", failed=True)
    now = there(store, "ann")
    assert (now.state, now.reason, now.failures, now.benches, now.check_due) == (
        "benched",
        "it timed out",
        3,
        1,
        100.0,
    )
    assert not count(store, "ann", failed=True), "the match of a bot that is benched is of before it was"
    assert there(store, "ann").failures == 3
    claimed = entrants.claim_check(store, now=100.0, seconds=60.0)
    assert claimed
    said: dict[str, Any] = {"games": ["payday"], "max_parallel": 1, "version": "2", "author": None, "report": {}}
    entrants.passed(store, "ann", token=claimed.check_token, **said)
    back = there(store, "ann")
    assert (back.state, back.reason, back.failures, back.benches) == ("active", None, 0, 1)
    assert count(store, "ann", failed=True, most=1)
    assert (there(store, "ann").benches, there(store, "ann").check_due) == (2, 200.0)


def test_a_match_that_goes_well_ends_all_that_was_before(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    assert count(store, "ann", failed=True, most=1)
    claimed = entrants.claim_check(store, now=100.0, seconds=60.0)
    assert claimed
    said: dict[str, Any] = {"games": ["payday"], "max_parallel": 1, "version": "2", "author": None, "report": {}}
    entrants.passed(store, "ann", token=claimed.check_token, **said)
    assert not count(store, "ann", failed=False)
    assert (there(store, "ann").failures, there(store, "ann").benches) == (0, 0)


def test_bots_that_nobody_registered_are_not_counted(store: Store) -> None:
    with store.writing() as db:
        bots.enrol(db, ["house"])
    assert not count(store, "house", failed=True, most=1)


@pytest.mark.parametrize(
    "bench",
    [
        lambda store: count(store, "ann", failed=True, most=1),
        lambda store: entrants.bench(store, "ann", reason="it floods others"),
    ],
    ids=["by its matches", "by an organiser"],
)
def test_a_check_that_is_running_when_a_bot_is_benched_brings_it_not_back(
    store: Store, register: Callable[..., Entrant], bench: Callable[[Store], object]
) -> None:
    register(store, "ann")
    entrants.ask_for_check(store, "ann", now=1.0)
    claimed = entrants.claim_check(store, now=1.0, seconds=60.0)
    assert claimed
    bench(store)
    said: dict[str, Any] = {"games": ["payday"], "max_parallel": 1, "version": "2", "author": None, "report": {}}
    assert not entrants.passed(store, "ann", token=claimed.check_token, **said)
    assert there(store, "ann").state == "benched"


def test_a_bot_that_an_organiser_has_benched_is_held_until_an_organiser_lifts_that(
    store: Store, register: Callable[..., Entrant]
) -> None:
    assert not register(store, "ann").held
    entrants.ask_for_check(store, "ann", now=1.0)
    benched = entrants.bench(store, "ann", reason="it floods others")
    held = (True, "benched", "it floods others", None)
    assert (benched.held, benched.state, benched.reason, benched.check_due) == held
    with pytest.raises(Held, match='the bot "ann" is benched by an organiser: it floods others'):
        entrants.ask_for_check(store, "ann", now=1.0)
    moved = entrants.change(store, "ann", url="https://new.example/")
    assert (moved.held, moved.state, moved.reason, moved.check_due) == held
    assert moved.url == "https://new.example/"
    entrants.rotate_key(store, "ann", until="2027-03-02T00:00:00+00:00")
    assert entrants.claim_check(store, now=time.time() + 1e6, seconds=60.0) is None
    lifted = entrants.lift(store, "ann", now=50.0)
    assert (lifted.held, lifted.state, lifted.check_due) == (False, "benched", 50.0)
    claimed = entrants.claim_check(store, now=50.0, seconds=60.0)
    assert claimed
    said: dict[str, Any] = {"games": ["payday"], "max_parallel": 1, "version": "2", "author": None, "report": {}}
    assert entrants.passed(store, "ann", token=claimed.check_token, **said)
    assert (there(store, "ann").state, there(store, "ann").reason) == ("active", None)


def test_a_bot_that_its_matches_have_benched_is_held_by_nobody_until_an_organiser_benches_it_too(
    store: Store, register: Callable[..., Entrant]
) -> None:
    register(store, "ann")
    assert count(store, "ann", failed=True, most=1)
    assert not there(store, "ann").held
    assert entrants.ask_for_check(store, "ann", now=1.0).check_due == 1.0
    assert entrants.bench(store, "ann", reason="it floods others").held
    with pytest.raises(Held):
        entrants.ask_for_check(store, "ann", now=1.0)


def test_a_bot_that_is_held_may_be_retired(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    entrants.bench(store, "ann", reason="it floods others")
    assert entrants.retire(store, "ann").state == "retired"


def test_a_retired_bot_is_out_for_good(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    entrants.ask_for_check(store, "ann", now=1.0)
    claimed = entrants.claim_check(store, now=1.0, seconds=60.0)
    assert claimed
    assert entrants.retire(store, "ann").state == "retired"
    said: dict[str, Any] = {"games": ["payday"], "max_parallel": 1, "version": "2", "author": None, "report": {}}
    assert not entrants.passed(store, "ann", token=there(store, "ann").check_token, **said)
    assert not entrants.failed_check(store, "ann", token=there(store, "ann").check_token, reason="", report={}, due=1.0)
    assert entrants.claim_check(store, now=time.time() + 1e6, seconds=1.0) is None
    assert not count(store, "ann", failed=True, most=1)
    for do in (
        lambda: entrants.change(store, "ann", url="https://x.example/"),
        lambda: entrants.rotate_key(store, "ann", until="2027"),
        lambda: entrants.ask_for_check(store, "ann", now=1.0),
        lambda: entrants.lift(store, "ann", now=1.0),
        lambda: entrants.bench(store, "ann", reason=""),
        lambda: entrants.retire(store, "ann"),
    ):
        with pytest.raises(Retired, match='the bot "ann" is retired'):
            do()


def test_what_is_asked_of_a_bot_that_nobody_registered_is_refused(store: Store) -> None:
    for do in (
        lambda: entrants.change(store, "zoe", url="https://x.example/"),
        lambda: entrants.rotate_key(store, "zoe", until="2027"),
        lambda: entrants.ask_for_check(store, "zoe", now=1.0),
        lambda: entrants.retire(store, "zoe"),
    ):
        with pytest.raises(NoSuchEntrant, match='no bot "zoe" is registered'):
            do()


def test_what_a_bot_says_of_itself_is_noted(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    with store.writing() as db:
        entrants.seen_version(store, db, "ann", "2.0", "Ada and Ben")
    assert (there(store, "ann").version, there(store, "ann").author) == ("2.0", "Ada and Ben")


def test_a_damaged_entrant_is_said_to_be_one(store: Store, register: Callable[..., Entrant]) -> None:
    register(store, "ann")
    with store.writing() as db:
        db.execute("UPDATE entrants SET report = '{'")
    with pytest.raises(StoreError, match='what is stored of the bot "ann" is damaged'):
        entrants.find(store, "ann")
