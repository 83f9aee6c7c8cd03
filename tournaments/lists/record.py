"""The rows of an imported list, as they stand in the file."""

from __future__ import annotations

from dataclasses import dataclass

MOST_ROWS = 5_000
MOST_COLUMNS = 100


@dataclass(frozen=True, slots=True)
class ListRecord:
    """A row: its cells, and the line of the file on which it begins, from 1.

    ``uncomputed``: the cells, from 0, with a formula whose value the file does not contain.
    """

    line: int
    cells: tuple[str, ...]
    uncomputed: frozenset[int] = frozenset()

    def cell(self, place: int) -> str:
        """A cell, from 0; empty where the row is shorter."""
        return self.cells[place] if place < len(self.cells) else ""
