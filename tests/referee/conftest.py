"""The databases that the service is tested on, the world to test in, and what holds in every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from referee.core.settings import Settings, from_environment
from referee.server.app import app_without_service, attach_service
from referee.server.assembly import assemble
from referee.server.preload import preload_texts
from tests.referee.support import postgresql
from tests.referee.support.browser import chromium, installed
from tests.referee.support.cup import Cup
from tests.referee.support.databases import DATABASES
from tests.referee.support.running import PATIENCE, Running, running
from tests.referee.support.templates import Template, Templates
from tests.referee.support.world import World
from tests.referee.support.write_turns import short_turns

# Where there is no browser its tests are left out too.
BROWSER = installed() or bool(os.environ.get("CI"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a browser where there is none; pages are tested on SQLite alone: they show what the
    interface gives, and that is tested on both.
    """

    def left_out(item: pytest.Item) -> bool:
        if item.get_closest_marker("browser") and not BROWSER:
            return True
        return bool(item.path.stem.endswith(("_page", "_pages")) and item.get_closest_marker("postgresql"))

    config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
    items[:] = [item for item in items if not left_out(item)]


def pytest_report_header() -> list[str]:
    """Say which databases are tested, and whether a browser is."""
    missing = "" if "postgresql" in DATABASES else " (no PostgreSQL server found: on Debian `apt install postgresql`)"
    pages = "chromium" if BROWSER else "none (not found: on Debian `apt install chromium`)"
    return [f"databases: {', '.join(DATABASES)}{missing}", f"browser: {pages}"]


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    """A PostgreSQL server."""
    with postgresql.server() as running:
        yield running


@pytest.fixture(scope="session")
def addresses() -> Flask:
    """The application without a database, for all tests of a process: making it takes longer than most of them.  What a
    service reads when it starts is read, so that no request of a test waits for it either.
    """
    preload_texts()
    return app_without_service()


@pytest.fixture(scope="session")
def templates(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, addresses: Flask) -> Templates:
    """The databases that tests take copies of."""

    def server() -> postgresql.Server:
        found: postgresql.Server = request.getfixturevalue("postgresql_server")
        return found

    return Templates(tmp_path_factory.mktemp("templates"), addresses, server)


@pytest.fixture(scope="session")
def migrated_sqlite(templates: Templates) -> Path:
    """An SQLite database with nothing in it, migrated; tests take copies."""
    return Path(templates.get("sqlite", "migrated").place)


@pytest.fixture(scope="session")
def migrated_postgresql(templates: Templates) -> str:
    """The name of a PostgreSQL database with nothing in it, migrated; tests take copies."""
    return templates.get("postgresql", "migrated").place


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, templates: Templates, tmp_path: Path) -> Settings:
    """Settings with a database of each kind, migrated: empty, or with the world or the cup if that is used too."""
    data = tmp_path / "data"
    data.mkdir()
    return from_environment(templates.copy(request.param, template_of(request), data))


def template_of(request: pytest.FixtureRequest) -> str:
    """The template that a test starts from."""
    return next((name for name in ("cup", "world") if name in request.fixturenames), "migrated")


@pytest.fixture
def template(request: pytest.FixtureRequest, settings: Settings, templates: Templates) -> Template:
    """The template that a test's database is a copy of."""
    return templates.get("sqlite" if settings.database_url.startswith("sqlite") else "postgresql", template_of(request))


@pytest.fixture
def app(settings: Settings, addresses: Flask) -> Iterator[Flask]:
    """The application on a database of the test's own."""
    parts = assemble(settings)
    attach_service(addresses, parts)
    yield addresses
    parts.close()


@pytest.fixture(scope="session")
def other_addresses() -> Flask:
    """A second application without a database, where a test looks at two processes."""
    return app_without_service()


@pytest.fixture
def other(settings: Settings, other_addresses: Flask) -> Iterator[Flask]:
    """The application once more on the same database, as another process has it."""
    parts = assemble(settings)
    attach_service(other_addresses, parts)
    yield other_addresses
    parts.close()


@pytest.fixture
def world(app: Flask, template: Template) -> World:
    """The application with an event, a table, and somebody in every role."""
    return World(app, template.world)


@pytest.fixture
def cup(world: World, template: Template) -> Cup:
    """The event of the world as a small tournament."""
    return Cup(world, known=template.cup)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that an administrator is logged in at, for all tests of a process that neither stop nor count on it."""
    with running(tmp_path_factory.mktemp("service")) as started:
        started.log_in()
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a process; each opens contexts of its own, which know nothing of one another.

    From then on the driver keeps an event loop running in the main thread: who needs another runs it in a thread
    (`tests.referee.support.event_loop`).
    """
    with chromium() as started:
        expect.set_options(timeout=PATIENCE * 1000)
        yield started


@pytest.fixture(autouse=True)
def nothing_slow_while_writing() -> Iterator[None]:
    """Hold every test to `short_turns`."""
    with short_turns():
        yield
