"""Warming up a process, so that its first requests take no longer than later ones."""

from __future__ import annotations

import gc
from importlib import import_module
from pkgutil import iter_modules

from referee.core.database.database import Database, is_unavailable
from referee.core.problems import texts
from referee.server.api import BLUEPRINTS
from rulesets.kernel.registry import BrokenRuleset, load, names
from rulesets.languages import LANGUAGES

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""Thresholds of the three generations of Python's garbage collector.  Games contain no reference cycles and are freed
as soon as they are dropped; the defaults would have all of them scanned every few seconds, and no request is served
meanwhile."""


CONNECTIONS = 8
"""Database connections opened at start-up.  A PostgreSQL server accepts a hundred by default, and up to `MOST_WORKERS`
processes share them."""


LATER = (
    "alembic.command",
    "apscheduler.schedulers.background",
    "icalendar",
    "ifaddr",
    "markdown_it",
    "openskill.models",
    "referee.events.regulation_form",
    "referee.pictures.png",
    "segno",
    "structlog",
    "tournaments.export.to_xlsx",
    "tournaments.paper.page.logo",
    "tournaments.paper.type.fitting",
)
"""What functions import on first use (``banned-module-level-imports`` in pyproject.toml), besides printed documents.
What checks passwords and names takes megabytes, and is left until it is needed."""


def preload(database: Database) -> None:
    """Open database connections, derive the schemas, load the modules, rulesets and texts, and exempt everything loaded
    from garbage collection.
    """
    try:
        database.connect(CONNECTIONS)
    except Exception as error:  # the database will come back; until then requests report it
        if not is_unavailable(error):
            raise
    derive_schemas()
    preload_modules()
    preload_texts()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def derive_schemas() -> None:
    """Derive the schemas of every endpoint.  Raises TypeError for a declaration that says too little, so that a service
    with one does not start.
    """
    for blueprint in BLUEPRINTS:
        for each in blueprint.endpoints:
            each.derive()


def later_modules() -> list[str]:
    """The names of the modules that the application imports on first use."""
    documents = import_module("referee.printing.documents")
    return [*LATER, *(module.name for module in iter_modules(documents.__path__, f"{documents.__name__}."))]


def preload_modules() -> None:
    """Import what would otherwise be imported by the first request that needs it."""
    for name in later_modules():
        import_module(name)


def preload_texts() -> None:
    """Load the rulesets and the texts of all languages."""
    for name in names():
        try:
            ruleset = load(name)
        except BrokenRuleset:  # not one of ours; a game played by it gets the error
            continue
        game = ruleset.start(["A", "B", "C", "D"][: max(2, ruleset.seats[0])])
        ruleset.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]})
    for language in LANGUAGES:
        texts(language)
