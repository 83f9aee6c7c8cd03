"""Template databases for tests to copy: migrated and empty, with the world, or with the cup.

Their contents are created over HTTP, once in each process, because that takes longer than most of the tests.  The empty
one of SQLite is kept from run to run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from flask import Flask

from referee.core.database.migrate import upgrade
from referee.core.settings import database_url, from_environment
from referee.server.app import attach_service
from referee.server.assembly import assemble
from tests.referee.support import postgresql
from tests.referee.support.cup import Cup, CupIds
from tests.referee.support.migrated import migrated
from tests.referee.support.world import World, WorldIds

ENVIRONMENT = {"REFEREE_PUBLIC_URL": "http://localhost"}


class Template(NamedTuple):
    """A database to copy.  ``place``: its file or its name; ``world``, ``cup``: the ids of its contents."""

    place: str
    world: WorldIds | None = None
    cup: CupIds | None = None


class Templates:
    """The templates by kind of database and name, each created on first use."""

    def __init__(self, folder: Path, application: Flask, server: Callable[[], postgresql.Server]) -> None:
        self._folder = folder
        self._application = application
        self._server = server
        self._templates: dict[tuple[str, str], Template] = {}

    def get(self, kind: str, name: str) -> Template:
        """The template ``migrated``, ``world`` or ``cup``, in ``sqlite`` or ``postgresql``."""
        if (kind, name) not in self._templates:
            self._templates[kind, name] = self._migrated(kind) if name == "migrated" else self._filled(kind, name)
        return self._templates[kind, name]

    def copy(self, kind: str, name: str, data: Path) -> dict[str, str]:
        """Copy a template and return the environment of a service that uses the copy, with its data in a folder."""
        template = self.get(kind, name)
        environment = {**ENVIRONMENT, "REFEREE_DATA": str(data)}
        if kind == "postgresql":
            environment["REFEREE_DATABASE_URL"] = self._server().copy("test", template.place)
        else:
            shutil.copy(template.place, data / "referee.db")
        return environment

    def _migrated(self, kind: str) -> Template:
        if kind == "postgresql":
            upgrade(database_url(self._server().fresh("migrated"), Path()))
            return Template("migrated")
        return Template(str(migrated()))

    def _filled(self, kind: str, name: str) -> Template:
        empty = self.get(kind, "migrated").place
        data = self._folder / f"{kind}-{name}"
        data.mkdir()
        environment = {**ENVIRONMENT, "REFEREE_DATA": str(data)}
        place = name
        if kind == "postgresql":
            environment["REFEREE_DATABASE_URL"] = self._server().fresh(name, empty)
        else:
            place = str(shutil.copy(empty, data / "referee.db"))
        parts = assemble(from_environment(environment))
        attach_service(self._application, parts)
        world = World(self._application)
        cup = Cup(world).ids if name == "cup" else None
        parts.close()
        return Template(place, world.ids, cup)
