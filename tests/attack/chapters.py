"""All attacks, chapter by chapter."""

from __future__ import annotations

from tests.attack import authority, bodies, connections

ATTACKS = (
    *connections.ATTACKS,
    *bodies.ATTACKS,
    *authority.ATTACKS,
)
