"""Unsent reports that one device puts down at the service for the table's next one, over the network.

Whoever has lost the right to report (an unpaired tablet, a judge with another duty) may still do this one thing, for a
while, with the token that gave the right.  Nothing of it is logged or judged here: the device that takes it up shows
every report with what it would do, and sends none before somebody has looked (docs/tablet.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.guard import ensure_allowed
from referee.core.access.limits import LEFT_BEHIND
from referee.core.access.principal import Principal
from referee.core.chain import Author
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Lines
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import Service
from referee.models import Account, Credential, Entry, GameTable, LeftBehind
from referee.tables.commands import refuse_large
from referee.tables.schemas import LATEST, MOST_ENTRIES, ClientId, report_field
from tournaments.typed import Whole

MOST_REPORTS = 300
"""How many reports a device can put down at once: more than a game without a connection has."""
HELD_SPAN = 12 * 60 * 60 * 1000
"""For how long after its end a token still lets its holder put reports down, in ms: the rest of the day."""


@dataclass(frozen=True, slots=True)
class LeftReport:
    """A report that its maker could not send.  ``by``: who used the device."""

    client_id: ClientId
    report: Annotated[Mapping[str, Any], report_field()]
    by: Annotated[str, Line(200), FieldExample("iPad 3")]
    made_at: Annotated[int, Whole(0, LATEST), "When it was made, by that device's clock."]
    reason: Annotated[str | None, Lines(2000)] = None


@dataclass(frozen=True, slots=True)
class PutDown:
    """What a device has not sent, in order."""

    items: Annotated[Sequence[LeftReport], Length(1, MOST_REPORTS)]
    base: Annotated[int | None, Whole(0, MOST_ENTRIES), "The last entry of the log that it knew."] = None
    ahead: Annotated[int | None, Whole(-LATEST, LATEST), "How far its clock is ahead of the service's, in ms."] = None


@dataclass(frozen=True, slots=True)
class LeftView:
    """Reports that were put down and not taken up yet.  ``label``: whose they are; ``at``: when they were put down.

    ``logged``: how many of them have reached the log in another way since.
    """

    id: str
    label: str
    at: int
    base: int | None
    ahead: int | None
    items: Sequence[LeftReport]
    logged: int


@dataclass(frozen=True, slots=True)
class LeftPage:
    """What lies at the service for the device of a table, the oldest first."""

    rows: Sequence[LeftView]


def put_down(
    service: Service, who: Principal | None, held: Credential | None, table_id: str, given: PutDown
) -> LeftView:
    """Put down the unsent reports of a device.  Once more, they replace what it has put down and nobody has taken up.

    ``who``: the caller, if they are in force; ``held``: the credential whose token they show, in force or not.  Raises
    the problems ``unknown_person``, ``not_found``, ``not_allowed``, ``invalid`` and ``too_many``.
    """
    if held is None:
        raise Problem("unknown_person")
    service.limits.spend(LEFT_BEHIND, held.id)
    refuse_large([each.report for each in given.items], "items.{}.report")
    database = service.database
    with database.write() as session:
        now = database.now()
        table = get_row(session, GameTable, table_id)
        author = _holder(session, now, held) if who is None else who.author
        if not _has_reported(session, held, table):
            if who is None:
                raise Problem("unknown_person")
            ensure_allowed(who, "table.report", table.event_id, table_id)
        mine = select(LeftBehind).where(
            LeftBehind.table_id == table_id, LeftBehind.credential_id == held.id, col(LeftBehind.taken_at).is_(None)
        )
        row = session.exec(mine.with_for_update()).first()
        if row is None:
            row = LeftBehind(
                event_id=table.event_id,
                table_id=table_id,
                author=author.name,
                account_id=author.account_id,
                credential_id=held.id,
                at=now,
                reports="",
            )
        row.at, row.base, row.ahead = now, given.base, given.ahead
        row.reports = json.dumps([asdict(each) for each in given.items])
        session.add(row)
        if (device := session.get(Credential, held.id)) is not None:
            device.unsent = 0  # they are here now
            session.add(device)
        audit.record(
            session,
            now,
            who or author,
            "left_behind.put_down",
            f"table:{table_id}",
            table.event_id,
            reports=len(given.items),
        )
        session.flush()
        return _view(row, _logged(session, [row]))


def _holder(session: Session, now: int, held: Credential) -> Author:
    """Whose a token was that has ended.  Raises the problem ``unknown_person`` if that is too long ago, or if it was a
    program's or that of somebody who has been shut out.
    """
    account = session.get(Account, held.account_id) if held.account_id else None
    ended = min(held.expires_at, held.revoked_at or held.expires_at)
    if held.kind == "device" and now - ended <= HELD_SPAN:
        return Author(held.label[:200], held.account_id, held.id)
    if held.kind == "session" and now - ended <= HELD_SPAN and account is not None and account.disabled_at is None:
        return Author(account.name[:200], account.id, held.id)
    raise Problem("unknown_person")


def _has_reported(session: Session, held: Credential, table: GameTable) -> bool:
    """Whether a credential is the table's device, was it, or has reported there."""
    if held.kind == "device" and held.table_id == table.id:
        return True
    query = select(Entry.seq).where(Entry.table_id == table.id, Entry.credential_id == held.id).limit(1)
    return session.exec(query).first() is not None


def take_up(caller: Caller, table_id: str, left_id: str) -> None:
    """Say that a device has taken up what was put down: it has it in its own list now.

    Idempotent.  Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        table = change.row(GameTable, table_id)
        caller.allow("table.report", table.event_id, table_id)
        row = get_row(change.session, LeftBehind, left_id, lock=True)
        if row.table_id != table_id:
            raise Problem("not_found", path=left_id)
        if row.taken_at is not None:
            return
        row.taken_at, row.taken_by = change.now, change.author.name
        change.session.add(row)
        change.audit("left_behind.take_up", f"table:{table_id}", table.event_id, of=row.author)


def left_at(session: Session, table_ids: Sequence[str]) -> dict[str, list[LeftView]]:
    """What lies at the service for each of some tables and nobody has taken up, the oldest first.

    It lapses once all its reports have reached the log in another way: its device was paired again, or handed them over
    by code.
    """
    query = select(LeftBehind).where(col(LeftBehind.table_id).in_(table_ids), col(LeftBehind.taken_at).is_(None))
    rows = session.exec(query.order_by(col(LeftBehind.at), col(LeftBehind.id))).all()
    logged = _logged(session, rows)
    views: dict[str, list[LeftView]] = {table_id: [] for table_id in table_ids}
    for row in rows:
        view = _view(row, logged)
        if view.logged < len(view.items):
            views[row.table_id].append(view)
    return views


def _logged(session: Session, rows: Sequence[LeftBehind]) -> set[tuple[str, str]]:
    """The table and client id of each report in these rows that is in its table's log."""
    if not rows:
        return set()
    ids = [each["client_id"] for row in rows for each in json.loads(row.reports)]
    query = select(Entry.table_id, Entry.client_id).where(
        col(Entry.table_id).in_({row.table_id for row in rows}), col(Entry.client_id).in_(ids)
    )
    return {(table_id, client_id) for table_id, client_id in session.exec(query)}


def _view(row: LeftBehind, logged: set[tuple[str, str]]) -> LeftView:
    """What was put down, as the device that takes it up reads it."""
    items = [LeftReport(**each) for each in json.loads(row.reports)]
    there = sum((row.table_id, each.client_id) in logged for each in items)
    return LeftView(row.id, row.author, row.at, row.base, row.ahead, items, there)
