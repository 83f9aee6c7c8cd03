"""What is looked through beside the rules: the regulation and the precedents of an event, or a shipped regulation."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.service import service
from referee.events.regulation import last
from referee.lookup.precedents import NONE, Precedents, precedents_in
from tournaments.regulation import shipped


class Beside(NamedTuple):
    """``regulation``: the text of one, empty for none; ``where``: the address at which its points stand."""

    regulation: str = ""
    where: str = ""
    precedents: Precedents = NONE


def of_event(event_id: str) -> Beside:
    """What an event adds to the rules, as far as who asks may read it."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "event.read"):
        return Beside()
    with service().database.read() as session:
        version = last(session, event_id)
    return Beside(version.text if version else "", f"/events/{event_id}/regulation", precedents_in(event_id))


def of_shipped(name: str | None) -> Beside:
    """A shipped regulation by its name; nothing where there is none of that name."""
    return Beside(shipped.text(name), f"/rules/regulations/{name}") if name in shipped.names() else Beside()
