"""Giving and taking points by hand: always with a reason, withdrawn with a reason, and never deleted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from referee.core.command import Caller
from referee.core.rows import get_row
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Adjustment, Event, Player
from tournaments.fault import Fault, Faulty


@dataclass(frozen=True, slots=True)
class MakeAdjustment:
    """Points to give, or to take (below 0).  ``round``: after which round they count, None: from the beginning."""

    event_id: str
    player: str
    points: Fraction
    round: int | None
    reason: str


def make_adjustment(caller: Caller, given: MakeAdjustment) -> str:
    """Give or take points, and return the id of the adjustment.

    Raises the problems ``not_allowed`` and ``not_found``, and `Faulty` for somebody who is not a player of the event,
    or a round after which there are no standings.
    """
    event_id = given.event_id
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        session = change.session
        get_row(session, Event, event_id)
        found = session.get(Player, given.player)
        if found is None or found.event_id != event_id:
            raise Faulty([Fault("player", "adjustment_of_nobody", {"given": given.player, "points": given.points})])
        version = latest_version(session, event_id) if given.round is not None else None
        counting = [each.number for each in parse_regulation(version.text).rounds if each.counts] if version else []
        if counting and given.round not in counting:
            facts = {"given": given.round, "known": ", ".join(map(str, counting))}
            raise Faulty([Fault("round", "round_does_not_count", facts)])
        adjustment = Adjustment(
            event_id=event_id,
            player_id=given.player,
            round=given.round,
            points=str(given.points),
            reason=given.reason,
            author=change.author.name,
            account_id=change.author.account_id,
            made_at=change.now,
        )
        session.add(adjustment)
        session.flush()
        change.audit(
            "adjustment.make",
            f"adjustment:{adjustment.id}",
            event_id,
            player=given.player,
            points=str(given.points),
            round=given.round,
            reason=given.reason,
        )
        return adjustment.id


def withdraw_adjustment(caller: Caller, adjustment_id: str, reason: str) -> None:
    """Withdraw an adjustment.  Raises the problems ``not_found`` and ``not_allowed``."""
    with caller.change() as change:
        found = get_row(change.session, Adjustment, adjustment_id, lock=True)
        caller.allow("decision.make", found.event_id)
        if found.withdrawn_at is None:
            found.withdrawn_at = change.now
            change.session.add(found)
            change.audit("adjustment.withdraw", f"adjustment:{found.id}", found.event_id, reason=reason)
