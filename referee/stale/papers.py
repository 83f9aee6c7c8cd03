"""What papers and exported files are made from, and until when somebody goes by them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from sqlalchemy.exc import DatabaseError
from sqlmodel import Session

from referee.core.access.roles import may
from referee.core.command import Caller
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import note_made
from referee.events.regulation import in_force
from referee.models import Event, Made
from referee.results.facts import Facts, facts_of
from referee.rota.queries import Rota
from referee.stale import contents
from referee.standings.queries import view
from tournaments.stale import Content

PEOPLE, SEATS, RESULTS, ORDER, DUTIES = "people", "seats", "results", "order", "duties"

PAPERS: Mapping[str, str] = {
    "check-in-list": PEOPLE,
    "receipts": PEOPLE,
    "name-tags": PEOPLE,
    "staff-rota": DUTIES,
    "rota-slips": DUTIES,
    "pairing-slips": SEATS,
    "round-set": SEATS,
    "seating-by-name": SEATS,
    "seating-by-table": SEATS,
    "floor-plan-names": SEATS,
    "table-signs": SEATS,
    "name-strips": SEATS,
    "score-sheets": SEATS,
    "result-slips": SEATS,
    "count-sheets": SEATS,
    "move-logs": SEATS,
    "round-results": RESULTS,
    "standings": ORDER,
    "own-results": ORDER,
    "bracket": ORDER,
    "final-board": ORDER,
    "certificates-vertical": ORDER,
    "certificates-horizontal": ORDER,
    "participation-certificates": ORDER,
    "event-report": ORDER,
}
"""What each paper that can go stale is made from.  All others say nothing about who plays, sits, leads or
helps."""

FILES: Mapping[str, str] = {
    "players-file": PEOPLE,
    "seats-file": SEATS,
    "results-file": RESULTS,
    "standings-file": ORDER,
    "teams-file": ORDER,
    "qualifiers-file": ORDER,
}
"""What exported files are made from."""


@dataclass(frozen=True, slots=True)
class MadeFrom:
    """What a paper or a file is made from.  ``number``: of its round; None: of the whole event."""

    source: str
    number: int | None

    def content(self, session: Session, event: Event, facts_now: Callable[[], Facts]) -> Content | None:
        """What it would say now; None if nobody goes by it any more: lists of people once the event has begun, seats
        once their round is closed, duties once all rounds are.  ``facts_now`` is called only if it is made from them.
        """
        if self.source == PEOPLE:
            return contents.names(session, event.id) if event.locked_at is None else None
        if self.source == DUTIES:
            return Rota(session, event.id).printed()
        facts = facts_now()
        if self.source == SEATS:
            left = [each.number for each in facts.rounds if each.state != "closed"]
            numbers = left if self.number is None else [each for each in left if each == self.number]
            return contents.seats_in_rounds(session, event.id, numbers) if numbers else None
        if self.source == RESULTS:
            if self.number is None:
                return contents.assets_so_far(facts)
            return contents.places_in_round(facts, self.number)
        return contents.order(view(facts, staff=True, after=self.number))


def content_now(
    session: Session, event: Event, name: str, number: int | None, facts_now: Callable[[], Facts]
) -> Content | None:
    """What a paper or a file would say now; None if it cannot go stale, or if nobody goes by it (any more)."""
    source = made_from(name, number)
    if source is None:
        return None
    try:
        in_force(session, event.id)
        return source.content(session, event, facts_now)
    except Problem:  # no regulation yet
        return None


def note_given_out(caller: Caller, event_id: str, kind: str, name: str, number: int | None) -> None:
    """Note what a paper or a file says that the staff get now."""
    if not is_staff(caller, event_id):
        return
    with caller.service.database.read() as session:
        event = get_row(session, Event, event_id)
        content = content_now(session, event, name, number, partial(facts_of, session, event_id))
    note_content(caller, event_id, kind, name, number, content)


def note_content(
    caller: Caller, event_id: str, kind: str, name: str, number: int | None, content: Content | None
) -> None:
    """Note what a paper or a file says, if the staff get it.

    It is not written again as long as it says the same; nor if nothing can be written, as paper matters most then.
    """
    if content is None or not is_staff(caller, event_id):
        return
    about = name if number is None else f"{name}/{number}"
    with caller.service.database.read() as session:
        before = session.get(Made, (event_id, kind, about))
    if before is not None and not before.kept and before.content == json.dumps(dict(content)):
        return
    with suppress(DatabaseError), caller.change() as change:
        note_made(change, event_id, kind, about, content)


def is_staff(caller: Caller, event_id: str) -> bool:
    """Whether somebody sees the results before they are published."""
    return caller.who is None or may(caller.who.roles_in(event_id), "result.read")


def made_from(name: str, number: int | None) -> MadeFrom | None:
    """What a paper or a file with this name is made from; None for one that cannot go stale."""
    source = PAPERS.get(name) or FILES.get(name)
    return None if source is None else MadeFrom(source, number)
