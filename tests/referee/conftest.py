"""Fixtures for the tests of the service: its databases, the world it is tested in, and a check of every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask

from referee.core.settings import Settings, from_environment
from referee.server.app import app_without_service, attach_service
from referee.server.assembly import assemble
from referee.server.preload import preload_texts
from rulesets.kernel.kept import readers
from tests import programs
from tests.referee.support import postgresql
from tests.referee.support.compiled import keep_templates
from tests.referee.support.cup import Cup
from tests.referee.support.databases import DATABASES, out_of_turn
from tests.referee.support.running import Running, running
from tests.referee.support.statements import share_statements
from tests.referee.support.templates import Template, Templates
from tests.referee.support.world import World
from tests.referee.support.write_turns import short_turns

if TYPE_CHECKING:
    from playwright.sync_api import Browser

share_statements()

# Without a browser, its tests are deselected, except in CI.
BROWSER = programs.has_browser() or bool(os.environ.get("CI"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect browser tests if there is no browser, tests on a database that is not in turn, and tests of pages and
    papers on PostgreSQL: these show what the API returns (and reads for every document on both: `test_every_paper.py`).
    """

    def left_out(item: pytest.Item) -> bool:
        if item.get_closest_marker("browser") and not BROWSER:
            return True
        if item.path.stem.endswith(("_page", "_pages", "_papers")):
            return bool(item.get_closest_marker("postgresql"))
        return out_of_turn(item)

    config.hook.pytest_deselected(items=[item for item in items if left_out(item)])
    items[:] = [item for item in items if not left_out(item)]


def pytest_report_header() -> list[str]:
    """Report which databases and which browser are tested."""
    missing = "" if "postgresql" in DATABASES else " (no PostgreSQL server found: on Debian `apt install postgresql`)"
    pages = "chromium" if BROWSER else "none (not found: on Debian `apt install chromium`)"
    return [f"databases: {', '.join(DATABASES)}{missing}", f"browser: {pages}"]


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    if postgresql.programs() is None:
        programs.missing("PostgreSQL's server", "postgresql")
    with postgresql.server() as running:
        yield running


@pytest.fixture(scope="session")
def addresses() -> Flask:
    """The application without a database, shared by all tests of a process: creating it takes longer than most of them.
    Texts are preloaded as at a start of the service, so that no request of a test waits for them.
    """
    preload_texts()
    keep_templates()
    return app_without_service()


@pytest.fixture(scope="session")
def templates(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, addresses: Flask) -> Templates:
    """The template databases that tests copy."""

    def server() -> postgresql.Server:
        found: postgresql.Server = request.getfixturevalue("postgresql_server")
        return found

    return Templates(tmp_path_factory.mktemp("templates"), addresses, server)


@pytest.fixture(scope="session")
def migrated_sqlite(templates: Templates) -> Path:
    """An empty migrated SQLite database; tests copy it."""
    return Path(templates.get("sqlite", "migrated").place)


@pytest.fixture(scope="session")
def migrated_postgresql(templates: Templates) -> str:
    """The name of an empty migrated PostgreSQL database; tests copy it."""
    return templates.get("postgresql", "migrated").place


@pytest.fixture(params=DATABASES)
def settings(request: pytest.FixtureRequest, templates: Templates, tmp_path: Path) -> Settings:
    """Settings with a migrated database of each kind: empty, or with the world or the cup if the test uses it."""
    data = tmp_path / "data"
    data.mkdir()
    return from_environment(templates.copy(request.param, template_of(request), data))


def template_of(request: pytest.FixtureRequest) -> str:
    """The name of the template database that a test starts from."""
    return next((name for name in ("cup", "world") if name in request.fixturenames), "migrated")


@pytest.fixture
def template(request: pytest.FixtureRequest, settings: Settings, templates: Templates) -> Template:
    """The template that the test's database was copied from."""
    return templates.get("sqlite" if settings.database_url.startswith("sqlite") else "postgresql", template_of(request))


@pytest.fixture
def app(settings: Settings, addresses: Flask) -> Iterator[Flask]:
    """The application on the test's own database; no service of the test outlives it and goes on reading."""
    others = list(readers)
    attach_service(addresses, assemble(settings))
    yield addresses
    addresses.extensions["referee"].close()
    assert all(each in others for each in readers), "a service of this test is still open"


@pytest.fixture(scope="session")
def other_addresses() -> Flask:
    """A second application without a database, for tests of two processes."""
    return app_without_service()


@pytest.fixture
def other(settings: Settings, other_addresses: Flask) -> Iterator[Flask]:
    """A second application on the same database, as in another process."""
    attach_service(other_addresses, assemble(settings))
    yield other_addresses
    other_addresses.extensions["referee"].close()


@pytest.fixture
def world(app: Flask, template: Template) -> World:
    """The application with an event, a table, and somebody in every role."""
    return World(app, template.world)


@pytest.fixture
def cup(world: World, template: Template) -> Cup:
    """The event of the world as a small tournament."""
    return Cup(world, ids=template.cup)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with the administrator logged in, shared by all tests of a process that do not stop it or count what it
    does.
    """
    with running(tmp_path_factory.mktemp("service")) as started:
        started.log_in()
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser shared by all tests of a process; each test opens its own isolated contexts.

    From then on the driver keeps an event loop running in the main thread; a test that needs another one runs it in a
    thread (`tests.referee.support.event_loop`).
    """
    from tests.referee.support.browser import chromium  # noqa: PLC0415  # few folders need it, and all that it loads

    # Pages judge for seconds only: WebAssembly that is compiled better while it runs costs more than it saves.
    with chromium("--js-flags=--liftoff-only") as started:
        yield started


@pytest.fixture(autouse=True)
def nothing_slow_while_writing() -> Iterator[None]:
    """Check `short_turns` in every test."""
    with short_turns():
        yield
