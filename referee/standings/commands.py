"""Giving and taking points by hand: always with a reason, withdrawn with a reason, and never deleted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.schemas import Lines, PlayerId, ReasonIn
from referee.core.rows import get_row
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Adjustment, Event, Player
from referee.standings.views import AdjustmentView, adjustment_view
from tournaments.fault import Fault, Faulty
from tournaments.standings.rule import MOST_ROUNDS
from tournaments.typed import Exact, Whole


@dataclass(frozen=True, slots=True)
class MakeAdjustment:
    """Points given, or taken (negative)."""

    player: PlayerId
    points: Annotated[Fraction, Exact(), "An exact number.", FieldExample("-500")]
    reason: Annotated[str, Lines(2000)]
    round: Annotated[
        int | None, Whole(1, MOST_ROUNDS), "The round after which they count; null: they always count."
    ] = None


def make_adjustment(caller: Caller, event_id: str, given: MakeAdjustment) -> AdjustmentView:
    """Give or take points, such as a bonus or a penalty.

    Raises the problems ``not_allowed`` and ``not_found``, and `Faulty` for somebody who is not a player of the event,
    or a round after which there are no standings.
    """
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
        return adjustment_view(adjustment, {found.id: found.shown})


def withdraw_adjustment(caller: Caller, adjustment_id: str, given: ReasonIn) -> AdjustmentView:
    """Withdraw an adjustment, with a reason.

    It stays in the list.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        found = get_row(change.session, Adjustment, adjustment_id, lock=True)
        caller.allow("decision.make", found.event_id)
        if found.withdrawn_at is None:
            found.withdrawn_at = change.now
            change.session.add(found)
            change.audit("adjustment.withdraw", f"adjustment:{found.id}", found.event_id, reason=given.reason)
        player = change.session.get_one(Player, found.player_id)
        return adjustment_view(found, {player.id: player.shown})
