"""The words of the documents, in `texts/paper.LANG.toml`, and the names of chapters, in `texts/chapters.*`;
those that are words of the field, such as ``=Player``, come from the glossary.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulesets.glossary import filled
from rulesets.languages.texts import texts


def words(language: str) -> Mapping[str, str]:
    """Every word and sentence of a language by its key, some with facts in braces."""
    return _texts("paper", language)


def chapter(name: str, language: str) -> str:
    """What a chapter of the rules is about: `JMA/AUCTION` is auctions.  One of a house rule may have no other name."""
    known, key = _texts("chapters", language), name.lower()
    return known.get(key) or known.get(key.rpartition("/")[2], name)


@cache
def _texts(area: str, language: str) -> Mapping[str, str]:
    return filled(texts(files("tournaments") / "texts", area, language), language)
