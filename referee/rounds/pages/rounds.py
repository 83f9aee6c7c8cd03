"""The page with all rounds at a glance: how far each is, which tables have a result, which are late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint

from referee.clocks.views import ClockFace, clock_face
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.plan import rounds_of
from referee.events.regulation import latest_version, regulation_of
from referee.rounds.commands import make_plan
from referee.rounds.queries import RoundView, round_view
from referee.rounds.views import STAGES

blueprint = Blueprint("rounds_page", __name__)


@blueprint.get("/events/<event_id>/rounds")
def show_rounds(event_id: str) -> str:
    """Show the rounds."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("result.read", event_id)
    now = service().database.now()
    with service().database.read() as session:
        found = [round_view(session, each, now) for each in rounds_of(session, event_id)]
        regulation = latest_version(session, event_id)
        planned = len(regulation_of(session, event_id).rounds) if regulation else 0
    rows = [row_of(each) for each in found]
    numbers = {each.round.number for each in found}
    return framed(
        "rounds/rounds.html",
        event,
        rows=rows,
        planned=planned,
        problem=problem,
        unplanned=[number for number in range(1, planned + 1) if number not in numbers],
    )


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round in the list.  ``on``: it is being played; ``over``: it is closed; ``entered``: how many of its ``tables``
    have a confirmed result; ``missing`` and ``late``: the numbers of tables.
    """

    id: str
    name: str
    stage: str
    on: bool
    over: bool
    minutes: int | None
    clock: ClockFace
    entered: int
    tables: int
    missing: Sequence[int]
    late: Sequence[int]


def row_of(found: RoundView) -> ListedRound:
    return ListedRound(
        id=found.round.id,
        name=round_name(found.round.number, found.round, language()),
        stage=word(STAGES[found.stage]),
        on=found.stage == "running",
        over=found.stage in {"closed", "results_published"},
        minutes=found.round.minutes,
        clock=clock_face(found.clock, found.now),
        entered=found.entered,
        tables=len(found.tables),
        missing=found.missing if found.entered or found.stage == "closed" else (),
        late=found.late,
    )


@blueprint.post("/events/<event_id>/rounds/plan")
@form_view(page)
def post_plan(event_id: str) -> str:
    """Create the rounds of the plan."""
    allowed("round.change", event_id)
    make_plan(caller(), event_id)
    return f"/events/{event_id}/rounds"
