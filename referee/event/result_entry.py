"""A result on its way in: read as it was sent, tried, or entered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from referee.access.principal import Principal
from referee.event.at_table import AtTable, at_table
from referee.event.entered import Entered, from_log, from_points, from_sheet
from referee.event.entering import enter
from referee.field_faults import Fault as FieldFault
from referee.field_faults import invalid
from referee.log.table_game import TableGame
from referee.models import TableResult
from referee.service import service
from referee.storage.database import driver_execute
from tournaments.fault import Fault, Faulty


def read_result(at: AtTable, sent: Mapping[str, Any], game: TableGame | None) -> Entered:
    """What was sent, read: by exactly one of ``log``, ``sheet`` and ``points``, with ``dice`` and ``comments``.

    ``game``: the table's, for a result by its log.  Raises what the three raise, and the problem ``invalid`` for a
    game that is not over without a note.
    """
    if "log" in sent:
        assert game is not None
        if sent["log"]["anyway"] and not sent.get("note"):
            raise invalid(FieldFault("note", "note_missing", {}))
        read = from_log(at, game, anyway=sent["log"]["anyway"])
    elif "sheet" in sent:
        read = from_sheet(at, json.loads(at.table.header), sent["sheet"], sent["comments"])
    else:
        read = from_points(at, sent["points"])
    strange = [player for player in sent["dice"] if player not in at.players]
    if strange:
        seated = ", ".join(at.name(player) for player in at.players)
        raise Faulty([Fault("dice", "player_not_seated", {"name": each, "seated": seated}) for each in strange])
    return Entered(read.source, read.entered, read.result, read.objections, read.unsettled, sent["dice"])


def try_result(session: Session, table_id: str, sent: Mapping[str, Any]) -> tuple[AtTable, Entered]:
    """Count and check what was sent, and keep nothing of it.

    Raises the problems ``not_found``, ``table_unseated``, ``no_regulation`` and ``game_not_over``, and `Faulty`.
    """
    at = at_table(session, table_id)
    read = read_result(at, sent, service().games.current(table_id) if "log" in sent else None)
    if read.result is not None:
        at.scored(read.result, read.dice)
    return at, read


def enter_result(
    session: Session, now: int, who: Principal, table_id: str, sent: Mapping[str, Any], tried: tuple[AtTable, Entered]
) -> TableResult:
    """Enter what was sent and tried before.

    A log is read again, as it stands once nobody can report any more; the counting of a sheet stands, unless others
    sit there by now.  Raises what `try_result` and `enter` raise.
    """
    at = at_table(session, table_id, lock=True)
    before, read = tried
    if "log" in sent:
        read = read_result(at, sent, service().games.current(table_id, driver_execute(session)))
    elif (at.players, at.table.header) != (before.players, before.table.header):
        read = read_result(at, sent, None)
    return enter(session, now, who, at, read, sent["version"], sent.get("note"))
