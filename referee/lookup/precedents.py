"""The precedents of an event beside the rules, for those who may read its cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.cases.precedents.precedents import PrecedentState, points, precedents_of
from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.language import language
from referee.core.service import service
from rulesets.search.index import Point


class Precedents(NamedTuple):
    """What can be found, and by the id of each its ruling and where it can be read."""

    points: tuple[Point, ...]
    rulings: Mapping[str, PrecedentState]
    addresses: Mapping[str, str]


NONE = Precedents((), {}, {})
"""Nothing to be found."""


def precedents_in(event_id: str) -> Precedents:
    """The precedents of an event; nothing for those who may not read its cases.  Raises the problem ``not_found``."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "case.read"):
        return NONE
    with service().database.read() as session:
        every = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    page = f"/events/{event_id}"
    addresses = {
        each.point_id: f"{page}/cases/{each.id}" if each.own else f"{page}/precedents#{each.key}" for each in every
    }
    return Precedents(tuple(points(every, language())), {each.point_id: each for each in every}, addresses)
