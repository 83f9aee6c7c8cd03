"""All attacks, chapter by chapter."""

from __future__ import annotations

from tests.attack import authority, bodies, connections, machine, requests, roles, sign_in

ATTACKS = (
    *connections.ATTACKS,
    *bodies.ATTACKS,
    *authority.ATTACKS,
    *sign_in.ATTACKS,
    *requests.ATTACKS,
    *roles.ATTACKS,
    *machine.ATTACKS,
)
