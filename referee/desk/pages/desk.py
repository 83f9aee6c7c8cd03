"""The organizer's desk: an event at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.clocks.views import clock_face, hours, minutes
from referee.core.access.guard import somebody
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import sent
from referee.core.pages.frame import can, framed
from referee.core.service import service
from referee.desk.commands import choose_address, resume_clocks
from referee.desk.queries import Desk, Task, desk
from referee.rounds.queries import RoundView
from referee.rounds.views import STAGES
from referee.standings.queries import view
from referee.standings.views import standings_view
from tournaments.standings.sentence import wanted as question_text

blueprint = Blueprint("desk", __name__)

LEADERS = 5
"""Players of the standings that the desk shows."""

TASKS: Mapping[str, str] = {
    "lost_entries": "task_lost_entries",
    "backup_failed": "task_backup_failed",
    "copy_failed": "task_copy_failed",
    "answer_calls": "task_answer_calls",
    "settle_appeals": "task_settle_appeals",
    "sign_penalties": "task_sign_penalties",
    "choose_regulation": "task_choose_regulation",
    "register_players": "task_register_players",
    "draw_seating": "task_draw_seating",
    "seat_anew": "task_seat_anew",
    "publish_seating": "task_publish_seating",
    "start_round": "task_start_round",
    "late_results": "task_late_results",
    "confirm_results": "task_confirm_results",
    "missing_results": "task_missing_results",
    "close_round": "task_close_round",
    "publish_results": "task_publish_results",
    "decide": "task_decide",
}


@dataclass(frozen=True, slots=True)
class TaskRow:
    """Something to do.  ``at``: the address of its page."""

    at: str
    sentence: str
    urgent: bool


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round.  ``on``: whether it is played now; ``entered``: the tables whose results are."""

    id: str
    name: str
    stage: str
    on: bool
    closed: bool
    clock: object
    entered: int
    tables: int


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the standings."""

    rank: int
    name: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class HeldRound:
    """A round whose clock is held."""

    id: str
    left: str


@dataclass(frozen=True, slots=True)
class HeldClocks:
    """The rounds whose clocks are held.  ``sentence``: why."""

    sentence: str
    rounds: Sequence[HeldRound]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses that links can be made with: the ``chosen`` one, if one was, and the one that holds ``now``."""

    choices: Sequence[str]
    chosen: str | None
    now: str


@blueprint.get("/events/<event_id>")
def show_desk(event_id: str) -> str:
    """The desk for the staff; for whoever only looks on, the event's pages."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The desk, with what went wrong."""
    event = event_for("event.read", event_id)
    if not can(somebody(), "result.read", event_id):
        return framed("desk/desk.html", event, desk=None)
    with service().database.read() as session:
        found = desk(session, event, service().database.now())
    names = {each.id: each.name for each in found.facts.entrants} if found.facts is not None else {}
    return framed(
        "desk/desk.html",
        event,
        desk=found,
        problem=problem,
        held=held_clocks(found),
        own_address=addresses(event_id),
        tasks=[
            TaskRow(f"/events/{event.id}/{each.at}".rstrip("/"), sentence(each), each.urgent) for each in found.tasks
        ],
        players=found.players,
        rounds=[round_row(each) for each in found.rounds],
        faults=[each.sentence(language()) for each in found.faults],
        questions=[question_text(each, language(), names) for each in found.wanted],
        leaders=leaders(found),
    )


@blueprint.post("/events/<event_id>")
def post_desk(event_id: str) -> AnyResponse:
    """Let the clocks go on that the service holds: of the rounds that were shown, for they were looked at."""
    event_for("round.clock", event_id)

    def work() -> str:
        resume_clocks(caller(), event_id, request.form.getlist("rounds"))
        return f"/events/{event_id}"

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/address")
def post_address(event_id: str) -> AnyResponse:
    """Choose which of this machine's addresses links and QR codes are made with."""
    choose_address(caller(), event_id, request.form.get("address", ""))
    return redirect(f"/events/{event_id}", 303)


def addresses(event_id: str) -> Addresses | None:
    """The addresses that the reader may choose from; None where there is nothing to choose."""
    own = service().own_address
    choices = own.choices()
    if len(choices) < 2 or not can(somebody(), "event.change", event_id):
        return None
    return Addresses(choices, own.chosen(), own.now())


def held_clocks(found: Desk) -> HeldClocks:
    """The rounds whose clocks are held, and why."""
    rounds = [each for each in found.rounds if each.clock.held and each.round.state != "closed"]
    if not rounds:
        return HeldClocks("", [])
    step = rounds[0].clock.held
    sentence = word("clock_was_forward" if step > 0 else "clock_was_back", span=hours(step))
    return HeldClocks(sentence, [HeldRound(each.round.id, left_text(each)) for each in rounds])


def left_text(found: RoundView) -> str:
    """A round and what is left of it."""
    name = round_name(found.round.number, found.round)
    if found.clock.remaining is None:
        return word("clocks_held_played", round=name, left=minutes(found.clock.elapsed))
    return word("clocks_held_left", round=name, left=minutes(found.clock.remaining))


def leaders(found: Desk) -> list[Leader]:
    """The first of the standings, with their first two values."""
    if found.facts is None or found.faults:
        return []
    seen = view(found.facts, staff=True)
    if not seen.after:
        return []
    rows = standings_view(seen, language()).rows[:LEADERS]
    return [Leader(row.rank, row.name, row.values[:2]) for row in rows]


def round_row(each: RoundView) -> RoundRow:
    """A round as the desk shows it."""
    return RoundRow(
        id=each.round.id,
        name=round_name(each.round.number, each.round),
        stage=word(STAGES[each.stage]),
        on=each.stage == "running",
        closed=each.round.state == "closed",
        clock=clock_face(each.clock, each.now),
        entered=each.entered,
        tables=len(each.tables),
    )


def sentence(task: Task) -> str:
    """A task in the reader's language."""
    facts: dict[str, Any] = dict(task.facts)
    if "number" in facts:
        facts["round"] = facts.pop("name") or word("round", number=facts.pop("number"))
    if "tables" in facts:
        facts["tables"] = word("comma").join(map(str, facts["tables"]))
    if "first" in facts:
        first, last = facts.pop("first"), facts.pop("last")
        facts["rounds"] = (
            word("rounds_together", first=first, last=last) if last > first else word("round", number=first)
        )
    return word(TASKS[task.code], **facts)
