"""How many sit at a table: ``[tables]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

LEAST, MOST = 2, 12


@dataclass(frozen=True, slots=True)
class Tables:
    """``size``: the players at a table as it should be; ``also``: sizes that make the numbers fit, the better first."""

    size: int
    also: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """All sizes, the one as it should be first."""
        return (self.size, *self.also)


def read_tables(section: Section) -> Tables:
    """The section ``[tables]``."""
    tables = Tables(section.whole("size", LEAST, MOST), section.wholes("also", LEAST, MOST, ()))
    if len(set(tables.sizes)) < len(tables.sizes):
        section.fault("also", "size_twice", given=list(tables.also), size=tables.size)
    section.done()
    return tables
