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

PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, or None where no server is installed."""
    on_path = shutil.which("initdb")
    candidates = [*PLACES, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((place for place in candidates if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Server:
    """A running server; ``url(name)`` is the address of a database in it."""

    def __init__(self, binaries: Path, folder: Path, port: int) -> None:
        self.binaries = binaries
        self.folder = folder
        self.port = port

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


@contextmanager
def server() -> Iterator[Server]:
    """A server with an empty cluster."""
    binaries = programs()
    assert binaries is not None, "PostgreSQL's server is not installed (on Debian: apt install postgresql)"
    with tempfile.TemporaryDirectory(prefix="referee-pg-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        made = Server(binaries, folder, port)
        made.run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8",
                 "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")
