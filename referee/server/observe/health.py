"""Liveness and readiness checks, for monitoring and for load balancers."""

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
from referee.server.assembly import WRITE_CHECK

CACHE_SECONDS = 1
"""How long results are cached: anybody may ask, and a check is not free."""
TICK_SECONDS = 10
"""How long ago the ticker may have run last."""
WRITE_SECONDS = 10
"""How long ago the last attempt to write may have ended.  A job makes it, not the probe: a write has to wait for its
turn, and the threads that answer are few."""
FREE_BYTES = 20_000_000
"""How much space must be free on the disk of the data directory."""

blueprint = Blueprint("health", __name__)


class Readiness:
    """The readiness checks of one process; the expensive ones run at most once every `CACHE_SECONDS`."""

    def __init__(self, parts: Service) -> None:
        self._jobs = parts.jobs
        self._checks: dict[str, Callable[[], bool]] = {
            "database": lambda: parts.database.lost is None and bool(parts.database.rows("SELECT 1", {})),
            "schema": lambda: schema_is_current(parts),
            "disk": lambda: disk_is_writable(parts),
        }
        self._lock = threading.Lock()
        self._checked_at = 0.0
        self._results: dict[str, bool] = {}

    def checks(self) -> dict[str, bool]:
        """The result of each check by name: whether it passed."""
        with self._lock:
            if time.monotonic() - self._checked_at >= CACHE_SECONDS or not self._results:
                self._results = {name: passes(check) for name, check in self._checks.items()}
                self._checked_at = time.monotonic()
            return {
                **self._results,
                "writes": self._jobs.is_well(WRITE_CHECK, WRITE_SECONDS),
                "ticker": self._jobs.ran_within("ticker", TICK_SECONDS),
            }


def passes(check: Callable[[], bool]) -> bool:
    """Whether a check passes; one that raises does not."""
    try:
        return check()
    except Exception:
        return False


def schema_is_current(parts: Service) -> bool:
    """Whether the database is at the migration that this version needs."""
    with parts.database.engine.connect() as connection:
        return current_step(connection) == newest_step()


def disk_is_writable(parts: Service) -> bool:
    """Whether the data directory is writable and has `FREE_BYTES` of space left."""
    data = parts.settings.data
    with tempfile.TemporaryFile(dir=data) as file:
        file.write(b"0")
        file.flush()
    return shutil.disk_usage(data).free >= FREE_BYTES


@blueprint.get("/healthz")
def healthz() -> Response:
    """Liveness: the process answers, with the state of its jobs (times in ms since 1970)."""
    body = {"status": "ok", "jobs": [state._asdict() for state in service().jobs.states()]}
    return Response(json.dumps(body), content_type="application/json")


@blueprint.get("/readyz")
def readyz() -> Response:
    """Readiness: 200 if the process can do its work, else 503 with the failed checks."""
    readiness: Readiness = current_app.extensions["referee_readiness"]
    checks = readiness.checks()
    ready = all(checks.values())
    body = {
        "status": "ready" if ready else "not_ready",
        "checks": {name: "ok" if passed else "failed" for name, passed in checks.items()},
    }
    return Response(json.dumps(body), 200 if ready else 503, content_type="application/json")
