"""Running a round: its clock, its tables, what is still missing."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.clocks.pages import clock_told
from referee.clocks.round_clock import move, topics
from referee.clocks.schemas import RoundClockIn, RoundCloseIn
from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.names import round_name
from referee.events.regulation import last, read
from referee.models import Round
from referee.results.commands import publish_results
from referee.rounds.closing import Closing, close, reopen
from referee.rounds.queries import TableView, view
from referee.rounds.views import RESULTS, STAGES

blueprint = Blueprint("round_page", __name__)


@blueprint.get("/events/<event_id>/rounds/<round_id>")
def show_round(event_id: str, round_id: str) -> str:
    """The round."""
    return page(event_id, round_id)


def page(event_id: str, round_id: str, problem: dict[str, object] | None = None) -> str:
    """The page, with what was typed and what went wrong with it."""
    event = event_for("result.read", event_id)
    with service().database.read() as session:
        found = view(session, within(session, Round, round_id, event_id), service().database.now())
        regulation = read(held.text) if (held := last(session, event_id)) else None
    return framed(
        "round.html",
        event,
        round=found.round,
        rolled=regulation is not None and regulation.seating.start_order == "rolled",
        name=round_name(found.round.number, found.round),
        stage=found.stage,
        stage_told=word(STAGES[found.stage]),
        clock=clock_told(found.clock, found.now),
        entered=found.entered,
        missing=found.missing,
        late=found.late,
        tables=[row(each, found.now) for each in found.tables],
        problem=problem,
        sent=request.form,
        chosen=request.form.getlist("tables"),
    )


def row(each: TableView, now: int) -> dict[str, Any]:
    """A table as the page lists it."""
    return {
        "id": each.table.id,
        "number": each.table.number,
        "players": each.players,
        "clock": clock_told(each.clock, now),
        "entries": each.table.seq,
        "closed": each.table.state == "closed",
        "result": word(RESULTS[each.result]),
        "confirmed": each.result == "confirmed",
        "late": each.late,
    }


@blueprint.post("/events/<event_id>/rounds/<round_id>")
def post_round(event_id: str, round_id: str) -> AnyResponse:
    """Do what a button says: ``do`` is start, pause or extend (the round, or the tables that were ticked), close, open,
    or publish.
    """
    does = request.form.get("do", "")
    action = {"close": "round.close", "open": "round.close", "publish": "result.publish"}.get(does, "round.clock")
    who = allowed(action, event_id)

    def work() -> str:
        with service().database.read() as session:
            within(session, Round, round_id, event_id)
        done(does, round_id, who)
        return f"/events/{event_id}/rounds/{round_id}"

    return sent(work, lambda problem: page(event_id, round_id, problem))


def done(does: str, round_id: str, who: Principal) -> None:
    """Do it.  Raises the problems of what is done, and ``invalid``."""
    parts, form = service(), request.form
    reason = {"reason": form["reason"]} if form.get("reason", "").strip() else {}
    match does:
        case "close":
            body = read_form(RoundCloseIn, {"anyway": "anyway" in form, **reason})
            close(parts, round_id, Closing(body["anyway"], body.get("reason")), who)
        case "open":
            reopen(parts, round_id, who)
        case "publish":
            publish_results(caller(), round_id)
        case _:
            given: dict[str, Any] = {"kind": does, **reason}
            if does == "extend":
                given["seconds"] = seconds(form.get("minutes", ""))
            if "of_tables" in form:
                given["tables"] = form.getlist("tables")
            body = read_form(RoundClockIn, given)
            held = move(parts, round_id, body, who)
            parts.bus.publish(*topics(held, body))


def seconds(text: str) -> int | str:
    """Minutes as they were written, in seconds; what is no number stays a text, for the schema to refuse."""
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) * 60 if digits.isascii() and digits.isdigit() and len(digits) < 5 else text
