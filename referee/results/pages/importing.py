"""Importing results from a list: first a preview with every fault, then the import."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.players.pages.importing import uploaded
from referee.results import commands
from referee.results.facts import Facts
from referee.results.queries import preview_list
from tournaments.export.table import column
from tournaments.fault import Faulty
from tournaments.result import PlayerResult
from tournaments.results_list.preview import ResultRow, ResultsPreview, TableRows

blueprint = Blueprint("results_import_page", __name__)

PATH = "/events/<event_id>/rounds/import"
WHERE = ("round", "table", "number", "player")
"""The columns that identify a row; the others hold the result."""


def page(event_id: str, problem: dict[str, object] | None = None, **facts: Any) -> str:
    """The page with the form.  ``facts``: for the template, such as ``found``, the preview of a list."""
    event = event_for("result.confirm", event_id)
    given = {"found": None, "counts": {}, "rows": [], "listed": [], "data": "", "text": "", "note": "", **facts}
    return framed("results/results_import.html", event, problem=problem, **given)


def shown(facts: Facts, preview: ResultsPreview) -> dict[str, Any]:
    """The preview of a list, for the template."""
    tables = {(str(each.result.round), str(each.result.table)): each for each in preview.tables}
    names = {each.id: f"{each.number} {each.shown}" for each in facts.entrants}
    counts = Counter(each.status for each in preview.tables)
    return {
        "found": preview,
        "counts": {status: counts[status] for status in ("new", "changed", "same", "faulty")},
        "listed": [each.sentence(language()) for each in preview.list_faults],
        "rows": [
            row_of(each, names, tables.get((each.values.get("round", ""), each.values.get("table", ""))))
            for each in preview.rows
        ],
    }


@dataclass(frozen=True, slots=True)
class ImportedResult:
    """A row of the list.  ``cells``: how the game ended; ``before``: the previous result, if the table changes."""

    line: int
    status: str
    round: str
    table: str
    player: str
    cells: Sequence[str]
    before: str
    faults: Sequence[str]


def row_of(row: ResultRow, names: Mapping[str, str], table: TableRows | None) -> ImportedResult:
    named = " ".join(row.values.get(key, "") for key in ("number", "player")).strip()
    status = "faulty" if row.faults or table is None else table.status
    before = [each for each in table.existing.players if each.player == row.player] if table and table.existing else []
    return ImportedResult(
        line=row.line,
        status=status,
        round=row.values.get("round", ""),
        table=row.values.get("table", ""),
        player=names[row.player] if row.player else named,
        cells=[cell(key, value) for key, value in row.values.items() if key not in WHERE and value],
        before=result_text(before[0]) if before and status == "changed" else "",
        faults=[each.sentence(language()) for each in row.faults],
    )


def cell(key: str, value: object) -> str:
    """A cell with the title of its column."""
    return word("import_cell", title=column(key, language()).title, value=value)


def result_text(result: PlayerResult) -> str:
    """A player's result before the import."""
    values = {"fell": result.fell, "points": result.points, "place": result.place}
    parts = [cell("assets", result.assets)] if result.fell is None and result.counted else []
    parts += [cell(key, value) for key, value in values.items() if value is not None]
    return word("comma").join(parts)


@blueprint.get(PATH)
def show_results_import(event_id: str) -> str:
    return page(event_id)


def form_texts() -> dict[str, str]:
    return {"text": request.form.get("text", ""), "note": request.form.get("note", "")}


def preview_page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page with the preview of the uploaded list.  Raises `Faulty` for a list that cannot be read."""
    data = uploaded()
    with service().database.read() as session:
        facts, found = preview_list(session, event_id, data)
    return page(event_id, problem, data=base64.b64encode(data).decode(), **form_texts(), **shown(facts, found))


def page_after_problem(event_id: str, problem: dict[str, object]) -> str:
    """The page after a problem: with the preview of the list if it can be read."""
    try:
        return preview_page(event_id, problem)
    except Faulty:
        return page(event_id, problem, **form_texts())


@blueprint.post(PATH)
@takes_up_to(LARGEST)
@form_view(page_after_problem)
def post_results_import(event_id: str) -> AnyResponse | str:
    """Preview a list, or enter the results of one that was previewed (``apply``)."""
    event_for("result.confirm", event_id)
    if "apply" not in request.form:
        return make_response(preview_page(event_id))
    data = uploaded()
    note = asked(commands.ImportResults, request.form, data=base64.b64encode(data).decode(), apply=True).note or None
    with service().database.read() as session:
        facts, found = preview_list(session, event_id, data)
    commands.import_results(caller(), event_id, facts, found, note)
    return f"/events/{event_id}/rounds"
