"""Which of this machine's addresses links and QR codes are made with: asked on the desk where there are several."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core import audit
from referee.core.access.guard import allowed, somebody
from referee.core.pages.frame import can
from referee.core.service import service

blueprint = Blueprint("own_address", __name__)


def question(event_id: str) -> dict[str, Any] | None:
    """The addresses that whoever asks may choose from, and what holds now; None where there is nothing to choose."""
    own = service().own_address
    choices = own.choices()
    if len(choices) < 2 or not can(somebody(), "event.change", event_id):
        return None
    return {"choices": choices, "chosen": own.chosen(), "now": own.now()}


@blueprint.post("/events/<event_id>/address")
def post_address(event_id: str) -> AnyResponse:
    """Choose one: for the whole service, on this machine."""
    who = allowed("event.change", event_id)
    url = request.form.get("address", "")
    service().own_address.choose(url)
    now = service().database.now()
    with service().database.write() as session:
        audit.record(session, now, who, "address.choose", "service", event_id, address=url)
    return redirect(f"/events/{event_id}", 303)
