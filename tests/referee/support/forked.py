"""The program, started by forking a process that has imported it: what is run is the same, without two seconds of
importing for each of the hundred and more services that the tests start.

Several processes of a service count together only if that is known when it is imported: who starts such a service and
looks at what it counts starts it anew.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from referee.cli import main

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["referee.cli.serve", "referee.server.application"])


class Process(Protocol):
    """What tests do with a process, as `subprocess.Popen` has it."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def returncode(self) -> int | None:
        """Its exit code, once it is known to have ended."""

    def poll(self) -> int | None:
        """Its exit code, if it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended.  Raises `subprocess.TimeoutExpired`."""

    def send_signal(self, sig: int) -> None:
        """Send it a signal, if it still runs."""


class Forked:
    """A process of the program.  What it prints goes to ``out`` and ``errors``, behind what is there.

    ``group``: it leads a group of its own, so that it can be killed with all that it starts.
    """

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], out: Path, errors: Path, *, group: bool = False
    ) -> None:
        self._arguments = arguments
        parameters = (list(arguments), dict(environment), os.getcwd(), out, errors, group)
        self._process = CONTEXT.Process(target=_run, args=parameters)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        atexit.register(self._end)  # nobody waits at the end for one that a failed test has left

    @property
    def returncode(self) -> int | None:
        """Its exit code, once it has ended; of a signal, its number below zero."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """As `returncode`."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, once it has ended.  Raises `subprocess.TimeoutExpired`."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._arguments, timeout or 0)
        return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        """Send it a signal, if it still runs."""
        if self._process.exitcode is None:
            os.kill(self.pid, sig)

    def _end(self) -> None:
        self.send_signal(signal.SIGKILL)


def _run(arguments: list[str], environment: dict[str, str], folder: str, out: Path, errors: Path, group: bool) -> None:
    """What the new process does."""
    if group:
        os.setsid()
    multiprocessing.set_start_method(None, force=True)  # as in a program that was not forked
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for path, descriptor in ((out, 1), (errors, 2)):
        with path.open("ab") as file:
            os.dup2(file.fileno(), descriptor)
    main(arguments, prog_name="referee")
