"""What the screens in the hall show, and the remote."""

from __future__ import annotations

from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.service import service
from referee.projector import commands
from referee.projector.settings import ProjectorView, projector_view

blueprint = StrictBlueprint("projector_api", __name__, url_prefix="/api/v1", description="The screens in the hall")


@endpoint(blueprint, "GET", "/events/<event_id>/projector", gives=ProjectorView)
def show_projector(event_id: str) -> ProjectorView:
    """Get the slides that the screens show, in order, and the last command of the remote."""
    event_for("event.read", event_id)
    with service().database.read() as session:
        return projector_view(session, event_id)


operation(blueprint, "PUT", "/events/<event_id>/projector", commands.arrange)
operation(blueprint, "POST", "/events/<event_id>/projector/cue", commands.give_cue)
