"""The track: walking, stopping, and what is no track."""

import pytest

from parlour.board.track import Track

WEEK = Track.line(6, stops={6})


def test_a_walk_enters_every_space_on_the_way() -> None:
    assert WEEK.walk(0, 3) == (1, 2, 3)


def test_a_walk_ends_at_a_stop_and_the_rest_of_the_roll_is_lost() -> None:
    assert WEEK.walk(4, 6) == (5, 6)


def test_a_stop_in_the_middle_holds_too_but_does_not_hold_who_leaves_it() -> None:
    track = Track.line(9, stops={5, 9})
    assert track.walk(3, 6) == (4, 5)
    assert track.walk(5, 2) == (6, 7)


def test_a_track_may_be_a_ring() -> None:
    ring = Track(following=(1, 2, 3, 0), stops=frozenset())
    assert ring.walk(2, 5) == (3, 0, 1, 2, 3)


def test_a_line_has_a_space_for_every_number_up_to_its_last() -> None:
    assert Track.line(3, stops={3}).following == (1, 2, 3, 3)


def test_a_line_ends_in_a_stop() -> None:
    with pytest.raises(ValueError, match="space 6 ends the line"):
        Track.line(6, stops={3})


def test_a_token_that_turns_off_enters_that_space_first_and_follows_the_way_from_there() -> None:
    ring = Track(following=(1, 2, 3, 0, 5, 2), stops=frozenset({5}))
    assert ring.walk(1, 3, first=4) == (4, 5)
    assert ring.walk(5, 2) == (2, 3)
    assert ring.walk(1, 1, first=4) == (4,)
    assert ring.walk(1, 0, first=4) == ()
    assert ring.walk(1, 2, first=0) == (0, 1)
