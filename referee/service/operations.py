"""For whoever watches the service: is it up, is it ready, how much does it do. No name of a bot or account in it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

from flask import Flask, Response, current_app, jsonify, request
from flask.views import MethodView
from marshmallow import Schema, fields
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from referee.service import access, config, database, ending, logs
from referee.service.blueprint import Blueprint
from referee.service.database import Stores, store
from referee.store import figures, workers
from referee.store.database import StoreError, StoreFailed

ALIVE_S = 60.0
"""A worker that gave no sign of life for so long is not alive."""
_KEY = "referee.metrics"
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_LATENCIES = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

operations = Blueprint("operations", __name__, description="For whoever watches the service")


class Metrics:
    """What one process of the service has counted, and what the database says when it is asked."""

    def __init__(self, stores: Stores) -> None:
        self.registry = CollectorRegistry()
        self.calls = Counter("referee_calls", "Calls answered", ("method", "route", "status"), registry=self.registry)
        self.seconds = Histogram(
            "referee_call_seconds", "How long calls took", ("route",), buckets=_LATENCIES, registry=self.registry
        )
        self.registry.register(_Stored(stores))


class _Stored(Collector):
    """What the database says: it counts what every process and worker has done."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def describe(self) -> Iterator[Metric]:
        """Nothing beforehand: the registry must not open the database when it is made."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        """The figures at this moment."""
        store = self._stores.store()
        found = figures.now(store)
        yield CounterMetricFamily("referee_matches_finished", "Matches that have a result", found.finished)
        yield CounterMetricFamily(
            "referee_matches_begun", "Times that a match was begun, broken off or not", found.begun
        )
        yield CounterMetricFamily(
            "referee_matches_voided", "Times that the referee spoilt a match by its own mistake", found.voided
        )
        faults = CounterMetricFamily("referee_faults", "Faults of bots", labels=("kind",))
        for kind, number in found.faults.items():
            faults.add_metric((kind,), number)
        yield faults
        entrants = GaugeMetricFamily("referee_bots", "Registered bots", labels=("state",))
        for state, number in found.entrants.items():
            entrants.add_metric((state,), number)
        yield entrants
        yield GaugeMetricFamily("referee_backlog", "Matches that wait to be played or are in play", found.backlog)
        alive = workers.alive(store, time.time(), ALIVE_S)
        yield GaugeMetricFamily("referee_workers", "Workers that are alive", len(alive))
        yield GaugeMetricFamily("referee_matches_in_play", "Matches in play", sum(each.in_play for each in alive))


def install(app: Flask) -> None:
    """Give the app its counters."""
    app.extensions[_KEY] = Metrics(database.stores(app))


def is_asked() -> bool:
    """Whether the call is one of those below."""
    return request.blueprints[:1] == [operations.name]


def count(response: Response) -> Response:
    """Count a call that has been answered."""
    metrics = cast(Metrics, current_app.extensions[_KEY])
    method = request.method if request.url_rule is not None else "(any)"
    metrics.calls.labels(method, logs.rule(), str(response.status_code)).inc()
    metrics.seconds.labels(logs.rule()).observe(logs.seconds())
    return response


class Health(Schema):
    """That the process is up."""

    status = fields.Constant("up", metadata={"description": "up"})


class Readiness(Schema):
    """Whether calls can be answered and matches played, and if not, why."""

    ready = fields.Boolean(required=True, metadata={"description": "whether all is well"})
    reasons = fields.List(fields.String(), required=True, metadata={"description": "what is not, in sentences"})
    workers = fields.Integer(required=True, metadata={"description": "workers that are alive"})
    backlog = fields.Integer(required=True, allow_none=True, metadata={"description": "matches that wait to be played"})


@operations.route("/healthz")
class Healthz(MethodView):
    """The process."""

    @access.public
    @operations.response(200, Health)
    def get(self) -> dict[str, Any]:
        """Whether the process is up."""
        return {}


@operations.route("/readyz")
class Readyz(MethodView):
    """The database and the workers."""

    @access.public
    @operations.response(200, Readiness)
    @operations.alt_response(503, schema=Readiness, description="Not ready; the body says why")
    def get(self) -> Response | tuple[Response, int]:
        """Whether the database can be written and a worker is alive."""
        found = readiness()
        return jsonify(found), 200 if found["ready"] else 503


@operations.route("/metrics")
class MetricsPage(MethodView):
    """The counters."""

    @access.public
    @operations.response(200, {"type": "string"}, content_type="text/plain", description="Figures for Prometheus")
    def get(self) -> Response:
        """The figures of this process and of the database, as Prometheus reads them."""
        metrics = cast(Metrics, current_app.extensions[_KEY])
        return Response(generate_latest(metrics.registry), content_type=_METRICS_TYPE)


def readiness() -> dict[str, Any]:
    """What /readyz says."""
    reasons = []
    alive, waiting = 0, None
    try:
        _write()
        alive = len(workers.alive(store(), time.time(), ALIVE_S))
        waiting = figures.backlog(store())
    except StoreFailed:
        reasons.append("the database cannot be written: the disk is full or does not work")
    except StoreError:
        reasons.append("the database cannot be written")
    else:
        if not alive and config.current().worker_required:
            reasons.append(f"no worker gave a sign of life in the last {ALIVE_S:.0f} seconds")
    if ending.ending().is_set():
        reasons.append("the service is about to end")
    return {"ready": not reasons, "reasons": reasons, "workers": alive, "backlog": waiting}


def _write() -> None:
    """Write what stands there already: a page really goes to the disk, and nobody sees a change."""
    with store().writing() as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version}")
