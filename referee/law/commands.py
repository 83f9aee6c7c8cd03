"""What devices say about their judging: an answer that differs from the server's is noted, for it is our fault."""

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
"""Characters of report and answer that are kept; the log has the whole game."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer that a device has given to the entry ``seq``, and that the server gives otherwise.  ``law``: the one
    that the device judges by, by its hash.
    """

    seq: int
    report: Mapping[str, Any]
    law: str
    answer: Mapping[str, Any]


def note_difference(caller: Caller, table_id: str, given: Difference) -> None:
    """Note a difference in the audit log of the table's event, with what the device has reported; the table's own log
    has the record that it came of.

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
