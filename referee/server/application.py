"""The application as a web server runs it: once in each process, with its clock, and stopped with the process.

`referee serve` uses it, and so can any server that loads a WSGI application from a factory after it has forked:
``referee.server.application:application()``.
"""

from __future__ import annotations

import threading
from multiprocessing.util import Finalize

from flask import Flask

from referee.app import create_app
from referee.clock.ticker import Ticker
from referee.observe import metrics
from referee.observe.health import Readiness
from referee.server import logs
from referee.server.warm import warm
from referee.server.watch import when_orphaned, when_stopped
from referee.service import Service
from referee.settings import from_environment


def application() -> Flask:
    """The application, with the settings of the environment, and its clock running.  Raises `SettingsFault`."""
    settings = from_environment()
    logs.configure(settings)
    app = create_app(settings)
    parts: Service = app.extensions["referee"]
    warm(parts.database)
    readiness: Readiness = app.extensions["referee_readiness"]

    def pulse() -> None:
        readiness.beat()
        metrics.STREAMS.set(parts.streams.open)

    ticker = Ticker(parts, jobs=[parts.backups.due, parts.principals.seen.keep, pulse])
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

    if threading.current_thread() is threading.main_thread():
        when_stopped(halt)
    when_orphaned()
    Finalize(None, end, exitpriority=100)
    return app
