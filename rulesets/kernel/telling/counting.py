"""The sheets on which a table counts what everybody owns at the end: what a game prints there and asks for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column.

    ``title``: the key of its heading among the words of the printed documents, or the heading itself; ``by_hand``:
    filled in at the table, else it has a figure from the deed; ``brief``: it is also on the small sheet of one player.
    """

    title: str
    by_hand: bool = False
    brief: bool = True


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a game is counted on paper.

    Keys of texts: ``endings``, the ways in which it ends; ``sums``, what is written down of each player, first cash,
    what it has besides, and the total; ``hint``, how the columns are filled in, empty for none.  ``by_note``: whether
    notes are counted by their value.
    """

    endings: tuple[str, ...] = ("ruling",)
    sums: tuple[str, ...] = ("total", "rank", "points")
    hint: str = ""
    columns: tuple[SheetColumn, ...] = ()
    by_note: bool = False


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A deed: its group and its name in the sheet's language, and a figure for each printed column, empty for none."""

    group: str
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountingSheet:
    """The sheets of a game in a language.

    ``board``: its name; ``deed``: what a row is called; ``notes``: those that are counted by value, as they are
    written, the largest first; ``rows``: the deeds, group by group.
    """

    board: str
    deed: str
    notes: tuple[str, ...]
    sheet: Sheet
    rows: tuple[SheetRow, ...]
