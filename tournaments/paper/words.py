"""The words of the documents, in `texts/paper.{en,ja,zh}.toml`, and the names of chapters, in `texts/chapters.*`;
those that are words of the field, such as ``=Player``, come from the glossary.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from rulesets.glossary import filled


def words(language: str) -> Mapping[str, str]:
    """Every word and sentence of a language by its key, some with facts in braces."""
    return _texts("paper", language)


def chapter(name: str, language: str) -> str:
    """What a chapter of the rules is about: `JMA/AUCTION` is auctions.  One of a house rule may have no other name."""
    known, key = _texts("chapters", language), name.lower()
    return known.get(key) or known.get(key.rpartition("/")[2], name)


@cache
def _texts(area: str, language: str) -> Mapping[str, str]:
    file = resources.files("tournaments") / "texts" / f"{area}.{language}.toml"
    return filled(tomllib.loads(file.read_text(encoding="utf-8")), language)
