"""All attacks, chapter by chapter."""

from __future__ import annotations

from tests.attack import bodies, connections

ATTACKS = (
    *connections.ATTACKS,
    *bodies.ATTACKS,
)
