"""Changes that a seating does not include yet, start orders that were rolled, and the published seats for export."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.events.plan import Unit
from referee.events.queries import players_of
from referee.events.regulation import regulation_of
from referee.models import AuditEntry, GameTable, Round, Seat, Seating
from referee.players.queries import entrant
from referee.results.queries import begun_tables, tables_of_rounds
from referee.seating.participants import participants_of
from referee.seating.tables_of_round import QUALIFIERS
from referee.seating.versions import REPLACED, read
from tournaments.export.contents import seating as seating_table
from tournaments.export.table import ExportTable
from tournaments.seating.entrants import Sitter
from tournaments.seating.schedule import playing_in


@dataclass(frozen=True, slots=True)
class Stale:
    """Players without a seat (``unseated``), and seats of players who no longer take part (``gone``)."""

    unseated: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many players are in either."""
        return len(self.unseated) + len(self.gone)


def stale_seats(session: Session, seating: Seating, from_round: int | None = None) -> Stale:
    """The players whose seats are out of date from a round on, by default in the rounds after all that have begun."""
    ahead = from_round or first_open_round(session, seating)
    if ahead is None or seating.state == REPLACED:
        return Stale()
    before = {each.id: each for each in read(seating.document).schedule.now.entrants}
    numbers = range(ahead - seating.first_round + 1, seating.last_round - seating.first_round + 2)
    unseated: list[str] = []
    gone: list[str] = []
    for each in changed_entrants(session, seating, ahead):
        old = before.get(each.id)
        plays = sum(each.plays(number) for number in numbers)
        played = sum(old.plays(number) for number in numbers) if old else 0
        (unseated if plays > played else gone).append(each.id)
    return Stale(tuple(unseated), tuple(gone))


def first_open_round(session: Session, seating: Seating) -> int | None:
    """The first round of a seating after all that have begun; None if there is none left."""
    ahead = max(_begun_rounds(session, seating), default=seating.first_round - 1) + 1
    return ahead if ahead <= seating.last_round else None


def first_round_to_come(session: Session, seating: Seating) -> int | None:
    """The first round of a seating that has not begun, even if a later one has; None if all have."""
    begun = _begun_rounds(session, seating)
    return next((each for each in range(seating.first_round, seating.last_round + 1) if each not in begun), None)


def _begun_rounds(session: Session, seating: Seating) -> set[int]:
    numbers = range(seating.first_round, seating.last_round + 1)
    query = select(Round).where(Round.event_id == seating.event_id, col(Round.number).in_(numbers))
    played = {each.number for each in session.exec(query) if each.state != "drafted"}
    found = tables_of_rounds(session, seating.event_id, numbers)
    at = begun_tables(session, (table for _, table in found))
    return played | {round_.number for round_, table in found if table.id in at}


def all_closed(session: Session, event_id: str, first: int, last: int) -> bool:
    """Whether all rounds that are seated together are closed, so that nobody would sit by another seating of them."""
    query = select(Round.number).where(Round.event_id == event_id, Round.state == "closed")
    return {*range(first, last + 1)} <= {*session.exec(query)}


def unit_of(seating: Seating) -> Unit:
    return Unit(read(seating.document).kind, seating.first_round, seating.last_round)


def changed_entrants(session: Session, seating: Seating, from_round: int) -> tuple[Sitter, ...]:
    """The entrants that differ from a seating: who leaves, joins or sits out from a round on.

    Players who are seated already need not be checked in.  Nobody new joins a round of the final stages.
    """
    unit = unit_of(seating)
    known = {each.id: each for each in read(seating.document).schedule.now.entrants}
    participants = participants_of(
        session,
        seating.event_id,
        regulation_of(session, seating.event_id),
        unit,
        from_round=from_round,
        checked_in=None,
        known=list(known),
    )
    start, end = from_round - unit.first + 1, unit.last - unit.first + 1
    found = []
    for each in participants.entrants:
        before = known.get(each.id)
        plays = [number for number in range(start, end + 1) if each.plays(number)]
        if before is None:
            if unit.kind != QUALIFIERS:
                found.append(each)
        elif plays != [number for number in range(start, end + 1) if before.plays(number)]:
            found.append(_from_round(before, plays, start, end))
    return tuple(found)


def _from_round(before: Sitter, plays: list[int], start: int, end: int) -> Sitter:
    """The entrant with the rounds that they play from the round ``start`` on; earlier rounds stay as they were."""
    played = [number for number in range(1, start) if before.plays(number)]
    return playing_in(before, played + plays, end)


def rolled_orders(session: Session, event_id: str) -> dict[str, list[str]]:
    """The start orders noted in an event, from the audit log: ids of players by the table's id."""
    query = select(AuditEntry.target, AuditEntry.details).where(
        AuditEntry.event_id == event_id, AuditEntry.action == "seating.start_order"
    )
    rows = session.exec(query.order_by(col(AuditEntry.at), col(AuditEntry.id)))
    return {target.removeprefix("table:"): json.loads(details)["players"] for target, details in rows}


def seats_table(session: Session, event_id: str, number: int | None, language: str) -> ExportTable:
    """The published seats of an event as they are now, in one round or in all, one row each."""
    query = (
        select(Round.number, GameTable.number, Seat.player_id)
        .where(Seat.table_id == GameTable.id, GameTable.round_id == Round.id, Round.event_id == event_id)
        .where(col(Round.published_at).is_not(None))
        .order_by(col(Round.number), col(GameTable.number), col(Seat.start_order))
    )
    if number is not None:
        query = query.where(Round.number == number)
    rounds: list[list[list[str]]] = []
    for round_number, table_number, player in session.exec(query):
        while len(rounds) < round_number:
            rounds.append([])
        tables = rounds[round_number - 1]
        while len(tables) < table_number:
            tables.append([])
        tables[table_number - 1].append(player)
    return seating_table(rounds, [entrant(each) for each in players_of(session, event_id)], language)


def moved_players(session: Session, event_id: str) -> dict[int, dict[str, int]]:
    """By round and player, the number of the table that the latest public version of the seats moved the player from.

    Nobody is named who sits where the version before had put them, or was not in it.
    """
    query = select(Seating.first_round, Seating.document).where(
        Seating.event_id == event_id, col(Seating.published_at).is_not(None)
    )
    texts: dict[int, list[str]] = {}
    for first_round, text in session.exec(query.order_by(col(Seating.published_at), col(Seating.version))):
        texts.setdefault(first_round, []).append(text)
    moved: dict[int, dict[str, int]] = {}
    for first_round, published in texts.items():
        if len(published) < 2:
            continue
        before, now = (read(text).schedule.rounds for text in published[-2:])
        for number, (was, here) in enumerate(zip(before, now, strict=False), first_round):
            at = {player: table for table, players in enumerate(was, 1) for player in players}
            seats = ((player, table) for table, players in enumerate(here, 1) for player in players)
            moved[number] = {player: at[player] for player, table in seats if at.get(player, table) != table}
    return moved
