"""Arranging the slides of an event's screens, and moving the screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.models import Event, Projector
from referee.projector.settings import Arrangement, Cue, ProjectorView, Slide, cue_of, projector_view, slides_kept


@dataclass(frozen=True, slots=True)
class Arrange:
    """How the screens are arranged from now on, as in `referee.projector.settings.Arrangement`."""

    slides: Sequence[Slide]
    table: int | None
    light: bool


@dataclass(frozen=True, slots=True)
class GiveCue:
    """Where the screens are to be.  ``slide``: None for where they were sent last."""

    slide: str | None
    page: int
    held: bool
    blank: bool


def arrange(caller: Caller, event_id: str, given: Arrange) -> ProjectorView:
    """Arrange the slides.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("notice.make", event_id)
    with caller.change() as change:
        row = _row(change, event_id)
        row.slides, row.table_number, row.light = slides_kept(given.slides), given.table, given.light
        change.session.add(row)
        # The cached pages are renewed by the audit log.
        arrangement = Arrangement(given.slides, given.table, given.light)
        change.audit("projector.change", f"projector:{event_id}", event_id, **asdict(arrangement))
        change.session.flush()
        return projector_view(change.session, event_id)


def give_cue(caller: Caller, event_id: str, given: GiveCue) -> Cue:
    """Move the screens.  It is no decision of the event, and comes many times an hour: the audit log has no entry of
    it, so that no cached page is made anew by it.

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
    """The row of an event, under its lock."""
    if change.session.get(Event, event_id, with_for_update={"key_share": True}) is None:
        raise Problem("not_found", path=event_id)
    return change.session.get(Projector, event_id) or Projector(event_id=event_id)
