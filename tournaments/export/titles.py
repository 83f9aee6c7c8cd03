"""Titles of exported tables and of their columns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import document, in_every_language
from tournaments.export.table import Column
from tournaments.players.row import columns as player_columns
from tournaments.results_list.row import columns as result_columns


def title(key: str, language: str) -> str:
    """The title of a table in a language."""
    return _titles()[key][language]


def column(key: str, language: str) -> Column:
    """A column of a table, with the title that imports of results or players recognise, if there is one."""
    for known in (result_columns().titles, player_columns().titles, _titles()):
        if key in known:
            return Column(key, known[key][language])
    raise KeyError(key)


def player_column(key: str, language: str) -> Column:
    """A column of the list of players."""
    return Column(key, player_columns().titles[key][language])


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    found = document(files("tournaments") / "export", "titles")
    return {key: in_every_language(titles) for key, titles in found.items()}
