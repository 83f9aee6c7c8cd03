"""The service's metrics for Prometheus, including those read from the database on each request.

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
    generate_latest,
    multiprocess,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from referee.backup.due import NEVER, last_backup
from referee.core.access.guard import principal
from referee.core.access.limits import is_local
from referee.core.database.database import is_unavailable
from referee.core.problems import Problem
from referee.core.service import Service, service

COUNTS = (
    "SELECT (SELECT count(*) FROM game_table WHERE state = 'open'),"
    " (SELECT count(*) FROM deadline WHERE fired_at IS NULL AND due_at <= :now),"
    " (SELECT min(due_at) FROM deadline WHERE fired_at IS NULL AND due_at <= :now),"
    " (SELECT count(*) FROM deadline WHERE fired_at IS NOT NULL)"
)

blueprint = Blueprint("metrics", __name__)


class CurrentMetrics(Collector):
    """The current metrics of the database and the backups."""

    def __init__(self, parts: Service) -> None:
        self.parts = parts

    def collect(self) -> Iterator[Metric]:
        """The metrics; only ``database_up`` while the database is unavailable."""
        database = self.parts.database
        try:
            now = database.now()
            tables, overdue, oldest, fired = database.rows(database.sql(COUNTS), {"now": now})[0]
            made_at, copy = last_backup(database).made_at, last_backup(database, "copy")
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
    return GaugeMetricFamily(f"referee_{name}", about, value)


@blueprint.get("/metrics")
def show_metrics() -> Response:
    """The metrics, for requests from this machine itself and for administrators' sessions and programs."""
    if not is_local():
        who = principal()
        if who is None:
            raise Problem("unknown_person")
        if not who.administrator:
            raise Problem("not_allowed", more={"action": "metrics", "roles": [who.kind]})
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(CurrentMetrics(service()))
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
