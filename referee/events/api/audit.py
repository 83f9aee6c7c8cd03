"""The audit log, for those who lead."""

from __future__ import annotations

import json
from typing import Any

from flask import Response
from sqlmodel import col, select

from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service
from referee.events.schemas import AuditPage
from referee.models import AuditEntry

blueprint = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Who changed what")


def as_json(entry: AuditEntry) -> dict[str, Any]:
    """A change as it is answered."""
    return {**entry.model_dump(), "details": json.loads(entry.details)}


def listed(query: dict[str, Any], event_id: str | None) -> Response:
    """A page of changes, in an event or everywhere."""
    wanted = select(AuditEntry).order_by(col(AuditEntry.id).desc()).limit(query["limit"] + 1)
    if event_id is not None:
        wanted = wanted.where(AuditEntry.event_id == event_id)
    if "cursor" in query:
        wanted = wanted.where(AuditEntry.id < query["cursor"])
    with service().database.read() as session:
        rows = [as_json(entry) for entry in session.exec(wanted)]
    return answer(page(rows, query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "GET", "/events/<event_id>/audit", query=Page, gives=AuditPage)
def list_event_audit(query: dict[str, Any], event_id: str) -> Response:
    """What was changed in an event, besides the logs of its tables; the newest first."""
    allowed("audit.read", event_id)
    return listed(query, event_id)


@endpoint(blueprint, "GET", "/audit", query=Page, gives=AuditPage)
def list_audit(query: dict[str, Any]) -> Response:
    """Everything that was changed, the newest first."""
    allowed("audit.read")
    return listed(query, None)
