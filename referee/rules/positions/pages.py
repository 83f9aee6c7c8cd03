"""Pages for positions written by hand, without a table: typed field by field, checked as a whole, then explained."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import require_principal
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.chain import canonical
from referee.core.language import language, word
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.models import GameTable
from referee.rules.explain.pages import Subject
from referee.rules.explain.pages import page as explanation_page
from referee.rules.explain.position import open_game
from referee.rules.positions.declared import KEEP, declared_form, declared_messages, read_declared
from referee.rules.positions.faults import messages_by_field
from referee.rules.positions.fields import fields, has_fields, typed_position
from referee.rules.positions.header import PositionHead, choices, fields_of, head_from_form, head_from_header
from referee.rules.positions.packed import header_from, pack, shown_values, unpack
from referee.tables.queries import game_for
from rulesets.kernel.record import Unreadable, open_header, read_line
from rulesets.kernel.ruleset import Game

blueprint = Blueprint("positions_page", __name__)

NEW_POSITION = {"begun": "1", "go_reached": "1", "phase": "between_turns"}
"""How a new position differs from the start of a game, because questions come up in the middle of one."""


@blueprint.get("/positions/new")
def show_new() -> AnyResponse:
    """The form.  Query parameters: ``table``: begin with the table's position; ``p``: begin with a packed header."""
    require_principal()
    table = request.args.get("table", "")
    if table and "p" not in request.args:
        game_for("table.read", table)
        found = service().part(TableGames).current(table)
        return redirect(f"/positions/new?p={pack(header_from(found.game, found.header))}&table={table}", 303)
    head, base = starting_point(request.args.get("p", ""))
    form = fields_of(head, language()) | shown_values(base, language())
    return make_response(page(head, base, form if "p" in request.args else {**form, **NEW_POSITION}, table=table))


def starting_point(text: str) -> tuple[PositionHead, Game]:
    """The head and the game that a form began with: those of a packed header, else those of a new position."""
    if text:
        header = unpack(text)
        game = open_game(header)
        return head_from_header(header), game
    head = head_from_form({}, language())
    return head, head.start()[0]


@blueprint.post("/positions/new")
def post_new() -> AnyResponse:
    """Handle the form's buttons: ``again``: show the form for other rules, players or rows; ``paste``: read a pasted
    header; ``look``: check the position and go on to its explanation.
    """
    service().limits.trial(require_principal().credential_id)
    form = request.form
    table, began = form.get("table", ""), form.get("p", "")
    if form.get("do") == "paste":
        return explain_pasted(form.get("header", ""), table)
    head = head_from_form(form, language())
    old_head, old_game = starting_point(began)
    same = (head.ruleset.name, head.edition, head.seats) == (old_head.ruleset.name, old_head.edition, old_head.seats)
    base, wrong = head.start(old_game.ruleset.position(old_game) if began and same else None)
    if form.get("do") != "look":
        return make_response(page(head, base, form, table=table))
    read = read_form(form, base)
    faults = read.faults
    header = head.header(read.position)
    opening = open_header({**header, "options": {}} if wrong else header)
    if opening.game is not None and not faults and not wrong:
        return redirect(address(header, table), 303)
    explain = base.ruleset.explain
    refusals = [explain(each, base.state.table, language()) for each in (*wrong, *opening.refusals)]
    for place, messages in read.places(refusals).items():
        faults.setdefault(place, []).extend(messages)
    return make_response(page(head, base, form, table=table, faults=faults), 422)


class ReadForm(NamedTuple):
    """What a form says.  ``faults``: of what cannot be read, by field; ``places``: sorts refusals by field."""

    position: dict[str, Any]
    faults: dict[str, list[str]]
    places: Callable[[Sequence[Mapping[str, Any]]], Mapping[str, list[str]]]


def read_form(form: Mapping[str, str], game: Game) -> ReadForm:
    """Read the position that a form stands for; the classic board's has rows for what is due."""
    if not has_fields(game):
        position, faults = read_declared(form, game, language())
        return ReadForm(position, faults, lambda refusals: declared_messages(refusals, game, language()))
    read = typed_position(form, game, language())
    found: dict[str, list[str]] = {}
    for each in read.misread:
        found.setdefault(each.field, []).append(each.message)
    return ReadForm(read.position, found, lambda refusals: messages_by_field(refusals, game.state.table, read))


def explain_pasted(text: str, table: str) -> AnyResponse:
    """Redirect to the explanation of a pasted header, or show the form with what is wrong with it."""
    try:
        header = read_line(text.strip())
        open_game(header)
        return redirect(address({key: header[key] for key in header if key != "fingerprint"}, table), 303)
    except Unreadable as unreadable:
        base = starting_point("")[1]
        refusal = base.ruleset.explain(unreadable.refusal, base.state.table, language())
        problem: dict[str, Any] = {"title": word("position_unread"), "detail": refusal["message"]}
    except Problem as error:
        problem = error.to_json(language())
    head, base = starting_point("")
    form = {**fields_of(head, language()), **shown_values(base, language()), **NEW_POSITION, "header": text}
    return make_response(page(head, base, form, table=table, problem=problem), 422)


def address(header: dict[str, Any], table: str) -> str:
    """The address of a position's explanation."""
    return f"/positions?p={pack(header)}" + (f"&table={table}" if table else "")


def page(
    head: PositionHead,
    base: Game,
    form: Mapping[str, str],
    *,
    table: str = "",
    faults: Mapping[str, list[str]] | None = None,
    problem: Mapping[str, Any] | None = None,
) -> str:
    there = fields(base, language()) if has_fields(base) else None
    declared = None if there else declared_form(base, language())
    kept = declared.values() if declared else {}
    if there:
        kept = {name: value for name, value in there.values.items() if name.startswith(("cash_", "space_"))}
    elif "game.turn" in form:  # it was sent: what was not ticked is not ticked
        del kept[KEEP]
    return render_template(
        "rules/position_new.html",
        head=head,
        choices=choices(head, language()),
        fields=there,
        declared=declared,
        form={**kept, **{name: form[name] for name in form}},
        began=request.values.get("p", ""),
        table=table,
        faults=faults or {},
        problem=problem,
    )


@blueprint.get("/positions")
def show_position() -> AnyResponse:
    """A packed position (``?p=``), explained; ``?report=`` tries a report in it.  Nothing is stored."""
    who = require_principal()
    text, table = request.args.get("p", ""), request.args.get("table", "")
    if not text:
        return redirect("/positions/new", 303)
    header = unpack(text)
    game = open_game(header)
    found = TableGame("", "", "", header, game, "")
    subject = Subject(found, "/positions", {"p": text, **({"table": table} if table else {})})
    to_case = case_link(table, who, text) if table else ""
    return make_response(
        explanation_page(
            subject, who, header=canonical(header), play=play_address(header), table=table, to_case=to_case
        )
    )


def play_address(header: Mapping[str, Any]) -> str:
    """The address at which a position is played on, on one's own device (`practice/record_address.js`)."""
    rest = {name: header[name] for name in ("edition", "names", "options", "start") if name in header}
    parts = {"ruleset": header["ruleset"], "seats": ",".join(header["seats"]), "header": json.dumps(rest)}
    return f"/try#{urlencode(parts)}"


def case_link(table_id: str, who: Principal, text: str) -> str:
    """The address for opening a case whose ruling would set the position at the table; empty if ``who`` may not."""
    with service().database.read() as session:
        table = session.get(GameTable, table_id)
    if table is None or not may(who.roles_in(table.event_id), "case.open"):
        return ""
    return f"/events/{table.event_id}/cases/new?table={table_id}&p={text}"
