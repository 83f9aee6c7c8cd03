"""Editions that are kept in the service: files in the folder of editions, known to every process that serves."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import tomlkit

from referee.core.command import Caller
from referee.records import editions_folder
from referee.records.edition import load_editions, tables_of
from rulesets.kernel.telling.filling import Filling

log = logging.getLogger(__name__)


def read_kept_editions() -> None:
    """Make the editions of the folder known, and write into the log what is wrong with others."""
    for complaint in load_editions():
        log.warning("%s", complaint)


def kept_editions() -> Mapping[str, Mapping[str, Any]]:
    """The tables of the editions in the folder, by name."""
    found = {}
    for path in sorted(editions_folder().glob("*.toml")):
        try:
            tables = tables_of(path)
        except (OSError, ValueError):
            continue  # said when the folder was read
        found[str(tables.get("name", path.stem))] = tables
    return found


def keep_edition(caller: Caller, filling: Filling, tables: Mapping[str, Any]) -> str:
    """Keep an edition of the game with this form, so that events can be held with it; return its name.

    Raises `EditionError` with everything that is wrong with it, such as the name of another edition, since games that
    were begun with that one are judged by it; and the problem ``not_allowed``.
    """
    caller.allow("event.create")
    filling.register(tables)
    name = str(tables["name"])
    with caller.change() as change:
        change.audit("edition.create", f"edition:{name}", name=name)
        folder = editions_folder()
        folder.mkdir(parents=True, exist_ok=True)
        new = folder / f"{name}.new"
        new.write_text(tomlkit.dumps(tables), "utf-8")
        new.replace(folder / f"{name}.toml")  # no other process reads half of it
    return name
