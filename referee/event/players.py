"""The players of an event, as rows and as `tournaments` knows them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, or_, select

from referee.models import Event, GameTable, Player, Round, Seat, TableResult
from referee.problems import Problem
from tournaments.players.entrant import Entrant


def players_of(session: Session, event_id: str) -> Sequence[Player]:
    """Everybody registered for an event, by number."""
    wanted = select(Player).where(Player.event_id == event_id).order_by(col(Player.number))
    return session.exec(wanted.execution_options(populate_existing=True)).all()


def player_of(session: Session, player_id: str, *, hold: bool = False) -> Player:
    """A player.  ``hold``: nobody else changes them until the transaction ends.  Raises the problem ``not_found``."""
    locking = {"key_share": True} if hold else None
    found = session.get(Player, player_id, with_for_update=locking, populate_existing=hold)
    if found is None:
        raise Problem("not_found", path=player_id)
    return found


def held(session: Session, event_id: str) -> Event:
    """An event whose list of players nobody else changes until the transaction ends.  Raises ``not_found``."""
    found = session.get(Event, event_id, with_for_update={"key_share": True}, populate_existing=True)
    if found is None:
        raise Problem("not_found", path=event_id)
    return found


def begun(session: Session, event_id: str) -> int:
    """The number of the last round of an event that has begun, 0 before the first."""
    wanted = select(Round.number).where(Round.event_id == event_id, has_begun())
    return session.exec(wanted.order_by(col(Round.number).desc()).limit(1)).first() or 0


def last_played(session: Session, player_id: str) -> int:
    """The last round that has begun with a seat for a player, 0 for none."""
    wanted = (
        select(Round.number)
        .join(GameTable, col(GameTable.round_id) == Round.id)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .where(Seat.player_id == player_id, has_begun())
    )
    return session.exec(wanted.order_by(col(Round.number).desc()).limit(1)).first() or 0


def has_begun() -> ColumnElement[bool]:
    """Whether a round has begun: it is no draft any more, or, where no clock was started, something was reported or
    entered at a table of it.
    """
    table = aliased(GameTable)
    result = select(TableResult.id).where(TableResult.table_id == table.id).exists()
    played = select(table.id).where(table.round_id == Round.id, or_(col(table.seq) > 0, result)).exists()
    return or_(col(Round.state) != "drafted", played)


def entrant(player: Player) -> Entrant:
    """A row as an entrant."""
    return Entrant(
        id=player.id,
        number=player.number,
        name=player.name,
        reading=player.reading,
        club=player.club,
        region=player.region,
        flags=tuple(json.loads(player.flags)),
        qualified_by=player.qualified_by,
        class_=player.class_name,
        team=player.team,
        reserve=player.reserve,
        first_round=player.first_round,
        dropped_after=player.dropped_after,
        walk_in=player.walk_in,
        note=player.note,
    )


def keep(session: Session, rows: Mapping[str, Player], entrants: Sequence[Entrant]) -> None:
    """Write entrants back to their rows, by id."""
    moved = [rows[each.id] for each in entrants if rows[each.id].number != each.number]
    for player in moved:  # numbers may go round among them, and no two may have the same for a moment
        player.number = -player.number
        session.add(player)
    session.flush()
    for each in entrants:
        player = rows[each.id]
        player.number = each.number
        player.name = each.name
        player.reading = each.reading
        player.club = each.club
        player.region = each.region
        player.flags = json.dumps(each.flags)
        player.qualified_by = each.qualified_by
        player.class_name = each.class_
        player.team = each.team
        player.reserve = each.reserve
        player.first_round = each.first_round
        player.dropped_after = each.dropped_after
        player.walk_in = each.walk_in
        player.note = each.note
        session.add(player)
    session.flush()
