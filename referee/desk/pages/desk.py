"""The organizer's desk: an event at a glance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.clocks.commands import MoveClock, move_round_clock
from referee.clocks.timeline import START
from referee.clocks.views import clock_face, hours, minutes
from referee.core.access.guard import somebody
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.forms import sent
from referee.core.pages.frame import can, framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.desk.pages.own_address import question
from referee.desk.queries import Desk, Task, desk
from referee.events.names import round_name
from referee.models import Event, Round
from referee.rounds.queries import RoundView
from referee.rounds.views import STAGES
from referee.standings.queries import view
from referee.standings.views import StandingsRowView, standings_view
from tournaments.standings.sentence import wanted as question_told

blueprint = Blueprint("desk", __name__)

LEADERS = 5
"""Players of the standings that the desk shows."""

SAID: Mapping[str, Callable[..., str]] = {
    "lost_entries": lambda **facts: word("task_lost_entries", **facts),
    "backup_failed": lambda **facts: word("task_backup_failed", **facts),
    "copy_failed": lambda **facts: word("task_copy_failed", **facts),
    "answer_calls": lambda **facts: word("task_answer_calls", **facts),
    "settle_appeals": lambda **facts: word("task_settle_appeals", **facts),
    "sign_penalties": lambda **facts: word("task_sign_penalties", **facts),
    "choose_regulation": lambda **facts: word("task_choose_regulation", **facts),
    "register_players": lambda **facts: word("task_register_players", **facts),
    "draw_seating": lambda **facts: word("task_draw_seating", **facts),
    "seat_anew": lambda **facts: word("task_seat_anew", **facts),
    "publish_seating": lambda **facts: word("task_publish_seating", **facts),
    "start_round": lambda **facts: word("task_start_round", **facts),
    "late_results": lambda **facts: word("task_late_results", **facts),
    "confirm_results": lambda **facts: word("task_confirm_results", **facts),
    "missing_results": lambda **facts: word("task_missing_results", **facts),
    "close_round": lambda **facts: word("task_close_round", **facts),
    "publish_results": lambda **facts: word("task_publish_results", **facts),
    "decide": lambda **facts: word("task_decide", **facts),
}


@blueprint.get("/events/<event_id>")
def show_desk(event_id: str) -> str:
    """The desk for the staff; for whoever only looks on, the event's pages."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The desk, with what went wrong."""
    event = event_for("event.read", event_id)
    if not can(somebody(), "result.read", event_id):
        return framed("desk.html", event, desk=None)
    with service().database.read() as session:
        found = desk(session, event, service().database.now())
    more = {"held": held_told(found), "own_address": question(event_id), **shown(event, found)}
    return framed("desk.html", event, desk=found, problem=problem, **more)


@blueprint.post("/events/<event_id>")
def post_desk(event_id: str) -> AnyResponse:
    """Let the clocks go on that the service holds: of the rounds that were shown, for they were looked at."""
    event_for("round.clock", event_id)

    def work() -> str:
        for round_id in request.form.getlist("rounds"):
            with service().database.read() as session:
                within(session, Round, round_id, event_id)
            try:
                move_round_clock(caller(), round_id, MoveClock(START))
            except Problem as problem:
                if problem.code != "clock_runs":  # somebody else was faster
                    raise
        return f"/events/{event_id}"

    return sent(work, lambda problem: page(event_id, problem))


def held_told(found: Desk) -> dict[str, Any]:
    """The rounds whose clocks are held, and why."""
    rounds = [each for each in found.rounds if each.clock.held and each.round.state != "closed"]
    if not rounds:
        return {"rounds": []}
    step = rounds[0].clock.held
    span = hours(step)
    return {
        "said": word("clock_was_forward", span=span) if step > 0 else word("clock_was_back", span=span),
        "rounds": [{"id": each.round.id, "left": left_told(each)} for each in rounds],
    }


def left_told(found: RoundView) -> str:
    """A round and what is left of it."""
    name = round_name(found.round.number, found.round)
    if found.clock.remaining is None:
        return word("clocks_held_played", round=name, left=minutes(found.clock.elapsed))
    return word("clocks_held_left", round=name, left=minutes(found.clock.remaining))


def shown(event: Event, found: Desk) -> dict[str, Any]:
    """What the page says of a desk."""
    leaders: list[StandingsRowView] = []
    names: dict[str, str] = {}
    if found.facts is not None:
        names = {each.id: each.name for each in found.facts.entrants}
        seen = view(found.facts, staff=True)
        if seen.after and not found.faults:
            rows = standings_view(seen, language()).rows[:LEADERS]
            leaders = [replace(row, values=row.values[:2]) for row in rows]
    return {
        "tasks": [{"at": f"/events/{event.id}/{each.at}".rstrip("/"), "said": said(each), "urgent": each.urgent}
                  for each in found.tasks],
        "players": found.players,
        "rounds": [
            {
                "id": each.round.id,
                "name": round_name(each.round.number, each.round),
                "stage": word(STAGES[each.stage]),
                "on": each.stage == "running",
                "closed": each.round.state == "closed",
                "clock": clock_face(each.clock, each.now),
                "entered": each.entered,
                "tables": len(each.tables),
            }
            for each in found.rounds
        ],
        "faults": [each.sentence(language()) for each in found.faults],
        "questions": [question_told(each, language(), names) for each in found.wanted],
        "leaders": leaders,
    }  # fmt: skip


def said(task: Task) -> str:
    """A task in the reader's language."""
    facts = dict(task.facts)
    if "number" in facts:
        facts["round"] = facts.pop("name") or word("round", number=facts.pop("number"))
    if "tables" in facts:
        facts["tables"] = word("comma").join(map(str, facts["tables"]))
    if "first" in facts:
        first, last = facts.pop("first"), facts.pop("last")
        facts["rounds"] = (
            word("rounds_together", first=first, last=last) if last > first else word("round", number=first)
        )
    return SAID[task.code](**facts)
