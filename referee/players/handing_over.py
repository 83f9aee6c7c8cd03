"""Moving what one of two registrations of the same person has played to the other one."""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from sqlmodel import Session, col, or_, select

from referee.models import (
    Adjustment,
    DecisionMade,
    GameTable,
    Made,
    Notice,
    Penalty,
    Player,
    Registration,
    Seat,
    Seating,
    TableResult,
)

LINKED_TABLES: tuple[Any, ...] = (Seat, Penalty, Adjustment, Notice, Registration)
"""Tables that refer to a player by ``player_id``."""
EMBEDDED_IDS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (TableResult, ("players", "entered")),
    (DecisionMade, ("players", "details")),
    (Seating, ("document",)),
    (Made, ("content",)),
)
"""Tables that have player ids inside the text of some columns."""


def played_same_round(session: Session, one: Player, other: Player) -> bool:
    """Whether both sit, or have a result, in the same round, also of a draft, and so cannot be the same person."""
    return bool(_rounds(session, one) & _rounds(session, other)) or _drafted_together(session, one, other)


def _drafted_together(session: Session, one: Player, other: Player) -> bool:
    """Whether a draft seats both in the same round."""
    drafts = select(Seating.document).where(Seating.event_id == one.event_id, Seating.state == "draft")
    rounds = chain.from_iterable(json.loads(text)["rounds"] for text in session.exec(drafts))
    return any({one.id, other.id} <= set(chain.from_iterable(tables)) for tables in rounds)


def hand_over(session: Session, gone: Player, kept: Player) -> None:
    """Replace every reference to a player with one to another player of the same event."""
    for kind in LINKED_TABLES:
        for row in session.exec(select(kind).where(kind.player_id == gone.id)):
            row.player_id = kept.id
            session.add(row)
    for kind, columns in EMBEDDED_IDS:
        named = [col(getattr(kind, name)).contains(gone.id) for name in columns]
        for row in session.exec(select(kind).where(kind.event_id == gone.event_id, or_(*named))):
            if isinstance(row, Seating):
                row.document = _listed_once(row.document, gone.id, kept.id)
            for name in columns:
                setattr(row, name, getattr(row, name).replace(gone.id, kept.id))
            session.add(row)
    session.flush()


def _listed_once(document: str, gone: str, kept: str) -> str:
    """A seating that both were drawn for, one of whom left later, without the one who is gone: it could not be read if
    it listed somebody twice, or kept somebody apart from themselves.
    """
    filed = json.loads(document)
    given = filed["input"]
    if not {gone, kept} <= {each["id"] for each in given["players"]}:
        return document
    given["players"] = [each for each in given["players"] if each["id"] != gone]
    given["apart"] = [pair for pair in given["apart"] if set(pair) != {gone, kept}]
    return json.dumps(filed, ensure_ascii=False) + "\n"


def _rounds(session: Session, player: Player) -> set[str]:
    seats = select(GameTable.round_id).join(Seat, col(Seat.table_id) == GameTable.id).where(Seat.player_id == player.id)
    results = (
        select(GameTable.round_id)
        .join(TableResult, col(TableResult.table_id) == GameTable.id)
        .where(TableResult.event_id == player.event_id, col(TableResult.players).contains(player.id))
    )
    return {*session.exec(seats), *session.exec(results)}
