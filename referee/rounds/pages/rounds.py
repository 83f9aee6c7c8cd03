"""All rounds at a glance, and the page of one: how far it is, which tables have a result, which are late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request
from sqlmodel import Session, select

from referee.clocks.commands import DAY_SECONDS, MoveRoundClock
from referee.clocks.timeline import EXTEND
from referee.clocks.views import ClockFace, clock_face
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import asked, form_view, gone, say_what_is_left
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.core.stale import StaleThings
from referee.events.plan import rounds_of
from referee.events.regulation import latest_version, parse_regulation, regulation_of
from referee.models import GameTable, Round
from referee.results.commands import publish_results
from referee.results.queries import begun_tables
from referee.rounds.commands import CloseRound, close_round, make_plan, open_round
from referee.rounds.queries import RoundTable, RoundView, round_view
from referee.rounds.starting import ReadinessView, move_clock, readiness, set_left, take_back
from referee.rounds.views import RESULTS, STAGES
from tournaments.lists.cells import Fields
from tournaments.typed import Minutes

blueprint = Blueprint("rounds_page", __name__)


@blueprint.get("/events/<event_id>/rounds")
def show_rounds(event_id: str) -> str:
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("result.read", event_id)
    now = service().database.now()
    with service().database.read() as session:
        found = [round_view(session, each, now) for each in rounds_of(session, event_id)]
        regulation = latest_version(session, event_id)
        planned = len(regulation_of(session, event_id).rounds) if regulation else 0
    rows = [row_of(each) for each in found]
    numbers = {each.round.number for each in found}
    return framed(
        "rounds/rounds.html",
        event,
        rows=rows,
        planned=planned,
        problem=problem,
        unplanned=[number for number in range(1, planned + 1) if number not in numbers],
    )


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round in the list.  ``on``: it is being played; ``over``: it is closed; ``entered``: how many of its ``tables``
    have a confirmed result; ``missing`` and ``late``: the numbers of tables.
    """

    id: str
    name: str
    stage: str
    on: bool
    over: bool
    minutes: int | None
    clock: ClockFace
    entered: int
    tables: int
    missing: Sequence[int]
    late: Sequence[int]


def row_of(found: RoundView) -> ListedRound:
    return ListedRound(
        id=found.round.id,
        name=round_name(found.round.number, found.round, language()),
        stage=word(STAGES[found.stage]),
        on=found.stage == "running",
        over=found.stage in {"closed", "results_published"},
        minutes=found.round.minutes,
        clock=clock_face(found.clock, found.now),
        entered=found.entered,
        tables=len(found.tables),
        missing=found.missing if found.entered or found.stage == "closed" else (),
        late=found.late,
    )


@blueprint.post("/events/<event_id>/rounds/plan")
@form_view(page)
def post_plan(event_id: str) -> str:
    allowed("round.change", event_id)
    make_plan(caller(), event_id)
    return f"/events/{event_id}/rounds"


SPAN = Minutes(1, DAY_SECONDS // 60)
"""The minutes by which a clock is extended or shortened, or that are to be left."""
ADJUSTED = ("extend", "shorten", "leave")
"""The buttons that give a clock more time, take some away, or set what is left."""


@blueprint.get("/events/<event_id>/rounds/<round_id>")
def show_round(event_id: str, round_id: str) -> str:
    return round_page(event_id, round_id)


def round_page(event_id: str, round_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("result.read", event_id)
    with service().database.read() as session:
        found = round_view(session, within(session, Round, round_id, event_id), service().database.now())
        regulation = parse_regulation(version.text) if (version := latest_version(session, event_id)) else None
        waits = found.round.state == "drafted"
        lacking: list[str] = []
        begun = begun_tables(session, [each.table for each in found.tables])
        to_take_back = found.round.state == "running" and not begun
        if waits:
            things = service().part(StaleThings)
            lacking = missing_sentences(session, event_id, readiness(session, found.round, things.of(session, event)))
            lacking += things.sentences(session, event, language(), found.round.number)
    return framed(
        "rounds/round.html",
        event,
        round=found.round,
        rolled=regulation is not None and regulation.seating.start_order == "rolled",
        name=round_name(found.round.number, found.round, language()),
        stage=found.stage,
        stage_title=word(STAGES[found.stage]),
        clock=clock_face(found.clock, found.now),
        entered=found.entered,
        missing=found.missing,
        late=found.late,
        tables=[table_row(each, found.now) for each in found.tables],
        lacking=lacking,
        to_take_back=to_take_back,
        problem=problem,
        form=request.form,
        chosen=request.form.getlist("tables"),
    )


def missing_sentences(session: Session, event_id: str, found: ReadinessView) -> list[str]:
    named = {each.number: round_name(each.number, each, language()) for each in rounds_of(session, event_id)}
    tables: dict[int, list[int]] = {}
    for each in found.results:
        tables.setdefault(each.round, []).append(each.table)
    lines = [
        word("start_results", round=named[number], tables=word("comma").join(map(str, listed)))
        for number, listed in tables.items()
    ]
    lines += [word("start_withdrawn", table=each.table, name=each.name) for each in found.withdrawn]
    lines += [word("start_hidden")] if found.seats_hidden else []
    return lines + ([word("start_empty")] if found.empty else [])


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the list.  ``entries``: how many its log has; ``late``: its time is up, and it has no result."""

    id: str
    number: int
    players: Sequence[str]
    clock: ClockFace
    entries: int
    closed: bool
    result: str
    late: bool


def table_row(each: RoundTable, now: int) -> ListedTable:
    return ListedTable(
        id=each.table.id,
        number=each.table.number,
        players=each.players,
        clock=clock_face(each.clock, now),
        entries=each.table.seq,
        closed=each.table.state == "closed",
        result=word(RESULTS[each.result]),
        late=each.late,
    )


@blueprint.post("/events/<event_id>/rounds/<round_id>")
@form_view(round_page)
def post_round(event_id: str, round_id: str) -> str:
    """Carry out a button: ``do`` is start, pause, extend, shorten or leave (the round, or the tables that were ticked),
    take_back, close, open, or publish.
    """
    button = request.form.get("do", "")
    action = {"close": "round.close", "open": "round.close", "publish": "result.publish"}.get(button, "round.clock")
    allowed(action, event_id)
    with service().database.read() as session:
        within(session, Round, round_id, event_id)
    carry_out(button, round_id)
    return f"/events/{event_id}/rounds/{round_id}"


def carry_out(button: str, round_id: str) -> None:
    """Carry out an action.  Raises the problems of its command, and ``invalid``."""
    form = request.form
    reason = {"reason": form["reason"]} if form.get("reason", "").strip() else {}
    match button:
        case "close":
            close_round(caller(), round_id, asked(CloseRound, {}, anyway="anyway" in form, **reason))
        case "open":
            open_round(caller(), round_id)
        case "take_back":
            take_back(caller(), round_id)
        case "publish":
            publish_results(caller(), round_id)
        case _:
            given: dict[str, Any] = {"kind": button, **reason}
            seconds = 0
            if button in ADJUSTED:
                typed = Fields(form)
                seconds = 60 * (typed.needed("minutes", SPAN) or 0)
                typed.check()
                given |= {"kind": EXTEND, "seconds": -seconds if button == "shorten" else seconds}
            left: list[str] = []
            if "of_tables" in form:
                given["tables"], left = chosen_tables(round_id)
                if not given["tables"]:
                    say_what_is_left(0, left)
            body = asked(MoveRoundClock, given, check="anyway" not in form)
            if button == "leave":
                set_left(caller(), round_id, body, seconds)
            else:
                move_clock(caller(), round_id, body)
            say_what_is_left(len(body.tables or ()), left)


def chosen_tables(round_id: str) -> tuple[list[str], list[str]]:
    """The tables that were ticked, and a sentence for each that the round does not have any more."""
    with service().database.read() as session:
        known = {*session.exec(select(GameTable.id).where(GameTable.round_id == round_id))}
    chosen = list(dict.fromkeys(request.form.getlist("tables")))
    return [each for each in chosen if each in known], [gone(each, {}) for each in chosen if each not in known]
