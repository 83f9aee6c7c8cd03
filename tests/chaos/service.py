"""The service and its processes: starts them, restarts them when they end, kills them, fills their disk.

All its processes have a mark in their environment, so that none is missed and no other process is touched.
"""

from __future__ import annotations

import asyncio
import os
import resource
import secrets
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from referee.core.settings import Settings
from tests.chaos.http import Line
from tests.referee.support.running import free_port

PATIENCE = 180
"""Timeout in seconds for what normally takes a few, because the machine may be busy."""
STOPPING = 60.0
"""Timeout in seconds for stopping the service; it takes ten if it has to finish a backup."""
MARK = "REFEREE_CHAOS"


class NotRecovered(Exception):
    """The service did not recover in time."""


class Process(NamedTuple):
    """A process of the service.  ``part``: starter (the one started here), printer or worker."""

    pid: int
    part: str
    command: str


class Service:
    """`referee serve`, which is restarted whenever it has ended.  ``starts``: how many times; ``log``: its output."""

    def __init__(self, settings: Settings, folder: Path, workers: int) -> None:
        self.settings = settings
        self.port = free_port()
        self.workers = workers
        self.log = folder / "service.log"
        self.mark = f"{MARK}={secrets.token_hex(8)}"
        self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._keeper: asyncio.Task[None] | None = None

    # -- running

    async def start(self) -> None:
        """Start it, keep it running from now on, and wait until it is ready."""
        self._started()
        self._keeper = asyncio.create_task(self._keep())
        await self.ready()

    def _started(self) -> None:
        command = [sys.executable, "-m", "referee.cli", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--workers", str(self.workers), "--log-level", "warning"]
        name, _, mark = self.mark.partition("=")
        environment = {
            **os.environ,
            "REFEREE_DATA": str(self.settings.data),
            "REFEREE_DATABASE_URL": self.settings.database_url,
            name: mark,
        }
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)
        self.starts += 1

    async def _keep(self) -> None:
        """Restart it whenever it has ended, like a supervisor; it ends at once while its port is still taken."""
        while True:
            await asyncio.sleep(0.1)
            if self.process is not None and self.process.poll() is not None:
                self._started()

    async def ready(self) -> None:
        """Wait until it is ready.  Raises `NotRecovered`."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line = Line(self.port)
            answer = await line.ask("GET", "/readyz", patience=5)
            await line.disconnect()
            if answer is not None and answer.status == 200:
                return
            await asyncio.sleep(0.1)
        raise NotRecovered(f"after {PATIENCE} s the service is not ready; see {self.log}")

    async def stop(self, patience: float = STOPPING) -> list[Process]:
        """Stop it; kills and returns the processes that are left after ``patience`` seconds."""
        if self._keeper is not None:
            self._keeper.cancel()
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
        until = time.monotonic() + patience
        while (left := self.processes()) and time.monotonic() < until:
            if self.process is not None:
                self.process.poll()
            await asyncio.sleep(0.1)
        self.kill_all()
        if self.process is not None:
            self.process.wait()
        return left

    # -- its processes

    def processes(self) -> list[Process]:
        """Its living processes."""
        living = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if self.mark.encode() not in (folder / "environ").read_bytes().split(b"\0"):
                    continue
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
                pid = int(folder.name)
                is_starter = self.process is not None and pid == self.process.pid
                part = "starter" if is_starter else "printer" if "referee.printing" in command else "worker"
                living.append(Process(pid, part, command))
        return sorted(living)

    def signal(self, process: Process, what: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, what)

    def kill_all(self) -> None:
        """Kill all of them at once, as a power cut would."""
        while every := self.processes():
            for process in every:
                self.signal(process, signal.SIGKILL)
            if self.process is not None:
                self.process.poll()
            time.sleep(0.01)

    def fill_disk(self) -> None:
        """Limit the file size of its processes, which looks like a full disk to them and needs no privileges."""
        self._limit(1)

    def empty_disk(self) -> None:
        """Lift the limit of `fill_disk`."""
        self._limit(None)

    def _limit(self, size: int | None) -> None:
        for process in self.processes():
            with suppress(ProcessLookupError):
                _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most if size is None else size, most))
