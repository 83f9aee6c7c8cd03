"""Who looks at the standings: the staff, or everybody else."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from referee.access.guard import allowed, permitted
from referee.access.roles import may
from referee.event.facts import facts_of
from referee.event.standings import View, view


def looked_at(session: Session, event_id: str, *, live: bool = False, after: int | None = None) -> View:
    """What who asks may see: everything complete, ``live`` whatever was entered, or only what is published.

    Raises the problems ``unknown_person``, ``not_allowed`` (``live`` is for the staff), ``not_found`` and
    ``no_regulation``.
    """
    who = allowed("event.read", event_id)
    if live:
        permitted(who, "standings.read", event_id)
    if not live and not may(who.roles_in(event_id), "standings.read"):
        return published(session, event_id, after)
    return view(facts_of(session, event_id), staff=True, live=live, after=after)


def published(session: Session, event_id: str, after: int | None = None) -> View:
    """What everybody may see, known or not.  Raises the problems ``not_found`` and ``no_regulation``."""
    return view(facts_of(session, event_id), staff=False, after=after)


def tag(seen: View, *more: Any) -> str:
    """What changes whenever that does which is seen."""
    return repr((seen.shown, seen.after, *more, seen.facts.tag))
