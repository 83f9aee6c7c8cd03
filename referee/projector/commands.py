"""Commands: arrange the slides of an event's screens, and control the screens remotely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.models import Event, Projector
from referee.projector.settings import Arrangement, Cue, ProjectorView, Slide, cue_of, projector_view, slides_json


@dataclass(frozen=True, slots=True)
class Arrange:
    """The new arrangement of the screens, with the fields of `referee.projector.settings.Arrangement`."""

    slides: Sequence[Slide]
    table: int | None
    light: bool


@dataclass(frozen=True, slots=True)
class GiveCue:
    """Where the screens are to go.  ``slide``: None to keep the slide and page of the last command."""

    slide: str | None
    page: int
    held: bool
    blank: bool


def arrange(caller: Caller, event_id: str, given: Arrange) -> ProjectorView:
    """Arrange the slides.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        row = _row(change, event_id)
        row.slides, row.table_number, row.light = slides_json(given.slides), given.table, given.light
        change.session.add(row)
        # The audit entry invalidates the cached pages.
        arrangement = Arrangement(given.slides, given.table, given.light)
        change.audit("projector.change", f"projector:{event_id}", event_id, **asdict(arrangement))
        change.session.flush()
        return projector_view(change.session, event_id)


def give_cue(caller: Caller, event_id: str, given: GiveCue) -> Cue:
    """Move the screens.  This happens many times an hour and is no decision about the event, so it is not audited; an
    audit entry would also invalidate the cached pages.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        row = _row(change, event_id)
        if given.slide is not None:
            row.slide, row.page = given.slide, given.page
        row.held, row.blank, row.cued_at = given.held, given.blank, change.now
        change.session.add(row)
        change.session.flush()
        return cue_of(row)


def _row(change: Change, event_id: str) -> Projector:
    """Lock the event and return its projector row, or a new one.  Raises the problem ``not_found``."""
    if change.session.get(Event, event_id, with_for_update={"key_share": True}) is None:
        raise Problem("not_found", path=event_id)
    return change.session.get(Projector, event_id) or Projector(event_id=event_id)
