"""What people in the hall say when they need a clause, as data: ``said/``, one file per rule document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages import FALLBACK
from rulesets.languages.texts import document

DOCUMENTS = ("jma", "classic-ja", "classic-us", "wiki", "city", "house", "answers")
AMERICAN, CLASSIC = "US/", "CLASSIC-JA/"
"""The American text numbers its clauses like the Japanese rendering of the classic rules."""
BETWEEN = " / "
"""The separator between the phrases of one text."""


@cache
def rows() -> Mapping[str, Mapping[str, Any]]:
    """The phrases, by clause and language; ``like``: other clauses whose phrases apply as well."""
    found: dict[str, Mapping[str, Any]] = {}
    for name in DOCUMENTS:
        found |= document(files("rulesets") / "search" / "said", name)
    return found


@cache
def spoken(language: str) -> str:
    """The language itself where it has phrases, else English."""
    return language if any(language in row for row in rows().values()) else FALLBACK


def phrases(clause: str, language: str) -> str:
    """The phrases for a clause and for those listed in its ``like``, in a language, or in English where the language
    has none at all; empty where there are none.
    """
    known = rows()
    row = known.get(clause) or known.get(clause.replace(AMERICAN, CLASSIC, 1), {})
    every = (row.get(spoken(language), ""), *(phrases(each, language) for each in row.get("like", ())))
    return BETWEEN.join(filter(None, every))
