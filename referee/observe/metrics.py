"""Figures for a monitoring system (Prometheus): what the processes count, and what the database says when it is asked.

With several processes on a machine (``PROMETHEUS_MULTIPROC_DIR``, which `referee serve` sets) any of them answers for
all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from flask import Blueprint, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from referee.access.guard import principal
from referee.access.networks import is_local
from referee.backup.due import NEVER, last
from referee.problems import Problem
from referee.service import Service, service
from referee.storage.database import is_unavailable
from referee.storage.turn import Held

disable_created_metrics()  # type: ignore[no-untyped-call]  # a series for each series, which nobody asks for
REQUESTS = Counter("referee_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "referee_request_seconds",
    "Seconds until an answer begins.",
    ["route"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
TURNS = Histogram(
    "referee_transaction_seconds",
    "Seconds that a transaction to write held its turn.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
ENTRIES = Counter("referee_entries", "Reports logged by people and devices.", ["accepted"])
ACCEPTED, REFUSED = ENTRIES.labels("yes"), ENTRIES.labels("no")
STREAMS = Gauge("referee_event_streams", "Live streams open.", multiprocess_mode="livesum")
"""Set with every tick."""

AT_CLOCK = (
    "SELECT (SELECT count(*) FROM game_table WHERE state = 'open'),"
    " (SELECT count(*) FROM deadline WHERE fired_at IS NULL AND due_at <= :now),"
    " (SELECT min(due_at) FROM deadline WHERE fired_at IS NULL AND due_at <= :now),"
    " (SELECT count(*) FROM deadline WHERE fired_at IS NOT NULL)"
)

blueprint = Blueprint("metrics", __name__)

_known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """Count an answer; ``route`` is the pattern of its path."""
    key = (method, route, status)
    known = _known.get(key)
    if known is None:  # looking the series up each time would cost more than counting
        known = _known[key] = (REQUESTS.labels(method, route, str(status)), SECONDS.labels(route))
    counter, timer = known
    counter.inc()
    timer.observe(seconds)


def logged(accepted: bool) -> None:
    """Count a report that was logged."""
    (ACCEPTED if accepted else REFUSED).inc()


def held(turn: Held) -> None:
    """Count a transaction that is over."""
    TURNS.observe(turn.seconds)


class Standing(Collector):
    """What the database and the backups say at the moment."""

    def __init__(self, parts: Service) -> None:
        self.parts = parts

    def collect(self) -> Iterator[Metric]:
        """The figures; those of the database are left out while it is away."""
        database = self.parts.database
        try:
            now = database.now()
            tables, overdue, oldest, fired = database.rows(database.sql(AT_CLOCK), {"now": now})[0]
            made_at, copy = last(database).made_at, last(database, "copy")
        except Exception as error:
            if not is_unavailable(error):
                raise
            yield gauge("database_up", "Whether the database answers.", 0)
            return
        yield gauge("database_up", "Whether the database answers.", 1)
        yield gauge("tables_open", "Tables that take reports.", tables)
        yield gauge("deadlines_fired", "Time-ups and warnings that the clock has given.", fired)
        yield gauge("deadlines_overdue", "Deadlines past that have not fired.", overdue)
        late = 0 if oldest is None else (now - oldest) / 1000
        yield gauge("deadline_lag_seconds", "How long the oldest of them is past.", late)
        if made_at is not None:
            yield gauge("backup_age_seconds", "Age of the last backup.", max(0, now - made_at) / 1000)
        if copy != NEVER:
            yield gauge("backup_copy_failed", "Whether the last copy of a backup failed.", copy.fault is not None)
        if copy.made_at is not None:
            age = max(0, now - copy.made_at) / 1000
            yield gauge("backup_copy_age_seconds", "Age of the last copy of a backup.", age)


def gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    """A figure of the moment."""
    return GaugeMetricFamily(f"referee_{name}", about, value)


@blueprint.get("/metrics")
def show_metrics() -> Response:
    """The figures.  For this machine itself, and for administrators' sessions and programs."""
    if not is_local():
        who = principal()
        if who is None:
            raise Problem("unknown_person")
        if not who.administrator:
            raise Problem("not_allowed", action="metrics", roles=[who.kind])
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(Standing(service()))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
