"""The page of an event's devices: which table each is bound to, when it was last seen, and a button to end it."""

from __future__ import annotations

from flask import Blueprint, request

from referee.accounts.commands.invitations import revoke_device
from referee.accounts.queries import list_devices
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service

blueprint = Blueprint("devices_page", __name__)

MOST = 500
"""The most devices shown, the latest first."""


@blueprint.get("/events/<event_id>/devices")
def show_devices(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    event = event_for("device.read", event_id)
    with service().database.read() as session:
        devices = list_devices(session, event_id, MOST)
    return framed("accounts/devices.html", event, devices=devices, problem=problem)


@blueprint.post("/events/<event_id>/devices")
@form_view(show_devices)
def post_devices(event_id: str) -> str:
    """End a device: it can no longer report."""
    allowed("device.revoke", event_id)
    with service().database.read() as session:
        known = {each.id for each in list_devices(session, event_id, MOST)}
    device = request.form.get("device", "")
    if device not in known:
        raise Problem("not_found", path=device)
    revoke_device(caller(), device)
    return f"/events/{event_id}/devices"
