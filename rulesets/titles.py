"""The titles of the rulesets of this package (``texts/titles.LANG.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.languages.texts import by_language


def titles(name: str) -> Mapping[str, str]:
    """The title of a ruleset by language.  Raises KeyError for a ruleset that this package does not have."""
    return _titles()[name]


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    return by_language(files("rulesets") / "texts", "titles")
