"""Rounds as people and programs read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.http.fields import OneOf
from referee.models import Round
from referee.rounds.queries import stages

STAGES: Mapping[str, str] = {
    "drafted": "stage_drafted",
    "published": "stage_published",
    "running": "stage_running",
    "entered": "stage_entered",
    "closed": "stage_closed",
    "results_published": "stage_results_published",
}
"""The text keys of the stages."""
RESULTS: Mapping[str, str] = {
    "none": "table_result_none",
    "entered": "table_result_entered",
    "confirmed": "table_result_confirmed",
}
"""The text keys of the states of a result."""


@dataclass(frozen=True, slots=True)
class RoundOut:
    """A round as it is listed."""

    id: str
    event_id: str
    number: int
    name: str
    minutes: int | None
    warnings: Sequence[int]
    state: Annotated[str, OneOf(("drafted", "running", "closed"))]
    stage: Annotated[str, OneOf(STAGES), "Its stage; `entered`: the results of all tables are confirmed."]
    created_at: int
    published_at: Annotated[int | None, "When its seats were published."]
    results_published_at: int | None


@dataclass(frozen=True, slots=True)
class RoundPage:
    """The rounds of an event, by number."""

    rows: Sequence[RoundOut]
    next: str | None = None


def round_rows(session: Session, rounds: Sequence[Round]) -> list[RoundOut]:
    found = stages(session, rounds)
    return [
        RoundOut(
            id=each.id,
            event_id=each.event_id,
            number=each.number,
            name=each.name,
            minutes=each.minutes,
            warnings=json.loads(each.warnings),
            state=each.state,
            stage=found[each.id],
            created_at=each.created_at,
            published_at=each.published_at,
            results_published_at=each.results_published_at,
        )
        for each in rounds
    ]
