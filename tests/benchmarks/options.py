"""Options of the benchmarks: how large, and on which database."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from referee.core.database.migrate import upgrade
from referee.core.settings import Settings, from_environment
from tests.referee.support import postgresql


@dataclass(frozen=True, slots=True)
class Options:
    """From the command line.  None: the benchmark's default.  ``postgresql``: on a server of its own."""

    tables: int | None = None
    minutes: float | None = None
    games: int | None = None
    processes: int | None = None
    postgresql: bool = False


@contextmanager
def database(options: Options) -> Iterator[tuple[Settings, str]]:
    """Yield the settings for a migrated database, and the kind of database: SQLite; PostgreSQL on a temporary server
    with durable writes; or the one that ``REFEREE_DATABASE_URL`` names, which may be emptied.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-bench-"))
        environment = {**os.environ, "REFEREE_DATA": folder}
        if options.postgresql:
            server = stack.enter_context(postgresql.server(durable=True))
            environment["REFEREE_DATABASE_URL"] = server.fresh("bench")
        settings = from_environment(environment)
        upgrade(settings.database_url)
        yield settings, "SQLite" if settings.database_url.startswith("sqlite") else "PostgreSQL"
