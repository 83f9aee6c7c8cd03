"""All attacks, chapter by chapter."""

from __future__ import annotations

from tests.attack import authority, bodies, connections, roles, sign_in

ATTACKS = (
    *connections.ATTACKS,
    *bodies.ATTACKS,
    *authority.ATTACKS,
    *sign_in.ATTACKS,
    *roles.ATTACKS,
)
