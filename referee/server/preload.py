"""Warming up a process, so that its first requests take no longer than later ones."""

from __future__ import annotations

import gc
import time
from importlib import import_module
from pkgutil import iter_modules

from flask import Flask
from sqlalchemy.orm import configure_mappers

from referee.core.database.database import Database, is_unavailable
from referee.core.language import words
from referee.core.pages.static import ENTRY_SCRIPTS, tablet_modules
from referee.core.pages.templates import compile_templates
from referee.core.problems import texts
from referee.core.service import Service
from referee.law.package import law
from referee.log.table_game import MOST_CACHED, TableGames
from referee.server.api import BLUEPRINTS
from referee.tables.pages import tablet_words
from rulesets import notation
from rulesets.kernel.registry import BrokenRuleset, load, names
from rulesets.languages import LANGUAGES

YOUNG, MIDDLE, OLD = 20_000, 20, 50
"""Thresholds of the three generations of Python's garbage collector.  Games contain no reference cycles and are freed
as soon as they are dropped; the defaults would have all of them scanned every few seconds, and no request is served
meanwhile."""


CONNECTIONS = 8
"""Database connections opened at start-up.  A PostgreSQL server accepts a hundred by default, and up to `MOST_WORKERS`
processes share them."""


PLAYING = (
    "SELECT t.id FROM game_table t JOIN round r ON r.id = t.round_id"
    " WHERE t.state = 'open' AND r.state = 'running' AND t.seq > 0 ORDER BY t.created_at DESC, t.id LIMIT :most"
)
GAMES_SECONDS = 5.0
"""The longest time in which games are read at the start; the others are read when somebody asks for them."""

LATER = (
    "alembic.command",
    "apscheduler.schedulers.background",
    "charset_normalizer",
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


def preload_shared(app: Flask) -> None:
    """Load the modules, schemas, rulesets, texts and templates: what processes have from the one they are forked from.

    ``app``: any application; it need not have a service.
    """
    preload_modules()
    derive_schemas()
    configure_mappers()
    preload_texts()
    compile_templates(app)
    for language in LANGUAGES:
        words(language), tablet_words(language), notation.words(language)
    law()
    for first in ENTRY_SCRIPTS:
        tablet_modules(first)


def preload(parts: Service) -> None:
    """Open database connections, read the games that are being played, and exempt everything loaded from garbage
    collection.

    A process takes no request before that.  After a restart in the middle of a round, a whole hall asks in the same
    second: what each of its first requests would have to do, with the others waiting, is done here once.
    """
    try:
        parts.database.connect(CONNECTIONS)
        preload_games(parts.database, parts.part(TableGames))
    except Exception as error:  # the database will come back; until then requests report it
        if not is_unavailable(error):
            raise
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


def preload_games(database: Database, games: TableGames, seconds: float = GAMES_SECONDS) -> None:
    """Read the games of the running rounds, those of the latest tables first, for so many seconds at most."""
    until = time.monotonic() + seconds
    for (table_id,) in database.rows(database.sql(PLAYING), {"most": MOST_CACHED}):
        if time.monotonic() >= until:
            return
        games.prepare([table_id])


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
