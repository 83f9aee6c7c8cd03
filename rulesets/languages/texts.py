"""Reads texts: files in one language (``NAME.LANG.toml``), which fall back to English text by text, and documents whose
texts stand side by side in several languages (``{ en = "…", ja = "…" }``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from rulesets.frozen import FrozenDict
from rulesets.languages.known import FALLBACK, LANGUAGES
from rulesets.languages.merge import merged
from rulesets.toml_file import read_toml

Text = TypeVar("Text")
FIRST_TABLE = re.compile(r"^\[", re.MULTILINE)


def texts(folder: Traversable, name: str, language: str) -> dict[str, Any]:
    """The texts of ``NAME.LANG.toml`` in a folder, or else in English.  Raises KeyError for an unknown language."""
    return merged(read_toml(folder / f"{name}.{FALLBACK}.toml"), own_texts(folder, name, language))


def own_texts(folder: Traversable, name: str, language: str) -> dict[str, Any]:
    """The texts of ``NAME.LANG.toml`` in a folder, without any fallback; empty where there is no such file.  Raises
    KeyError for an unknown language.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    file = folder / f"{name}.{language}.toml"
    return read_toml(file) if file.is_file() else {}


def heading(folder: Traversable, name: str, language: str) -> dict[str, Any]:
    """What ``NAME.LANG.toml`` in a folder says before its first table, such as the title of a document; empty where
    there is no such file.  The tables, which make such a file long, are not parsed.
    """
    file = folder / f"{name}.{language}.toml"
    if not file.is_file():
        return {}
    text = file.read_text("utf-8")
    return read_toml(file) if text.startswith("{") else tomllib.loads(FIRST_TABLE.split(text, 1)[0])


def by_language(folder: Traversable, name: str) -> dict[str, Any]:
    """The texts of all files ``NAME.LANG.toml`` in a folder, each as a mapping by language."""
    return _turned({language: texts(folder, name, language) for language in LANGUAGES})


def document(folder: Traversable, name: str) -> dict[str, Any]:
    """The document ``NAME.toml`` in a folder, with its texts side by side; those of further languages are merged in
    from ``NAME.LANG.toml`` beside it.
    """
    found = read_toml(folder / f"{name}.toml")
    for language in LANGUAGES:
        found = merged(found, own_texts(folder, name, language))
    return found


def in_every_language(side_by_side: Mapping[str, Text]) -> Mapping[str, Text]:
    """Complete a text by language: languages that it lacks get the English one."""
    return FrozenDict({each: side_by_side.get(each, side_by_side[FALLBACK]) for each in LANGUAGES})


def _turned(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Turn tables of the same texts, by language, into one table in which each text is a mapping by language."""
    rows: dict[str, Any] = {}
    for name, value in tables[FALLBACK].items():
        of_each = {language: tables[language][name] for language in tables}
        rows[name] = _turned(of_each) if isinstance(value, Mapping) else FrozenDict(of_each)
    return rows
