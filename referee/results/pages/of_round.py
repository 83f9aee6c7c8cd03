"""All results of a round on one page: a field for each player, and one button for all tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import asked, do_each, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import seats_by_table
from referee.events.regulation import regulation_of
from referee.models import GameTable, Round, TableResult
from referee.results import commands
from referee.results.at_table import AtTable, at_table
from referee.results.commands import EnterResult
from referee.results.confirming import SECOND_PERSON, wanted
from referee.results.pages.form import ResultFields
from referee.results.queries import CONFIRMED, ENTERED, NONE, is_own, tables_of_rounds, versions
from referee.results.sources import POINTS
from rulesets import Money
from tournaments.fault import Faulty
from tournaments.result import PointsRow
from tournaments.typed import Whole, kinds, plain

blueprint = Blueprint("results_of_round", __name__)

PATH = "/events/<event_id>/rounds/<round_id>/results"
FELL = re.compile(r"([x×✕✗])\s*(\d{1,2})|[q退]\s*(\d{1,2})", re.IGNORECASE)
"""A bankruptcy by its number among those who went out: ``x1`` was the first; ``q1``: by leaving the game."""
PLACE = re.compile(r"#\s*(\d{1,2})|(\d{1,2})\s*位|第\s*(\d{1,2})\s*名")
"""A place, if nothing is counted: ``#1``."""


@dataclass(frozen=True, slots=True)
class ResultField:
    """A player at a table.  ``field``: its name in the form, None if the result is not entered here; ``text``: its
    content.
    """

    order: int
    name: str
    field: str | None
    text: str


@dataclass(frozen=True, slots=True)
class TableForm:
    """A table.  ``state``: none, entered or confirmed; ``version``: the one that the form is based on; ``monopoly``:
    the start order of the winner by monopoly; ``own``: whether the reader has entered it; ``typed``: names, and what
    is entered; ``faults``: sentences.
    """

    id: str
    number: int
    state: str
    version: int
    fields: Sequence[ResultField]
    monopoly: str
    own: bool
    typed: Sequence[tuple[str, str]]
    faults: Sequence[str]


@blueprint.get(PATH)
def show_results(event_id: str, round_id: str) -> str:
    return page(event_id, round_id)


def page(
    event_id: str,
    round_id: str,
    problem: dict[str, object] | None = None,
    faults: Mapping[str, Sequence[str]] | None = None,
    typed: Mapping[str, str] | None = None,
) -> str:
    """The page.  ``faults``: of tables, by id; ``typed``: the form as it was filled in."""
    allowed("result.read", event_id)
    event = event_for("result.enter", event_id)
    with service().database.read() as session:
        round_ = within(session, Round, round_id, event_id)
        alone = wanted(session, event_id, regulation_of(session, event_id)) != SECOND_PERSON
        tables = [
            table_form(at, versions(session, at.table.id), (faults or {}).get(at.table.id, ()), typed)
            for at in seated_tables(session, round_)
        ]
    return framed(
        "results/of_round.html",
        event,
        round=round_,
        name=round_name(round_.number, round_, language()),
        tables=tables,
        left=sum(each.state == NONE for each in tables),
        to_confirm=[each.number for each in tables if each.state == ENTERED and not each.own],
        again=[each for each in tables if each.state == ENTERED and each.own and alone],
        own=[each.number for each in tables if each.state == ENTERED and each.own and not alone],
        problem=problem,
    )


def seated_tables(session: Session, round_: Round) -> list[AtTable]:
    """The tables of a round that somebody sits at, by number."""
    tables = [table for _, table in tables_of_rounds(session, round_.event_id, [round_.number])]
    seats = seats_by_table(session, [table.id for table in tables])
    return [at_table(session, table.id) for table in tables if seats[table.id]]


def table_form(
    at: AtTable, listed: Sequence[TableResult], faults: Sequence[str], typed: Mapping[str, str] | None
) -> TableForm:
    """A table as the page shows it.  ``typed``: kept if there were faults."""
    latest = listed[-1] if listed else None
    stands, monopoly = field_texts(at, latest)
    open_ = editable(at, latest)
    names = {order: f"r_{at.table.id}_{order}" for order in range(1, len(at.players) + 1)}
    again = typed if typed is not None and faults else None
    return TableForm(
        id=at.table.id,
        number=at.table.number,
        state=NONE if latest is None else ENTERED if latest.confirmed_at is None else CONFIRMED,
        version=latest.version if latest else 0,
        fields=[
            ResultField(
                order,
                at.name(player),
                names[order] if open_ else None,
                again.get(names[order], "") if again else stands.get(player, ""),
            )
            for order, player in enumerate(at.players, 1)
        ],
        monopoly=again.get(f"m_{at.table.id}", "") if again else monopoly,
        typed=[(at.name(player), stands.get(player, "–")) for player in at.players],
        own=latest is not None and is_own(latest.entered_account_id, require_principal().account_id),
        faults=faults,
    )


def field_texts(at: AtTable, latest: TableResult | None) -> tuple[dict[str, str], str]:
    """The text for each player of a result, by id, and the start order of the winner by monopoly, empty for none."""
    rows = {row["player"]: row for row in json.loads(latest.players)} if latest is not None else {}
    winner = (str(order) for order, player in enumerate(at.players, 1) if rows.get(player, {}).get("monopoly"))
    money = at.regulation.game.money
    return {player: field_text(row, money) for player, row in rows.items()}, next(winner, "")


def field_text(row: Mapping[str, Any], money: Money) -> str:
    """A player's row of a result as one would type it."""
    if row["fell"]:
        return f"{'q' if row.get('left') else 'x'}{row['fell']}"
    if row["place"] and not row["assets"]:
        return f"#{row['place']}"
    return "" if row["assets"] is None else money.typed(row["assets"])


def editable(at: AtTable, latest: TableResult | None) -> bool:
    """Whether a result can be entered here: none is confirmed, and the latest was not counted or taken from the log."""
    if latest is None:
        return at.table.state == "open" or at.round.state != "closed"
    more = any(row["points"] is not None for row in json.loads(latest.players))
    return latest.confirmed_at is None and latest.source == POINTS and not more and at.round.state != "closed"


@blueprint.post(PATH)
@form_view(page)
def post_results(event_id: str, round_id: str) -> AnyResponse | str:
    """Enter the results of all tables that something was typed for; a fault at one table does not stop the others."""
    allowed("result.read", event_id)
    allowed("result.enter", event_id)
    typed = request.form.to_dict()
    with service().database.read() as session:
        tables = [
            (at, versions(session, at.table.id))
            for at in seated_tables(session, within(session, Round, round_id, event_id))
        ]
    faults: dict[str, list[str]] = {}
    for at, listed in tables:
        try:
            enter_table(at, listed[-1] if listed else None, typed)
        except (Problem, Faulty) as error:
            faults[at.table.id] = fault_sentences(error)
    if faults:
        return make_response(page(event_id, round_id, None, faults, typed), 422)
    return f"/events/{event_id}/rounds/{round_id}/results"


def enter_table(at: AtTable, latest: TableResult | None, form: Mapping[str, str]) -> None:
    """Enter the result of a table, if what was typed differs from what is entered already."""
    typed = ResultFields(at, form)
    cells = read_cells(typed)
    monopoly = form.get(f"m_{at.table.id}", "")
    stands, winner = field_texts(at, latest)
    standing = {cell_name(at, order): stands.get(player, "") for order, player, _ in typed.seats()}
    same = not typed.faults and monopoly == winner and cells == read_cells(ResultFields(at, standing))
    if same or not (typed.faults or any(cells.values())) or not editable(at, latest):
        return
    typed.check()
    rows = [
        {"player": player, "monopoly": monopoly == str(order), **cells[player]} for order, player, _ in typed.seats()
    ]
    version = typed.read(f"v_{at.table.id}", Whole(0, 10_000)) or 0
    given = asked(EnterResult, {}, version=version, points=rows)
    commands.enter_result(caller(), given, commands.try_result(caller(), at.table.id, given), language())


def cell_name(at: AtTable, order: int) -> str:
    return f"r_{at.table.id}_{order}"


def read_cells(typed: ResultFields) -> dict[str, dict[str, int]]:
    """What each player's field says: how they went out, a place, or dollars."""
    return {player: parse_cell(typed, cell_name(typed.at, order), name) for order, player, name in typed.seats()}


def parse_cell(typed: ResultFields, field: str, name: str) -> dict[str, int]:
    text = plain(typed.form.get(field, ""))
    if fell := FELL.fullmatch(text):
        return {"fell": int(fell[2] or fell[3]), "left": not fell[1]}
    if place := PLACE.fullmatch(text):
        return {"place": int(next(filter(None, place.groups())))}
    assets = typed.read(field, kinds(PointsRow)["assets"], name)
    return {} if assets is None else {"assets": assets}


def fault_sentences(error: Problem | Faulty) -> list[str]:
    """What is wrong, in the reader's language."""
    problem = as_problem(error)
    body: Any = problem.to_json(language())
    objected = [each["message"] for each in body.get("objections", [])]
    if objected:
        return [*objected, word("results_at_table")]
    return [*problem.facts.get("faults", [str(body["detail"])])]


@blueprint.post(f"{PATH}/confirm")
@form_view(page)
def post_confirm(event_id: str, round_id: str) -> str:
    """Confirm the results of all tables that the page showed, as it showed them: those that somebody else has entered,
    or one's own that were compared with the sheets again (``signed``: by all players).
    """
    allowed("result.confirm", event_id)
    with service().database.read() as session:
        within(session, Round, round_id, event_id)

    how = commands.ConfirmResult(signed=request.form.get("signed") == "1")

    def confirm(table_id: str) -> None:
        with service().database.read() as session:
            listed = versions(session, within(session, GameTable, table_id, event_id).id)
        for each in listed:
            if str(each.version) == request.form.get(f"v_{table_id}"):
                commands.confirm_result(caller(), each.id, how)

    do_each(request.form.getlist("tables"), confirm, {})
    return f"/events/{event_id}/rounds/{round_id}/results"
