"""A row of a list of players: the values that its cells give."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Any

from tournaments.lists.cells import Cells
from tournaments.lists.columns import Columns, folded, read_columns
from tournaments.players.entrant import FIELDS, FLAGS, Entrant
from tournaments.players.fields import MOST_TEXT
from tournaments.players.names import in_kana_or_latin
from tournaments.typed import Whole
from tournaments.unseen import is_visible

REQUIRED = (("name", "family_name"),)
NAMES = ("name", "reading")
"""Fields that a list may split into two columns, for family and given name."""
ASKED = frozenset({"name", "reading", "club", "region", "team", "note"})
"""Columns that a form asks for in a sentence; not numbers and ticks: 電話番号 is no number of a player."""
ASIDE = frozenset({"reading", "family_reading", "given_reading"})
BETWEEN_FLAGS = str.maketrans(dict.fromkeys("；，,、/|\n", ";"))


@cache
def columns() -> Columns:
    """The columns that a list of players may have."""
    return read_columns(files("tournaments") / "players", ASKED, ASIDE)


def field_values(cells: Cells) -> dict[str, Any]:
    """The values of a row, by the fields of `Entrant` except flags; a column that the list does not have gives none.

    An empty cell clears the field, except for id and number, which are kept.
    """
    kinds = {key: kind for key, kind in FIELDS.items() if cells.has(key) and key not in NAMES}
    values: dict[str, Any] = {key: cells.text(key, kind.most) for key, kind in kinds.items() if kind.value == "line"}
    numbers = {key: Whole(kind.least, kind.most) for key, kind in kinds.items() if kind.value == "whole"}
    values |= {key: cells.read(key, kind) for key, kind in numbers.items()}
    values |= _name(cells)
    values |= {key: cells.yes(key) for key, kind in kinds.items() if kind.value == "yes"}
    values |= {key: cells.lines(key, kind.most) for key, kind in kinds.items() if kind.value == "lines"}
    for kept in ("id", "number"):
        if not values.get(kept, True):
            del values[kept]
    return values


def flags(cells: Cells, before: Collection[str], known_flags: Collection[str]) -> tuple[str, ...]:
    """The flags after a row, in alphabetical order.

    The flags column replaces them all (words separated by semicolons, commas or slashes); a column for a single flag
    adds or removes that one.
    """
    found = set(before)
    if cells.has("flags"):
        words = unicodedata.normalize("NFC", cells.text("flags")).translate(BETWEEN_FLAGS).split(";")
        found = {_flag(cells, word.strip(), known_flags) for word in words if word.strip()} - {""}
    for flag in FLAGS:
        if cells.has(f"flag.{flag}"):
            found = found | {flag} if cells.yes(f"flag.{flag}") else found - {flag}
    return tuple(sorted(found))


def same_text(text: str) -> str:
    """A text normalised for comparing players: without width, case and spaces."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def identity(entrant: Entrant) -> tuple[str, str]:
    """Name and reading, normalised for comparison."""
    return same_text(entrant.name), same_text(entrant.reading)


def _name(cells: Cells) -> dict[str, str]:
    where, name = _joined(cells, "name", "family_name", "given_name")
    typed = name or cells.typed(where)
    if not typed and cells.has(where):  # a list without names has that fault once, not in every row
        cells.fault(where, "player_without_name")
    elif typed and not any(map(is_visible, name)):
        codes = " ".join(f"U+{ord(letter):04X}" for letter in dict.fromkeys(typed))
        cells.fault(where, "player_name_unseen", given=codes)
    if not any(cells.has(key) for key in ("reading", "family_reading", "given_reading")):
        return {"name": name}
    where, reading = _joined(cells, "reading", "family_reading", "given_reading")
    if not in_kana_or_latin(reading):
        cells.warn(where, "reading_in_kanji", given=reading)
    plain = " ".join(unicodedata.normalize("NFKC", reading).split())
    if len(reading) <= MOST_TEXT < len(plain):  # NFKC expands a letter such as ㍿ to several
        cells.fault(where, "cell_too_long", length=len(plain), most=MOST_TEXT)
    return {"name": name, "reading": plain}


def _joined(cells: Cells, whole: str, family: str, given: str) -> tuple[str, str]:
    """A name from one column or from two, and the column to which its faults belong."""
    if cells.has(whole) and (text := cells.text(whole, MOST_TEXT)):
        return whole, text
    # Each part gets half the length, so that both together fit into the name.
    parts = (cells.text(family, MOST_TEXT // 2 - 1), cells.text(given, MOST_TEXT // 2))
    return whole if cells.has(whole) else family, " ".join(part for part in parts if part)


def _flag(cells: Cells, word: str, known_flags: Collection[str]) -> str:
    if word in known_flags or word in FLAGS:
        return word
    key = columns().keys.get(folded(word), "")
    if key.startswith("flag."):
        return key.removeprefix("flag.")
    cells.fault("flags", "flag_unknown", given=word, known=", ".join((*FLAGS, *sorted(known_flags))))
    return ""
