"""Cells: typed access to the values of one row; every fault is recorded with its cell, and none stops the reading."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources

from tournaments.fault import Fault
from tournaments.lists.columns import Heading, cell_path
from tournaments.lists.delimited import Record
from tournaments.lists.guard import unguarded
from tournaments.unseen import without_unseen

FORBIDDEN = frozenset({"Cc", "Cs", "Zl", "Zp"})

_SPACES = re.compile("[ \u00a0\u3000]+")
_THOUSANDS = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")
_WHOLE = re.compile(r"-?\d{1,12}(\.0+)?")
_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,6})?|-?\d{1,12}/[1-9]\d{0,5}")


class Cells:
    """The cells of a row by column key, and the faults and warnings recorded for them."""

    def __init__(self, record: Record, heading: Heading) -> None:
        self.line = record.line
        self.heading = heading
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self._given = tuple(unguarded(cell) for cell in record.cells)
        for number, cell in enumerate(self._given[len(heading.keys) :], len(heading.keys)):
            if cell.strip():
                self.faults.append(Fault(cell_path(number, self.line), "cell_beyond", {"given": cell[:40]}))

    def values(self) -> Mapping[str, str]:
        """The cells of the recognised columns, unparsed."""
        return {key: self._cell(key) for _, key in self.heading.recognised}

    def has(self, key: str) -> bool:
        """Whether the list has the column."""
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

    def whole(self, key: str, least: int, most: int) -> int | None:
        """A whole number; None if the cell is empty.  ``1,500``, ``$1500`` and ``12.0`` are accepted."""
        cell = _plain(self._cell(key))
        if not cell:
            return None
        if _WHOLE.fullmatch(cell) and least <= (value := int(cell.partition(".")[0])) <= most:
            return value
        self.fault(key, "cell_not_whole", given=self._cell(key)[:40], least=least, most=most)
        return None

    def number(self, key: str) -> Fraction | None:
        """An exact number with up to six decimals or written as a fraction (``100/3``); None if the cell is empty."""
        cell = _plain(self._cell(key))
        if not cell:
            return None
        if _NUMBER.fullmatch(cell):
            return Fraction(cell)
        self.fault(key, "cell_not_number", given=self._cell(key)[:40])
        return None

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


def _plain(cell: str) -> str:
    number = unicodedata.normalize("NFKC", cell).replace("−", "-").removeprefix("$").strip()
    return number.replace(",", "") if _THOUSANDS.fullmatch(number) else number


@cache
def _words() -> Mapping[str, bool]:
    words = tomllib.loads((resources.files(__package__) / "words.toml").read_text(encoding="utf-8"))
    fold = {"yes": True, "no": False}
    return {unicodedata.normalize("NFKC", word).casefold(): fold[kind] for kind in fold for word in words[kind]}
