"""An entrant from a form, checked against all other entrants; and the same checks for a whole existing list.

Importing a list is in `tournaments.players.preview`.  Here entrants come one at a time, so a condition that only a
complete list can meet (team sizes, reserves without a gap) is a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.fault import Fault, Faulty
from tournaments.lists.cells import Cells, Fields
from tournaments.players import among, row
from tournaments.players.clubs import differ
from tournaments.players.entrant import FIELDS, Entrant
from tournaments.players.preview import draft
from tournaments.players.reserves import late_fault

KEYS = tuple(key for key in FIELDS if key != "id")
"""The fields that a form may have, named as in `Entrant`."""
LOOKED_AT = ("name", "reading", "reserve", "team")


@dataclass(frozen=True, slots=True)
class Filled:
    """The entrant that results from a form, with an empty id if new, and the warnings."""

    entrant: Entrant
    warnings: tuple[Fault, ...]


def filled(
    given: Mapping[str, str],
    before: Entrant | None,
    entrants: Sequence[Entrant],
    begun: int = 0,
    known_flags: Collection[str] = (),
    team_size: int | None = None,
) -> Filled:
    """The entrant that results from a form.

    ``given``: fields of `KEYS` as text; missing ones stay unchanged.  ``before``: the entrant as it was, None for a new
    one.  ``entrants``: all entrants as they were.  ``begun``: the last round that has begun, 0 before the first.
    ``known_flags``, ``team_size``: as for a list.  Raises `Faulty` with every fault.
    """
    cells = Fields(given if before is None else {"name": before.name, **given})
    values = row.field_values(cells)
    (entrant,) = among.numbered([draft(cells, values, before, known_flags)], [values], entrants)
    merged = among.Merged((cells,), (entrant,), (before,), tuple(entrants))
    among.check(merged)
    if before is None:
        _check_duplicates(cells, entrant, merged.untouched)
    if late := late_fault(before, entrant, begun):
        cells.faults.append(late)
    if cells.faults:
        raise Faulty(cells.faults)
    return Filled(entrant, (*cells.warnings, *among.list_faults(merged, team_size)))


def warnings_in_list(entrants: Sequence[Entrant], team_size: int | None = None) -> tuple[Fault, ...]:
    """Warnings about an existing list: possible duplicates, gaps in the order of reserves, teams of the wrong size."""
    rows = tuple(
        Fields({key: str(getattr(each, key) or "") for key in LOOKED_AT}, f"No. {each.number}") for each in entrants
    )
    merged = among.Merged(rows, tuple(entrants), (None,) * len(rows), ())
    among.check(merged)
    return (
        *among.list_faults(merged, team_size),
        *(note for each in rows for note in (*each.faults, *each.warnings)),
    )


def _check_duplicates(cells: Cells, entrant: Entrant, others: Sequence[Entrant]) -> None:
    """Record a fault for a second player of the same name and reading, unless the clubs distinguish the two."""
    for other in others:
        if row.identity(entrant) == row.identity(other) and not differ(entrant.club, other.club):
            cells.fault("name", "player_twice", name=entrant.name, where=f"No. {other.number}")
