"""A temporary PostgreSQL server for the tests, on a free port of this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.programs import bare

TABLES = """SELECT quote_ident(relname) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname"""
SCHEMA = """WITH own AS (
    SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
), relation AS (
    SELECT * FROM pg_class WHERE relnamespace IN (SELECT oid FROM own)
) SELECT md5(string_agg(part, ';' ORDER BY part)) FROM (
    SELECT concat_ws(' ', oid, nspname) FROM own
    UNION ALL SELECT concat_ws(' ', oid, relname, relkind) FROM relation
    UNION ALL SELECT concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped)
        FROM pg_attribute WHERE attrelid IN (SELECT oid FROM relation)
    UNION ALL SELECT concat_ws(' ', oid, pg_get_expr(adbin, adrelid)) FROM pg_attrdef
    UNION ALL SELECT concat_ws(' ', oid, conname) FROM pg_constraint
    UNION ALL SELECT concat_ws(' ', oid, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', oid, proname) FROM pg_proc WHERE pronamespace IN (SELECT oid FROM own)
    UNION ALL SELECT concat_ws(' ', setrole, array_to_string(setconfig, ',')) FROM pg_db_role_setting
        WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS every(part)"""
"""A hash of a database's schema and settings, without its rows: the same for a database and its copies."""
DISCONNECT = """SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""

PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, or None where no server is installed, or the tests act as if."""
    if bare():
        return None
    on_path = shutil.which("initdb")
    candidates = [*PLACES, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((place for place in candidates if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Server:
    """A PostgreSQL server; ``durable``: with fsync."""

    def __init__(self, binaries: Path, folder: Path, port: int, *, durable: bool) -> None:
        self.binaries = binaries
        self.folder = folder
        self.port = port
        self.durable = durable
        self._contents: dict[str, tuple[str, list[tuple[str, bytes]]]] = {}

    def url(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs, as user postgres if this user is root, which the server refuses."""
        command = [str(self.binaries / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        if not self.durable:
            options += " -c fsync=off"  # tests kill processes, never the machine
        self.run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-o", options, "-w", "start"
        )

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def fresh(self, name: str, template: str = "template0") -> str:
        """Create a database, empty or as a copy of another, and return its URL; replaces one of the same name."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def copy(self, name: str, template: str) -> str:
        """Make a database a copy of its template and return its URL.

        If it exists and still has the template's schema, only its rows are replaced, which takes a tenth of the time
        of creating it.  A template must not change after it has been copied.
        """
        try:
            done = self._put_back(name, template)
        except psycopg.OperationalError:  # it does not exist or cannot be reached
            done = False
        return self.url(name) if done else self.fresh(name, template)

    def _put_back(self, name: str, template: str) -> bool:
        """Restore a database to its template's rows; returns False if its schema differs."""
        if template not in self._contents:
            with psycopg.connect(self.url(template)) as connection:
                self._contents[template] = contents(connection)
        schema, rows = self._contents[template]
        with psycopg.connect(self.url(name)) as connection:
            connection.execute(DISCONNECT)
            if connection.execute(SCHEMA).fetchone() != (schema,):
                return False
            connection.execute("SET LOCAL session_replication_role = replica")  # no foreign key checks
            connection.execute("; ".join(f"DELETE FROM {table}" for table, _ in rows))
            for table, copied in rows:
                if copied:
                    with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                        copy.write(copied)
        return True


def contents(connection: psycopg.Connection) -> tuple[str, list[tuple[str, bytes]]]:
    """A database's schema hash, and the rows of each of its tables in COPY format."""
    row = connection.execute(SCHEMA).fetchone()
    assert row is not None
    rows = []
    for (table,) in connection.execute(TABLES).fetchall():
        with connection.cursor().copy(f"COPY {table} TO STDOUT") as copy:
            rows.append((table, b"".join(bytes(part) for part in copy)))
    return row[0], rows


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server with an empty cluster.  ``durable``: with fsync, as the benchmarks need it."""
    binaries = programs()
    assert binaries is not None, "PostgreSQL's server is not installed (on Debian: apt install postgresql)"
    with tempfile.TemporaryDirectory(prefix="referee-pg-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        started = Server(binaries, folder, port, durable=durable)
        started.run(
            "initdb",
            "-D",
            str(folder / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        started.start()
        try:
            yield started
        finally:
            started.stop("immediate")
