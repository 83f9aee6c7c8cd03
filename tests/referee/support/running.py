"""The real service: `referee serve` in a process of its own, and requests to it."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.own_address import is_free
from tests.referee.support.forked import Forked, Process
from tests.referee.support.migrated import migrated

PROGRAM = (sys.executable, "-m", "referee.cli")
"""The command that starts this checkout's program as a new process."""
PATIENCE = 120
"""Seconds after which a test gives up waiting."""
WORKED = re.compile(r"turn to write was held for \d+ ms, (\d+) of them at work")
STARTS = itertools.count(1)
"""Numbers the services that are started."""


class Answer(NamedTuple):
    """An HTTP response; ``headers`` in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Running:
    """A started service.  ``said``: its standard output; ``log``: its log; ``data``: its folder, unless the environment
    names another.  There its database is, empty and migrated unless there is one already; with a ``program`` of its own
    the service makes it.

    Devices do not judge unless ``REFEREE_RUNTIME`` says where the runtime is: see `support.law`.
    ``program``: the command to run; by default this checkout's, forked from a process that has imported it, where
    ``before`` is called first.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        *options: str,
        secure: ssl.SSLContext | None = None,
        program: Sequence[str] = (),
        before: Callable[[], None] | None = None,
        **more: Any,
    ):
        self.port = port
        self.secure = secure
        start = next(STARTS)  # an earlier start on the same port may still be writing to its own
        self.out, self.errors = folder / f"output-{start}", folder / f"log-{start}"
        self.data = folder / "data"
        if not program and not {"REFEREE_DATA", "REFEREE_DATABASE_URL"} & more.keys() and not self.data.exists():
            self.data.mkdir(mode=0o700)
            shutil.copy(migrated(), self.data / "referee.db")
        own = {"REFEREE_DATA": str(self.data), "REFEREE_RUNTIME": str(folder / "no-runtime")}
        environment = {**own, **os.environ, "LANG": "en_US.UTF-8", "LC_ALL": ""}
        environment |= {name: value.replace("{port}", str(port)) for name, value in more.items()}
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), *options]
        self.out.touch()
        self.errors.touch()
        self.process: Process
        if program:
            with self.out.open("wb") as out, self.errors.open("wb") as errors:
                self.process = subprocess.Popen([*program, *arguments], env=environment, stdout=out, stderr=errors)
        else:
            self.process = Forked(arguments, environment, self.out, self.errors, before=before)
        self.headers: dict[str, str] = {}

    @property
    def said(self) -> str:
        """Its standard output so far."""
        return self.out.read_text("utf-8")

    @property
    def log(self) -> str:
        return self.errors.read_text("utf-8")

    def connection(self) -> http.client.HTTPConnection:
        if self.secure:
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=self.secure)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request on a new connection."""
        connection = self.connection()
        payload = None if body is None else json.dumps(body)
        all_headers = {**self.headers, **headers, **({"Content-Type": "application/json"} if payload else {})}
        connection.request(method, path, payload, all_headers)
        response = connection.getresponse()
        first = {name.lower(): value for name, value in reversed(response.getheaders())}  # the first of each
        answer = Answer(response.status, first, response.read())
        connection.close()
        return answer

    def made(self, path: str, **body: Any) -> Any:
        """POST below /api/v1, which must create something, and return the JSON."""
        answer = self.ask("POST", f"/api/v1{path}", body)
        assert answer.status == 201, answer
        return answer.json

    def wait(self) -> None:
        """Wait until it is ready."""
        until = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, self.log
            assert time.monotonic() < until, self.log
            try:
                if self.ask("GET", "/readyz").status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)

    @property
    def first_account(self) -> tuple[str, str]:
        """Login name and password of the administrator, as printed by the first start."""
        words = self.said.split()
        return words[words.index("name") + 1], words[words.index("password") + 1]

    def log_in(self) -> None:
        """Log in as that administrator."""
        login, password = self.first_account
        answer = self.ask("POST", "/api/v1/sessions", {"login": login, "password": password})
        assert answer.status == 201, answer
        self.headers = {
            "Cookie": answer.headers["set-cookie"].partition(";")[0],
            "X-CSRF-Token": answer.json["form_token"],
        }

    def table(self) -> str:
        """Create a table and return its id."""
        event = self.made("/events", name="Event")["id"]
        a_round = self.made(f"/events/{event}/rounds", number=1)["id"]
        table: str = self.made(f"/rounds/{a_round}/tables", number=1, ruleset="jma-2006", seats=["A", "B", "C", "D"])[
            "id"
        ]
        return table

    def report(self, table: str, base: int) -> Answer:
        """Report a throw at a table: the first is accepted, the second is out of turn."""
        roll = {"type": "roll", "player": "A", "dice": [3, 4]}
        return self.ask(
            "POST", f"/api/v1/tables/{table}/entries", {"client_id": f"report-{base:04}", "base": base, "report": roll}
        )

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send it a signal, wait until it has ended, and return its exit code."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_until_free(port: int) -> None:
    """Wait until a port is free: the workers of a killed service end a moment after it."""
    until = time.monotonic() + PATIENCE
    while not is_free("127.0.0.1", port):
        assert time.monotonic() < until, f"port {port} stays taken"
        time.sleep(0.01)


@contextmanager
def running(folder: Path, *options: str, **more: Any) -> Iterator[Running]:
    """Run a service on a free port with its data in a folder, and stop it at the end of the block.  None of its write
    transactions may have worked for more than 500 ms, garbage collection included; it logs those that take long.
    """
    started = Running(folder, free_port(), *options, **more)
    try:
        started.wait()
        yield started
    finally:
        if started.process.poll() is None:
            started.stop()
    slow = [line for line in started.log.splitlines() if (found := WORKED.search(line)) and int(found[1]) > 500]
    assert not slow, slow


def refused_start(folder: Path, port: int | None = None, *options: str, **more: Any) -> str:
    """Start a service that must fail with exit code 2 and one line of output, and return that line."""
    started = Running(folder, port or free_port(), *options, **more)
    assert started.process.wait(PATIENCE) == 2, started.log
    assert started.said == ""
    (line,) = started.log.splitlines()
    assert line.startswith("referee: ")
    return line
