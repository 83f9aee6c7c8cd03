"""The fields of a form, read like the cells of a row of a list."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.fault import Faulty
from tournaments.lists.cells import Cells
from tournaments.lists.columns import Heading
from tournaments.lists.delimited import Record
from tournaments.lists.guard import guarded


class Fields(Cells):
    """The fields of a form; the path of a fault is the field's name, or ``where`` if that is given."""

    def __init__(self, given: Mapping[str, str], where: str | None = None) -> None:
        titles = tuple(given)
        super().__init__(Record(1, tuple(guarded(given[each]) for each in titles)), Heading(titles, titles))
        self.where = where

    def path(self, key: str) -> str:
        """The field's name, or ``where``."""
        return key if self.where is None else self.where

    def check(self) -> None:
        """Raise `Faulty` with all faults so far, if there are any."""
        if self.faults:
            raise Faulty(self.faults)
