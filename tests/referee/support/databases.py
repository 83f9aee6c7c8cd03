"""Marks for tests that run on only one kind of database."""

from __future__ import annotations

import os

import pytest

from tests.referee.support import postgresql

# Where no PostgreSQL server is installed its tests are skipped; in CI they must run.
DATABASES = ["sqlite", "postgresql"] if postgresql.programs() or os.environ.get("CI") else ["sqlite"]

SQLITE_ONLY = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""For behaviour that is the same on every database."""
POSTGRESQL_ONLY = pytest.mark.parametrize(
    "settings", [each for each in DATABASES if each == "postgresql"], indirect=True
)
"""For behaviour that only PostgreSQL has."""
