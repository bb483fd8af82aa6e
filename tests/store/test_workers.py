"""Whether anybody plays: workers give signs of life."""

from referee.store import workers
from referee.store.database import Store


def test_a_worker_is_alive_while_it_was_seen_lately_and_has_not_gone(store: Store) -> None:
    most = 2**62
    workers.seen(store, most, now=100.0, in_play=0, places=4)
    workers.seen(store, 7, now=110.0, in_play=2, places=8)
    first = workers.alive(store, now=110.0, within_s=10.0)
    assert sorted((each.number, each.in_play, each.places, each.seen_at) for each in first) == [
        (7, 2, 8, 110.0),
        (most, 0, 4, 100.0),
    ]
    assert [each.number for each in workers.alive(store, now=111.0, within_s=10.0)] == [7]
    workers.seen(store, most, now=111.0, in_play=3, places=4)
    again = {each.number: each for each in workers.alive(store, now=111.0, within_s=10.0)}
    assert again[most].in_play == 3
    assert again[most].started_at == next(each.started_at for each in first if each.number == most)
    workers.gone(store, 7)
    assert [each.number for each in workers.alive(store, now=111.0, within_s=10.0)] == [most]


def test_a_worker_whose_clock_was_set_back_is_alive(store: Store) -> None:
    workers.seen(store, 7, now=500.0, in_play=0, places=1)
    assert [each.number for each in workers.alive(store, now=100.0, within_s=10.0)] == [7]


def test_workers_that_were_killed_are_forgotten(store: Store) -> None:
    workers.seen(store, 7, now=100.0, in_play=0, places=1)
    workers.seen(store, 8, now=200.0, in_play=0, places=1)
    assert workers.forget(store, before=200.0) == 1
    assert [each.number for each in workers.alive(store, now=200.0, within_s=1e9)] == [8]
