"""Judges assigned to the tables of a round, and the notes that they leave at tables for each other."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, select

from referee.calls import assignments
from referee.calls.queries import assignment, note
from referee.calls.schemas import AssignmentPage, AssignmentsIn, NoteIn, NoteOut
from referee.core.access.guard import somebody
from referee.core.access.scope import in_round, table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.models import GameTable, Round

blueprint = StrictBlueprint("assignments", __name__, url_prefix="/api/v1", description="Judges assigned to tables")


def as_json(session: Session, round_: Round) -> dict[str, Any]:
    """The assignments of a round and the notes at its tables as they are answered."""
    rows = assignments.assigned(session, [round_.id])
    names = assignments.names_of(session, rows)
    tables = session.exec(select(GameTable.id).where(GameTable.round_id == round_.id)).all()
    left = assignments.notes(session, tables)
    return {
        "rows": [assignment(each, names) for each in rows],
        "notes": [note(each) for each in left.values()],
        "next": None,
    }


@endpoint(blueprint, "GET", "/rounds/<round_id>/assignments", gives=AssignmentPage)
def list_assignments(query: dict[str, Any], round_id: str) -> Response:
    """Who looks after which tables of a round, and the notes at its tables."""
    somebody()
    with service().database.read() as session:
        body = as_json(session, in_round(session, round_id, "call.answer"))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PUT", "/rounds/<round_id>/assignments", body=AssignmentsIn, gives=AssignmentPage)
def set_assignments(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Say who looks after which tables of a round, in place of what was said before."""
    who = somebody()
    database = service().database
    with database.write() as session:
        round_ = in_round(session, round_id, "assignment.change")
        assignments.assign(session, database.now(), who, round_id, body["rows"])
        shown = as_json(session, round_)
    service().bus.publish(round_.event_id)
    return answer(shown)


@endpoint(blueprint, "PUT", "/tables/<table_id>/note", body=NoteIn, gives=NoteOut)
def leave_note(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Leave a note at a table for whoever comes there next; an empty one clears what was there."""
    table, who = table_for("call.answer", table_id)
    database = service().database
    with database.write() as session:
        made = assignments.leave_note(session, database.now(), who, table, body["text"])
    service().bus.publish(table.event_id)
    return answer(note(made))
