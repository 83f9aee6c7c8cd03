"""Titles of exported tables and of their columns."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from tournaments.export.table import Column
from tournaments.players.row import columns as player_columns
from tournaments.results_list.row import columns as result_columns


def title(key: str, language: str) -> str:
    """The title of a table, in en, ja or zh."""
    return _titles()[key][language]


def column(key: str, language: str) -> Column:
    """A column of a table: with the title by which a list of results or of players is understood, if one has it."""
    for known in (result_columns().titles, player_columns().titles, _titles()):
        if key in known:
            return Column(key, known[key][language])
    raise KeyError(key)


def player_column(key: str, language: str) -> Column:
    """A column of the list of players."""
    return Column(key, player_columns().titles[key][language])


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((resources.files(__package__) / "titles.toml").read_text(encoding="utf-8"))
