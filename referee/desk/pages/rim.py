"""The frame of an event's pages: the round that is being played, and its clock."""

from __future__ import annotations

from dataclasses import asdict

from referee.clocks.locking import moves_of
from referee.clocks.views import clock_face
from referee.core.language import language
from referee.core.pages.format import round_name
from referee.core.pages.frame import RimRound
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.models import Event


def rim_round(event: Event) -> RimRound | None:
    """Return the round that is being played, the first of several, or None."""
    database = service().database
    with database.read() as session:
        played = next((each for each in rounds_of(session, event.id) if each.state == "running"), None)
        if played is None:
            return None
        moves = moves_of(session, played.id, ())
    now = max(database.now(), moves.latest())
    face = asdict(clock_face(moves.clock(played, now), now))
    return RimRound(round_name(played.number, played, language()), f"/events/{event.id}/rounds/{played.id}", face)
