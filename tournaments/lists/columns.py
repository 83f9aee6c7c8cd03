"""Columns: maps the header row of a list to column keys, whatever language it is in.

The names are data: a TOML table for each column, with the names in each language.  The first name of a language is the
title that an export writes; the others are recognised as well.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document, in_every_language
from tournaments.fault import Fault


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a kind of list may have.  ``titles``: by key and language; ``keys``: by folded name."""

    titles: Mapping[str, Mapping[str, str]]
    keys: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Heading:
    """The header row of a list: the titles as written, and the key of each column, None for an unknown one."""

    titles: tuple[str, ...]
    keys: tuple[str | None, ...]

    @property
    def recognised(self) -> tuple[tuple[str, str], ...]:
        """Title and key of the columns that are read."""
        return tuple((title, key) for title, key in zip(self.titles, self.keys, strict=True) if key)

    @property
    def ignored(self) -> tuple[str, ...]:
        """The titles of the columns that are not read."""
        return tuple(title for title, key in zip(self.titles, self.keys, strict=True) if title and not key)

    def place(self, key: str) -> int | None:
        """The index of a column, from 0; None if the list does not have it."""
        return self.keys.index(key) if key in self.keys else None


def read_columns(folder: Traversable) -> Columns:
    """Read the ``columns.toml`` of a folder: ``[key]`` with ``en`` and other languages, each a list of names."""
    tables = document(folder, "columns")
    names = {
        key: {language: table[language] for language in LANGUAGES if language in table} for key, table in tables.items()
    }
    return Columns(
        titles={key: in_every_language({each: of[0] for each, of in known.items()}) for key, known in names.items()},
        keys={
            folded(name): key
            for key, known in names.items()
            for name in (key, *(name for of_language in known.values() for name in of_language))
        },
    )


def read_heading(cells: Sequence[str], columns: Columns) -> Heading:
    """Parse the header row of a list."""
    titles = tuple(cell.strip() for cell in cells)
    return Heading(titles, tuple(columns.keys.get(folded(title)) for title in titles))


def heading_faults(heading: Heading, line: int, required: Sequence[Sequence[str]], columns: Columns) -> list[Fault]:
    """Faults for columns that occur twice, and for each entry of ``required`` of which no alternative is present."""
    faults = []
    for number, key in enumerate(heading.keys):
        if key and (first := heading.keys.index(key)) < number:
            facts = {"given": heading.titles[number], "other": heading.titles[first]}
            faults.append(Fault(cell_path(number, line), "column_twice", facts))
    for alternatives in required:
        if not any(key in heading.keys for key in alternatives):
            wanted = " / ".join(title for key in alternatives for title in dict.fromkeys(columns.titles[key].values()))
            faults.append(Fault(f"{line}", "column_missing", {"wanted": wanted}))
    return faults


def folded(name: str) -> str:
    """A name with the differences removed that do not matter: width, case, spaces and punctuation."""
    flat = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in flat if letter not in "._-:*()[]/'’" and not letter.isspace())


def cell_path(column: int, line: int) -> str:
    """A cell's name in a spreadsheet: column 1 (from 0) of line 4 is ``B4``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{line}"
