"""What the screens in the hall show, and the remote."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.projector import commands
from referee.projector.schemas import CueIn, CueOut, ProjectorIn, ProjectorOut
from referee.projector.settings import projector_view

blueprint = StrictBlueprint("projector_api", __name__, url_prefix="/api/v1", description="The screens in the hall")


@endpoint(blueprint, "GET", "/events/<event_id>/projector", gives=ProjectorOut)
def show_projector(query: dict[str, Any], event_id: str) -> Response:
    """Get the slides that the screens show, in order, and the last command of the remote."""
    event_for("event.read", event_id)
    with service().database.read() as session:
        view = projector_view(session, event_id)
    return answer(ProjectorOut().dump(view))


@endpoint(blueprint, "PUT", "/events/<event_id>/projector", body=ProjectorIn, gives=ProjectorOut)
def arrange(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Choose and order the slides."""
    return answer(ProjectorOut().dump(commands.arrange(caller(), event_id, commands.Arrange(**body))))


@endpoint(blueprint, "POST", "/events/<event_id>/projector/cue", body=CueIn, gives=CueOut)
def give_cue(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Control all screens of the event at once.

    Move them to a page of a slide, to stay there or to continue from there, or blank them.
    """
    return answer(CueOut().dump(commands.give_cue(caller(), event_id, commands.GiveCue(**body))))
