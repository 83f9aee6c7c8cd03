"""A PostgreSQL server of the tests' own, on a free port of this machine, gone with them."""

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
"""All that a database is made of but its rows, and what is set for it: two that were copied from one another say the
same."""
DISCONNECT = """SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""

PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, or None where no server is installed."""
    on_path = shutil.which("initdb")
    candidates = [*PLACES, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((place for place in candidates if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Server:
    """A running server; ``url(name)`` is the address of a database in it."""

    def __init__(self, binaries: Path, folder: Path, port: int, *, durable: bool) -> None:
        self.binaries = binaries
        self.folder = folder
        self.port = port
        self.durable = durable
        self._contents: dict[str, tuple[str, list[tuple[str, bytes]]]] = {}

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs, as a user that is not root: the server refuses root."""
        command = [str(self.binaries / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        if not self.durable:
            options += " -c fsync=off"  # what is killed here is a process, never the machine
        self.run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-o", options, "-w", "start"
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop the server."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def fresh(self, name: str, template: str = "template0") -> str:
        """A new database, empty or the copy of another; its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def copy(self, name: str, template: str) -> str:
        """A database as its template is; its address.

        One that is there already and still has the template's tables only gets their rows back, which takes a tenth
        of the time of a new one.  No template may change once it was copied.
        """
        try:
            done = self._put_back(name, template)
        except psycopg.OperationalError:  # it is not there, or cannot be reached
            done = False
        return self.url(name) if done else self.fresh(name, template)

    def _put_back(self, name: str, template: str) -> bool:
        """Whether a database could be given its template's rows."""
        if template not in self._contents:
            with psycopg.connect(self.url(template)) as connection:
                self._contents[template] = contents(connection)
        schema, rows = self._contents[template]
        with psycopg.connect(self.url(name)) as connection:
            connection.execute(DISCONNECT)
            if connection.execute(SCHEMA).fetchone() != (schema,):
                return False
            connection.execute("SET LOCAL session_replication_role = replica")  # in any order, whoever refers to whom
            connection.execute("; ".join(f"DELETE FROM {table}" for table, _ in rows))
            for table, copied in rows:
                if copied:
                    with connection.cursor().copy(f"COPY {table} FROM STDIN") as copy:
                        copy.write(copied)
        return True


def contents(connection: psycopg.Connection) -> tuple[str, list[tuple[str, bytes]]]:
    """What a database is made of, and the rows of each of its tables."""
    row = connection.execute(SCHEMA).fetchone()
    assert row is not None
    rows = []
    for (table,) in connection.execute(TABLES).fetchall():
        with connection.cursor().copy(f"COPY {table} TO STDOUT") as copy:
            rows.append((table, b"".join(bytes(part) for part in copy)))
    return row[0], rows


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """A server with an empty cluster.  ``durable``: what it has written outlives the machine, as benchmarks need it."""
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
        started.run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8",
                    "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        started.start()
        try:
            yield started
        finally:
            started.stop("immediate")
