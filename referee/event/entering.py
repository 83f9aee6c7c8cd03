"""Entering and confirming results: every entry is a version, and none is ever deleted."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.clock.change import lock
from referee.event.at_table import AtTable, at_table
from referee.event.entered import Entered
from referee.event.facts import kept
from referee.event.result_view import objections
from referee.event.results import versions
from referee.field_faults import Fault as FieldFault
from referee.field_faults import invalid
from referee.log.chain import canonical
from referee.models import TableResult
from referee.problems import Problem


def outdated(at: AtTable, before: Sequence[TableResult], version: int) -> None:
    """Raises the problem ``result_outdated`` if a table's latest version is not the one that something is based on."""
    latest = before[-1] if before else None
    if (latest.version if latest else 0) != version:
        raise Problem(
            "result_outdated",
            number=at.table.number,
            version=latest.version if latest else 0,
            by=latest.entered_by if latest else "–",
            base=version,
        )


def enter(
    session: Session, now: int, who: Principal, at: AtTable, entered: Entered, version: int, note: str | None
) -> TableResult:
    """Keep what was entered as the next version of a table's result.

    ``at``: the table, locked; ``version``: the one that it is based on, 0 for none; ``note``: why, which is needed once
    a result was confirmed or the round is closed.  Where the regulation wants no second person it is confirmed at once.
    Raises the problems ``result_outdated``, ``sheet_objected`` and ``invalid``, and `Faulty` where the regulation has
    no points for it.
    """
    objected(entered)
    assert entered.result is not None
    before = versions(session, at.table.id)
    outdated(at, before, version)
    corrects = any(each.confirmed_at is not None for each in before) or (before and at.round.state == "closed")
    if corrects and not note:
        raise invalid(FieldFault("note", "note_missing", {}))
    at.scored(entered.result, entered.dice)
    author = who.author
    made = TableResult(
        event_id=at.table.event_id,
        table_id=at.table.id,
        version=version + 1,
        source=entered.source,
        entered=canonical(entered.entered),
        players=json.dumps(kept(entered.result, dict(entered.dice))),
        notes=note,
        entered_by=author.name,
        entered_account_id=author.account_id,
        entered_credential_id=author.credential_id,
        entered_at=now,
    )
    if at.regulation.results.confirmation == "none":
        _confirm(made, who, now)
    session.add(made)
    session.flush()
    lock(session, at.table.event_id, now)  # where no clock was started, nothing else says that play has begun
    audit.record(
        session,
        now,
        who,
        "result.enter",
        f"table:{at.table.id}",
        at.table.event_id,
        result=made.id,
        version=made.version,
        source=made.source,
        note=note,
    )
    return made


def objected(entered: Entered) -> None:
    """Raises the problem ``sheet_objected`` with what stands in a sheet's way."""
    if entered.unsettled or entered.result is None:
        told = objections(entered.unsettled or entered.objections, entered)
        raise Problem("sheet_objected", more={"objections": told}, objections=[each["message"] for each in told])


def confirm(session: Session, now: int, who: Principal, result_id: str) -> TableResult:
    """Confirm the latest version of a table's result: from now on it stands.

    Raises the problems ``not_found``, ``result_outdated``, and ``own_result`` where the regulation wants another person
    than the one who entered it.
    """
    found = session.get(TableResult, result_id)
    if found is None:
        raise Problem("not_found", path=result_id)
    at = at_table(session, found.table_id, lock=True)
    before = versions(session, found.table_id)
    outdated(at, before, found.version)
    found = before[-1]
    if found.confirmed_at is not None:
        return found
    if found.entered_account_id is not None and found.entered_account_id == who.account_id:
        raise Problem("own_result", number=at.table.number, by=found.entered_by)
    _confirm(found, who, now)
    session.add(found)
    target = f"table:{found.table_id}"
    audit.record(session, now, who, "result.confirm", target, found.event_id, result=found.id, version=found.version)
    return found


def _confirm(result: TableResult, who: Principal, now: int) -> None:
    author = who.author
    result.confirmed_by = author.name
    result.confirmed_account_id = author.account_id
    result.confirmed_credential_id = author.credential_id
    result.confirmed_at = now
