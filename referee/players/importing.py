"""Importing a list of players: first a preview with every fault, then the import, all or nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from referee.core.command import Caller, Change
from referee.core.database.database import Database
from referee.events.queries import last_begun_round, lock_event, players_of
from referee.events.regulation import PlayerRules, player_rules
from referee.models import new_id
from referee.players.commands import new_player_row
from referee.players.queries import FieldNotice, entrant, notices, save_entrants
from tournaments.lists.cells import Mending
from tournaments.players.entrant import Entrant
from tournaments.players.preview import EntrantChange as FieldChange
from tournaments.players.preview import Preview, apply, preview
from tournaments.players.reserves import late_fault, merge_day_list

LAST_NUMBER = 100_000
"""More than any player's number."""


@dataclass(frozen=True, slots=True)
class ImportPlayers:
    """A list of players to import.  ``data``: a CSV file, a workbook, or names alone.  ``day_list``: it is the list
    that a desk wrote on the day, so everybody in it is checked in, and anybody new is a walk-in.  ``mending``: the
    corrections to it.
    """

    event_id: str
    data: bytes
    day_list: bool = False
    mending: Mending = field(default_factory=Mending)


@dataclass(frozen=True, slots=True)
class Basis:
    """The basis of a preview: the list of players, the last round begun, and the regulation."""

    entrants: tuple[Entrant, ...]
    begun: int
    known: PlayerRules


@dataclass(frozen=True, slots=True)
class ImportedColumn:
    """A column that was recognised."""

    title: str
    key: str


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A row of a list, and its effect.  ``player_id``: None for somebody new."""

    line: int
    status: str
    number: int
    name: str
    player_id: str | None
    changes: Sequence[FieldChange]
    faults: Sequence[FieldNotice]
    warnings: Sequence[FieldNotice]


@dataclass(frozen=True, slots=True)
class PlayersImport:
    """An import, previewed or done.  ``ignored``: titles of columns not read; ``counts``: numbers of rows by status."""

    applied: bool
    encoding: str
    delimiter: str
    recognised: Sequence[ImportedColumn]
    ignored: Sequence[str]
    counts: Mapping[str, int]
    faults: Sequence[FieldNotice]
    rows: Sequence[ImportedRow]


def preview_import(database: Database, event_id: str, data: bytes, mending: Mending | None = None) -> Preview:
    """Preview an import.  Raises `Faulty` for a file that cannot be read."""
    with database.read() as session:
        present = _basis(session, event_id)
    return _preview(data, present, mending)


def import_players(caller: Caller, given: ImportPlayers) -> Preview:
    """Import a list and return its preview.

    Raises `Faulty` with every fault, and the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", given.event_id)
    with caller.service.database.read() as session:
        before = _basis(session, given.event_id)
    # Previewed before the lock is taken; previewed again only if the players have changed since.
    found = _preview(given.data, before, given.mending)
    with caller.change() as change:
        lock_event(change.session, given.event_id)
        present = _basis(change.session, given.event_id)
        if present != before:
            found = _preview(given.data, present, given.mending)
        _apply(change, given, present, found)
    return found


def status_counts(found: Preview) -> Mapping[str, int]:
    """The number of rows by status: new, changed, same, faulty."""
    counts = Counter(row.status for row in found.rows)
    return {status: counts[status] for status in ("new", "changed", "same", "faulty")}


def import_view(found: Preview, applied: bool, language: str) -> PlayersImport:
    """The view of an import in a language."""
    return PlayersImport(
        applied=applied,
        encoding=found.encoding,
        delimiter=found.delimiter,
        recognised=[ImportedColumn(title, key) for title, key in found.recognised],
        ignored=found.ignored,
        counts=status_counts(found),
        faults=notices(found.list_faults, language),
        rows=[
            ImportedRow(
                line=row.line,
                status=row.status,
                number=row.entrant.number,
                name=row.entrant.name,
                player_id=row.existing.id if row.existing else None,
                changes=row.changes,
                faults=notices(row.faults, language),
                warnings=notices(row.warnings, language),
            )
            for row in found.rows
        ],
    )


def _basis(session: Session, event_id: str) -> Basis:
    entrants = tuple(entrant(each) for each in players_of(session, event_id))
    return Basis(entrants, last_begun_round(session, event_id), player_rules(session, event_id))


def _preview(data: bytes, present: Basis, mending: Mending | None) -> Preview:
    rules = present.known
    found = preview(data, present.entrants, rules.flags, rules.team_size, keep_ids=False, mending=mending)
    rows = []
    for row in found.rows:
        late = late_fault(row.existing, row.entrant, present.begun, f"{row.line}")
        rows.append(replace(row, faults=(*row.faults, late)) if late else row)
    return replace(found, rows=tuple(rows))


def _apply(change: Change, given: ImportPlayers, present: Basis, found: Preview) -> None:
    """Write a previewed list to the database.  Raises `Faulty` with every fault of it."""
    session, event_id = change.session, given.event_id
    entrants, listed = _merged(found, day_list=given.day_list)
    rows = {each.id: each for each in players_of(session, event_id)}
    old = {each.id: each for each in present.entrants}
    new = [each for each in entrants if each.id not in old]
    changed = [each for each in entrants if each.id in old and each != old[each.id]]
    for each in new:
        rows[each.id] = new_player_row(each, event_id, change.now)
        # Somebody whom this import renumbers may still have its number: until then it has a placeholder.
        rows[each.id].number = -each.number - LAST_NUMBER
        session.add(rows[each.id])
    session.flush()
    save_entrants(session, rows, [*changed, *new])
    here = [rows[each] for each in listed if rows[each].checked_in_at is None]
    for player in here:
        player.checked_in_at = change.now
        session.add(player)
    if new or changed or here:
        change.audit(
            "player.import",
            f"event:{event_id}",
            event_id,
            sha256=hashlib.sha256(given.data).hexdigest(),
            day_list=given.day_list,
            rows=len(found.rows),
            skipped=len(found.skipped),
            new=[each.id for each in new],
            changed=[each.id for each in changed],
            checked_in=[each.id for each in here],
        )


def _merged(found: Preview, *, day_list: bool) -> tuple[Sequence[Entrant], Sequence[str]]:
    """The players after an import, and the ids of those whom it checks in.  Raises `Faulty`."""
    # Ids in the order of the list: draws go by id, so the same list and seed give the same draw.
    fresh = iter(sorted(new_id() for _ in found.rows))
    if not day_list:
        return apply(found, lambda: next(fresh)).entrants, ()
    merged = merge_day_list(found, lambda: next(fresh))
    return merged.entrants, merged.checked_in
