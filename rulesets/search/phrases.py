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
    """The phrases for a clause itself, in a language, or in English where the language has none at all; empty where
    there are none.
    """
    said: str = _row(clause).get(spoken(language), "")
    return said


def borrowed(clause: str, language: str) -> str:
    """The phrases of the clauses listed in a clause's ``like``, and of those in theirs; empty where there are none."""
    like = _row(clause).get("like", ())
    every = (said(each, language) for each in like for said in (phrases, borrowed))
    return BETWEEN.join(filter(None, every))


def _row(clause: str) -> Mapping[str, Any]:
    known = rows()
    return known.get(clause) or known.get(clause.replace(AMERICAN, CLASSIC, 1), {})
