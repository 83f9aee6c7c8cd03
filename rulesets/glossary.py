"""The terms of the field in every language (``glossary.toml``): one word for each thing, used everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rulesets.frozen import FrozenDict
from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document, in_every_language

TAKEN = "="
"""The prefix of a label that refers to the glossary: ``=player``, or ``=Player`` with a capital."""


class Term(NamedTuple):
    """A term of the glossary: what it means (``what``), and its word in each language.

    ``city``: the words that Monopoly City uses instead; ``avoid``: the words not to be used for it, by language.
    """

    what: str
    words: Mapping[str, str]
    city: Mapping[str, str]
    avoid: Mapping[str, tuple[str, ...]]


@cache
def glossary() -> Mapping[str, Term]:
    rows = document(files("rulesets"), "glossary")
    return FrozenDict(
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
    """The word for a term.  Raises KeyError for a term or language that the glossary does not have."""
    return glossary()[name].words[language]


def filled(labels: Mapping[str, str], language: str) -> dict[str, str]:
    """Labels by name, with references to the glossary (``=player``) replaced by its words.

    Raises KeyError for a term that the glossary does not have.
    """
    return {name: taken(text, language) for name, text in labels.items()}


def taken(text: str, language: str) -> str:
    """A label; where it refers to the glossary, the word from there, capitalised if the reference is."""
    if not text.startswith(TAKEN):
        return text
    name = text.removeprefix(TAKEN)
    if name in glossary():
        return term(name, language)
    word = term(name[0].lower() + name[1:], language)
    return word[0].upper() + word[1:]
