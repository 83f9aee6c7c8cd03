"""The application as a web server runs it: once in each process, with its clock, and stopped with the process.

`referee serve` takes the `gateway`.  Any server that loads a WSGI application from a factory after it has forked can
use ``referee.server.application:application()``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.util import Finalize
from typing import NamedTuple

from flask import Flask

from referee.backup.due import Backups
from referee.clocks.ticker import Ticker
from referee.core import metrics
from referee.core.http.body_limits import limit_of
from referee.core.service import Service
from referee.core.settings import from_environment
from referee.core.signals import when_orphaned, when_stopped
from referee.log.heads import HeadNotes
from referee.server import logs, supervisor
from referee.server.app import create_app
from referee.server.gateway import Gateway
from referee.server.observe.health import Readiness
from referee.server.preload import warm


class Process(NamedTuple):
    """The application in this process, how its clock is stopped, and the proxies in front of it."""

    app: Flask
    halt: Callable[[], None]
    end: Callable[[], None]
    hops: int


def application() -> Flask:
    """The application for a web server that runs WSGI, with the settings of the environment, and its clock running.

    Raises `SettingsFault`.
    """
    process = started()
    if threading.current_thread() is threading.main_thread():
        when_stopped(process.halt)
    Finalize(None, process.end, exitpriority=100)
    return process.app


def gateway(threads: int) -> Gateway:
    """The application for granian, behind a gateway with so many threads, and its clock running.

    Raises `SettingsFault`.
    """
    supervisor.bound_memory()
    process = started()
    Finalize(None, process.end, exitpriority=100)
    return Gateway(process.app, threads, partial(limit_of, process.app), process.halt, process.hops)


def started() -> Process:
    """The application with its clock running.  Raises `SettingsFault`."""
    settings = from_environment()
    logs.configure(settings)
    app = create_app(settings)
    parts: Service = app.extensions["referee"]
    warm(parts.database)
    readiness: Readiness = app.extensions["referee_readiness"]

    def pulse() -> None:
        readiness.beat()
        metrics.STREAMS.set(parts.streams.open)

    ticker = Ticker(parts, jobs=[parts.part(Backups).due, parts.part(HeadNotes).due, parts.principals.seen.keep, pulse])
    ticker.start()
    running = [ticker.stop]
    lock = threading.Lock()

    def halt() -> None:
        """Stop the clock, and let the streams go; requests are still answered."""
        with lock:
            while running:
                running.pop()()
            parts.bus.close()

    def end() -> None:
        """Let go of everything, when the process ends."""
        halt()
        parts.close()

    when_orphaned()
    return Process(app, halt, end, settings.behind_proxy)
