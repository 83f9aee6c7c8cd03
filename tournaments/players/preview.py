"""Preview of a player import: what it would do, row by row, with every fault; and the import itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.fault import Fault, Faulty
from tournaments.lists.cells import Cells, Mending, mended
from tournaments.lists.columns import Heading
from tournaments.lists.read import ImportedList, ListChoices, read_list
from tournaments.lists.record import ListRecord
from tournaments.players import among, match, row
from tournaments.players.entrant import FIELDS, Entrant


@dataclass(frozen=True, slots=True)
class EntrantChange:
    """A field of an entrant that an import would change."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of the list.

    ``values``: its cells, by column.  ``entrant``: the resulting entrant, with an empty id if new and the row names
    none. ``existing``: the entrant that the row matches, None for a new one.  ``warnings`` do not prevent the import.
    """

    line: int
    values: Mapping[str, str]
    entrant: Entrant
    existing: Entrant | None
    changes: tuple[EntrantChange, ...]
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]

    @property
    def status(self) -> str:
        """``faulty``, ``new``, ``changed`` or ``same``."""
        if self.faults:
            return "faulty"
        if self.existing is None:
            return "new"
        return "changed" if self.changes else "same"


@dataclass(frozen=True, slots=True)
class Preview:
    """An import before it is applied.

    ``imported``: the list as it was read; ``before``: the entrants it was compared with; ``list_faults``: those of the
    list as a whole; ``skipped``: rows that are left out.
    """

    imported: ImportedList
    before: tuple[Entrant, ...]
    rows: tuple[PlayerRow, ...]
    list_faults: tuple[Fault, ...]
    skipped: tuple[ListRecord, ...] = ()

    @property
    def heading(self) -> Heading:
        """The header row."""
        return self.imported.heading

    @property
    def recognised(self) -> tuple[tuple[str, str], ...]:
        """Title and key of the columns that are read."""
        return self.heading.recognised

    @property
    def ignored(self) -> tuple[str, ...]:
        """The titles of the columns that are not read."""
        return self.heading.ignored

    @property
    def faults(self) -> tuple[Fault, ...]:
        return (*self.list_faults, *(fault for each in self.rows for fault in each.faults))


@dataclass(frozen=True, slots=True)
class Imported:
    """The entrants after an import, and the ids of those in the list, in its order."""

    entrants: tuple[Entrant, ...]
    listed: tuple[str, ...]


def preview(
    data: bytes,
    entrants: Sequence[Entrant],
    known_flags: Collection[str] = (),
    team_size: int | None = None,
    *,
    keep_ids: bool = True,
    mending: Mending | None = None,
    choices: ListChoices | None = None,
) -> Preview:
    """Preview the import of the file ``data`` (CSV, a workbook, or bare names) into ``entrants``.

    Rows are matched by id, by number with the same name or reading, and by name and reading; a new entrant without a
    number gets the next free one.  ``known_flags``: flags of the regulation besides the usual ones.  ``team_size``: the
    required number of players in a team, if the regulation says so.  ``keep_ids``: whether a new entrant keeps the id
    in its row; if not, ids unknown here are ignored, such as those of another event's list.  ``mending``: the
    corrections made to the list since; ``choices``: what was chosen about how to read it.  Raises `Faulty` if the file
    cannot be read.
    """
    imported, skipped = mended(read_list(data, row.columns(), row.REQUIRED, "name", choices), mending or Mending())
    cells = [Cells(record, imported.heading) for record in imported.records]
    values = [row.field_values(each) for each in cells]
    here = {each.id for each in entrants}
    if not keep_ids:
        values = [{key: value for key, value in each.items() if key != "id" or value in here} for each in values]
    existing = match.matched(values, cells, entrants)
    drafts = [
        draft(each, given, before, known_flags) for each, given, before in zip(cells, values, existing, strict=True)
    ]
    drafts = among.numbered(drafts, values, entrants)
    merged = among.Merged(tuple(cells), tuple(drafts), tuple(existing), tuple(entrants))
    among.check(merged)
    list_faults = (*imported.faults, *among.list_faults(merged, team_size))
    rows = [
        PlayerRow(
            line=each.line,
            values=each.values(),
            entrant=entrant,
            existing=before,
            changes=_changes(before, entrant),
            faults=tuple(each.faults),
            warnings=tuple(each.warnings),
        )
        for each, entrant, before in zip(cells, drafts, existing, strict=True)
    ]
    return Preview(
        imported=imported,
        before=tuple(entrants),
        rows=tuple(rows),
        list_faults=list_faults,
        skipped=skipped,
    )


def apply(preview: Preview, new_id: Callable[[], str]) -> Imported:
    """Apply an import and return the entrants after it; importing the same file again changes nothing.

    ``new_id``: returns an unused id for a new entrant without one.  Raises `Faulty` with every fault.
    """
    if preview.faults:
        raise Faulty(preview.faults)
    listed = [each.entrant if each.entrant.id else replace(each.entrant, id=new_id()) for each in preview.rows]
    changed = {each.id: each for each in listed}
    known = {each.id for each in preview.before}
    return Imported(
        entrants=(
            *(changed.get(each.id, each) for each in preview.before),
            *(each for each in listed if each.id not in known),
        ),
        listed=tuple(each.id for each in listed),
    )


def draft(cells: Cells, given: Mapping[str, Any], before: Entrant | None, known_flags: Collection[str]) -> Entrant:
    """The entrant that a row describes, based on the existing one if any; faults are recorded at its cells."""
    base = before or Entrant(id="", number=0, name="")
    entrant = replace(base, **given, flags=row.flags(cells, base.flags, known_flags))
    # dropped_after 0 means never played, whatever the first round was to be.
    if entrant.first_round and entrant.dropped_after and entrant.dropped_after < entrant.first_round:
        cells.fault("dropped_after", "rounds_reversed", first=entrant.first_round, last=entrant.dropped_after)
    return entrant


def _changes(before: Entrant | None, after: Entrant) -> tuple[EntrantChange, ...]:
    if before is None:
        return ()
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return tuple(EntrantChange(name, old, new) for name, old, new in pairs if old != new)
