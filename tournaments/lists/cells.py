"""Cells: typed access to the values of a row or a form, guarded and as mended by who imports them.

Spreadsheets run a cell that begins with = + - or @ (or their full-width forms).  An export puts an apostrophe in front
of such a text, and an import removes it.  A text that already looks guarded gets
one as well, so that every text survives the round trip.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import TypeVar

from rulesets import Money
from tournaments.fault import Fault, Faulty
from tournaments.lists.columns import Heading, cell_path
from tournaments.lists.read import ImportedList
from tournaments.lists.record import ListRecord
from tournaments.typed import Kind, Misread, read_in
from tournaments.unseen import without_unseen

_RUN = re.compile(r"'?[=+\-@＝＋－＠\t\r\n]|''")


def guarded(text: str) -> str:
    """A text made safe for a cell of a CSV file."""
    return f"'{text}" if _RUN.match(text) else text


def unguarded(cell: str) -> str:
    """The original text of a cell that `guarded` may have written."""
    return cell[1:] if cell.startswith("'") and _RUN.match(cell[1:]) else cell


FORBIDDEN = frozenset({"Cc", "Cs", "Zl", "Zp"})

Value = TypeVar("Value")
DOLLARS = Money("$")

_SPACES = re.compile("[ \u00a0\u3000]+")


class Cells:
    """The cells of a row by column key, and the faults and warnings recorded for them.  ``money``: of the game that
    amounts are in.
    """

    def __init__(self, record: ListRecord, heading: Heading, money: Money = DOLLARS) -> None:
        self.line = record.line
        self.heading = heading
        self.money = money
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self._given = tuple(unguarded(cell) for cell in record.cells)
        for number in sorted(record.uncomputed):
            if number < len(heading.keys) and heading.keys[number]:
                self.faults.append(Fault(cell_path(number, self.line), "cell_formula"))
        for number, cell in enumerate(self._given[len(heading.keys) :], len(heading.keys)):
            if cell.strip() and not heading.chosen:
                self.faults.append(Fault(cell_path(number, self.line), "cell_beyond", {"given": cell[:40]}))

    def values(self) -> Mapping[str, str]:
        return {key: self._cell(key) for _, key in self.heading.recognised}

    def has(self, key: str) -> bool:
        return key in self.heading.keys

    def fault(self, key: str, code: str, **facts: object) -> None:
        """Record a fault of a cell, or of the row if the list has no such column."""
        self.faults.append(Fault(self.path(key), code, facts))

    def warn(self, key: str, code: str, **facts: object) -> None:
        """Record a warning: the value is accepted but should be checked."""
        self.warnings.append(Fault(self.path(key), code, facts))

    def path(self, key: str) -> str:
        """The location of a cell: ``B4``, or the line number if the list has no such column."""
        place = self.heading.place(key)
        return f"{self.line}" if place is None else cell_path(place, self.line)

    def text(self, key: str, most: int = 200) -> str:
        """A text on one line, in NFC, without what nobody sees, and with runs of spaces collapsed; empty if the cell is
        empty.
        """
        return self._fit(key, _SPACES.sub(" ", _read(self._cell(key))).strip(), most)

    def typed(self, key: str) -> str:
        """A cell as it was typed."""
        return self._cell(key)

    def lines(self, key: str, most: int) -> str:
        """A text that may have several lines."""
        cell = self._cell(key).replace("\r\n", "\n").replace("\r", "\n")
        return self._fit(key, _read(cell), most, "\n")

    def read(self, key: str, kind: Kind[Value], where: str = "") -> Value | None:
        """A value of a kind; None if the cell is empty or cannot be read.  ``where``: what a fault calls the cell."""
        cell = self._cell(key)
        return self.value(cell, kind, where or self.path(key)) if cell else None

    def value(self, text: str, kind: Kind[Value], where: str) -> Value | None:
        """The value of a text that is (part of) the cell ``where``; None if it cannot be read."""
        try:
            return read_in(kind, text, self.money)
        except Misread as error:
            self.faults.append(Fault(where, error.code, error.facts))
            return None

    def needed(self, key: str, kind: Kind[Value]) -> Value | None:
        """A value of a kind; an empty cell is a fault."""
        if not self._cell(key):
            self.fault(key, "cell_empty")
        return self.read(key, kind)

    def yes(self, key: str) -> bool:
        """Whether a cell says yes; an empty one means no."""
        word = "".join(unicodedata.normalize("NFKC", self._cell(key)).casefold().split())
        words = _words()
        if word not in words:
            self.fault(key, "cell_not_yes", given=self._cell(key)[:40])
        return words.get(word, False)

    def _cell(self, key: str) -> str:
        place = self.heading.place(key)
        return self._given[place].strip() if place is not None and place < len(self._given) else ""

    def _fit(self, key: str, text: str, most: int, allowed: str = "") -> str:
        if len(text) > most:
            self.fault(key, "cell_too_long", length=len(text), most=most)
        forbidden = [each for each in text if is_forbidden(each) and each not in allowed]
        if forbidden:
            self.fault(key, "cell_control", given=f"U+{ord(forbidden[0]):04X}")
        return text


def is_forbidden(letter: str) -> bool:
    """Whether a character is allowed in no name: a control, a surrogate, or one that ends a line."""
    return unicodedata.category(letter) in FORBIDDEN


def _read(text: str) -> str:
    return without_unseen(unicodedata.normalize("NFC", text))


@cache
def _words() -> Mapping[str, bool]:
    words = tomllib.loads((resources.files(__package__) / "words.toml").read_text(encoding="utf-8"))
    fold = {"yes": True, "no": False}
    return {unicodedata.normalize("NFKC", word).casefold(): fold[kind] for kind in fold for word in words[kind]}


class Fields(Cells):
    """The fields of a form; the path of a fault is the field's name, or ``where`` if that is given."""

    def __init__(self, given: Mapping[str, str], where: str | None = None, money: Money = DOLLARS) -> None:
        titles = tuple(given)
        super().__init__(ListRecord(1, tuple(guarded(given[each]) for each in titles)), Heading(titles, titles), money)
        self.where = where

    def path(self, key: str) -> str:
        """The field's name, or ``where``."""
        return key if self.where is None else self.where

    def check(self) -> None:
        if self.faults:
            raise Faulty(self.faults)


@dataclass(frozen=True, slots=True)
class Mending:
    """The corrections to a list.

    ``skipped``: the lines that are left out; ``cells``: replacement texts for cells, by line and column number from 0.
    """

    skipped: frozenset[int] = frozenset()
    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)


def mended(imported: ImportedList, mending: Mending) -> tuple[ImportedList, tuple[ListRecord, ...]]:
    """The corrected list, and the rows that were left out of it."""
    records = tuple(_mended(each, mending) for each in imported.records)
    kept = tuple(each for each in records if each.line not in mending.skipped)
    return replace(imported, records=kept), tuple(each for each in records if each.line in mending.skipped)


def _mended(record: ListRecord, mending: Mending) -> ListRecord:
    texts = {place: text for (line, place), text in mending.cells.items() if line == record.line}
    if not texts:
        return record
    length = max(len(record.cells), max(texts) + 1)
    old = (*record.cells, *[""] * (length - len(record.cells)))
    cells = tuple(texts.get(place, cell) for place, cell in enumerate(old))
    return ListRecord(record.line, cells, record.uncomputed - texts.keys())
