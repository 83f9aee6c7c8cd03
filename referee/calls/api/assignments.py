"""Judges assigned to the tables of a round, and the notes that they leave at tables for each other."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, select

from referee.calls import commands
from referee.calls.queries import assigned_names, assignments_of, notes_at
from referee.calls.schemas import AssignmentPage, AssignmentsIn, NoteIn, NoteOut
from referee.calls.views import assignment_views
from referee.core.access.guard import somebody
from referee.core.access.scope import in_round
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.models import GameTable

blueprint = StrictBlueprint("assignments", __name__, url_prefix="/api/v1", description="Judges assigned to tables")


def to_json(session: Session, round_id: str) -> Any:
    """The assignments of a round and the notes at its tables."""
    rows = assignments_of(session, [round_id])
    tables = session.exec(select(GameTable.id).where(GameTable.round_id == round_id)).all()
    notes = notes_at(session, tables).values()
    views = assignment_views(rows, assigned_names(session, rows))
    return AssignmentPage().dump({"rows": views, "notes": notes, "next": None})


@endpoint(blueprint, "GET", "/rounds/<round_id>/assignments", gives=AssignmentPage)
def list_assignments(query: dict[str, Any], round_id: str) -> Response:
    """Who looks after which tables of a round, and the notes at its tables."""
    somebody()
    with service().database.read() as session:
        body = to_json(session, in_round(session, round_id, "call.answer").id)
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PUT", "/rounds/<round_id>/assignments", body=AssignmentsIn, gives=AssignmentPage)
def set_assignments(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Say who looks after which tables of a round, in place of what was said before."""
    commands.assign_tables(caller(), round_id, [commands.AssignedTables(**each) for each in body["rows"]])
    with service().database.read() as session:
        return answer(to_json(session, round_id))


@endpoint(blueprint, "PUT", "/tables/<table_id>/note", body=NoteIn, gives=NoteOut)
def leave_note(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Leave a note at a table for whoever comes there next; an empty one clears what was there."""
    return answer(NoteOut().dump(commands.leave_note(caller(), table_id, body["text"])))
