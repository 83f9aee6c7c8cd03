"""The prizes of an event and their winners."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.events.queries import players_of
from referee.models import Prize
from tournaments.lots import in_order, lot


@dataclass(frozen=True, slots=True)
class LotView:
    """A player's lot in a drawing.  ``lot``: the number derived from the seed; the lowest win."""

    player: str
    name: str
    number: int
    lot: int
    won: bool


@dataclass(frozen=True, slots=True)
class PrizeView:
    """A prize.  ``to``: the winners' names, empty until they are known; ``seed``: empty until it has been drawn."""

    id: str
    name: str
    place: int | None
    class_name: str
    count: int
    sealed: str
    seed: str
    drawn: bool
    to: Sequence[str]
    lots: Sequence[LotView]


def winners(prize: Prize) -> tuple[str, ...]:
    """The ids of the players who won the drawing of a prize; empty until it has been drawn."""
    if prize.drawn_at is None:
        return ()
    return in_order(prize.seed, prize.id, json.loads(prize.entrants))[: prize.count]


def eligible(session: Session, event_id: str, class_name: str = "") -> list[str]:
    """The ids of the players who may win a drawing: they have not left, are no reserves, and of the class, if any."""
    players = players_of(session, event_id)
    return [
        each.id
        for each in players
        if each.dropped_after is None and each.reserve is None and class_name in ("", each.class_name)
    ]


def prizes_of(
    session: Session, event_id: str, ranks: Mapping[str, int], class_ranks: Mapping[str, int]
) -> list[PrizeView]:
    """The prizes of an event, those by place first.  ``ranks``: the final ranks by player, ``class_ranks``: in their
    classes; empty until they are final, or while the reader may not see them.
    """
    rows = session.exec(select(Prize).where(Prize.event_id == event_id).order_by(col(Prize.id))).all()
    known = {each.id: each for each in players_of(session, event_id)} if rows else {}
    found = []
    for prize in sorted(rows, key=lambda each: (each.place is None, each.place or 0, each.id)):
        won = winners(prize)
        among = ranks
        if prize.class_name:
            among = {
                player: rank
                for player, rank in class_ranks.items()
                if player in known and known[player].class_name == prize.class_name
            }
        at_place = [player for player, rank in among.items() if rank == prize.place] if prize.place else []
        lots = [
            LotView(each, known[each].shown, known[each].number, lot(prize.seed, prize.id, each), each in won)
            for each in (in_order(prize.seed, prize.id, json.loads(prize.entrants)) if prize.drawn_at else ())
            if each in known
        ]
        to = [known[each].shown for each in (*won, *at_place) if each in known]
        drawn = prize.drawn_at is not None
        found.append(
            PrizeView(
                prize.id,
                prize.name,
                prize.place,
                prize.class_name,
                prize.count,
                prize.sealed,
                prize.seed if drawn else "",
                drawn,
                to,
                lots,
            )
        )
    return found
