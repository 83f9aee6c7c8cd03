"""The page for the end of an event: the champion, the ranking, certificates, thanks, exports, and closing it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint

from referee.core.access.guard import require_principal
from referee.core.access.scope import event_for
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.frame import framed, may_open
from referee.core.service import service
from referee.desk.day import DayPlan, day
from referee.desk.queries import Desk, desk
from referee.models import Event
from referee.standings.qualification import qualifications_of
from referee.standings.queries import view
from referee.standings.views import standings_view
from tournaments.fault import Faulty

blueprint = Blueprint("close", __name__)

PODIUM = 8
"""How many players of the ranking the page names."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking."""

    rank: int
    name: str


@dataclass(frozen=True, slots=True)
class Winner:
    """The first of an event's ranking.  ``final``: whether it can no longer change."""

    final: bool
    first: tuple[RankedPlayer, ...]


@blueprint.get("/events/<event_id>/close")
def show_close(event_id: str) -> str:
    """Show the page."""
    event = event_for("event.change", event_id)
    with service().database.read() as session:
        found = desk(session, event, service().database.now())
    outcome = outcome_of(found)
    champions = [each.name for each in outcome.first if each.rank == 1] if outcome.final else []
    return framed(
        "desk/close.html",
        event,
        day=titled_steps(event, day(event, found)),
        outcome=outcome,
        champion=word("comma").join(champions),
        left=[task for task in found.tasks if task.urgent],
        hands_over=outcome.final or qualification_settled(found),
        hidden=[
            round_name(each.round.number, each.round, language()) for each in found.rounds if each.stage == "closed"
        ],
    )


def qualification_settled(found: Desk) -> bool:
    """Whether it is settled who has qualified, which a venue may hand over without a final of its own."""
    if found.facts is None or found.facts.regulation.qualification is None:
        return False
    try:
        return all(each.over for each in qualifications_of(found.facts))
    except Faulty:
        return False


def outcome_of(found: Desk) -> Winner:
    """Return the ranking of an event, from the same source as all other pages."""
    if found.facts is None:
        return Winner(False, ())
    try:
        seen = standings_view(view(found.facts, staff=True), language())
    except Faulty:  # results that do not fit the regulation; the desk says so
        return Winner(False, ())
    return Winner(seen.final, tuple(RankedPlayer(row.rank, row.name) for row in seen.rows[:PODIUM]))


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of the day as pages show it."""

    state: str
    title: str
    at: str


def titled_steps(event: Event, found: DayPlan) -> list[StepRow]:
    """Return the steps of the day in the reader's language, with the addresses of pages that the reader may open."""
    who = require_principal()
    return [
        StepRow(
            each.state,
            word(f"day_{each.code}"),
            f"/events/{event.id}/{each.at}" if may_open(who, event.id, each.at) else "",
        )
        for each in found.steps
    ]
