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
class SheetRow:
    """A deed: its group and its name in the sheet's language, and a figure for each printed column, empty for none."""

    group: str
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountingSheet:
    """What the sheets of a game have.

    ``board``: its name; ``notes``: the notes of its money as they are written, the largest first, empty if they are
    not counted by value.  Keys of texts: ``endings``, the ways in which a game ends; ``sums``, what is written down
    of each player, first cash, what it has besides, and the total; ``deed``, what a row is called; ``hint``, how the
    columns are filled in, empty for none.  ``rows``: group by group.
    """

    board: str
    notes: tuple[str, ...]
    endings: tuple[str, ...]
    sums: tuple[str, ...]
    deed: str
    hint: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
