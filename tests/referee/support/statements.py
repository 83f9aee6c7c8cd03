"""Statements are compiled once for all databases of a test process.

Each test has a database, and so an engine and a dialect of its own, whose caches begin empty: compiling the same
statements again took a seventh of the tests' processor time.  Here dialects of one kind are equal, and their engines
share one cache.
"""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

MOST = 2000
"""How many statements are kept."""


class Shared:
    """What makes dialects of one kind equal, and their engines share the cache of compiled statements."""

    compiled: ClassVar[LRUCache[object, object]] = LRUCache(MOST)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        """Have an engine share the cache; what is kept there is kept by dialect, too."""
        engine.update_execution_options(compiled_cache=cls.compiled)


class SharedSQLite(Shared, SQLiteDialect_pysqlite):
    """SQLite, as it is."""

    supports_statement_cache = True


class SharedPostgreSQL(Shared, PGDialect_psycopg):
    """PostgreSQL, as it is; all tests of a process use one server."""

    supports_statement_cache = True


def share_statements() -> None:
    """Use these from now on."""
    registry.register("sqlite", __name__, SharedSQLite.__name__)
    registry.register("postgresql.psycopg", __name__, SharedPostgreSQL.__name__)
