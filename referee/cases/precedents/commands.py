"""Marking what rulings are worth as precedents, and taking in those of other events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cases.opening import add_step, lock, refuse_over
from referee.cases.precedents.file import Imported, take_in
from referee.cases.state import MARKED
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.models import Precedent


def mark_case(caller: Caller, case_id: str, standing: str) -> None:
    """Say what a decided case is worth as a precedent.

    Raises the problems ``not_found``, ``not_allowed``, ``case_undecided`` and ``case_withdrawn``.
    """
    with caller.change() as change:
        found = lock(change, case_id, "precedent.change")
        if found.first is None:
            refuse_over(found)
            raise Problem("case_undecided", name=found.name)
        if found.standing != standing:
            add_step(change, found.case, MARKED, standing=standing)


def mark_precedent(caller: Caller, precedent_id: str, standing: str) -> None:
    """Say what a precedent of another event is worth in this one.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        caller.allow("precedent.change", change.row(Precedent, precedent_id).event_id)
        row = change.session.get_one(Precedent, precedent_id, with_for_update=True, populate_existing=True)
        row.standing = standing
        change.session.add(row)
        change.audit(
            "precedent.mark", f"precedent:{row.id}", row.event_id, number=row.number, standing=standing
        )  # fmt: skip
        change.notify(row.event_id)


def import_rulings(
    caller: Caller, event_id: str, rulings: Sequence[Mapping[str, Any]], *, trial: bool
) -> list[Imported]:
    """Take in the rulings of a file; what becomes of each.  ``trial``: only say what would be done.

    ``rulings``: in the form of `referee.cases.schemas.precedents.RulingIn`.  Raises the problems ``not_allowed`` and
    ``not_found``.
    """
    caller.allow("precedent.change", event_id)
    with caller.change() as change:
        found = take_in(change.session, change.now, caller.who, event_id, rulings, trial=trial)
        if not trial:
            change.notify(event_id)
    return found
