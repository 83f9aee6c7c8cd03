"""Reserves: they come in between rounds, in their order, as the regulation lets them."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from referee import audit
from referee.access.principal import Principal
from referee.event.players import begun, entrant, held, keep, players_of
from referee.event.regulation import regulation_of
from referee.models import Player
from tournaments.players.reserves import ReserveRule, enter_reserves


class CameIn(NamedTuple):
    """``entered``: who came in; ``passed_over``: who was not there, and keeps the place in the order; ``vacant``:
    places that stay empty.
    """

    entered: tuple[Player, ...]
    passed_over: tuple[Player, ...]
    vacant: int


def rule_of(session: Session, event_id: str) -> ReserveRule:
    """The rounds that the event's regulation lets reserves in for.  Raises the problem ``no_regulation``."""
    return ReserveRule(tuple(each.number for each in regulation_of(session, event_id).rounds if each.reserves))


def let_in(session: Session, now: int, who: Principal, event_id: str, round: int, places: int) -> CameIn:
    """Let the first reserves who are checked in come in for a round that has not begun, as many as there are places.

    Raises `Faulty` where the round has begun or is not open to reserves, and the problems ``not_found`` and
    ``no_regulation``.
    """
    held(session, event_id)
    rows = {each.id: each for each in players_of(session, event_id)}
    done = enter_reserves(
        [entrant(each) for each in rows.values()],
        round,
        places,
        rule_of(session, event_id),
        begun(session, event_id),
        {each.id for each in rows.values() if each.checked_in_at is not None},
    )
    coming = {each.player for each in done.entries if each.came_in}
    keep(session, rows, [each for each in done.entrants if each.id in coming])
    for each in done.entries:
        audit.record(
            session, now, who, "player.change", f"player:{each.player}", event_id,
            reserve=each.order, round=each.round, came_in=each.came_in,
        )  # fmt: skip
    return CameIn(
        tuple(rows[each.player] for each in done.entries if each.came_in),
        tuple(rows[each.player] for each in done.entries if not each.came_in),
        done.vacant,
    )
