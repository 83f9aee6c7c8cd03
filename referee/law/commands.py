"""Commands: record when a device judges differently from the server, which is always a bug of ours."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from referee.core import metrics
from referee.core.chain import canonical
from referee.core.command import Caller
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.models import GameTable
from tournaments.typed import Whole

LONGEST = 8000
"""How many characters of report and answer are stored; the log has the whole game."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer of a device that differs from the server's."""

    seq: Annotated[int, Whole(0, 10**6), "The number of the entry of the log."]
    report: Annotated[Mapping[str, Any], "The judged report, as the device has it."]
    law: Annotated[str, Line(40), "The hash of the law that the device judges by."]
    answer: Annotated[Mapping[str, Any], "The device's answer."]


def report_difference(caller: Caller, table_id: str, given: Difference) -> None:
    """Report that a device has judged an entry differently from the server.

    This is a fault; it is recorded in the audit log.

    Raises the problems ``not_found``, ``not_allowed`` and ``too_many``.
    """
    with caller.service.database.read() as session:
        table = session.get(GameTable, table_id)
    if table is None:
        raise Problem("not_found", path=table_id)
    caller.allow("table.report", table.event_id, table_id)
    if caller.who is not None:
        caller.service.limits.trial(caller.who.credential_id, 1)
    text = canonical({"report": given.report, "answer": given.answer})[:LONGEST]
    with caller.change() as change:
        change.audit("table.difference", f"table:{table_id}", table.event_id, seq=given.seq, law=given.law, said=text)
    metrics.DIFFERENCES.inc()
    LOG.warning("a device with the law %s judges entry %s of table %s otherwise", given.law, given.seq, table_id)
