"""Excluding players from an event by a penalty: they get no further seats until it is cancelled."""

from __future__ import annotations

from sqlmodel import Session

from referee.core.problems import Problem
from referee.events.queries import last_played_round
from referee.models import Player
from referee.penalties.queries import penalties_of
from referee.penalties.state import IN_FORCE, PenaltyState


def exclude(session: Session, player: Player) -> int | None:
    """Exclude a player from further seatings.  Returns the player's earlier ``dropped_after``, for `readmit`."""
    already = exclusions(session, player)
    if already:
        step = already[0].came_into_force
        return step.dropped_before if step else None
    before = player.dropped_after
    player.dropped_after = last_played_round(session, player.id)
    session.add(player)
    return before


def readmit(session: Session, player: Player, before: int | None) -> None:
    """Let a player be seated again, unless another penalty excludes them.  ``before``: what `exclude` returned."""
    if not exclusions(session, player):
        player.dropped_after = before
        session.add(player)


def refuse_excluded(session: Session, player: Player) -> None:
    """Raise the problem ``out_by_penalty`` if a penalty excludes a player from the event."""
    for each in exclusions(session, player):
        raise Problem("out_by_penalty", name=player.shown, step=each.step.titles)


def exclusions(session: Session, player: Player) -> list[PenaltyState]:
    """The penalties in force that exclude a player from the event."""
    return [
        each
        for each in penalties_of(session, player.event_id, player.id)
        if each.name == IN_FORCE and each.step.effect == "out"
    ]
