"""A player's penalties in other events: found by name, in the events where the reader may give penalties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, select

from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.http.validate import OneOf
from referee.models import Event, Penalty, Player
from referee.penalties.queries import PENALTIES
from referee.penalties.state import CANCELLED, IN_FORCE, PROPOSED


@dataclass(frozen=True, slots=True)
class EarlierPenaltyView:
    """A penalty of another event, not cancelled, in words."""

    event_id: str
    event: Annotated[str, "The name of the event."]
    player: Annotated[str, "The player's id in that event."]
    category: str
    step: str
    state: Annotated[str, OneOf((PROPOSED, IN_FORCE))]
    facts: str
    given_at: int


def earlier_penalties(session: Session, player: Player, who: Principal, language: str) -> Sequence[EarlierPenaltyView]:
    """The penalties of players with the same name, and the same reading if both have one, in other events; the latest
    first.  Players are matched by name and reading alone: the reader judges whether it is the same person.
    """
    query = (
        select(Penalty, Player, Event)
        .join(Player, col(Player.id) == Penalty.player_id)
        .join(Event, col(Event.id) == Penalty.event_id)
        .where(Player.name == player.name, Penalty.event_id != player.event_id)
        .order_by(col(Penalty.given_at).desc())
    )
    rows = [
        (penalty, other, event)
        for penalty, other, event in session.exec(query)
        if may(who.roles_in(event.id), "penalty.give")
        and (not player.reading or not other.reading or player.reading == other.reading)
    ]
    found = PENALTIES.states(session, [penalty for penalty, _, _ in rows])
    return [
        EarlierPenaltyView(
            event.id,
            event.name,
            other.id,
            each.titles[language],
            each.step.titles[language],
            each.name,
            each.penalty.facts,
            each.penalty.given_at,
        )
        for each, (_, other, event) in zip(found, rows, strict=True)
        if each.name != CANCELLED
    ]
