"""The databases that the service is tested on, and the world to test in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from referee.core.database.migrate import upgrade
from referee.core.settings import Settings, database_url, from_environment
from referee.server.app import furnished, run_on
from referee.server.assembly import assembled
from referee.server.preload import read_up
from tests.referee.service import postgresql
from tests.referee.service.browser import chromium, installed
from tests.referee.service.running import PATIENCE
from tests.referee.service.world import World

# Where no PostgreSQL server is installed its tests are left out, and said so; in CI they must run.
DATABASES = ["sqlite", "postgresql"] if postgresql.programs() or os.environ.get("CI") else ["sqlite"]

# The same holds for the pages in a browser.
BROWSER = installed() or bool(os.environ.get("CI"))
PAGES = (
    "test_another_language_browser.py",
    "test_browser.py",
    "test_case_browser.py",
    "test_clock_steps_browser.py",
    "test_desk_browser.py",
    "test_event_browser.py",
    "test_forms_browser.py",
    "test_notation_browser.py",
    "test_players_browser.py",
    "test_public_browser.py",
    "test_rules_browser.py",
    "test_table_devices_browser.py",
    "test_tablet_axe.py",
    "test_tablet_deals.py",
    "test_tablet_faults.py",
    "test_tablet_game.py",
    "test_tablet_load.py",
    "test_tablet_property.py",
)
collect_ignore = [] if BROWSER else list(PAGES)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Pages are tested on SQLite alone: they show what the interface gives, and that is tested on both."""
    shown = [each for each in items if each.path.stem.endswith(("_page", "_pages")) and "[postgresql" in each.name]
    config.hook.pytest_deselected(items=shown)
    items[:] = [each for each in items if each not in set(shown)]


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
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with nothing in it, migrated; tests take copies."""
    path = tmp_path_factory.mktemp("migrated") / "referee.db"
    upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def migrated_postgresql(postgresql_server: postgresql.Server) -> str:
    """The name of a PostgreSQL database with nothing in it, migrated; tests take copies."""
    upgrade(database_url(postgresql_server.fresh("migrated"), Path()))
    return "migrated"


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings with an empty database of each kind, migrated."""
    data = tmp_path / "data"
    data.mkdir()
    environment = {"REFEREE_DATA": str(data), "REFEREE_PUBLIC_URL": "http://localhost"}
    if request.param == "postgresql":
        template = request.getfixturevalue("migrated_postgresql")
        server = request.getfixturevalue("postgresql_server")
        environment["REFEREE_DATABASE_URL"] = server.fresh("test", template)
    else:
        shutil.copy(request.getfixturevalue("migrated_sqlite"), data / "referee.db")
    return from_environment(environment)


@pytest.fixture(scope="session")
def addresses() -> Flask:
    """The application without a database, for all tests of a process: making it takes longer than most of them.  What a
    service reads when it starts is read, so that no request of a test waits for it either.
    """
    read_up()
    return furnished()


@pytest.fixture
def app(settings: Settings, addresses: Flask) -> Iterator[Flask]:
    """The application on an empty database."""
    parts = assembled(settings)
    run_on(addresses, parts)
    yield addresses
    parts.close()


@pytest.fixture
def world(app: Flask) -> World:
    """The application with an event, a table, and somebody in every role."""
    return World(app)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file; not for longer, for its driver keeps an event loop running."""
    with chromium() as started:
        expect.set_options(timeout=PATIENCE * 1000)
        yield started
