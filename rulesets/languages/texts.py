"""Reading texts: files of one language (``NAME.LANG.toml``), which fall back to English text by text, and documents
whose texts stand in several languages side by side (``{ en = "…", ja = "…" }``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, TypeVar

from rulesets.languages.known import FALLBACK, LANGUAGES
from rulesets.languages.merge import merged

Text = TypeVar("Text")


def texts(folder: Traversable, name: str, language: str) -> dict[str, Any]:
    """The texts of ``NAME.LANG.toml`` in a folder; those that it lacks in English.  Raises KeyError for a language that
    there is not.
    """
    return merged(_table(folder / f"{name}.{FALLBACK}.toml"), own_texts(folder, name, language))


def own_texts(folder: Traversable, name: str, language: str) -> dict[str, Any]:
    """The texts of ``NAME.LANG.toml`` in a folder, without those that it lacks; none where there is no such file.
    Raises KeyError for a language that there is not.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    file = folder / f"{name}.{language}.toml"
    return _table(file) if file.is_file() else {}


def by_language(folder: Traversable, name: str) -> dict[str, Any]:
    """The texts of all files ``NAME.LANG.toml`` in a folder, each text as a mapping by language."""
    return _turned({language: texts(folder, name, language) for language in LANGUAGES})


def document(folder: Traversable, name: str) -> dict[str, Any]:
    """The document ``NAME.toml`` in a folder, whose texts stand side by side; what ``NAME.LANG.toml`` beside it has in
    a further language is put over it.
    """
    found = _table(folder / f"{name}.toml")
    for language in LANGUAGES:
        found = merged(found, own_texts(folder, name, language))
    return found


def in_every_language(side_by_side: Mapping[str, Text]) -> Mapping[str, Text]:
    """A text in all languages, from a table by language; a language that the table lacks has the English one."""
    return MappingProxyType({each: side_by_side.get(each, side_by_side[FALLBACK]) for each in LANGUAGES})


def _table(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _turned(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Tables of the same texts, by language, as one table of texts by language."""
    rows: dict[str, Any] = {}
    for name, value in tables[FALLBACK].items():
        of_each = {language: tables[language][name] for language in tables}
        rows[name] = _turned(of_each) if isinstance(value, Mapping) else MappingProxyType(of_each)
    return rows
