"""Points given or taken by hand: always with a reason, withdrawn with a reason, and never deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlmodel import Session, col, select

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.events.regulation import last, read
from referee.models import Adjustment, Event, Player
from tournaments.fault import Fault, Faulty


def made(session: Session, event_id: str) -> Sequence[Adjustment]:
    """Every adjustment ever made in an event, the latest one first."""
    wanted = select(Adjustment).where(Adjustment.event_id == event_id)
    return session.exec(wanted.order_by(col(Adjustment.made_at).desc(), col(Adjustment.id).desc())).all()


def adjust(
    session: Session, now: int, who: Principal, event_id: str, player: str, points: Fraction, round: int | None,
    reason: str,
) -> Adjustment:  # fmt: skip
    """Give or take points.  ``round``: after which round, None: from the beginning on.

    Raises the problem ``not_found``, and `Faulty` for somebody who is not a player of the event, or a round after which
    there are no standings.
    """
    if session.get(Event, event_id) is None:
        raise Problem("not_found", path=event_id)
    found = session.get(Player, player)
    if found is None or found.event_id != event_id:
        raise Faulty([Fault("player", "adjustment_of_nobody", {"given": player, "points": points})])
    version = last(session, event_id) if round is not None else None
    counting = [each.number for each in read(version.text).rounds if each.counts] if version else []
    if counting and round not in counting:
        facts = {"given": round, "known": ", ".join(map(str, counting))}
        raise Faulty([Fault("round", "round_does_not_count", facts)])
    made = Adjustment(
        event_id=event_id, player_id=player, round=round, points=str(points), reason=reason, author=who.author.name,
        account_id=who.account_id, made_at=now,
    )  # fmt: skip
    session.add(made)
    session.flush()
    details = {"player": player, "points": str(points), "round": round, "reason": reason}
    audit.record(session, now, who, "adjustment.make", f"adjustment:{made.id}", event_id, **details)
    return made


def take_back(session: Session, now: int, who: Principal, adjustment_id: str, reason: str) -> Adjustment:
    """Withdraw an adjustment.  Raises the problem ``not_found``."""
    found = session.get(Adjustment, adjustment_id, with_for_update=True)
    if found is None:
        raise Problem("not_found", path=adjustment_id)
    if found.withdrawn_at is None:
        found.withdrawn_at = now
        session.add(found)
        target = f"adjustment:{found.id}"
        audit.record(session, now, who, "adjustment.withdraw", target, found.event_id, reason=reason)
    return found


def adjustment(made: Adjustment, names: Mapping[str, str]) -> dict[str, Any]:
    """An adjustment.  ``names``: the players' by id."""
    return {
        "id": made.id,
        "event_id": made.event_id,
        "player": made.player_id,
        "name": names.get(made.player_id, made.player_id),
        "points": made.points,
        "round": made.round,
        "reason": made.reason,
        "author": made.author,
        "made_at": made.made_at,
        "withdrawn_at": made.withdrawn_at,
    }
