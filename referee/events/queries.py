"""Events, their audit logs and players, and the rounds that have begun.

A table has begun if something counts there, a report in force or a result, and not if its log has lines: a throw taken
back, a report refused, a warning put on record before the start: none of these keeps anybody on a seat.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Protocol

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, or_, select

from referee.core.chain import FIELDS, ChainLine
from referee.core.http.declared import FieldExample
from referee.core.http.fields import String
from referee.core.language import text
from referee.core.rows import NO_KEY_UPDATE, get_row
from referee.core.zone import zone_of
from referee.log.standing import standing_history
from referee.models import AuditEntry, Entry, Event, GameTable, Player, Playoff, Round, Seat, TableResult
from referee.models.events import name_players
from tournaments.players.entrant import Entrant

MOST_READ = 40
"""A log with more entries than this is not read: a game goes on there."""


class ZoneInForce(String):
    """The name of the time zone that an event is held in, also where it has none of its own."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return getattr(zone_of(obj), "key", "")


class EventView(Protocol):
    """What is shown of an `Event`; texts that are not given are empty."""

    id: str
    name: str
    language: str
    created_at: int
    archived_at: int | None
    held_on: str
    venue: str
    organizer: str
    tax_number: str
    timetable: str
    description: str
    zone: Annotated[str, ZoneInForce()]


def list_events(
    session: Session, limit: int, before: str | None, among: Collection[str] | None, *, archived: bool
) -> Sequence[Event]:
    """Return events, latest first.  ``before``: only those created before the one with this id; ``among``: only those
    with these ids, None for all; ``archived``: include archived ones.
    """
    query = select(Event).order_by(col(Event.id).desc()).limit(limit)
    if not archived:
        query = query.where(col(Event.archived_at).is_(None))
    if among is not None:
        query = query.where(col(Event.id).in_(among))
    if before is not None:
        query = query.where(Event.id < before)
    return session.exec(query).all()


@dataclass(frozen=True, slots=True)
class AuditView:
    """A change: what was done to what, by whom, when."""

    id: str
    at: int
    event_id: str | None
    author: str
    account_id: str | None
    credential_id: str | None
    action: Annotated[str, FieldExample("member.give")]
    target: Annotated[str, FieldExample("account:01k3v9x2m4aaaaaaaa")]
    details: Mapping[str, object]


def audit_entries(session: Session, limit: int, before: str | None, event_id: str | None) -> list[AuditView]:
    """Return changes, newest first.  ``before``: only those before the one with this id; ``event_id``: None for all."""
    query = select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(limit)
    if event_id is not None:
        query = query.where(AuditEntry.event_id == event_id)
    if before is not None:
        query = query.where(AuditEntry.id < before)
    return [AuditView(**{**each.model_dump(), "details": json.loads(each.details)}) for each in session.exec(query)]


def players_of(session: Session, event_id: str) -> Sequence[Player]:
    """Return the players of an event by number, including archived ones, because past games still name them."""
    query = select(Player).where(Player.event_id == event_id).order_by(col(Player.number))
    found = session.exec(query.execution_options(populate_existing=True)).all()
    name_players(found)
    return found


def listed_players(session: Session, event_id: str) -> list[Player]:
    """Return the players who appear in lists, by number: all but archived ones."""
    return [each for each in players_of(session, event_id) if each.archived_at is None]


def player_of(session: Session, player_id: str, *, lock: bool = False) -> Player:
    """Return a player.  ``lock``: lock the row until the transaction ends.  Raises the problem ``not_found``."""
    return get_row(session, Player, player_id, lock=NO_KEY_UPDATE if lock else False)


def lock_event(session: Session, event_id: str) -> Event:
    """Lock an event, and with it its list of players, until the transaction ends.  Raises the problem ``not_found``."""
    return get_row(session, Event, event_id, lock=NO_KEY_UPDATE)


def last_begun_round(session: Session, event_id: str) -> int:
    """Return the number of the last round of an event that has begun, 0 if none has; playoffs do not count."""
    query = select(Round).where(Round.event_id == event_id, ~is_playoff())
    rounds = session.exec(query).all()
    begun = {each.number for each in rounds if each.state != "drafted"}
    drafted = {each.id: each.number for each in rounds if each.state == "drafted"}
    tables = session.exec(select(GameTable).where(col(GameTable.round_id).in_(drafted), played_at())).all()
    counting = counting_logs(session, tables)
    begun |= {drafted[table.round_id] for table in tables if table.id in counting or has_result(session, table.id)}
    return max(begun, default=0)


def last_played_round(session: Session, player_id: str, *, running: bool = True) -> int:
    """Return the number of the last round that a player has played, 0 if there is none; playoffs do not count.

    That is a round that is closed, or in which something counts at their table; with ``running``, also one whose clock
    was started, where nobody may have written anything down yet.
    """
    states = ("closed", "running") if running else ("closed",)
    query = (
        select(Round, GameTable)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Seat.player_id == player_id, or_(col(Round.state).in_(states), played_at()), ~is_playoff())
    )
    rows = session.exec(query).all()
    counting = counting_logs(session, (table for _, table in rows))
    return max(
        (
            round_.number
            for round_, table in rows
            if round_.state in states or table.id in counting or has_result(session, table.id)
        ),
        default=0,
    )


def counting_logs(session: Session, tables: Iterable[GameTable]) -> set[str]:
    """The ids of those tables in whose logs a report is in force."""
    logged = [table for table in tables if table.seq]
    short = [table.id for table in logged if table.seq <= MOST_READ]
    found = {table.id for table in logged if table.seq > MOST_READ}
    columns = [getattr(Entry, name) for name in FIELDS]
    query = select(Entry.table_id, *columns).where(col(Entry.table_id).in_(short))
    rows = session.exec(query.order_by(col(Entry.table_id), col(Entry.seq))).all() if short else []
    for table_id, entries in groupby(rows, key=lambda row: row[0]):
        if _counts(ChainLine(*row[1:]) for row in entries):
            found.add(table_id)
    return found


def _counts(lines: Iterable[ChainLine]) -> bool:
    """Whether a report that does something stands at the end of a log."""
    last = standing_history(lines)[-1]
    while last is not None:
        if last.report["type"] != "retract" and not (last.report["type"] == "ruling" and last.report.get("set") == {}):
            return True
        last = last.before
    return False


def has_result(session: Session, table_id: str) -> bool:
    query = select(TableResult.id).where(TableResult.table_id == table_id).limit(1)
    return session.exec(query).first() is not None


def is_playoff() -> ColumnElement[bool]:
    """Return the SQL condition that a round is a playoff, which is not part of the plan."""
    return select(Playoff.round_id).where(Playoff.round_id == Round.id).exists()


def played_at() -> ColumnElement[bool]:
    """Return the SQL condition that a table's log has lines, or that it has a result."""
    result = select(TableResult.id).where(TableResult.table_id == GameTable.id).exists()
    return or_(col(GameTable.seq) > 0, result)


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table as it is named to people.  ``players``: names in start order; empty while its seats are not public."""

    id: str
    number: int
    round: Round
    players: Sequence[str]


def at_table(session: Session, table: GameTable) -> NamedTable:
    """Return a table with its round and, if they are public, its players."""
    round_ = session.get_one(Round, table.round_id)
    public = round_.published_at is not None or round_.state != "drafted"
    players = player_names_at(session, table.id) or [*json.loads(table.header).get("names", {}).values()]
    return NamedTable(table.id, table.number, round_, players if public else ())


def player_names_at(session: Session, table_id: str) -> list[str]:
    query = select(Player).join(Seat, col(Seat.player_id) == Player.id).where(Seat.table_id == table_id)
    return [each.shown for each in session.exec(query.order_by(col(Seat.start_order)))]


def seats_by_table(session: Session, table_ids: Iterable[str]) -> dict[str, list[Seat]]:
    """Return the seats at tables, in start order; none at a table that we did not seat or that is no longer needed."""
    ids = list(table_ids)
    found: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
    query = select(Seat).where(col(Seat.table_id).in_(ids)).order_by(col(Seat.table_id), col(Seat.start_order))
    for seat in session.exec(query):
        found[seat.table_id].append(seat)
    return found


def players_by_table(session: Session, tables: Sequence[GameTable]) -> dict[str, list[str]]:
    """Return the names of the players at some tables in start order, by the table's id."""
    seats = seats_by_table(session, [table.id for table in tables])
    ids = sorted({seat.player_id for row in seats.values() for seat in row})
    query = select(Player).where(col(Player.id).in_(ids))
    people = {player.id: player.shown for player in session.exec(query)}
    return {
        table.id: [people[seat.player_id] for seat in seats[table.id]] or names_in_header(table.header)
        for table in tables
    }


def names_in_header(header: str) -> list[str]:
    """Return the names of the players in a game's header; a player without one goes by the seat."""
    found = json.loads(header)
    return [found.get("names", {}).get(seat, seat) for seat in found["seats"]]


def stand_in_lines(entrants: Sequence[Entrant], player: str, language: str) -> list[str]:
    """Who kept a player's seat in which rounds, and whose seat the player keeps: a sentence for each."""
    names = {each.id: each.shown for each in entrants}
    found = []
    for each in entrants:
        first, last = each.first_round or 1, each.dropped_after
        if not each.stands_for or player not in (each.id, each.stands_for) or (last is not None and last < first):
            continue
        if each.id == player:
            about = {"name": names.get(each.stands_for, each.stands_for)}
            key = "stand_in_for" if last is None else "stand_in_for_until"
        else:
            about = {"other": each.shown}
            key = "stand_in_keeps" if last is None else "stand_in_kept"
        found.append(text(language, key, **about, first=first, last=last))
    return found
