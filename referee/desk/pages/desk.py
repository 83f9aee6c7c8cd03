"""The organizer's desk: an event at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request
from sqlmodel import select
from werkzeug.wrappers import Response as AnyResponse

from referee.calls.queries import calling_table_ids
from referee.clocks.views import ClockFace, clock_face, hours, minutes
from referee.core.access.guard import require_principal
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import Cell, round_name
from referee.core.pages.forms import do_each, form_view
from referee.core.pages.frame import can, framed, may_open
from referee.core.service import service
from referee.desk.commands import choose_address, resume_clock
from referee.desk.day import DayPlan, day
from referee.desk.pages.start import round_rows
from referee.desk.queries import Desk, Task, Tile, desk, tiles
from referee.models import Event, Round
from referee.rounds.queries import RoundView
from referee.rounds.views import STAGES
from referee.standings.columns import columns_of
from referee.standings.queries import view
from referee.standings.views import standings_view
from tournaments.standings.sentence import decision_sentence

blueprint = Blueprint("desk", __name__)

LEADERS = 5
"""How many players of the standings the desk shows."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """Something to do.  ``at``: the address of its page."""

    at: str
    sentence: str
    urgent: bool


@dataclass(frozen=True, slots=True)
class DeskRound:
    """A round.  ``on``: whether it is being played; ``entered``: how many tables have a confirmed result."""

    id: str
    name: str
    stage: str
    on: bool
    closed: bool
    clock: object
    entered: int
    tables: int


@dataclass(frozen=True, slots=True)
class TileRow:
    """A table in play.  ``state``: one of `referee.desk.queries.STATES`; ``at``: the page where something can be done
    about it.
    """

    number: int
    state: str
    title: str
    at: str
    log: str
    players: Sequence[str]
    clock: ClockFace


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the standings; ``values``: in the first of their columns."""

    rank: int
    name: str
    values: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Leaders:
    """The first rows of the standings, and the titles of the columns that they show."""

    titles: Sequence[str]
    rows: Sequence[Leader]


@dataclass(frozen=True, slots=True)
class HeldRound:
    """A round whose clock is held.  ``left``: its name with the time left, in words."""

    id: str
    left: str


@dataclass(frozen=True, slots=True)
class HeldClocks:
    """The rounds whose clocks are held.  ``sentence``: why."""

    sentence: str
    rounds: Sequence[HeldRound]


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses that links can use.  ``chosen``: the one that was chosen, if any; ``now``: the one in use;
    ``local``: whether that one leads to this computer alone.
    """

    local: bool
    choices: Sequence[str]
    chosen: str | None
    now: str


@blueprint.get("/events/<event_id>")
def show_desk(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Show the desk to the staff, and only the tables to others."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        if not can(require_principal(), "result.read", event_id):
            return framed("desk/desk.html", event, desk=None, tables=round_rows(session, event, require_principal()))
        found = desk(session, event, service().database.now())
        called = calling_table_ids(session, event_id)
    progress = day(event, found)
    following = (
        progress.next
        if progress.next is not None and may_open(require_principal(), event_id, progress.next.at)
        else None
    )
    names = {each.id: each.shown for each in found.facts.entrants} if found.facts is not None else {}
    return framed(
        "desk/desk.html",
        event,
        desk=found,
        problem=problem,
        held=held_clocks(found),
        addresses=addresses(event_id),
        day=titled_steps(event, progress),
        next=task_row(event, following) if following is not None else None,
        tasks=[task_row(event, each) for each in found.tasks if each != following],
        tiles=[tile_row(event, each) for each in tiles(found, called)],
        players=found.players,
        rounds=[round_row(each) for each in found.rounds],
        faults=[each.sentence(language()) for each in found.faults],
        questions=[decision_sentence(each, language(), names) for each in found.wanted],
        leaders=leaders(found),
    )


@blueprint.post("/events/<event_id>")
@form_view(show_desk)
def post_desk(event_id: str) -> str:
    """Resume the clocks that the service holds, of the rounds that the page showed."""
    event_for("round.clock", event_id)
    with service().database.read() as session:
        rounds = session.exec(select(Round).where(Round.event_id == event_id)).all()
    names = {each.id: round_name(each.number, each, language()) for each in rounds}
    do_each(request.form.getlist("rounds"), lambda each: resume_clock(caller(), event_id, each), names)
    return f"/events/{event_id}"


@blueprint.post("/events/<event_id>/address")
def post_address(event_id: str) -> AnyResponse:
    """Choose which of this machine's addresses links and QR codes use."""
    choose_address(caller(), event_id, request.form.get("address", ""))
    return redirect(f"/events/{event_id}", 303)


def task_row(event: Event, task: Task) -> TaskRow:
    return TaskRow(f"/events/{event.id}/{task.at}".rstrip("/"), sentence(task), task.urgent)


def tile_row(event: Event, tile: Tile) -> TileRow:
    table = tile.table.table
    page = "calls" if tile.state == "called" else f"tables/{table.id}/result"
    return TileRow(
        table.number,
        tile.state,
        word(f"tile_{tile.state}"),
        f"/events/{event.id}/{page}",
        f"/tables/{table.id}",
        tile.table.players,
        clock_face(tile.table.clock, tile.round.now),
    )


def addresses(event_id: str) -> Addresses | None:
    """Return the addresses that the reader may choose from; None if there is nothing to choose."""
    own = service().own_address
    choices = own.choices()
    if (len(choices) < 2 and not own.local()) or not can(require_principal(), "event.change", event_id):
        return None
    return Addresses(own.local(), choices, own.chosen(), own.now())


def held_clocks(found: Desk) -> HeldClocks:
    rounds = [each for each in found.rounds if each.clock.held and each.round.state != "closed"]
    if not rounds:
        return HeldClocks("", [])
    step = rounds[0].clock.held
    sentence = word("clock_was_forward" if step > 0 else "clock_was_back", span=hours(step))
    return HeldClocks(sentence, [HeldRound(each.round.id, left_text(each)) for each in rounds])


def left_text(found: RoundView) -> str:
    """Return a round's name with the time left or, without a time limit, played."""
    name = round_name(found.round.number, found.round, language())
    if found.clock.remaining is None:
        return word("clocks_held_played", round=name, left=minutes(found.clock.elapsed))
    return word("clocks_held_left", round=name, left=minutes(found.clock.remaining))


def leaders(found: Desk) -> Leaders | None:
    """Return the leaders of the standings, each with the first two values; None if there are no standings yet."""
    if found.facts is None or found.faults:
        return None
    seen = view(found.facts, staff=True)
    if not seen.after:
        return None
    standings = standings_view(seen, language())
    columns = columns_of(seen, standings, language())
    rows = [Leader(row.rank, row.name, columns.cells[row.player][:2]) for row in standings.rows[:LEADERS]]
    return Leaders(columns.titles[:2], rows)


def round_row(each: RoundView) -> DeskRound:
    return DeskRound(
        id=each.round.id,
        name=round_name(each.round.number, each.round, language()),
        stage=word(STAGES[each.stage]),
        on=each.stage == "running",
        closed=each.round.state == "closed",
        clock=clock_face(each.clock, each.now),
        entered=each.entered,
        tables=len(each.tables),
    )


def sentence(task: Task) -> str:
    """Return the sentence of a task in the reader's language."""
    facts: dict[str, Any] = dict(task.facts)
    if "sentences" in facts:
        return str(facts["sentences"][language()])
    if "of" in facts:
        of_round = facts.pop("of")
        facts["round"] = round_name(of_round.number, of_round, language())
    if "tables" in facts:
        facts["tables"] = word("comma").join(map(str, facts["tables"]))
    if "why" in facts:
        facts["why"] = facts["why"][language()]
    if "first" in facts:
        first, last, named = facts.pop("first"), facts.pop("last"), facts.pop("named")
        facts["rounds"] = word("rounds_together", first=first, last=last) if last > first else named[language()]
    return word(f"task_{task.code}", **facts)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of the day as pages show it."""

    state: str
    title: str
    at: str


def titled_steps(event: Event, found: DayPlan) -> list[StepRow]:
    """Return the steps of the day in the reader's language, with the addresses of pages that the reader may open."""
    who = require_principal()
    return [
        StepRow(
            each.state,
            word(f"day_{each.code}"),
            f"/events/{event.id}/{each.at}" if may_open(who, event.id, each.at) else "",
        )
        for each in found.steps
    ]
