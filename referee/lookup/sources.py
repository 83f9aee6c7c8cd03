"""The sources searched besides the rules: the regulation and precedents of an event, or a shipped regulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.cases.precedents.precedents import PrecedentState, precedents_of, search_points
from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.service import service
from referee.events.regulation import latest_version
from rulesets.search.index import Point
from tournaments.regulation import shipped


class Precedents(NamedTuple):
    """The precedents of an event: the points to search, and by their ids the rulings and the addresses of the pages."""

    points: tuple[Point, ...]
    rulings: Mapping[str, PrecedentState]
    addresses: Mapping[str, str]


NO_PRECEDENTS = Precedents((), {}, {})
"""No precedents."""


class Sources(NamedTuple):
    """What is searched besides the rules.  ``regulation``: the text of one, empty for none; ``where``: the address of
    the page with its points.
    """

    regulation: str = ""
    where: str = ""
    precedents: Precedents = NO_PRECEDENTS


def precedents_in(event_id: str, language: str) -> Precedents:
    """The precedents of an event; none if the caller may not read its cases.  Raises the problem ``not_found``."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "case.read"):
        return NO_PRECEDENTS
    with service().database.read() as session:
        every = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    page = f"/events/{event_id}"
    addresses = {
        each.point_id: f"{page}/cases/{each.id}" if each.own else f"{page}/precedents#{each.key}" for each in every
    }
    return Precedents(tuple(search_points(every, language)), {each.point_id: each for each in every}, addresses)


def sources_of_event(event_id: str, language: str) -> Sources:
    """What an event adds to the rules, as far as the caller may read it."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "event.read"):
        return Sources()
    with service().database.read() as session:
        version = latest_version(session, event_id)
    precedents = precedents_in(event_id, language)
    return Sources(version.text if version else "", f"/events/{event_id}/regulation", precedents)


def shipped_source(name: str | None) -> Sources:
    """A shipped regulation by its name; no sources if there is no such regulation."""
    return Sources(shipped.text(name), f"/rules/regulations/{name}") if name in shipped.names() else Sources()
