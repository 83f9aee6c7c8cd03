"""Importing a list of players: first a preview with every fault, then the import, all or nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Protocol

from sqlmodel import Session

from referee.core.command import Caller, Change
from referee.core.http import fields
from referee.core.http.declared import view_schema
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Base64, NoticeOut
from referee.core.rows import get_row
from referee.events.queries import last_begun_round, lock_event, players_of
from referee.events.regulation import PlayerRules, player_rules
from referee.models import Event, new_id
from referee.players.commands import differences, new_player_row
from referee.players.list_columns import SentList, remember_columns, remembered_columns
from referee.players.queries import entrant, save_entrants
from tournaments.fault import Fault
from tournaments.lists.cells import Mending
from tournaments.lists.read import ListChoices
from tournaments.players.entrant import Entrant
from tournaments.players.preview import EntrantChange, PlayerRow, Preview, apply, preview
from tournaments.players.reserves import late_fault, merge_day_list
from tournaments.players.row import columns

STATUSES = ("new", "changed", "same", "faulty")
LAST_NUMBER = 100_000
"""More than any player's number."""


@dataclass(frozen=True, slots=True)
class ImportPlayers(SentList):
    """A list of players, as a file."""

    data: Annotated[bytes, Base64(), "A CSV file, an Excel workbook, or a plain list of names, in Base64."]
    apply: Annotated[bool, "false: only a preview; true: carried out if there is no fault."] = False
    day_list: Annotated[
        bool, "Whether it is the list of the day: all in it are checked in, new players are walk-ins."
    ] = False


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


class ImportRow(Protocol):
    """What is shown of a `PlayerRow`."""

    line: int
    status: Annotated[str, OneOf(STATUSES)]
    number: Annotated[int, fields.Integer(attribute="entrant.number")]
    name: Annotated[str, fields.String(attribute="entrant.name")]
    player_id: Annotated[str | None, fields.String(attribute="existing.id", dump_default=None), "Null: a new player."]
    changes: Sequence[EntrantChange]
    faults: Sequence[Annotated[Fault, NoticeOut]]
    warnings: Sequence[Annotated[Fault, NoticeOut]]


@dataclass(frozen=True, slots=True)
class PlayersImport:
    """An import, previewed or done."""

    applied: bool
    encoding: str
    encodings: Annotated[Sequence[str], "The encodings that the text may be in, the likeliest first."]
    delimiter: str
    sheet: Annotated[str, "The sheet that was read, empty for a text."]
    sheets: Annotated[Sequence[str], "The sheets of the workbook."]
    heading: Annotated[int, "The line with the titles, 0 if there is none."]
    recognised: Sequence[ImportedColumn]
    ignored: Annotated[Sequence[str], "The titles of columns that were not read."]
    counts: Annotated[Mapping[str, int], "The numbers of rows that are `new`, `changed`, `same` or `faulty`."]
    faults: Annotated[Sequence[Annotated[Fault, NoticeOut]], "Faults of the list as a whole."]
    rows: Sequence[Annotated[PlayerRow, view_schema(ImportRow)]]


def import_players(caller: Caller, event_id: str, given: ImportPlayers) -> PlayersImport:
    """Import a list of players, or preview the import (`apply` false).

    The response lists every fault, the new players, and the changes.  An import never removes players, and importing
    the same file again changes nothing.  With `apply`, a list with faults is rejected as a whole (422 `faulty`).

    Raises as `import_mended` does.
    """
    found = import_mended(caller, event_id, given, Mending(), given.choices())
    return PlayersImport(
        applied=given.apply,
        encoding=found.imported.encoding,
        encodings=[each.encoding for each in found.imported.encodings],
        delimiter=found.imported.delimiter,
        sheet=found.imported.sheet,
        sheets=found.imported.sheets,
        heading=found.imported.line,
        recognised=[ImportedColumn(title, key) for title, key in found.recognised],
        ignored=found.ignored,
        counts=status_counts(found),
        faults=found.list_faults,
        rows=found.rows,
    )


def import_mended(
    caller: Caller, event_id: str, given: ImportPlayers, mending: Mending, choices: ListChoices
) -> Preview:
    """Preview a list with corrections, and import it if it is to be applied; then remember what its columns mean.

    Raises `Faulty`, for a preview only if the file cannot be read, and the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    with caller.service.database.read() as session:
        get_row(session, Event, event_id)
        before = _basis(session, event_id)
        choices = replace(choices, remembered=remembered_columns(session, caller, event_id, columns()))
    # Previewed before the lock is taken; previewed again only if the players have changed since.
    found = _preview(given.data, before, mending, choices)
    if given.apply:
        with caller.change() as change:
            lock_event(change.session, event_id)
            present = _basis(change.session, event_id)
            if present != before:
                found = _preview(given.data, present, mending, choices)
            _apply(change, event_id, given, present, found)
            remember_columns(change, event_id, found.imported)
    return found


def status_counts(found: Preview) -> Mapping[str, int]:
    """The number of rows by status: new, changed, same, faulty."""
    counts = Counter(row.status for row in found.rows)
    return {status: counts[status] for status in STATUSES}


def _basis(session: Session, event_id: str) -> Basis:
    entrants = tuple(entrant(each) for each in players_of(session, event_id))
    return Basis(entrants, last_begun_round(session, event_id), player_rules(session, event_id))


def _preview(data: bytes, present: Basis, mending: Mending, choices: ListChoices) -> Preview:
    rules = present.known
    found = preview(
        data, present.entrants, rules.flags, rules.team_size, keep_ids=False, mending=mending, choices=choices
    )
    rows = []
    for row in found.rows:
        late = late_fault(row.existing, row.entrant, present.begun, f"{row.line}")
        rows.append(replace(row, faults=(*row.faults, late)) if late else row)
    return replace(found, rows=tuple(rows))


def _apply(change: Change, event_id: str, given: ImportPlayers, present: Basis, found: Preview) -> None:
    """Write a previewed list to the database.  Raises `Faulty` with every fault of it."""
    session = change.session
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
            differences={
                each.id: {one.field: [one.before, one.after] for one in differences(old[each.id], each)}
                for each in changed
            },
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
