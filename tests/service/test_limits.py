"""How much one caller may ask for: 429 with the seconds to wait, and nobody pays for somebody else."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.service import limits
from referee.service.app import create_app
from referee.service.config import Config
from referee.service.limits import MOST_CALLERS, Buckets
from referee.service.problems import Problem


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    """A limit that a test can reach."""
    return Config(database=tmp_path / "referee.sqlite", requests_per_minute=10)


def statuses(client: Any, calls: int, **more: Any) -> list[int]:
    return [client.get("/api", **more).status_code for _ in range(calls)]


def test_one_call_too_many_is_429_with_the_seconds_to_wait(anonymous: Any) -> None:
    # At the rate of this test a call comes back every 6 seconds.
    assert statuses(anonymous, 10) == [200] * 10
    response = anonymous.get("/api")
    assert response.status_code == 429
    assert response.content_type == "application/problem+json"
    assert 1 <= int(response.headers["Retry-After"]) <= 6


def test_each_key_has_its_own_calls_and_so_has_each_address(player: Any, other: Any, anonymous: Any) -> None:
    assert 429 in statuses(player, 12)
    assert statuses(other, 5) == [200] * 5
    assert statuses(anonymous, 5) == [200] * 5
    assert 429 in statuses(anonymous, 12)
    assert statuses(anonymous, 5, environ_base={"REMOTE_ADDR": "192.0.2.7"}) == [200] * 5


def test_wrong_keys_count_for_more_and_against_the_address(player: Any, anonymous: Any) -> None:
    wrong = {"Authorization": "Bearer rf_" + "u" * 43}
    assert statuses(anonymous, 2, headers=wrong) == [401, 429]
    assert statuses(player, 5) == [200] * 5  # a good key from the same address is not locked out


def test_who_watches_the_service_is_not_counted(anonymous: Any) -> None:
    assert [anonymous.get("/healthz").status_code for _ in range(30)] == [200] * 30
    assert statuses(anonymous, 5) == [200] * 5


def test_a_flood_is_refused_and_breaks_nothing(anonymous: Any) -> None:
    assert set(statuses(anonymous, 200)) == {200, 429}


def test_a_bucket_fills_again_with_time_and_not_beyond_the_rim() -> None:
    now = [0.0]
    buckets = Buckets(per_minute=60, now=lambda: now[0])
    assert [buckets.take("ann") for _ in range(61)] == [None] * 60 + [1.0]
    now[0] = 0.5
    assert buckets.take("ann") == 0.5
    now[0] = 1.0
    assert buckets.take("ann") is None
    now[0] = 1_000_000.0
    assert [buckets.take("ann") for _ in range(61)] == [None] * 60 + [1.0]


def test_callers_beyond_number_do_not_fill_the_memory() -> None:
    buckets = Buckets(per_minute=60)
    for number in range(MOST_CALLERS + 50):
        buckets.take(f"address {number}")
    assert len(buckets._left) == MOST_CALLERS


def test_what_is_dear_is_counted_in_the_database_and_outlives_a_restart(
    app: Flask, player: Any, other: Any, settings: Config
) -> None:
    def spend(app: Flask, client: Any) -> None:
        with app.test_request_context(headers={"Authorization": f"Bearer {client.key}"}):
            limits.admit()
            limits.spend("checks", 2, 3600, "checks an hour")

    spend(app, player)
    spend(app, player)
    restarted = create_app(settings)
    for one in (app, restarted):
        with pytest.raises(Problem) as refused:
            spend(one, player)
        assert refused.value.code == 429
        assert "at most 2 checks an hour" in refused.value.detail
        assert 3500 < int(refused.value.headers["Retry-After"]) <= 3600
    spend(restarted, other)


def test_behind_no_proxy_an_address_cannot_be_made_up(anonymous: Any) -> None:
    """X-Forwarded-For is the proxy's to set; the server in front of the app clears it where there is none."""
    made_up = [anonymous.get("/api", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(12)]
    assert made_up[-1] == 429
