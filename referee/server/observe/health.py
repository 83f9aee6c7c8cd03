"""Whether the service is alive, and whether it can do its work: for those who watch it, and for balancers in front."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
import time
from collections.abc import Callable

from flask import Blueprint, Response, current_app

from referee.core.database.migrate import current_step, newest_step
from referee.core.service import Service, service

FRESH_SECONDS = 1
"""How long an answer is given again: anybody may ask, and a check costs."""
TICK_SECONDS = 10
"""How long the clock may be silent."""
FREE_BYTES = 20_000_000
"""What must be free on the disk of the data directory."""

blueprint = Blueprint("health", __name__)


class Readiness:
    """The checks of one process; those that cost something are made anew at most once a second."""

    def __init__(self, parts: Service) -> None:
        self._jobs = parts.jobs
        self._checks: dict[str, Callable[[], bool]] = {
            "database": lambda: bool(parts.database.rows("SELECT 1", {})),
            "schema": lambda: schema_is_right(parts),
            "disk": lambda: disk_is_writable(parts),
        }
        self._lock = threading.Lock()
        self._made = 0.0
        self._found: dict[str, bool] = {}

    def checks(self) -> dict[str, bool]:
        """Each check by name, and whether all is well there."""
        with self._lock:
            if time.monotonic() - self._made >= FRESH_SECONDS or not self._found:
                self._found = {name: passes(check) for name, check in self._checks.items()}
                self._made = time.monotonic()
            return {**self._found, "ticker": self._jobs.ran_within("ticker", TICK_SECONDS)}


def passes(check: Callable[[], bool]) -> bool:
    """Whether a check says yes; one that fails says no."""
    try:
        return check()
    except Exception:
        return False


def schema_is_right(parts: Service) -> bool:
    """Whether the database is at the step that this version needs."""
    with parts.database.engine.connect() as connection:
        return current_step(connection) == newest_step()


def disk_is_writable(parts: Service) -> bool:
    """Whether something can be written to the data directory, and there is room left."""
    data = parts.settings.data
    with tempfile.TemporaryFile(dir=data) as file:
        file.write(b"0")
        file.flush()
    return shutil.disk_usage(data).free >= FREE_BYTES


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process answers; with how its jobs are doing (times in ms since 1970)."""
    body = {"status": "ok", "jobs": [state._asdict() for state in service().jobs.states()]}
    return Response(json.dumps(body), content_type="application/json")


@blueprint.get("/readyz")
def readyz() -> Response:
    """The process can do its work: 200, or 503 with what is wrong."""
    readiness: Readiness = current_app.extensions["referee_readiness"]
    checks = readiness.checks()
    ready = all(checks.values())
    body = {
        "status": "ready" if ready else "not_ready",
        "checks": {name: "ok" if well else "failed" for name, well in checks.items()},
    }
    return Response(json.dumps(body), 200 if ready else 503, content_type="application/json")
