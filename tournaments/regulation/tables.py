"""The number of players at a table: ``[tables]``."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.section import Section

LEAST, MOST = 2, 12


@dataclass(frozen=True, slots=True)
class Tables:
    """Table sizes.  ``size``: the preferred one; ``also``: other sizes that may be used to make the numbers fit, better
    ones first.
    """

    size: int
    also: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """All sizes, the preferred one first."""
        return (self.size, *self.also)


def read_tables(section: Section) -> Tables:
    """Read the section ``[tables]``."""
    tables = Tables(section.whole("size", LEAST, MOST), section.wholes("also", LEAST, MOST, ()))
    if len(set(tables.sizes)) < len(tables.sizes):
        section.fault("also", "size_twice", given=list(tables.also), size=tables.size)
    section.done()
    return tables
