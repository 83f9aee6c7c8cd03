"""Form: an entrant as a form gives them, checked together with everybody else; and what a whole list is checked for.

A list that is brought is `tournaments.players.preview`; here the entrants come one at a time, so that what only a whole
list can keep (teams of the right size, reserves without a gap) is a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty
from tournaments.lists.cells import Cells
from tournaments.lists.columns import Heading
from tournaments.lists.delimited import Record
from tournaments.lists.guard import guarded
from tournaments.players import among, row
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.late import late_fault
from tournaments.players.preview import draft

KEYS = tuple(key for key in FIELDS if key != "id")
"""The fields that a form may have, by the words of `Entrant`."""
LOOKED_AT = ("name", "reading", "reserve", "team")


@dataclass(frozen=True, slots=True)
class Filled:
    """An entrant as a form leaves them, with an empty id where it is somebody new; and what should be looked at."""

    entrant: Entrant
    warnings: tuple[Fault, ...]


class Fields(Cells):
    """The fields of a form, read as the cells of a row are; a fault's path is the field's word."""

    def __init__(self, given: Mapping[str, str], where: str | None = None) -> None:
        titles = tuple(given)
        super().__init__(Record(1, tuple(map(guarded, given.values()))), Heading(titles, titles))
        self.where = where

    def path(self, key: str) -> str:
        """The field's word; or ``where``, if that is known better."""
        return key if self.where is None else self.where


def filled(
    given: Mapping[str, str],
    before: Entrant | None,
    entrants: Sequence[Entrant],
    begun: int = 0,
    known_flags: Collection[str] = (),
    team_size: int | None = None,
) -> Filled:
    """The entrant after a form.

    ``given``: fields of `KEYS` as text; what is left out stays as it is.  ``before``: who it is, None for somebody new.
    ``entrants``: everybody, before it.  ``begun``: the last round that has begun, 0 before the first.  ``known_flags``,
    ``team_size``: as for a list.  Raises `Faulty` with every fault.
    """
    cells = Fields(given if before is None else {"name": before.name, **given})
    values = row.given(cells)
    (entrant,) = among.numbered([draft(cells, values, before, known_flags)], [values], entrants)
    merged = among.Merged((cells,), (entrant,), (before,), tuple(entrants))
    among.check(merged)
    if before is None:
        _twice(cells, entrant, merged.untouched)
    if late := late_fault(before, entrant, begun):
        cells.faults.append(late)
    if cells.faults:
        raise Faulty(cells.faults)
    return Filled(entrant, (*cells.warnings, *among.list_faults(merged, team_size)))


def noticed(entrants: Sequence[Entrant], team_size: int | None = None) -> tuple[Fault, ...]:
    """What should be looked at in a list as it stands: players who may be one, gaps among reserves, odd teams."""
    rows = tuple(
        Fields({key: str(getattr(each, key) or "") for key in LOOKED_AT}, f"No. {each.number}") for each in entrants
    )
    merged = among.Merged(rows, tuple(entrants), (None,) * len(rows), ())
    among.check(merged)
    return (
        *among.list_faults(merged, team_size),
        *(note for each in rows for note in (*each.faults, *each.warnings)),
    )


def _twice(cells: Cells, entrant: Entrant, others: Sequence[Entrant]) -> None:
    """The same name and reading once more is the same player once more, unless the clubs tell the two apart."""
    for other in others:
        apart = entrant.club and other.club and row.same_text(entrant.club) != row.same_text(other.club)
        if row.identity(entrant) == row.identity(other) and not apart:
            cells.fault("name", "player_twice", name=entrant.name, where=f"No. {other.number}")
