"""The letters that stand for groups, kinds of space and pieces where a drawing of the board has no room for a name
(``texts/letters.LANG.toml``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages.texts import texts


@cache
def letters(language: str) -> Mapping[str, Any]:
    """``groups`` and ``kinds``, by key; ``hotel``, ``mortgaged``.  Raises KeyError for an unknown language."""
    return texts(files("rulesets") / "texts", "letters", language)
