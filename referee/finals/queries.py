"""Queries for manual decisions."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.models import DecisionMade


def decisions_of(session: Session, event_id: str) -> Sequence[DecisionMade]:
    """Every decision ever made in an event, latest first."""
    query = select(DecisionMade).where(DecisionMade.event_id == event_id)
    return session.exec(query.order_by(col(DecisionMade.made_at).desc(), col(DecisionMade.id).desc())).all()
