"""Writing a penalty that was given outside a ruling to its table's log: when it comes into force, and when it is
cancelled after that.
"""

from __future__ import annotations

import json

from referee.core import metrics
from referee.core.command import Caller, Change
from referee.core.database.database import driver_execute
from referee.log.append import Log, Posting
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Event, GameTable, Penalty, new_id
from referee.penalties.state import PROPOSED, PenaltyState
from referee.penalties.views import penalty_sentence
from rulesets.reports import as_report


def prepare_log(caller: Caller, table_id: str | None) -> None:
    """Read the game of a table before a transaction that may write to its log."""
    if table_id is not None:
        caller.service.part(TableGames).prepare([table_id])


def penalty_table_id(caller: Caller, penalty_id: str) -> str | None:
    """The id of the table that a penalty belongs to; None if there is no such table or penalty."""
    with caller.service.database.read() as session:
        found = session.get(Penalty, penalty_id)
    return found.table_id if found else None


def log_penalty(change: Change, found: PenaltyState) -> TableGame | None:
    """Write a penalty that came into force, or was cancelled since, to its table's log as a ruling that changes
    nothing, and return the game after it.  None if it waits to be signed, belongs to no table, or nothing can be logged
    there.
    """
    session, service, table_id = change.session, change.caller.service, found.penalty.table_id
    if table_id is None or found.name == PROPOSED or found.came_into_force is None:
        return None
    table = session.get(GameTable, table_id, with_for_update={"key_share": True}, populate_existing=True)
    execute = driver_execute(session)
    try:
        game = service.part(TableGames).current(table_id, execute)
    except LogDiffers:
        return None
    reason = penalty_sentence(found, session.get_one(Event, found.penalty.event_id).language)
    known = game.game.ruleset.catalogue.clauses
    clauses = [each for each in json.loads(found.penalty.clauses) if each in known]
    report = {"by": change.author.name, "type": "ruling", "reason": reason, "clauses": clauses, "set": {}}
    if table is None or table.state != "open" or not game.game.ruleset.judge(game.game, as_report(report)).accepted:
        return None
    # Never clashes with the client id of a reporter, which cannot contain a slash.
    appended = service.part(Log).append_within(execute, game, Posting(f"ruling/{new_id()}", report), change.author)
    return appended.table if appended else None


def remember_logged(caller: Caller, logged: TableGame | None) -> None:
    """After the commit, remember the game after the logged entry in this process."""
    if logged is not None:
        caller.service.part(TableGames).remember(logged)
        metrics.count_report(True)
