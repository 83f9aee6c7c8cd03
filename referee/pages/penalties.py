"""Penalties: a player's history and the step that is next, giving one, signing, cancelling, taking note."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.access.guard import allowed
from referee.access.principal import Principal
from referee.access.roles import may
from referee.api.events import event_for
from referee.api.schemas.penalty import PenaltyIn, PenaltyNotedIn
from referee.api.schemas.result import ReasonIn
from referee.event import penalising
from referee.event.penalties import category_of, penalties_of, rule_for
from referee.event.penalty_view import listed, rule_json, suggestion_json
from referee.event.players import players_of
from referee.event.seats import seated
from referee.event.within import within
from referee.language import word
from referee.models import Event, GameTable, Penalty, Player, Round, Seat
from referee.pages.frame import framed
from referee.pages.penalties_told import told
from referee.pages.read_form import number, read_form
from referee.pages.seating_told import round_name
from referee.pages.sent import sent
from referee.problems import Problem
from referee.service import service
from tournaments.penalties.rule import PenaltiesRule

blueprint = Blueprint("penalties_page", __name__)


@blueprint.get("/events/<event_id>/penalties")
def show_penalties(event_id: str) -> str:
    """The page."""
    return page(event_id, request.args)


def page(event_id: str, given: Mapping[str, str], problem: dict[str, object] | None = None) -> str:
    """The page.  ``given``: what was chosen or typed; with ``player`` and ``category`` it shows the form."""
    who = allowed("penalty.give", event_id)
    event = event_for("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        rows = told(listed(session, event_id, penalties_of(session, event_id)), who, event_id)
        players = players_of(session, event_id)
        asked = form(session, event, rule, who, given)
        first = set(seated_at(session, given.get("table_id", "")))
    return framed(
        "penalties.html",
        event,
        waiting=[row for row in rows if row["state"] == "proposed"],
        rows=rows,
        players=sorted(players, key=lambda each: each.id not in first),
        rule=rule_json(rule),
        asked=asked,
        given=given,
        problem=problem,
    )


def form(
    session: Session, event: Event, rule: PenaltiesRule, who: Principal, given: Mapping[str, str]
) -> dict[str, Any] | None:
    """What the form to give a penalty shows, once a player and an offence are chosen."""
    player = session.get(Player, given.get("player", ""))
    if player is None or player.event_id != event.id or not given.get("category"):
        return None
    category = category_of(rule, given["category"])
    before = penalties_of(session, event.id, player.id)
    suggested = suggestion_json(rule, category, before)
    severe = may(who.roles_in(event.id), "penalty.severe")
    steps = [step for step in rule_json(rule)["steps"] if severe or not step["severe"]]
    tables = tables_of(session, player.id)
    playing = next((each["id"] for each in tables if each["running"]), "")
    return {
        "player": player,
        "history": told(listed(session, event.id, before), who, event.id),
        "suggested": suggested,
        "steps": steps,
        "above": suggested["step"]["severe"] and not severe,
        "chosen": given.get("step") or suggested["step"]["key"],
        "tables": tables,
        "at": given.get("table_id", playing),
        "clauses": given.get("clauses", ", ".join(category.clauses)),
    }


def seated_at(session: Session, table_id: str) -> list[str]:
    """Who sits at a table: the first to be chosen from where somebody comes from its call."""
    return [seat.player_id for seat in seated(session, [table_id])[table_id]]


def tables_of(session: Session, player_id: str) -> list[dict[str, Any]]:
    """The tables where a player sits or sat, the latest round first.  ``running``: whether the round is played now."""
    wanted = (
        select(GameTable, Round)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .join(Round, col(GameTable.round_id) == Round.id)
        .where(Seat.player_id == player_id)
        .order_by(col(Round.number).desc())
    )
    return [
        {
            "id": table.id,
            "title": word("penalties_at_table", round=round_name(round_.number, round_), table=table.number),
            "running": round_.state == "running",
        }
        for table, round_ in session.exec(wanted)
    ]


def changed(event_id: str, table_id: str | None) -> str:
    """Wake whoever watches the event or the table; where this page is."""
    service().bus.publish(*filter(None, (table_id, event_id)))
    return f"/events/{event_id}/penalties"


@blueprint.post("/events/<event_id>/penalties")
def post_penalty(event_id: str) -> AnyResponse:
    """Give a penalty."""

    def work() -> str:
        who = allowed("penalty.give", event_id)
        typed = {key: request.form.get(key, "") for key in ("player", "category", "step", "facts", "reason")}
        chosen = {key: value for key in ("table_id", "call_id") if (value := request.form.get(key, ""))}
        entry = request.form.get("entry", "").strip()
        clauses = [each for each in re.split(r"[,、，;\s]+", request.form.get("clauses", "")) if each]
        entered = {"entry": number(entry)} if entry else {}
        given = read_form(PenaltyIn, {**typed, **chosen, **entered, "clauses": clauses})
        database = service().database
        with database.write() as session:
            penalising.give(session, database.now(), who, event_id, given)
        return changed(event_id, given.get("table_id"))

    return sent(work, lambda problem: page(event_id, request.form, problem))


@blueprint.post("/events/<event_id>/penalties/<penalty_id>")
def post_done(event_id: str, penalty_id: str) -> AnyResponse:
    """Do what a button says: ``do`` is sign, cancel or note."""

    def work() -> str:
        does = request.form.get("do", "")
        who = allowed("penalty.sign_off" if does == "sign" else "penalty.give", event_id)
        database = service().database
        with database.write() as session:
            row = within(session, Penalty, penalty_id, event_id)
            carry_out(session, does, row, who)
        return changed(event_id, row.table_id)

    return sent(work, lambda problem: page(event_id, {}, problem))


def carry_out(session: Session, does: str, row: Penalty, who: Principal) -> None:
    """Do it.  Raises the problems of what is done, and ``invalid``."""
    now, note = service().database.now(), request.form.get("note", "")
    match does:
        case "sign":
            penalising.sign_off(session, now, who, row.id)
        case "cancel":
            penalising.cancel(session, now, who, row.id, read_form(ReasonIn, {"reason": note})["reason"])
        case "note":
            penalising.noted(session, now, who, row.id, read_form(PenaltyNotedIn, {"note": note})["note"])
        case _:
            raise Problem("not_found", path=does)
