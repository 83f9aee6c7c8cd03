"""Exchanging two players who sit in each other's seats, noticed before or after their first moves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, delete, select

from referee.clocks.locking import lock_round
from referee.core.chain import canonical
from referee.core.command import Caller, Change
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.events.queries import players_of, seats_by_table
from referee.models import GameTable, Round, Seat, Seating
from referee.results.queries import NONE, result_states
from referee.seating.publishing import change_header, log_new_seats
from referee.seating.queries import unit_of
from referee.seating.versions import PUBLISHED, REPLACED, Document, add_draft, note_same_origin, read, versions, write
from tournaments.seating.swap import swap


@dataclass(frozen=True, slots=True)
class ExchangePlayers:
    """Two players who sit in each other's seats in a round."""

    one: Annotated[str, Line(18), "The player's id."]
    other: Annotated[str, Line(18), "The other player's id."]
    reason: Annotated[str, Line(2000)]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat of a round."""

    table: int
    seat: str
    player: str


@dataclass(frozen=True, slots=True)
class SeatsNow:
    """The seats of a round, by table and start order."""

    rows: Sequence[SeatTaken]


def exchange_players(caller: Caller, round_id: str, given: ExchangePlayers) -> None:
    """Exchange two players of a round at once, whatever was reported at their tables.

    The logs stay with the seats: what they say about a seat is from now on about the player who sits there.  Raises the
    problems ``not_found``, ``not_allowed``, ``exchange_of_others``, and ``exchange_settled`` once there is a result.
    """
    with caller.service.database.read() as session:
        caller.allow("table.rule", get_row(session, Round, round_id).event_id)
    with caller.change() as change:
        session = change.session
        locked = lock_round(session, caller.service.database, round_id)
        tables = {table.id: table for table in locked.tables}
        sitting = {each.player_id: each for row in seats_by_table(session, tables).values() for each in row}
        if given.one == given.other or not {given.one, given.other} <= sitting.keys():
            raise Problem("exchange_of_others")
        one, other = sitting[given.one], sitting[given.other]
        touched = [tables[each] for each in dict.fromkeys((one.table_id, other.table_id))]
        states = result_states(session, touched)
        if locked.round.state == "closed" or any(state != NONE for state in states.values()):
            raise Problem("exchange_settled", tables=[table.number for table in touched])
        _exchange_seats(session, one, other)
        rename_seats(change, touched)
        _record_exchange(change, locked.round, given)
        change.audit(
            "seating.exchange",
            f"round:{round_id}",
            locked.round.event_id,
            swapped=[given.one, given.other],
            reason=given.reason,
        )


def _exchange_seats(session: Session, one: Seat, other: Seat) -> None:
    """Let two players sit in each other's seats."""
    rows = [
        Seat(table_id=seat.table_id, start_order=seat.start_order, seat=seat.seat, player_id=player)
        for seat, player in ((one, other.player_id), (other, one.player_id))
    ]
    for seat in (one, other):
        at = col(Seat.table_id) == seat.table_id
        session.exec(delete(Seat).where(at, col(Seat.start_order) == seat.start_order))
        session.expunge(seat)
    session.add_all(rows)
    session.flush()


def rename_seats(change: Change, tables: Sequence[GameTable]) -> None:
    """Name the players in the headers of their tables, and put on record where something was logged already."""
    session = change.session
    names = {each.id: each.shown for each in players_of(session, tables[0].event_id)}
    seats = seats_by_table(session, [table.id for table in tables])
    for table in tables:
        named = {each.seat: names[each.player_id] for each in seats[table.id]}
        header = canonical({**json.loads(table.header), "names": named})
        change_header(table, header)
        session.add(table)
        if table.seq:
            log_new_seats(change, table)


def _record_exchange(change: Change, round_: Round, given: ExchangePlayers) -> None:
    """Add the exchange to the published seating of the round, and to a draft of later rounds that waits beside it."""
    session = change.session
    covering = [
        each
        for each in versions(session, round_.event_id)
        if each.first_round <= round_.number <= each.last_round and each.state != REPLACED
    ]
    published = [each for each in covering if each.state == PUBLISHED]
    if len(published) != 1 or len({each.first_round for each in covering}) != 1:
        return
    (before,) = published
    after = _exchanged(change, covering[0].version, before, round_, given)
    before.state, after.state, after.published_at = REPLACED, PUBLISHED, change.now
    session.add(before)
    session.add(after)
    change.audit("seating.publish", f"seating:{after.id}", round_.event_id, version=after.version)
    for waiting in [each for each in covering if each is not before]:
        _exchanged(change, after.version, waiting, round_, given)


def _exchanged(change: Change, base: int, seating: Seating, round_: Round, given: ExchangePlayers) -> Seating:
    """Add a version of a seating with the exchange, as a draft."""
    document = read(seating.document)
    number = round_.number - seating.first_round + 1
    schedule = swap(document.schedule, number, given.one, given.other, given.reason, change.author.name)
    text = write(Document(document.kind, schedule))
    draft = add_draft(change, round_.event_id, unit_of(seating), base, text, given.reason)
    note_same_origin(change, seating, draft)
    return draft


def seats_of_round(session: Session, round_id: str) -> SeatsNow:
    round_ = get_row(session, Round, round_id)
    query = select(GameTable.id, GameTable.number).where(GameTable.round_id == round_.id)
    tables = dict(session.exec(query).all())
    seats = seats_by_table(session, tables)
    rows = [SeatTaken(number, each.seat, each.player_id) for table, number in tables.items() for each in seats[table]]
    return SeatsNow(sorted(rows, key=lambda row: (row.table, row.seat)))
