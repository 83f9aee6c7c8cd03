"""The page on which a prepared seating is brought in: a preview with every fault and every figure, then a draft."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import players_of
from referee.models import Player
from referee.players.pages.importing import given_choices, reading_of, uploaded
from referee.seating.pages.seating import posted_round
from referee.seating.pages.text import figure_rows
from referee.seating.prepared import BringSeating, BroughtSeating, bring_chosen
from referee.seating.views import figures_of, violation_views
from tournaments.export.table import column
from tournaments.fault import Faulty
from tournaments.seating_list.prepared import columns
from tournaments.typed import whole

blueprint = Blueprint("prepared_seating_page", __name__)
PATH = "/events/<event_id>/seating/prepared"


@dataclass(frozen=True, slots=True)
class BroughtRow:
    """A row of the list.  ``cells``: of the columns that are read; ``player``: who that is, or empty."""

    line: int
    cells: Sequence[str]
    player: str
    faults: Sequence[str]


@dataclass(frozen=True, slots=True)
class BroughtTable:
    """A table as the list has it, with its players in start order."""

    number: int
    players: Sequence[str]


def page(event_id: str, problem: dict[str, object] | None = None, brought: BroughtSeating | None = None) -> str:
    """Render the page.  ``brought``: the preview of the list that was submitted."""
    event = event_for("seating.change", event_id)
    number = whole(request.values.get("round", "")) or 1
    with service().database.read() as session:
        people = {each.id: each for each in players_of(session, event_id)}
    shown: dict[str, Any] = {"found": None, "data": ""}
    if brought is not None:
        shown = {"data": base64.b64encode(uploaded()).decode(), **_preview(brought, people, number)}
    text = request.form.get("text", "")
    return framed("seating/prepared.html", event, number=number, problem=problem, text=text, **shown)


def _preview(brought: BroughtSeating, people: Mapping[str, Player], first: int) -> dict[str, Any]:
    found, schedule = brought.found, brought.schedule
    keys = [key for _, key in found.imported.heading.recognised]
    in_rows = [fault for row in found.rows for fault in row.faults]
    return {
        "found": found.imported,
        "reading": reading_of(found.imported, language(), columns()),
        "titles": [column(key, language()).title for key in keys],
        "faults": [each.sentence(language()) for each in brought.faults if each not in in_rows],
        "rows": [
            BroughtRow(
                row.line,
                [row.values.get(key, "") for key in keys],
                people[row.player].shown if row.player else "",
                [each.sentence(language()) for each in row.faults],
            )
            for row in sorted(found.rows, key=lambda row: (not row.faults, row.line))
        ],
        "takeable": not brought.faults,
        "rounds": [
            (number, [BroughtTable(at, [people[each].shown for each in table]) for at, table in enumerate(tables, 1)])
            for number, tables in enumerate(schedule.rounds if schedule is not None else (), first)
        ],
        "figures": figure_rows(figures_of(schedule)) if schedule is not None else (),
        "violations": violation_views(brought.broken, people, first, language()),
    }


def _brought(event_id: str, *, apply: bool) -> BroughtSeating:
    """The submitted list, previewed or taken.  Raises `Faulty` and problems."""
    given = BringSeating(posted_round(), uploaded(), apply=apply)
    return bring_chosen(caller(), event_id, given, given_choices(request.form))


def page_after_problem(event_id: str, problem: dict[str, object]) -> str:
    brought = None
    with suppress(Faulty):
        brought = _brought(event_id, apply=False)
    return page(event_id, problem, brought)


@blueprint.get(PATH)
def show_prepared(event_id: str) -> str:
    """The form.  ``?round=``: the first of the rounds that are seated together."""
    return page(event_id)


@blueprint.post(PATH)
@takes_up_to(LARGEST)
@form_view(page_after_problem)
def post_prepared(event_id: str) -> AnyResponse | str:
    """Preview a list, or make one that was previewed a draft (``apply``)."""
    allowed("seating.change", event_id)
    if "apply" not in request.form:
        return make_response(page(event_id, brought=_brought(event_id, apply=False)))
    _brought(event_id, apply=True)
    return f"/events/{event_id}/seating?round={posted_round()}"
