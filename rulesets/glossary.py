"""The words of the field in every language (``glossary.toml``): one thing, one word, wherever it is named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document, in_every_language

TAKEN = "="
"""What begins a label that is a word of the glossary: ``=player``, or ``=Player`` with a capital."""


class Term(NamedTuple):
    """A thing of the field: what it is, and its word in each language.

    ``city``: the words that Monopoly City has instead; ``avoid``: the words not to be written for it, by language.
    """

    what: str
    words: Mapping[str, str]
    city: Mapping[str, str]
    avoid: Mapping[str, tuple[str, ...]]


@cache
def glossary() -> Mapping[str, Term]:
    """Every term by its name."""
    rows = document(files("rulesets"), "glossary")
    return MappingProxyType(
        {
            name: Term(
                row["is"],
                in_every_language({each: row[each] for each in LANGUAGES if each in row}),
                row.get("city", {}),
                {language: tuple(words) for language, words in row.get("avoid", {}).items()},
            )
            for name, row in rows.items()
        }
    )


def term(name: str, language: str) -> str:
    """The word for a thing.  Raises KeyError for a thing or a language that the glossary has not."""
    return glossary()[name].words[language]


def filled(labels: Mapping[str, str], language: str) -> dict[str, str]:
    """Labels by name, those that are words of the glossary (``=player``) written out.

    Raises KeyError for a word that the glossary has not.
    """
    return {name: taken(text, language) for name, text in labels.items()}


def taken(text: str, language: str) -> str:
    """A label, written out where it is a word of the glossary; with a capital where the name has one."""
    if not text.startswith(TAKEN):
        return text
    name = text.removeprefix(TAKEN)
    if name in glossary():
        return term(name, language)
    word = term(name[0].lower() + name[1:], language)
    return word[0].upper() + word[1:]
