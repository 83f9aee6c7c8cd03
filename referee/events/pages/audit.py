"""The audit pages: who changed what and when, in one event or in the whole service."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.language import language, words
from referee.core.pages.format import moment
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import AuditView, audit_entries

blueprint = Blueprint("audit_page", __name__)

PAGE_SIZE = 100
"""Changes per page."""
SHOWN_DETAILS = ("name", "deleted", "reason", "note", "label", "address", "text")
"""The details that are shown to people; the others are for programs."""
MAX_DETAIL_LENGTH = 200
"""The most characters of a detail that are shown."""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A change as the page shows it."""

    at: str
    author: str
    what: str
    details_text: str


@blueprint.get("/events/<event_id>/audit")
def show_event_audit(event_id: str) -> str:
    allowed("audit.read", event_id)
    event = event_for("event.read", event_id)
    rows, following = page_of_changes(event_id)
    return framed("events/audit.html", event, rows=rows, following=following)


@blueprint.get("/audit")
def show_audit() -> str:
    allowed("audit.read")
    rows, following = page_of_changes(None)
    return render_template("events/audit_all.html", rows=rows, following=following)


def page_of_changes(event_id: str | None) -> tuple[list[AuditRow], str | None]:
    """Return a page of changes, newest first, and the id to continue from; None on the last page."""
    before = request.args.get("before") or None
    with service().database.read() as session:
        found = audit_entries(session, PAGE_SIZE + 1, before, event_id)
    rows = [
        AuditRow(moment(each.at), each.author, action_text(each.action), details_text(each))
        for each in found[:PAGE_SIZE]
    ]
    return rows, found[PAGE_SIZE - 1].id if len(found) > PAGE_SIZE else None


def action_text(action: str) -> str:
    """Return an action in words: its subject, and what was done to it."""
    subject, _, verb = action.partition(".")
    known, of, done = words(language()), f"audit_of_{subject}", f"audit_{verb}"
    return f"{known.get(of, subject)}: {known.get(done, verb)}"


def details_text(each: AuditView) -> str:
    found = (each.details.get(name) for name in SHOWN_DETAILS)
    return " · ".join(value[:MAX_DETAIL_LENGTH] for value in found if isinstance(value, str) and value)
