"""Marks for tests that run on only one kind of database."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

from tests.referee.support import postgresql

# Where no PostgreSQL server is installed its tests are skipped; in CI they must run.
DATABASES = ["sqlite", "postgresql"] if postgresql.programs() or os.environ.get("CI") else ["sqlite"]

SQLITE_ONLY = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""For behaviour that is the same on every database."""
STRICTER_ONLY = pytest.mark.parametrize("settings", DATABASES[-1:], indirect=True)
"""For long walks: on PostgreSQL, which takes less than SQLite; where there is none, on that."""
POSTGRESQL_ONLY = pytest.mark.parametrize(
    "settings", [each for each in DATABASES if each == "postgresql"], indirect=True
)
"""For behaviour that only PostgreSQL has."""


def in_turn(name: str, cases: Iterable[Any]) -> pytest.MarkDecorator:
    """Parametrize a test by ``name``, the cases in turn on each kind of database."""
    pairs = [pytest.param(DATABASES[at % len(DATABASES)], each, id=str(each)) for at, each in enumerate(cases)]
    return pytest.mark.parametrize(("settings", name), pairs, indirect=["settings"])
