"""Starting the service: the checks and preparations before the first request, and the web server.

Whatever prevents the start raises `StartFault`: one line that says what is wrong and how to fix it.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import shutil
import sqlite3
import ssl
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.server import Server

from referee.accounts.people import create_first_administrator
from referee.backup import wanted
from referee.backup.due import last_backup
from referee.backup.folder import RESCUED, accept_rescued, backups
from referee.backup.restore import note_restored
from referee.backup.second import all_backups, newest_if_lost
from referee.backup.secret import note_secret
from referee.backup.verify import lacks
from referee.core.cache import FOLDER_SETTING, empty_shelf
from referee.core.command import Caller
from referee.core.database.database import is_unavailable, sqlite_code
from referee.core.database.migrate import DatabaseNewer, upgrade
from referee.core.own_address import OwnAddress, is_free, url
from referee.core.service import Service
from referee.core.settings import Settings, SettingsFault, from_environment
from referee.log import heads
from referee.rules.filling.kept import take_over_editions
from referee.server import certificates, logs, redirect, supervisor
from referee.server.assembly import assemble
from referee.server.text import word

LOG = logging.getLogger(__name__)

KILL_SECONDS = 10
"""How long a process may take to stop before it is killed; it may have a backup to finish."""
MOST_WORKERS = 4
"""The most processes that are started on PostgreSQL unless an option sets their number."""
REQUEST_THREADS = 8
"""Threads per process that answer requests; also the most reports that can share a transaction.  Python runs one at a
time: with more of them they get in each other's way, and the slowest answers become slower."""
HEADER_MILLISECONDS = 15_000
"""How long a connection may stay open without a request, or with incomplete headers."""
HEADER_BYTES = 65_536
"""The largest size of a request's URL and headers together."""
BACKLOG = 4096
"""Connections that the system queues until a process accepts them."""


class StartFault(Exception):
    """Why the service cannot start, in the language of the person who starts it."""


class Listening(NamedTuple):
    """Where and how the service listens.

    ``certificate`` and ``key``: for https.  ``redirect_port``: the port of plain http that leads to https, or None.
    """

    host: str
    port: int
    workers: int
    threads: int
    certificate: Path | None = None
    key: Path | None = None
    redirect_port: int | None = None

    @property
    def scheme(self) -> str:
        """``http`` or ``https``."""
        return "https" if self.certificate else "http"

    @property
    def address(self) -> str:
        """The URL where it listens, in the form of `Settings.listening`."""
        return url(self.scheme, self.host, self.port)


class Prepared(NamedTuple):
    """What was found at start-up.  ``account``: log-in name and password, if this is the first start; ``backup_age``:
    milliseconds since the last backup, if there is one."""

    account: tuple[str, str] | None
    backup_age: int | None


def read_settings() -> Settings:
    """Read the settings from the environment, and check that the data directory is writable.  Raises `StartFault`."""
    try:
        found = from_environment()
        (found.data / ".writable").touch()
        (found.data / ".writable").unlink()
    except SettingsFault as fault:
        raise StartFault(str(fault)) from fault
    except OSError as error:
        raise StartFault(word("data_unwritable", data=error.filename, error=error.strerror)) from error
    return found


def listening(
    settings: Settings,
    host: str,
    port: int | None,
    workers: int | None,
    threads: int | None,
    tls: tuple[Path, Path] | bool,
    http_port: int,
) -> Listening:
    """Return where the service will listen, after checking that it can.  ``tls``: certificate and key, or True for
    those of `certificates.init`, which are created if missing; ``http_port`` 0: none.  Raises `StartFault`."""
    certificate, key = _certificate_and_key(settings, tls)
    port = port or (8443 if certificate else 8000)
    if workers is None:
        workers = 1 if settings.database_url.startswith("sqlite") else min(MOST_WORKERS, os.cpu_count() or 1)
    at = Listening(
        host,
        port,
        workers,
        threads or REQUEST_THREADS,
        certificate,
        key,
        http_port if http_port and tls is True else None,
    )
    for each in (at.port, at.redirect_port):
        try:
            if each is not None and not is_free(host, each):
                raise StartFault(word("port_taken", port=each))
        except (OSError, OverflowError) as error:
            raise StartFault(word("no_address", host=host, port=each, error=error)) from error
    return at


def _certificate_and_key(settings: Settings, tls: tuple[Path, Path] | bool) -> tuple[Path, Path] | tuple[None, None]:
    """The certificate and key to use, checked to match; None for both without TLS.  Raises `StartFault`."""
    if tls is False:
        return None, None
    own = certificates.folder(settings.data)
    if tls is True:
        try:
            if certificates.renew_if_needed(own) is None:
                certificates.init(own)
        except (OSError, ValueError) as error:
            raise StartFault(word("bad_certificate", path=own.path, error=error)) from error
        tls = (own.certificate, own.key)
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(*tls)
    except OSError as error:
        raise StartFault(word("bad_certificate", path=tls[0], error=error)) from error
    return tls


def prepare(settings: Settings, *, anew: bool = False) -> Prepared:
    """Migrate the database and create the first account.  ``anew``: even if the database is empty and backups exist.

    Raises `StartFault`.
    """
    try:
        upgrade(settings.database_url)
        parts = assemble(settings)
        try:
            refuse_damaged_database(parts)
            refuse_lost_database(parts, anew=anew)
            note_secret(parts.database, settings.secret)
            take_over_editions(Caller(parts, None))
            account = create_first_administrator(parts)
            made_at = last_backup(parts.database).made_at
            return Prepared(account, None if made_at is None else max(0, parts.database.now() - made_at))
        finally:
            parts.close()
    except StartFault:
        raise
    except DatabaseNewer as error:
        raise StartFault(word("database_newer", step=error.step)) from error
    except Exception as error:
        fault = " ".join(map(str.strip, str(getattr(error, "orig", None) or error).strip().splitlines()))
        if sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise damaged(settings, fault) from error
        if not is_unavailable(error):
            raise
        raise StartFault(word("database_away", error=fault)) from error


def damaged(settings: Settings, fault: str) -> StartFault:
    """The refusal of a damaged database, with the backup to restore."""
    newest = next((each.path for each in all_backups(settings.backups, settings.backup_copy)), "…")
    return StartFault(word("database_damaged", error=fault, newest=newest))


def refuse_damaged_database(parts: Service) -> None:
    """Refuse an SQLite file whose pages do not fit together, as when another one was written over it in place.

    Its first pages may well be sound, so that a service could start on it and fail at a table.  Raises `StartFault`.
    """
    if parts.database.is_sqlite:
        [[fault]] = parts.database.rows("PRAGMA quick_check(1)", {})
        if fault != "ok":
            raise damaged(parts.settings, " ".join(fault.split()))


def refuse_lost_database(parts: Service, *, anew: bool) -> None:
    """Refuse an empty database if there are backups, and one that lacks what was rescued when another one was taken
    away: that one is lost or elsewhere.

    With ``anew`` it is accepted, and what pages and this machine remember of the old database no longer counts.
    Raises `StartFault`.
    """
    try:
        kept = newest_if_lost(parts.database, parts.settings.backups, parts.settings.backup_copy)
    except OSError as error:
        if not anew:
            raise StartFault(word("backups_unread", error=error)) from error
        kept = None
    if kept is None:
        for rescued in (each for each in backups(parts.settings.backups) if each.why == RESCUED):
            if lacks(parts.database, rescued):
                raise StartFault(word("database_behind", newest=rescued.path))
            accept_rescued(rescued)
        return
    if not anew:
        raise StartFault(word("database_empty", folder=kept.path.parent, newest=kept.path))
    with parts.database.write() as session:
        note_restored(session.connection(), parts.database.now(), 0)
    (parts.settings.data / heads.FILE).unlink(missing_ok=True)


def serve(settings: Settings, at: Listening) -> None:
    """Run the web server until the process gets a signal to stop."""
    _share_metrics(settings, at)
    os.environ["REFEREE_LISTENING"] = at.address  # read by the worker processes
    gc.disable()
    # Imported only now: on import, the Prometheus client decides whether the processes share their metrics.
    from referee.server.app import app_without_service  # noqa: PLC0415
    from referee.server.application import gateway  # noqa: PLC0415
    from referee.server.preload import preload_shared  # noqa: PLC0415

    preload_shared(app_without_service())
    gc.freeze()  # what is loaded so far stays in memory, shared with the processes forked below
    gc.enable()

    connections = supervisor.most_connections()
    if connections < supervisor.FEW_CONNECTIONS:
        LOG.warning("%s", word("few_files", connections=connections))
    authority = certificates.authority(certificates.folder(settings.data))
    if at.redirect_port is not None and authority is not None:
        redirector = multiprocessing.Process(
            target=redirect.serve,
            args=(at.host, at.redirect_port, _redirect_target(settings, at), authority.public_bytes(Encoding.DER)),
            name="redirect",
            daemon=True,  # ends with this process
        )
        redirector.start()
    load = partial(gateway, at.threads)

    serving: list[Any] = []

    def serve_once() -> None:
        _share_pages(settings, at)  # anew each time: a restored database may count its changes as the one before it did
        serving[:] = [_server(settings, at, connections)]
        serving[0].serve(target_loader=load, wrap_loader=False)

    def stop() -> None:
        for each in serving:
            each.signal_handler_interrupt()  # what the server does on a signal to stop, which Windows cannot send

    wanted.run_with_restores(settings, lambda: supervisor.run_with_restarts(serve_once), stop)


def _server(settings: Settings, at: Listening, connections: int) -> Any:
    """The web server.  ``connections``: per process.

    It speaks HTTP/1 only: behind a proxy nothing else is needed, and with cleartext HTTP/2 an attacker could open
    streams at no cost.
    """
    return Server(
        "referee",
        address=at.host,
        port=at.port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=HEADER_BYTES),
        websockets=False,
        workers=at.workers,
        backlog=min(connections, BACKLOG),
        backpressure=connections,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_SECONDS,
        workers_max_rss=supervisor.PROCESS_MEMORY_MB,
        log_dictconfig=logs.configuration(settings),
        ssl_cert=at.certificate,
        ssl_key=at.key,
        ssl_protocol_min=SSLProtocols.tls12,
    )


def _redirect_target(settings: Settings, at: Listening) -> redirect.Secure:
    """Where plain http is redirected to."""
    assert at.certificate is not None
    named = certificates.names(x509.load_pem_x509_certificate(at.certificate.read_bytes()))
    return redirect.Secure(frozenset(named), at.port, OwnAddress(settings._replace(listening=at.address)).now())


def _share_metrics(settings: Settings, at: Listening) -> None:
    """Let several processes share their metrics in files, of which none may be left from an earlier start."""
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
    folder = settings.data / f"metrics-{at.port}"
    shutil.rmtree(folder, ignore_errors=True)
    if at.workers > 1:
        folder.mkdir()
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _share_pages(settings: Settings, at: Listening) -> None:
    """Let several processes share rendered pages on a shelf; without one, each of them renders its own."""
    os.environ.pop(FOLDER_SETTING, None)
    folder = settings.data / f"shelf-{at.port}"
    if at.workers > 1:
        with suppress(OSError):
            empty_shelf(folder)
            os.environ[FOLDER_SETTING] = str(folder)
