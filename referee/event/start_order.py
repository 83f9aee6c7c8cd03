"""The start order that was rolled at a table."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee import audit
from referee.access.principal import Principal
from referee.event.played import begun
from referee.event.publishing import game_header, seat
from referee.event.regulation import in_force
from referee.event.seats import seated
from referee.models import AuditEntry, GameTable, Player, Round
from referee.problems import Problem


def start_order(session: Session, now: int, table_id: str, players: Sequence[str], who: Principal) -> GameTable:
    """Note in which order the players at a table begin, before anything is reported there.

    ``players``: their ids, who begins first.  Raises the problems ``not_found``, ``table_begun``, ``other_players`` and
    ``header_refused``.
    """
    table = session.get(GameTable, table_id, with_for_update={"key_share": True}, populate_existing=True)
    if table is None:
        raise Problem("not_found", path=table_id)
    if begun(session, [table]):
        raise Problem("table_begun", table=table.number)
    sitting = [each.player_id for each in seated(session, [table_id])[table_id]]
    if sorted(players) != sorted(sitting) or not sitting:
        raise Problem("other_players", table=table.number, players=sitting)
    round_ = session.get_one(Round, table.round_id)
    names = tuple(session.get_one(Player, each).name for each in players)
    header = game_header(in_force(session, table.event_id).text, round_.number, names)
    seat(session, [(table, header, players)])
    audit.record(session, now, who, "seating.start_order", f"table:{table_id}", table.event_id, players=list(players))
    return table


def noted(session: Session, event_id: str) -> dict[str, list[str]]:
    """The start orders that were rolled and noted in an event, by table: ids of players."""
    wanted = select(AuditEntry.target, AuditEntry.details).where(
        AuditEntry.event_id == event_id, AuditEntry.action == "seating.start_order"
    )
    rows = session.exec(wanted.order_by(col(AuditEntry.at), col(AuditEntry.id)))
    return {target.removeprefix("table:"): json.loads(details)["players"] for target, details in rows}
