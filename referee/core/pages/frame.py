"""The frame of an event's pages: its name, and the tabs that somebody may open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import render_template, request

from referee.core.access.guard import somebody
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.language import word
from referee.models import Event

TABS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("", "event.read", lambda: word("desk")),
    ("players", "player.read", lambda: word("tab_players")),
    ("check-in", "player.check_in", lambda: word("tab_check_in")),
    ("seating", "seating.read", lambda: word("tab_seating")),
    ("rounds", "result.read", lambda: word("tab_rounds")),
    ("calls", "call.answer", lambda: word("tab_calls")),
    ("cases", "case.read", lambda: word("tab_cases")),
    ("penalties", "penalty.give", lambda: word("tab_penalties")),
    ("standings", "event.read", lambda: word("tab_standings")),
    ("bracket", "event.read", lambda: word("tab_bracket")),
    ("decisions", "decision.make", lambda: word("tab_decisions")),
    ("public", "notice.make", lambda: word("tab_public")),
    ("papers", "paper.print", lambda: word("tab_papers")),
    ("regulation", "event.read", lambda: word("tab_regulation")),
    ("staff", "member.change", lambda: word("tab_staff")),
)
"""The pages below ``/events/<event_id>/``: the end of the address, the action that one must be allowed, the title."""
BELOW = {"tables": "rounds", "precedents": "cases"}
"""Pages that are reached from another tab's."""


def can(who: Principal, action: str, event_id: str) -> bool:
    """Whether somebody may take an action in an event: what a page offers them."""
    return may(who.roles_in(event_id), action)


def framed(template: str, event: Event, **facts: Any) -> str:
    """A page of an event.  ``may`` in the template asks whether the reader may take an action here."""
    who = somebody()
    first = request.path.removeprefix(f"/events/{event.id}").strip("/").partition("/")[0]
    here = BELOW.get(first, first)
    tabs = [
        {"address": f"/events/{event.id}/{end}".rstrip("/"), "title": title(), "here": end == here}
        for end, action, title in TABS
        if can(who, action, event.id)
    ]
    return render_template(template, event=event, tabs=tabs, may=lambda action: can(who, action, event.id), **facts)
