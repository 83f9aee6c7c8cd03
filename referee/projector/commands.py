"""Commands: arrange the slides of an event's screens, and control the screens remotely."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.problems import Problem
from referee.models import Event, Projector
from referee.projector.settings import (
    HIGHEST,
    SLIDES,
    Arrangement,
    CueView,
    ProjectorView,
    cue_of,
    projector_view,
    slides_json,
)
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class GiveCue:
    """Where the screens are to go."""

    slide: Annotated[
        str | None, OneOf(SLIDES), "The slide to show; null: the one last selected.", FieldExample("standings")
    ] = None
    page: Annotated[int, Whole(0, HIGHEST), "The page of the slide, from 0; the last one if it has fewer."] = 0
    held: Annotated[bool, "Whether the screens stay there."] = False
    blank: Annotated[bool, "Whether the screens show nothing."] = False


def arrange(caller: Caller, event_id: str, given: Arrangement) -> ProjectorView:
    """Choose and order the slides.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        row = _row(change, event_id)
        row.slides, row.table_number, row.light = slides_json(given.slides), given.table, given.light
        change.session.add(row)
        # The audit entry invalidates the cached pages.
        change.audit("projector.change", f"projector:{event_id}", event_id, **asdict(given))
        change.session.flush()
        return projector_view(change.session, event_id)


def give_cue(caller: Caller, event_id: str, given: GiveCue) -> CueView:
    """Control all screens of the event at once.

    Move them to a page of a slide, to stay there or to continue from there, or blank them.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        row = _row(change, event_id)
        if given.slide is not None:
            row.slide, row.page = given.slide, given.page
        row.held, row.blank, row.cued_at = given.held, given.blank, change.now
        # No audit entry: cues are many, decide nothing about the event, and would invalidate the cached pages.
        change.session.add(row)
        change.session.flush()
        return cue_of(row)


def _row(change: Change, event_id: str) -> Projector:
    """Lock the event and return its projector row, or a new one.  Raises the problem ``not_found``."""
    if change.session.get(Event, event_id, with_for_update={"key_share": True}) is None:
        raise Problem("not_found", path=event_id)
    return change.session.get(Projector, event_id) or Projector(event_id=event_id)
