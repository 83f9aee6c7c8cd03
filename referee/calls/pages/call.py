"""The page of a call: what the table wants, what was done about it, and what the reader may do."""

from __future__ import annotations

from flask import Blueprint, request

from referee.calls import commands
from referee.calls.queries import CALLS, answering_judges, call_times, notes_at
from referee.calls.state import CLAIMED, ESCALATED, HANDED_OVER, LEVELS, RESOLVED, minutes_text
from referee.calls.views import call_view
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import players_by_table
from referee.log.table_game import TableGames
from referee.log.text import refusals_of
from referee.models import Call, new_id
from referee.rules.guide import irregularities_fitting, remedies_for

blueprint = Blueprint("call_page", __name__)

BUTTONS = {"claim": CLAIMED, "escalate": ESCALATED, "hand_over": HANDED_OVER, "resolve": RESOLVED}
"""The buttons of those who answer calls, and their steps."""


@blueprint.get("/events/<event_id>/calls/<call_id>")
def show_call(event_id: str, call_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    who = allowed("call.answer", event_id)
    event = event_for("call.answer", event_id)
    with service().database.read() as session:
        within(session, Call, call_id, event_id)
        found = CALLS.state(session, call_id)
        time = call_times(session, [found]).get(call_id)
        people = answering_judges(session, event_id)
        players = players_by_table(session, [found.table])[found.table.id]
        note = notes_at(session, [found.table.id]).get(found.table.id)
    game = service().part(TableGames).at_start(found.table.id).game
    now = service().database.now()
    numbers = dict.fromkeys(line.refused for line in found.lines if line.refused)
    refused = {seq: refusals_of(found.table.id, seq, language()) for seq in numbers}
    description = next((line.text for line in reversed(found.lines) if line.text), "")
    return framed(
        "calls/call.html",
        event,
        call=call_view(found, now, time),
        now=now,
        minutes=minutes_text,
        refused=refused,
        asked=description,
        guide=irregularities_fitting(
            description, [each.clause for of in refused.values() for each in of], language(), game.ruleset
        ),
        remedies=remedies_for(game),
        client_id=new_id(),
        players=players,
        note=note,
        may_do={each for each, step in BUTTONS.items() if CALLS.offers(who, found.call, found, step)}
        - ({"claim"} if found.taken else set()),
        higher=LEVELS[min(LEVELS.index(found.level) + 1, len(LEVELS) - 1)],
        heirs=[each for each in people if not found.held_by(each.id)],
        problem=problem,
        typed=request.form,
    )


@blueprint.post("/events/<event_id>/calls/<call_id>")
@form_view(show_call)
def post_call(event_id: str, call_id: str) -> str:
    """Handle a button: ``do`` is claim, escalate, hand_over, resolve or extend."""
    button = request.form.get("do", "")
    allowed("table.clock" if button == "extend" else "call.answer", event_id)
    with service().database.read() as session:
        within(session, Call, call_id, event_id)
    match button:
        case "claim":
            commands.claim_call(caller(), call_id)
        case "escalate":
            commands.escalate_call(caller(), call_id, asked(commands.Noted, request.form))
        case "hand_over":
            commands.hand_call_over(caller(), call_id, asked(commands.HandOver, request.form))
        case "resolve":
            commands.resolve_call(caller(), call_id, asked(commands.Noted, request.form))
        case "extend":
            commands.extend_for_call(caller(), call_id)
        case _:
            raise Problem("not_found", path=button)
    return f"/events/{event_id}/calls/{call_id}"
