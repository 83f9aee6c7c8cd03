"""The end of an event: closing it, taking its archive along, putting it away."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, request

from referee.cases.queries import cases_of
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import round_name
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.desk.day import day
from referee.desk.pages.desk import TaskRow, task_row, titled_steps
from referee.desk.queries import Desk, desk
from referee.events.commands import ChangeEvent, change_event
from referee.models import Event
from referee.standings.qualification import qualifications_of
from referee.standings.queries import view
from referee.standings.views import standings_view
from tournaments.fault import Faulty

blueprint = Blueprint("close", __name__)

PODIUM = 8
"""How many players of the ranking the page names."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking."""

    rank: int
    name: str


@dataclass(frozen=True, slots=True)
class Winner:
    """The first of an event's ranking.  ``final``: whether it can no longer change."""

    final: bool
    first: tuple[RankedPlayer, ...]


@blueprint.get("/events/<event_id>/close")
def show_close(event_id: str) -> str:
    event = event_for("event.change", event_id)
    with service().database.read() as session:
        found = desk(session, event, service().database.now())
    outcome = outcome_of(found)
    champions = [each.name for each in outcome.first if each.rank == 1] if outcome.final else []
    return framed(
        "desk/close.html",
        event,
        day=titled_steps(event, day(event, found)),
        outcome=outcome,
        champion=word("comma").join(champions),
        left=[task for task in found.tasks if task.urgent],
        hands_over=outcome.final or qualification_settled(found),
        hidden=[
            round_name(each.round.number, each.round, language()) for each in found.rounds if each.stage == "closed"
        ],
    )


def qualification_settled(found: Desk) -> bool:
    """Whether it is settled who has qualified, which a venue may hand over without a final of its own."""
    if found.facts is None or found.facts.regulation.qualification is None:
        return False
    try:
        return all(each.over for each in qualifications_of(found.facts))
    except Faulty:
        return False


def outcome_of(found: Desk) -> Winner:
    """Return the ranking of an event, from the same source as all other pages."""
    if found.facts is None:
        return Winner(False, ())
    try:
        seen = standings_view(view(found.facts, staff=True), language())
    except Faulty:  # results that do not fit the regulation; the desk says so
        return Winner(False, ())
    return Winner(seen.final, tuple(RankedPlayer(row.rank, row.name) for row in seen.rows[:PODIUM]))


OF_THE_SERVICE = ("backup_failed", "copy_failed")
"""Tasks that concern every event, and so say nothing about whether this one is over."""
UNBEGUN = ("choose_regulation", "register_players")
"""Tasks of an event in which nothing has happened, which leaves nothing open."""


@blueprint.get("/events/<event_id>/archive")
def show_archive(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Show what is still open, and ask whether to archive the event even so."""
    event = event_for("event.change", event_id)
    open_rows = still_open(event)
    return framed("desk/archive.html", event, open=open_rows, seen=mark(open_rows), problem=problem)


@blueprint.post("/events/<event_id>/archive")
@form_view(show_archive)
def post_archive(event_id: str) -> str:
    """Archive the event (``do`` is archive) or bring it back (restore).

    Raises the problem ``archive_changed`` if other things are open than the page had shown.
    """
    allowed("event.change", event_id)
    event = event_for("event.change", event_id)
    if request.form.get("do") == "restore":
        change_event(caller(), event_id, ChangeEvent(archived=False))
        return f"/events/{event_id}"
    if request.form.get("seen") != mark(still_open(event)):
        raise Problem("archive_changed", name=event.name)
    change_event(caller(), event_id, ChangeEvent(archived=True))
    return f"/past?put_away={event_id}"


def still_open(event: Event) -> list[TaskRow]:
    """Return what is still open in an event: its rounds being played, its open cases, and what its desk still asks."""
    with service().database.read() as session:
        found = desk(session, event, service().database.now())
        cases = sum(not each.waiting for each in cases_of(session, event.id, still_open=True))
    return [*open_rounds(event, found), *open_cases(event, cases), *open_tasks(event, found)]


def open_rounds(event: Event, found: Desk) -> Iterator[TaskRow]:
    """Yield the rounds that are being played."""
    for each in found.rounds:
        if each.round.state == "running":
            named = round_name(each.round.number, each.round, language())
            at = f"/events/{event.id}/rounds/{each.round.id}"
            yield TaskRow(at, word("still_running", round=named, tables=len(each.tables)), urgent=True)


def open_cases(event: Event, count: int) -> Iterator[TaskRow]:
    """Yield the cases without a ruling; appeals that wait are a task of the desk."""
    if count:
        yield TaskRow(f"/events/{event.id}/cases", word("still_cases", count=count), urgent=True)


def open_tasks(event: Event, found: Desk) -> Iterator[TaskRow]:
    """Yield what the desk still asks for."""
    for task in found.tasks:
        if task.code not in OF_THE_SERVICE + UNBEGUN:
            yield task_row(event, task)


def mark(rows: Sequence[TaskRow]) -> str:
    """Return a fingerprint of what is open, for the form to bring back: what was asked about is what is decided on."""
    return hashlib.sha256("\n".join(each.at for each in rows).encode()).hexdigest()[:16]
