"""What people say in the hall when a clause is what they need, as data (``asked.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages import FALLBACK
from rulesets.languages.texts import document


@cache
def rows() -> Mapping[str, Mapping[str, str]]:
    """What is said, by clause and language."""
    return document(files("rulesets") / "search", "asked")


def asked(clause: str, language: str) -> str:
    """What is said of a clause in a language, or in English; empty where nothing is known."""
    row = rows().get(clause, {})
    return row.get(language, row.get(FALLBACK, ""))
