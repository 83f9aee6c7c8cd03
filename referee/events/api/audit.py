"""The audit log, for those who lead."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service
from referee.events.queries import audit_entries
from referee.events.schemas import AuditOut, AuditPage

blueprint = StrictBlueprint("audit", __name__, url_prefix="/api/v1", description="Who changed what")


def audit_page(query: dict[str, Any], event_id: str | None) -> Response:
    """A page of changes, in an event or everywhere."""
    with service().database.read() as session:
        views = audit_entries(session, query["limit"] + 1, query.get("cursor"), event_id)
    return answer(page(AuditOut(many=True).dump(views), query["limit"], lambda row: str(row["id"])))


@endpoint(blueprint, "GET", "/events/<event_id>/audit", query=Page, gives=AuditPage)
def list_event_audit(query: dict[str, Any], event_id: str) -> Response:
    """What was changed in an event, besides the logs of its tables; the newest first."""
    allowed("audit.read", event_id)
    return audit_page(query, event_id)


@endpoint(blueprint, "GET", "/audit", query=Page, gives=AuditPage)
def list_audit(query: dict[str, Any]) -> Response:
    """Everything that was changed, the newest first."""
    allowed("audit.read")
    return audit_page(query, None)
