"""What can be seen of a running service from outside: its log, its metrics, and whether it is well."""

from __future__ import annotations

from flask import Flask

from referee.core import metrics
from referee.core.database import write_turn as turn
from referee.core.service import Service
from referee.server.observe import figures, health, requests
from referee.server.observe.health import Readiness


def register(app: Flask) -> None:
    """Watch the application's requests and transactions, and add ``/healthz``, ``/readyz`` and ``/metrics``.

    To be called before anything else is registered: the last word on an answer is the watcher's.
    """
    turn.listen(metrics.count_transaction)
    requests.register(app)
    app.register_blueprint(health.blueprint)
    app.register_blueprint(figures.blueprint)


def attach(app: Flask, parts: Service) -> None:
    """Say how an application's requests are logged, and keep an eye on whether its parts can do their work."""
    app.extensions["referee_readiness"] = Readiness(parts)
    app.extensions["referee_lines"] = requests.Lines.as_set(parts.settings)
