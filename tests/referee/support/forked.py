"""Runs the program by forking a process that has already imported it and loaded all that a start loads (`warm`), which
saves four fifths of its work for each of the more than one hundred services that the tests start.  (Those that prove
something about the start itself begin as new processes: `running.PROGRAM`.)

Metrics are added up over several processes of a service only if that is configured before the import: a test that
needs this must start the program as a new process.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from referee.cli import main

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["referee.cli.serve", "referee.server.application", "tests.referee.support.warm"])


class Process(Protocol):
    """The part of `subprocess.Popen` that tests use."""

    @property
    def pid(self) -> int:
        """The process id."""

    @property
    def returncode(self) -> int | None:
        """The exit code, once it is known to have ended."""

    def poll(self) -> int | None:
        """The exit code if it has ended, else None."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended and return the exit code.  Raises `subprocess.TimeoutExpired`."""

    def send_signal(self, sig: int) -> None:
        """Send it a signal if it is still running."""


class Forked:
    """A forked process of the program.  Its output is appended to ``out`` and ``errors``.

    ``group``: it gets a process group of its own, so that it can be killed together with its children.  ``before``: is
    called in the new process before the program, and must pickle.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        out: Path,
        errors: Path,
        *,
        group: bool = False,
        before: Callable[[], None] | None = None,
    ) -> None:
        self._arguments = arguments
        parameters = (list(arguments), dict(environment), os.getcwd(), out, errors, group, before)
        self._process = CONTEXT.Process(target=_run, args=parameters)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        atexit.register(self._end)  # so that a process left behind by a failed test does not block the exit

    @property
    def returncode(self) -> int | None:
        """The exit code, once it has ended; ``-N`` if signal N killed it."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """As `returncode`."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended and return the exit code.  Raises `subprocess.TimeoutExpired`."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._arguments, timeout or 0)
        return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        """Send it a signal if it is still running."""
        if self._process.exitcode is None:
            os.kill(self.pid, sig)

    def _end(self) -> None:
        self.send_signal(signal.SIGKILL)


def _run(
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    out: Path,
    errors: Path,
    group: bool,
    before: Callable[[], None] | None,
) -> None:
    """The main function of the new process."""
    if group:
        os.setsid()
    multiprocessing.set_start_method(None, force=True)  # as in a program that was not forked
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for path, descriptor in ((out, 1), (errors, 2)):
        with path.open("ab") as file:
            os.dup2(file.fileno(), descriptor)
    if before is None:
        from tests.referee.support.warm import take_what_is_made  # noqa: PLC0415  # loaded before this was forked

        take_what_is_made()
    else:  # it may change the program, and with it the application
        before()
    main(arguments, prog_name="referee")
