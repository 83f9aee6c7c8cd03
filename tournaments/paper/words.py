"""The words of the documents, in `texts/paper.LANG.toml`, and the titles of chapters, in `texts/chapters.*`.

Words of the field, such as ``=Player``, are filled in from the glossary.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from rulesets.glossary import filled
from rulesets.languages.texts import texts


def words(language: str) -> Mapping[str, str]:
    """All texts of a language by key, some with placeholders in braces."""
    return _texts("paper", language)


def headed(text: str) -> str:
    """A text with a capital first letter, as labels and heads of columns begin, whatever it is called in sentences."""
    return text[:1].upper() + text[1:]


def ranking(ways: Iterable[str]) -> str:
    """By what people are ranked: the first decides, then the next one."""
    return " → ".join(map(headed, ways))


def chapter(name: str, language: str) -> str:
    """The title of a chapter of the rules: for `JMA/AUCTION`, auctions.  A chapter of a house rule may have no title;
    then its name is returned.
    """
    known, key = _texts("chapters", language), name.lower()
    return known.get(key) or known.get(key.rpartition("/")[2], name)


@cache
def _texts(area: str, language: str) -> Mapping[str, str]:
    return filled(texts(files("tournaments") / "texts", area, language), language)
