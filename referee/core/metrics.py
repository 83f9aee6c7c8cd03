"""Metrics for a monitoring system (Prometheus): the counters of the processes.

If several processes run on a machine (``PROMETHEUS_MULTIPROC_DIR``, which `referee serve` sets), any of them reports
for all.
"""

from __future__ import annotations

from prometheus_client import Counter, Histogram, disable_created_metrics

from referee.core.database.write_turn import WriteTurn

disable_created_metrics()  # type: ignore[no-untyped-call]  # one more series per series, which nobody needs
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
DIFFERENCES = Counter("referee_law_differences", "Reports that a device has judged otherwise than the server.")

_series: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}


def count_answer(method: str, route: str, status: int, seconds: float) -> None:
    """Count a response; ``route`` is the pattern of its path."""
    key = (method, route, status)
    known = _series.get(key)
    if known is None:  # looking the series up each time would cost more than counting
        known = _series[key] = (REQUESTS.labels(method, route, str(status)), SECONDS.labels(route))
    counter, timer = known
    counter.inc()
    timer.observe(seconds)


def count_report(accepted: bool) -> None:
    (ACCEPTED if accepted else REFUSED).inc()


def count_transaction(turn: WriteTurn) -> None:
    TURNS.observe(turn.seconds)
