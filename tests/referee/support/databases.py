"""Which kinds of database a test runs on."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

from tests.referee.support import postgresql

# Where no PostgreSQL server is installed its tests are skipped; in CI they must run.
DATABASES = ["sqlite", "postgresql"] if postgresql.programs() or os.environ.get("CI") else ["sqlite"]

EACH_DATABASE = pytest.mark.each_database
"""For what databases may do differently: several processes, transactions at once, migrations, backups, statements that
are written by hand.  Tests without a mark take turns (`out_of_turn`).
"""
SQLITE_ONLY = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""For behaviour that is the same on every database."""
STRICTER_ONLY = pytest.mark.parametrize("settings", DATABASES[-1:], indirect=True)
"""For long walks: on PostgreSQL, which takes less than SQLite; where there is none, on that."""
POSTGRESQL_ONLY = pytest.mark.parametrize(
    "settings", [each for each in DATABASES if each == "postgresql"], indirect=True
)
"""For behaviour that only PostgreSQL has."""


def out_of_turn(item: pytest.Item) -> bool:
    """Whether another kind of database has the turn of this test.  What does not depend on the database is proven on
    one of them, the same at each run; both get half of the tests.
    """
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec") or "other" in item.fixturenames:
        return False
    marked = item.get_closest_marker("each_database") or any(
        "settings" in mark.args[0] for mark in item.iter_markers("parametrize")
    )
    kind = item.callspec.params.get("settings")
    if marked or not isinstance(kind, str):
        return False
    test = item.nodeid.replace(kind, "")
    return bool(DATABASES[crc32(test.encode()) % len(DATABASES)] != kind)


def in_turn(name: str, cases: Iterable[Any]) -> pytest.MarkDecorator:
    """Parametrize a test by ``name``, the cases in turn on each kind of database."""
    pairs = [pytest.param(DATABASES[at % len(DATABASES)], each, id=str(each)) for at, each in enumerate(cases)]
    return pytest.mark.parametrize(("settings", name), pairs, indirect=["settings"])
