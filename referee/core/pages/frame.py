"""The frame around an event's pages: its name, and the tabs that the reader may open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request

from referee.core.access.guard import require_principal
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.language import word
from referee.core.service import service
from referee.models import Event

TABS: tuple[tuple[str, str, str, Callable[[], str]], ...] = (
    ("prepare", "players", "player.read", lambda: word("tab_players")),
    ("prepare", "check-in", "player.check_in", lambda: word("tab_check_in")),
    ("prepare", "regulation", "event.read", lambda: word("tab_regulation")),
    ("prepare", "staff", "member.change", lambda: word("tab_staff")),
    ("prepare", "papers", "paper.print", lambda: word("tab_papers")),
    ("run", "", "event.read", lambda: word("desk")),
    ("run", "seating", "seating.read", lambda: word("tab_seating")),
    ("run", "rounds", "result.read", lambda: word("tab_rounds")),
    ("run", "public", "notice.make", lambda: word("tab_public")),
    ("judge", "calls", "call.answer", lambda: word("tab_calls")),
    ("judge", "cases", "case.read", lambda: word("tab_cases")),
    ("judge", "penalties", "penalty.give", lambda: word("tab_penalties")),
    ("finish", "standings", "event.read", lambda: word("tab_standings")),
    ("finish", "bracket", "event.read", lambda: word("tab_bracket")),
    ("finish", "decisions", "decision.make", lambda: word("tab_decisions")),
    ("finish", "close", "event.change", lambda: word("tab_close")),
)
"""The tabs below ``/events/<event_id>/``: the group, the end of the address, the action that one must be allowed, the
title."""
GROUPS: Mapping[str, Callable[[], str]] = {
    "prepare": lambda: word("group_prepare"),
    "run": lambda: word("group_run"),
    "judge": lambda: word("group_judge"),
    "finish": lambda: word("group_finish"),
}
"""The groups of tabs, in the order of the day, with their titles."""
PARENT_TABS = {
    "tables": "rounds",
    "stale": "rounds",
    "precedents": "cases",
    "what-if": "standings",
    "about": "regulation",
    "webhooks": "public",
    "projector": "public",
    "floor": "papers",
    "rota": "papers",
    "prizes": "close",
    "archive": "close",
    "devices": "staff",
    "audit": "staff",
    "registration": "players",
    "venues": "players",
    "teams": "players",
}
"""Pages without a tab of their own, and the tab that they belong to."""


@dataclass(frozen=True, slots=True)
class RimRound:
    """The round being played, and the address of its page.  ``clock``: a `referee.clocks.views.ClockFace`."""

    name: str
    address: str
    clock: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Rim:
    """What the header of every page of an event shows.  ``round``: finds the round being played."""

    round: Callable[[Event], RimRound | None]


def can(who: Principal, action: str, event_id: str) -> bool:
    """Whether somebody may take an action in an event, and so whether a page offers it."""
    return may(who.roles_in(event_id), action)


def may_open(who: Principal, event_id: str, end: str) -> bool:
    """Whether somebody may open the page at this end of an event's address, judged by the action of its tab."""
    first = end.partition("?")[0].partition("#")[0].partition("/")[0]
    return any(tab == PARENT_TABS.get(first, first) and can(who, action, event_id) for _, tab, action, _ in TABS)


def framed(template: str, event: Event, **facts: Any) -> str:
    """Render a page of an event.  ``may`` in the template asks whether the reader may take an action here."""
    who = require_principal()
    first = request.path.removeprefix(f"/events/{event.id}").strip("/").partition("/")[0]
    here = PARENT_TABS.get(first, first)
    pages = [
        {"group": group, "address": f"/events/{event.id}/{end}".rstrip("/"), "title": title(), "here": end == here}
        for group, end, action, title in TABS
        if can(who, action, event.id)
    ]
    at = next((page["group"] for page in pages if page["here"]), None)
    first_of = {page["group"]: page["address"] for page in reversed(pages)}
    groups = [
        {"title": title(), "here": group == at, "address": first_of[group]}
        for group, title in GROUPS.items()
        if group in first_of
    ]
    return render_template(
        template,
        event=event,
        groups=groups,
        rim=service().part(Rim).round(event) if can(who, "result.read", event.id) else None,
        tabs=[page for page in pages if page["group"] == at],
        may=lambda action: can(who, action, event.id),
        account=who.account_id,
        **facts,
    )
