"""A server process that fault tests kill, starve of resources and restart."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.settings import Settings
from tests.referee.support.forked import Forked
from tests.referee.support.running import free_port, wait_until_free

PATIENCE = 120
"""Seconds that a server may take to start or restart; far more than it needs."""


class Reply(NamedTuple):
    """A server's response."""

    status: int
    body: Any


class Victim:
    """A server process with its children; ``log``: the file that it logs to."""

    def __init__(self, settings: Settings, port: int, log: Path, *options: str) -> None:
        self.settings = settings
        self.port = port
        self.log = log
        self.options = options
        self.process = self._started()

    def _started(self) -> Forked:
        environment = {
            **os.environ,
            "REFEREE_DATA": str(self.settings.data),
            "REFEREE_DATABASE_URL": self.settings.database_url,
        }
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), *self.options]
        return Forked(arguments, environment, self.log, self.log, group=True)

    def await_ready(self) -> None:
        """Wait until it is ready."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text("utf-8", "replace")[-3000:]
            if (reply := self.ask("GET", "/readyz")) is not None and reply.status == 200:
                return
            time.sleep(0.05)
        raise AssertionError(f"the server does not answer: {self.log.read_text('utf-8', 'replace')[-3000:]}")

    def kill(self) -> None:
        """Kill it and its children at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        """Start it again."""
        wait_until_free(self.port)
        self.process = self._started()
        self.await_ready()

    def ask(self, method: str, path: str, token: str | None = None, body: Any = None) -> Reply | None:
        """Send a request on a connection of its own; None if no answer came."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            text = answer.read()
            is_json = "json" in (answer.headers["Content-Type"] or "")
            return Reply(answer.status, json.loads(text) if is_json else text)
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()


@contextmanager
def running(settings: Settings, folder: Path, *options: str) -> Iterator[Victim]:
    """Run a server, wait until it is ready, and kill it at the end of the block."""
    server = Victim(settings, free_port(), folder / "server.log", *options)
    try:
        server.await_ready()
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
