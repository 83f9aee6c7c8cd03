"""A service of its own for the machine, in a temporary folder."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from referee.server.app import app_without_service, attach_service
from referee.server.assembly import assemble
from tests.referee.support.world import World

SECOND = "second"
"""The role that confirms and signs what the administrator has done: another administrator."""


@contextmanager
def service_of_its_own() -> Iterator[World]:
    """Yield a service with an empty database, until it is closed and deleted."""
    with tempfile.TemporaryDirectory(prefix="fuzz-event-") as folder:
        data = Path(folder)
        upgrade(f"sqlite:///{data / 'referee.db'}")
        environment = {"REFEREE_PUBLIC_URL": "http://localhost", "REFEREE_DATA": folder, "REFEREE_LOG_LEVEL": "warning"}
        app: Flask = app_without_service()
        parts = assemble(from_environment(environment))
        attach_service(app, parts)
        try:
            yield World(app)
        finally:
            parts.close()


def second_person(world: World) -> None:
    """Give a world the second administrator, once."""
    if SECOND not in world.tokens:
        world.tokens[SECOND] = world.token(SECOND, administrator=True)
