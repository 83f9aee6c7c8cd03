"""The application as a web server runs it: one instance per process, with its jobs, stopped when the process ends.

`referee serve` uses `gateway`.  Any server that loads a WSGI application from a factory after forking can
use ``referee.server.application:application()``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.util import Finalize
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Flask

from referee.clocks.steps import Steps
from referee.core.database.database import is_unavailable
from referee.core.http.body_limits import limit_of
from referee.core.service import Service
from referee.core.settings import from_environment
from referee.core.signals import call_when_stopped, stop_when_orphaned
from referee.server import logs, supervisor
from referee.server.app import create_app
from referee.server.assembly import schedule
from referee.server.crowding import Crowding
from referee.server.gateway import Gateway
from referee.server.preload import preload, preload_shared


class Process(NamedTuple):
    """The application of this process.

    ``halt``: stops its jobs; ``end``: releases everything; ``hops``: how many proxies are in front of it.
    """

    app: Flask
    halt: Callable[[], None]
    end: Callable[[], None]
    hops: int


def application() -> Flask:
    """Return the WSGI application, configured from the environment, with its jobs running.

    Raises `SettingsFault`.
    """
    process = start()
    if threading.current_thread() is threading.main_thread():
        call_when_stopped(process.halt)
    Finalize(None, process.end, exitpriority=100)
    return process.app


def gateway(threads: int) -> Gateway:
    """Return the application for granian, behind a gateway with this many threads, with its jobs running.

    Raises `SettingsFault`.
    """
    supervisor.limit_memory()
    process = start()
    Finalize(None, process.end, exitpriority=100)
    port = urlsplit(process.app.extensions["referee"].settings.listening).port
    crowding = None if port is None else Crowding(port, supervisor.most_connections())
    return Gateway(process.app, threads, partial(limit_of, process.app), process.halt, process.hops, crowding)


def start() -> Process:
    """Create the application and start its jobs.  Raises `SettingsFault`."""
    settings = from_environment()
    logs.configure(settings)
    app = create_app(settings)
    parts: Service = app.extensions["referee"]
    preload_shared(app)
    preload(parts)
    settle_clock(parts)
    parts.jobs.start(schedule(parts))
    lock = threading.Lock()

    def halt() -> None:
        """Stop the jobs; requests are still answered."""
        with lock:
            parts.jobs.stop()

    def end() -> None:
        """Release everything when the process ends."""
        halt()
        parts.close()

    stop_when_orphaned()
    return Process(app, halt, end, settings.behind_proxy)


def settle_clock(parts: Service) -> None:
    """Agree with the other processes on the clock before the first request, so that all timestamps are comparable."""
    try:
        Steps(parts).synchronize()
    except Exception as error:  # the first tick tries again
        if not is_unavailable(error):
            raise
