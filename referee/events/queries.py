"""Events, their audit logs and players, and the rounds that have begun."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, or_, select

from referee.core.rows import NO_KEY_UPDATE, get_row
from referee.models import AuditEntry, Event, GameTable, Player, Playoff, Round, Seat, TableResult


@dataclass(frozen=True, slots=True)
class EventView:
    """An event.  ``archived_at``: None unless it was put away; from ``held_on`` on what visitors read, each empty
    where there is nothing.
    """

    id: str
    name: str
    language: str
    created_at: int
    archived_at: int | None
    held_on: str
    venue: str
    organizer: str
    timetable: str
    description: str


def event_view(event: Event) -> EventView:
    """An event."""
    return EventView(
        event.id, event.name, event.language, event.created_at, event.archived_at,
        event.held_on, event.venue, event.organizer, event.timetable, event.description,
    )  # fmt: skip


def list_events(
    session: Session, limit: int, before: str | None, among: Collection[str] | None, *, archived: bool
) -> list[EventView]:
    """Events, the latest first.  ``before``: only those made before this one; ``among``: only these; None: all;
    ``archived``: those that were put away, too.
    """
    query = select(Event).order_by(col(Event.id).desc()).limit(limit)
    if not archived:
        query = query.where(col(Event.archived_at).is_(None))
    if among is not None:
        query = query.where(col(Event.id).in_(among))
    if before is not None:
        query = query.where(Event.id < before)
    return [event_view(each) for each in session.exec(query)]


@dataclass(frozen=True, slots=True)
class AuditView:
    """A change: what was done to what, by whom, when."""

    id: str
    at: int
    event_id: str | None
    author: str
    account_id: str | None
    credential_id: str | None
    action: str
    target: str
    details: Mapping[str, object]


def audit_entries(session: Session, limit: int, before: str | None, event_id: str | None) -> list[AuditView]:
    """Changes, the newest first.  ``before``: only those made before this one; ``event_id``: None for all events."""
    query = select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(limit)
    if event_id is not None:
        query = query.where(AuditEntry.event_id == event_id)
    if before is not None:
        query = query.where(AuditEntry.id < before)
    return [AuditView(**{**each.model_dump(), "details": json.loads(each.details)}) for each in session.exec(query)]


def players_of(session: Session, event_id: str) -> Sequence[Player]:
    """The players of an event, by number, archived ones too: what they played names them."""
    query = select(Player).where(Player.event_id == event_id).order_by(col(Player.number))
    return session.exec(query.execution_options(populate_existing=True)).all()


def listed_players(session: Session, event_id: str) -> list[Player]:
    """The players who stand in lists, by number: those who are archived do not."""
    return [each for each in players_of(session, event_id) if each.archived_at is None]


def player_of(session: Session, player_id: str, *, lock: bool = False) -> Player:
    """A player.  ``lock``: until the transaction ends.  Raises the problem ``not_found``."""
    return get_row(session, Player, player_id, lock=NO_KEY_UPDATE if lock else False)


def lock_event(session: Session, event_id: str) -> Event:
    """An event, locked until the transaction ends, with its list of players.  Raises ``not_found``."""
    return get_row(session, Event, event_id, lock=NO_KEY_UPDATE)


def last_begun(session: Session, event_id: str) -> int:
    """The number of the last round of an event that has begun, 0 before the first; playoffs stand beside them."""
    query = select(Round.number).where(Round.event_id == event_id, has_begun(), ~is_playoff())
    return session.exec(query.order_by(col(Round.number).desc()).limit(1)).first() or 0


def last_played(session: Session, player_id: str) -> int:
    """The last round that has begun with a seat for a player, 0 for none."""
    query = (
        select(Round.number)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Seat.player_id == player_id, has_begun(), ~is_playoff())
    )
    return session.exec(query.order_by(col(Round.number).desc()).limit(1)).first() or 0


def is_playoff() -> ColumnElement[bool]:
    """A condition: a round is a playoff beside the plan."""
    return select(Playoff.round_id).where(Playoff.round_id == Round.id).exists()


def has_begun() -> ColumnElement[bool]:
    """A condition: a round has begun, that is, it is no draft, or something was reported or entered at one of its
    tables.
    """
    table = aliased(GameTable)
    result = select(TableResult.id).where(TableResult.table_id == table.id).exists()
    played = select(table.id).where(table.round_id == Round.id, or_(col(table.seq) > 0, result)).exists()
    return or_(col(Round.state) != "drafted", played)


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table as people know it.  ``players``: their names in start order; none while its seats are not public."""

    id: str
    number: int
    round: Round
    players: Sequence[str]


def at_table(session: Session, table: GameTable) -> AtTable:
    """Who plays at a table, as far as everybody may know."""
    round_ = session.get_one(Round, table.round_id)
    public = round_.published_at is not None or round_.state != "drafted"
    players = names_at(session, table.id) or [*json.loads(table.header).get("names", {}).values()]
    return AtTable(table.id, table.number, round_, players if public else ())


def names_at(session: Session, table_id: str) -> list[str]:
    """The names of the players at a table, in start order."""
    query = select(Player.name).join(Seat, col(Seat.player_id) == Player.id).where(Seat.table_id == table_id)
    return list(session.exec(query.order_by(col(Seat.start_order))))


def seated(session: Session, table_ids: Iterable[str]) -> dict[str, list[Seat]]:
    """The seats at some tables, by start order; none at a table that was not seated by us, or is needed no more."""
    ids = list(table_ids)
    found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    query = select(Seat).where(col(Seat.table_id).in_(ids)).order_by(col(Seat.table_id), col(Seat.start_order))
    for seat in session.exec(query):
        found[seat.table_id].append(seat)
    return found
