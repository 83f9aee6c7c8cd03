"""What in a table's log belongs to the bench: rulings, and whatever the service itself or a member of the bench has
logged.  Only the bench may make it, take it back, or restore it once the bench has taken it back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from referee.core.access.guard import ensure_allowed
from referee.core.access.principal import Principal
from referee.core.access.roles import BENCH, may
from referee.core.chain import ChainLine
from referee.core.database.database import Database
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.signal import BY_CLOCK
from referee.log.standing import History, affected_entries, is_retraction, next_standing, standing_history
from referee.log.table_game import TableGame, TableGames

OF_BENCH = (
    "SELECT 1 FROM credential c JOIN account a ON a.id = c.account_id"
    " WHERE c.id = :id AND c.kind <> 'device' AND (a.administrator OR EXISTS (SELECT 1 FROM membership m"
    f" WHERE m.account_id = a.id AND m.event_id = :event_id AND m.role IN ({', '.join(map(repr, sorted(BENCH)))})))"
)


def refuse_bench_only(
    who: Principal, table: TableGame, base: int, reports: Sequence[Any], exempt: frozenset[int] = frozenset()
) -> None:
    """Refuse reports, to be judged one after another after entry ``base``, that this person may not make.

    Every way of reporting checks here, and all reports at once: what the last one takes back can be what the first one
    has restored.  ``exempt``: the bench's entries that they may take back all the same.  Raises the problems
    ``not_allowed``, for a ruling, and ``bench_entries``.
    """
    if not any(is_ruling(report) or is_retraction(report) for report in reports):
        return  # like almost all reports
    if may(who.roles_in(table.event_id, table.table_id), "table.rule"):
        return
    stands: History = [None]
    theirs: frozenset[int] = frozenset()
    if any(is_retraction(report) for report in reports):
        lines = service().part(TableGames).lines(table.table_id, 0, base)
        stands, theirs = standing_history(lines), bench_entries(service().database, table.event_id, lines) - exempt
    for report in reports:
        if is_ruling(report):
            ensure_allowed(who, "table.rule", table.event_id, table.table_id)
        if entries := sorted(theirs.intersection(affected_entries(stands, report))):
            raise Problem("bench_entries", more={"entries": entries}, entries=entries)
        stands.append(next_standing(stands, report))


def bench_entries(database: Database, event_id: str, lines: Iterable[ChainLine]) -> frozenset[int]:
    """The numbers of the accepted entries that belong to the bench.

    A device is never of the bench, whoever bound it; for a person, today's roles count.  However long a log, few
    credentials have written it, and each of them is asked for by its id.
    """
    accepted = [line for line in lines if line.accepted]
    statement, ids = database.sql(OF_BENCH), {line.credential_id for line in accepted}
    credentials = {each for each in ids if each is None or database.rows(statement, {"id": each, "event_id": event_id})}
    return frozenset(
        line.seq
        for line in accepted
        if line.credential_id in credentials
        or line.client_id.startswith(BY_CLOCK)
        or is_ruling(json.loads(line.report))
    )


def is_ruling(report: Any) -> bool:
    return isinstance(report, dict) and report.get("type") == "ruling"
