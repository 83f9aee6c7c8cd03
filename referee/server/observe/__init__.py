"""Observability of a running service: its request log, its metrics and its health checks."""

from __future__ import annotations

from flask import Flask

from referee.core import metrics
from referee.core.database import write_turn as turn
from referee.core.service import Service
from referee.server.observe import figures, health, requests
from referee.server.observe.health import Readiness


def register(app: Flask) -> None:
    """Observe the application's requests and transactions, and add ``/healthz``, ``/readyz`` and ``/metrics``.

    Call this before anything else is registered, so that its hook is the last to see each answer.
    """
    turn.listen(metrics.count_transaction)
    app.extensions["referee_requests"] = requests.register(app)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(figures.blueprint)


def attach(app: Flask, parts: Service) -> None:
    """Set how an application's requests are logged, and which service its readiness checks look at."""
    app.extensions["referee_readiness"] = Readiness(parts)
    app.extensions["referee_requests"].lines = requests.RequestLines.from_settings(parts.settings)
