"""Marks for tests that do not concern every database."""

from __future__ import annotations

import pytest

from tests.referee.service.conftest import DATABASES

SQLITE_ONLY = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
"""For what is the same on every database."""
POSTGRESQL_ONLY = pytest.mark.parametrize(
    "settings", [each for each in DATABASES if each == "postgresql"], indirect=True
)
"""For what only PostgreSQL has."""
