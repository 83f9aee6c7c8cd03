"""Keeping editions in the service, for its events."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

import rulesets
from referee.core.command import Caller
from referee.core.database.database import Database
from referee.models import KeptEdition
from referee.records.edition import GAMES, edition_files, tables_of
from referee.rules.points import loadable_rulesets
from rulesets.kernel.edition_faults import EditionError, EditionFault
from rulesets.kernel.telling.filling import filling_of

LOG = logging.getLogger(__name__)


def kept_editions(database: Database, ruleset: str) -> Sequence[KeptEdition]:
    """The editions of a game that are kept, by name."""
    with database.read() as session:
        query = select(KeptEdition).where(KeptEdition.ruleset == ruleset).order_by(col(KeptEdition.name))
        return session.exec(query).all()


def keep_edition(caller: Caller, ruleset: str, tables: Mapping[str, Any]) -> str:
    """Keep an edition of a game, so that events can be held with it; return its name.

    Raises `EditionError` with everything that is wrong with it, such as the name of another edition, since games that
    were begun with that one are judged by it; and the problem ``not_allowed``.
    """
    caller.allow("event.create")
    game = rulesets.load(ruleset)
    filling = filling_of(game.mechanics)
    assert filling is not None
    filling.check(tables)
    name = str(tables["name"])
    others = (each for each in loadable_rulesets() if each.name != ruleset and name in each.editions())
    if (other := next(others, None)) is not None:
        facts = {"name": name, "known": ", ".join(sorted({*game.editions(), *other.editions()}))}
        raise EditionError(name, (EditionFault("name", "name_taken", "other_name", facts),))
    if name not in game.editions():
        _keep(caller, ruleset, tables)
        game.editions()
    filling.register(tables)
    return name


def take_over_editions(caller: Caller) -> None:
    """Keep the editions in the folder of editions that are not kept yet: until 1.0 they were known from there alone.

    What is wrong with others is written into the log.
    """
    (ruleset,) = GAMES
    filling = filling_of(rulesets.load(ruleset).mechanics)
    assert filling is not None
    kept = {each.name for each in kept_editions(caller.service.database, ruleset)}
    for path in edition_files():
        try:
            tables = tables_of(path)
            filling.check(tables)
        except (EditionError, OSError, ValueError) as error:
            LOG.warning("%s: %s", path, error)
            continue
        if tables["name"] not in kept:
            _keep(caller, ruleset, tables)


def _keep(caller: Caller, ruleset: str, tables: Mapping[str, Any]) -> None:
    """Write an edition down, unless another process has just kept one of its name."""
    name, text = str(tables["name"]), tomlkit.dumps(tables)
    try:
        with caller.change() as change:
            row = KeptEdition(**change.signed, at=change.now, name=name, ruleset=ruleset, text=text)
            change.session.add(row)
            change.session.flush()
            change.audit("edition.create", f"edition:{name}", name=name)
    except IntegrityError:
        LOG.info("another edition named %s was kept first", name)
