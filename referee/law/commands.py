"""Commands: record when a device judges differently from the server, which is always a bug of ours."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core import metrics
from referee.core.chain import canonical
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.models import GameTable

LONGEST = 8000
"""How many characters of report and answer are stored; the log has the whole game."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """A device's answer to the report of the entry ``seq`` that differs from the server's.  ``law``: the hash of the
    law that the device judges by.
    """

    seq: int
    report: Mapping[str, Any]
    law: str
    answer: Mapping[str, Any]


def note_difference(caller: Caller, table_id: str, given: Difference) -> None:
    """Record a difference in the audit log of the table's event, with what the device reported; the table's own log has
    the game that led to it.

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
