"""Add, draw and remove prizes."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import select

from referee.core.command import Caller
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.events.queries import lock_event, players_of
from referee.models import Prize
from referee.prizes.queries import eligible, winners
from tournaments.typed import Whole

MOST_PRIZES = 100
"""How many prizes an event can have."""


@dataclass(frozen=True, slots=True)
class AddPrize:
    """A prize to add.  ``place``: None if it is drawn by lot, for ``count`` winners; ``class_name``: empty for a prize
    that is not for those of a class alone.
    """

    name: Annotated[str, Line()]
    place: Annotated[int | None, Whole(1, 200)] = None
    count: Annotated[int, Whole(1, 100)] = 1
    class_name: Annotated[str, Line(200, 0)] = ""


def add_prize(caller: Caller, event_id: str, given: AddPrize) -> None:
    """Add a prize; if it is drawn by lot, fix its seed now and publish the seed's SHA-256 as a commitment.

    Raises the problems ``not_allowed``, ``not_found`` and ``prizes_many``.
    """
    caller.allow("event.change", event_id)
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        if len(session.exec(select(Prize.id).where(Prize.event_id == event_id)).all()) >= MOST_PRIZES:
            raise Problem("prizes_many", most=MOST_PRIZES)
        seed = secrets.token_hex(32) if given.place is None else ""
        sealed = hashlib.sha256(seed.encode()).hexdigest() if seed else ""
        prize = Prize(
            event_id=event_id,
            name=given.name,
            place=given.place,
            class_name=given.class_name,
            count=given.count,
            seed=seed,
            sealed=sealed,
            made_at=change.now,
        )
        session.add(prize)
        change.audit("prize.create", f"prize:{prize.id}", event_id, name=given.name, sealed=sealed)


def draw_prize(caller: Caller, event_id: str, prize_id: str) -> None:
    """Draw the winners of a prize among the players who have not left, are not reserves, and have won no other drawing.

    Raises the problems ``not_allowed``, ``not_found``, ``prize_drawn`` and ``prize_nobody``.
    """
    caller.allow("event.change", event_id)
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        prize = _require_event(change.row(Prize, prize_id), event_id)
        if prize.drawn_at is not None or prize.place is not None:
            raise Problem("prize_drawn", name=prize.name)
        others = session.exec(select(Prize).where(Prize.event_id == event_id)).all()
        won_already = {player for other in others for player in winners(other)}
        if not (left := [each for each in eligible(session, event_id, prize.class_name) if each not in won_already]):
            raise Problem("prize_nobody", name=prize.name)
        prize.entrants, prize.drawn_at = json.dumps(left), change.now
        session.add(prize)
        names = {each.id: each.shown for each in players_of(session, event_id)}
        drawn = [names[each] for each in winners(prize)]
        change.audit("prize.draw", f"prize:{prize_id}", event_id, name=prize.name, seed=prize.seed, drawn=drawn)


def remove_prize(caller: Caller, event_id: str, prize_id: str) -> None:
    """Remove a prize that has not been drawn; drawn prizes stay.

    Raises the problems ``not_allowed``, ``not_found`` and ``prize_drawn``.
    """
    caller.allow("event.change", event_id)
    with caller.change() as change:
        lock_event(change.session, event_id)
        prize = _require_event(change.row(Prize, prize_id), event_id)
        if prize.drawn_at is not None:
            raise Problem("prize_drawn", name=prize.name)
        change.session.delete(prize)
        change.audit("prize.delete", f"prize:{prize_id}", event_id, name=prize.name)


def _require_event(prize: Prize, event_id: str) -> Prize:
    if prize.event_id != event_id:
        raise Problem("not_found", path=prize.id)
    return prize
