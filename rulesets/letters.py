"""The letters that stand for groups, kinds of space and pieces where a drawing of the board has no room for a name.

A group has letters of its name; the others are in ``texts/letters.LANG.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from rulesets.languages.texts import texts

IDEOGRAPHS = "\u2e80"
"""From here on one character is as wide as two letters, and says as much."""


@cache
def letters(language: str) -> Mapping[str, Any]:
    """``kinds`` and ``pieces``, by key; ``mortgaged``; ``shades``.  Raises KeyError for an unknown language."""
    return texts(files("rulesets") / "texts", "letters", language)


def group_letter(name: str, shades: Sequence[str]) -> str:
    """One letter of each word of a group's name, a shade being a word; of a single one the first two letters, or the
    first character of kanji or kana.
    """
    shade = next((each for each in shades if name.startswith(each)), "")
    words = [*filter(None, (shade, *name.removeprefix(shade).split()))]
    if len(words) > 1:
        return words[0][0] + words[1][0].lower()
    return name[: 1 if name[0] >= IDEOGRAPHS else 2]
