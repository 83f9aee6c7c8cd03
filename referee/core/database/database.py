"""The database: how it is opened, read and written, the same on SQLite and PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, PoolProxiedConnection, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session

from referee.core.database.changes import Changes
from referee.core.database.group_commit import Execute, GroupCommit, T, Work
from referee.core.database.write_turn import Turn, WriterLock
from referee.core.files import keep_database, new_file
from referee.core.steady_clock import Steady, of_machine, passed

POOL = 20
"""Connections that a process keeps at most."""
BUSY_SECONDS = 10
"""How long SQLite waits for a writer that does not know our lock, such as a person with a database tool."""
AGREE_SECONDS = 5
"""How often the clock is set by the shared database's."""
LATE = 2000
"""Milliseconds after which the shared database's answer does not count."""
STATEMENT_SECONDS = 15
"""How long a statement of PostgreSQL's may take."""

Row = tuple[Any, ...]


class Database:
    """A database and the pool of its connections; made once a process, after it has forked.

    ``read()`` and ``write()`` give a `Session`; ``durably()`` and ``rows()`` speak to the driver itself, for the one
    path where the time counts, a reported move.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writers: WriterLock | None = None
        self._writer: sqlite3.Connection | None = None
        # Parameters are hidden from errors: passwords and tokens, if only their hashes, are not for the log.
        if self.is_sqlite:
            path = Path(self.url.database or "")
            keep_database(path)
            self._writers = WriterLock(path.with_name(path.name + "-writer"))
            self.engine = create_engine(
                self.url,
                pool_size=POOL,
                max_overflow=0,
                hide_parameters=True,
                connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
            )
            event.listen(self.engine, "do_connect", lambda *_connection: new_file(path))
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            self.engine = create_engine(
                self.url,
                pool_size=POOL,
                max_overflow=0,
                pool_pre_ping=False,
                hide_parameters=True,
                connect_args={"connect_timeout": 5},
            )
            event.listen(self.engine, "connect", _prepare_postgresql)
        self._turn = Turn(self._writers or nullcontext())
        self._together = GroupCommit(self._turn, self._sqlite_writer)
        self.clock = Steady(of_machine if self.is_sqlite else self._of_server)
        self.agreed: int | None = None  # the clock's correction that all processes go by; None: not asked yet
        self._theirs = (0, 0)
        self._agree_at = 0

    # -- the service's clock

    def now(self) -> int:
        """The moment now in milliseconds since 1970, UTC, by the clock of the database's machine, made steady.

        Machines that share a database thereby share a clock.  It is read again every few seconds.
        """
        return self.clock.now()

    def look(self) -> None:
        """Look at the wall clock now, so that a step is noticed at once."""
        self._agree_at = 0
        self.clock.now()

    def _of_server(self) -> tuple[int, int]:
        """The shared database's clock, and this machine's steady one, by which it goes on until it is read again."""
        before = passed()
        if before >= self._agree_at:
            with self.engine.connect() as connection:
                before = passed()
                theirs = connection.scalar(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
                after = passed()
            # An answer that came late does not say when it was given; but without any the first has to do.
            if after - before <= LATE or not self._theirs[0]:
                self._theirs = (int(theirs or 0), (before + after) // 2)
            self._agree_at = after + AGREE_SECONDS * 1000
            before = after
        wall, then = self._theirs
        return wall + before - then, before

    # -- sessions

    def connect(self, count: int) -> None:
        """Have so many connections ready, so that the first requests need not wait for them.  Raises the
        driver's errors.
        """
        with ExitStack() as held:
            for _ in range(count):
                held.enter_context(self.engine.connect())

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session to read in; nothing is kept of it."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session to write in, in one durable transaction: committed at the end, or nothing of it is kept.  What
        people decide is chained with it (`referee.core.database.changes`).
        """
        now = self.now()
        with self._turn, Session(self.engine, expire_on_commit=False) as session:
            session.connection(execution_options={"writes": True})
            changes = Changes(session)
            yield session
            changes.chain(now)
            session.commit()

    # -- the driver's own, for the path of a reported move

    def durably(self, work: Work[T], *, single: bool) -> T:
        """Do work that writes by the driver's ``execute(statement, values)`` in a durable transaction; its result.

        On SQLite the transaction is shared with others who write at the same time.  ``single``: the work is one
        statement, which PostgreSQL makes durable without a transaction around it; that saves two round trips of three.
        """
        if self.is_sqlite:
            return self._together.run(work)
        with self._driver() as connection, self._turn, nullcontext() if single else connection.transaction():
            return work(connection.execute)

    def _sqlite_writer(self) -> sqlite3.Connection:
        """The one connection that moves are written by, for whoever holds the lock."""
        if self._writer is None:
            connection = sqlite3.connect(
                self.url.database or "", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            _prepare_sqlite(connection, None)
            self._writer = connection
        return self._writer

    @contextmanager
    def _driver(self) -> Iterator[Any]:
        """A connection of the driver, on which every statement outside a transaction is one of its own."""
        borrowed = self.engine.raw_connection()
        connection: Any = borrowed.driver_connection
        try:
            if not self.is_sqlite:
                connection.autocommit = True
            yield connection
            if not self.is_sqlite:
                connection.autocommit = False
        except BaseException as error:
            self._give_up(borrowed, error)
            raise
        borrowed.close()

    def _give_up(self, borrowed: PoolProxiedConnection, error: BaseException) -> None:
        """Take a connection back on which something failed; one that is broken takes the rest of the pool along."""
        connection: Any = borrowed.driver_connection
        if self.is_sqlite or not (connection.closed or connection.broken):
            with suppress(Exception):
                connection.rollback()
                if not self.is_sqlite:
                    connection.autocommit = False
                borrowed.close()
                return
        borrowed.invalidate(error)
        self.engine.dispose(close=False)

    def sql(self, statement: str) -> str:
        """A statement with ``:name`` parameters as this database's driver writes them."""
        return statement if self.is_sqlite else re.sub(r"(?<!:):([a-z_]+)", r"%(\1)s", statement)

    def rows(self, statement: str, values: Mapping[str, Any]) -> list[Row]:
        """What a statement of `sql` reads."""
        with self._driver() as connection:
            return connection.execute(statement, values).fetchall()  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()
        if self._writer is not None:
            self._writer.close()
        if self._writers is not None:
            self._writers.close()


def driver_execute(session: Session) -> Execute:
    """The driver's ``execute(statement, values)`` in a session's own transaction."""
    connection: Any = session.connection().connection.driver_connection
    return connection.execute  # type: ignore[no-any-return]


def is_unavailable(error: BaseException) -> bool:
    """Whether an error says that the database cannot be used at the moment (away, full, read-only), not that it was
    used wrongly.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.OperationalError | PoolTimeout):
        return True
    if not type(cause).__module__.startswith("psycopg"):
        return False
    return _has_base(cause, "OperationalError") or _has_base(cause, "ReadOnlySqlTransaction")


def sqlite_code(error: BaseException) -> int:
    """SQLite's primary code of an error, such as `sqlite3.SQLITE_CORRUPT`; 0 for an error that is not SQLite's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF


def is_duplicate(error: BaseException) -> bool:
    """Whether an error says that a row would be there twice."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return _has_base(cause, "IntegrityError")


def _has_base(error: BaseException | None, name: str) -> bool:
    return error is not None and any(base.__name__ == name for base in type(error).__mro__)


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    connection.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    connection.execute("SET idle_in_transaction_session_timeout = '30s'")
    connection.commit()


IN_PARTS = {"yield_per": 500}
"""The execution option to read some rows at a time."""


@contextmanager
def consistent(database: Database) -> Iterator[Connection]:
    """A connection that sees the database as it was at its first statement, and writes nothing.

    It may take as long as it takes.  What reads a big table says ``IN_PARTS``, so that it needs little memory.
    """
    with database.engine.connect() as connection:
        if not database.is_sqlite:  # SQLite's reading transactions are like that anyway
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '10min'")
        yield connection
