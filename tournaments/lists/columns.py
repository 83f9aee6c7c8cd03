"""Columns: maps the header row of a list to column keys, whatever language it is in and however people ask for it.

The names are data: a TOML table for each column, with the names in each language.  The first name of a language is the
title that an export writes; the others are recognised as well.  A form asks in its own words (お名前は): what is in
brackets, politeness, and the words around a name do not matter where nothing fits better.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable

from rulesets.languages import LANGUAGES
from rulesets.languages.texts import document, in_every_language
from rulesets.search.fold import simplified
from tournaments.fault import Fault

_BRACKETS = re.compile(r"[(\[【「《〈]([^)\]】」》〉]{0,100})[)\]】」》〉]")
"""What is in brackets, which is short: looking from each of 20,000 that none closes to the end would take seconds."""
_BETWEEN = re.compile(r"[・/|,、&+]| or | and |または|及び|および|和|或")
_POLITE = re.compile("^[おご御]")
EXACT, PART, AMONG = range(3)
"""How well a title fits a column: it is one of its names; a part of it is; it contains one."""
SHORTEST = 2
"""Letters that a name must have to be looked for among others."""


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """The columns that a kind of list may have.

    ``titles``: by key and language; ``keys``: by folded name; ``asked``: by folded name, the keys that are also
    recognised in the words of a question; ``aside``: the keys that a title in brackets may mean, as in "name (kana)".
    """

    titles: Mapping[str, Mapping[str, str]]
    keys: Mapping[str, str]
    asked: Mapping[str, str]
    aside: Collection[str]


@dataclass(frozen=True, slots=True)
class Heading:
    """The header row of a list: the titles as written, and the key of each column, None for one that is not read.

    ``chosen``: whether a person said what the columns are.
    """

    titles: tuple[str, ...]
    keys: tuple[str | None, ...]
    chosen: bool = False

    @property
    def recognised(self) -> tuple[tuple[str, str], ...]:
        """Title and key of the columns that are read."""
        return tuple((title, key) for title, key in zip(self.titles, self.keys, strict=True) if key)

    @property
    def ignored(self) -> tuple[str, ...]:
        return tuple(title for title, key in zip(self.titles, self.keys, strict=True) if title and not key)

    @property
    def fingerprint(self) -> str:
        """The same for the same titles, by which what was chosen for them is found again."""
        return sha256("\n".join(map(folded, self.titles)).encode("utf-8", "replace")).hexdigest()

    def place(self, key: str) -> int | None:
        """The index of a column, from 0; None if the list does not have it."""
        return self.keys.index(key) if key in self.keys else None


def read_columns(folder: Traversable, asked: Collection[str] = (), aside: Collection[str] = ()) -> Columns:
    """Read the ``columns.toml`` of a folder: ``[key]`` with ``en`` and other languages, each a list of names."""
    tables = document(folder, "columns")
    names = {
        key: {language: table[language] for language in LANGUAGES if language in table} for key, table in tables.items()
    }
    keys = {
        folded(name): key
        for key, known in names.items()
        for name in (key, *(name for of_language in known.values() for name in of_language))
    }
    return Columns(
        titles={key: in_every_language({each: of[0] for each, of in known.items()}) for key, known in names.items()},
        keys=keys,
        asked={name: key for name, key in keys.items() if key in asked and len(name) >= SHORTEST},
        aside=frozenset(aside),
    )


def read_heading(cells: Sequence[str], columns: Columns) -> Heading:
    """Parse the header row of a list.  Of the titles that could mean a column, only those that fit it best do."""
    titles = tuple(" ".join(cell.split()) for cell in cells)
    fits = [_fit(title, columns) if title else None for title in titles]
    best: dict[str, int] = {}
    for key, how in filter(None, fits):
        best[key] = min(how, best.get(key, how))
    keys: list[str | None] = []
    for fit in fits:
        # Names that are the same are both taken, and so a fault; of others, the first.
        taken = fit is not None and fit[1] == best[fit[0]] and (fit[1] == EXACT or fit[0] not in keys)
        keys.append(fit[0] if fit is not None and taken else None)
    return Heading(titles, tuple(keys))


@lru_cache(maxsize=4_096)
def _fit(title: str, columns: Columns) -> tuple[str, int] | None:
    """The column that a title means, and how well it fits; None for no column."""
    if key := columns.keys.get(folded(title)):
        return key, EXACT
    if not columns.asked:  # of sums, a title in other words may mean a part: 資産（現金）
        return None
    flat = unicodedata.normalize("NFKC", title)
    aside = [columns.keys.get(folded(each)) for each in _BRACKETS.findall(flat)]
    plain = _BRACKETS.sub(" ", flat)
    parts = [columns.keys.get(_POLITE.sub("", folded(each))) for each in (plain, *_BETWEEN.split(plain))]
    for key in (*(each for each in aside if each in columns.aside), *parts, columns.keys.get(folded(plain))):
        if key:
            return key, PART
    words = " ".join(re.findall(r"\w+", plain.casefold()))
    bare = folded(plain)
    among = [name for name in columns.asked if (f" {name} " in f" {words} " if name.isascii() else name in bare)]
    return (columns.asked[max(among, key=len)], AMONG) if among else None


def heading_faults(heading: Heading, line: int, required: Sequence[Sequence[str]], columns: Columns) -> list[Fault]:
    """Faults for columns that occur twice, and for each entry of ``required`` of which no alternative is present."""
    faults = []
    for number, key in enumerate(heading.keys):
        if key and (first := heading.keys.index(key)) < number:
            facts = {"given": _title(heading, number), "other": _title(heading, first)}
            faults.append(Fault(cell_path(number, line), "column_twice", facts))
    for alternatives in required:
        if not any(key in heading.keys for key in alternatives):
            wanted = {
                language: " / ".join(columns.titles[key][language] for key in alternatives) for language in LANGUAGES
            }
            faults.append(Fault("", "column_missing", {"wanted": wanted}))
    return faults


def _title(heading: Heading, number: int) -> str:
    return heading.titles[number] or column_name(number)


def folded(name: str) -> str:
    """A name with the differences removed that do not matter: width, case, spaces, punctuation, traditional letters."""
    flat = unicodedata.normalize("NFKC", name).casefold()
    plain = "".join(letter for letter in flat if letter not in "._-:*()[]/'’" and not letter.isspace())
    return plain.translate(simplified())


def cell_path(column: int, line: int) -> str:
    """A cell's name in a spreadsheet: column 1 (from 0) of line 4 is ``B4``."""
    return f"{column_name(column)}{line}"


def column_name(column: int) -> str:
    """A column's name in a spreadsheet: 1 (from 0) is ``B``."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(name: str) -> int:
    """The column, from 0, with a name: ``B`` is 1."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1
