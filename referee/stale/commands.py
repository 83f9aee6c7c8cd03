"""Making what is stale anew, or deciding to leave it as it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.schemas import Line
from referee.core.language import text
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.stale import PLAYOFF_SEATS, PUBLICATION, RESULT, SEATS, StaleThing
from referee.models import Event, Made, Playoff, Round
from referee.results.commands import EnterResult, enter_result, publish_again, try_result
from referee.results.queries import versions
from referee.results.sources import ByLog
from referee.seating.drawing import DrawSeating, constraints_of, draw_seating
from referee.seating.playoff import SeatPlayoff, discard_playoff, seat_playoff
from referee.seating.publishing import publish_within
from referee.seating.queries import first_open_round, unit_of
from referee.seating.reseating import ReseatRounds, reseat_rounds
from referee.seating.tables_of_round import AFTER_RESULTS
from referee.seating.versions import PUBLISHED, latest
from referee.stale.queries import stale_things
from tournaments.typed import whole

Kind = Annotated[str, Line(20), FieldExample("seats")]
About = Annotated[str, Line(200), "Which of its kind: as in the list.", FieldExample("4")]


@dataclass(frozen=True, slots=True)
class MakeAnew:
    """Something stale that is to be made anew."""

    kind: Kind
    about: About
    reason: Annotated[
        str, Line(2000, least=0), "Noted with seats that are drawn again for people who came or left."
    ] = ""


@dataclass(frozen=True, slots=True)
class KeepStale:
    """Something stale that is to stay as it is.  ``fingerprint``: as in the list, of what it would say now."""

    kind: Kind
    about: About
    fingerprint: Annotated[str, Line(16)]
    reason: Annotated[str, Line(2000)]


def make_anew(caller: Caller, event_id: str, given: MakeAnew) -> None:
    """Make something anew that is stale: draw seats again, published if they were, or publish the standings again.

    Seats can be drawn while nothing counts at their tables.  Raises the problems ``not_allowed``, ``not_found``,
    ``not_stale``, ``stale_stays`` and those of drawing, seating a playoff, and publishing.
    """
    caller.allow("decision.make", event_id)
    with caller.service.database.read() as session:
        found = _found(stale_things(session, get_row(session, Event, event_id)), given.kind, given.about)
    if found.kind == PUBLICATION:
        publish_again(caller, event_id)
    elif found.kind == SEATS:
        caller.allow("seating.change", event_id)
        _draw_again(caller, event_id, whole(found.about) or 0, given.reason)
    elif found.kind == RESULT:
        _take_from_log_again(caller, found.about, given.reason)
    elif found.kind == PLAYOFF_SEATS:
        _seat_playoff_again(caller, event_id, found)
    else:
        raise Problem("stale_stays")


def _found(things: list[StaleThing], kind: str, about: str) -> StaleThing:
    """The thing with this name.  Raises the problem ``not_stale``."""
    found = next((each for each in things if (each.kind, each.about) == (kind, about)), None)
    if found is None:
        raise Problem("not_stale")
    return found


def _draw_again(caller: Caller, event_id: str, first: int, reason: str) -> None:
    """Draw the seats of rounds again, with the same wishes, and publish them if the earlier ones were."""
    with caller.service.database.read() as session:
        before = latest(session, event_id, first)
        assert before is not None, "these seats are stale"
        open_from = first_open_round(session, before)
        language = session.get_one(Event, event_id).language
    # In one change: where somebody plays at a table that would be another, nothing is left of what is refused.
    then = publish_within if before.state == PUBLISHED else None
    if unit_of(before).kind in AFTER_RESULTS or open_from is None:
        apart, fixed = constraints_of(before)
        draw_seating(caller, event_id, DrawSeating(first, apart=apart, fixed=fixed), then)
    else:
        reseat_rounds(caller, event_id, ReseatRounds(open_from, reason or text(language, "stale_title")), then)


def _take_from_log_again(caller: Caller, table_id: str, reason: str) -> None:
    """Enter a result again as the table's log stands now; somebody else confirms it where the regulation wants that."""
    with caller.service.database.read() as session:
        last = versions(session, table_id)[-1]
        version, language = last.version, session.get_one(Event, last.event_id).language
    why = reason or text(language, "stale_title")
    given = EnterResult(version, ByLog(anyway=True), note=why, despite=why)
    enter_result(caller, given, try_result(caller, table_id, given), language)


def _seat_playoff_again(caller: Caller, event_id: str, found: StaleThing) -> None:
    """Discard a playoff, and seat the players in question now, if there is still a question."""
    with caller.service.database.read() as session:
        about = session.get_one(Playoff, found.about).about
        minutes = session.get_one(Round, found.about).minutes
    discard_playoff(caller, event_id, found.about)
    if any(each.now is not None for each in found.changes):
        seat_playoff(caller, event_id, SeatPlayoff(about, minutes))


def keep_stale(caller: Caller, event_id: str, given: KeepStale) -> None:
    """Leave something stale as it is, with a reason, until it would say something else again.

    Raises the problems ``not_allowed``, ``not_found``, and ``not_stale`` if it would say something else by now.
    """
    caller.allow("decision.make", event_id)
    with caller.change() as change:
        session = change.session
        found = _found(stale_things(session, change.row(Event, event_id)), given.kind, given.about)
        if found.fingerprint != given.fingerprint:
            raise Problem("not_stale")
        key = (event_id, given.kind, given.about)
        note = session.get(Made, key) or Made(
            event_id=event_id, kind=given.kind, about=given.about, content="", made_at=change.now, author=""
        )
        note.kept, note.kept_reason = found.fingerprint, given.reason
        note.kept_by, note.kept_at = change.author.name, change.now
        session.add(note)
        changes = [[each.player, each.before, each.now] for each in found.changes]
        change.audit(
            "stale.keep",
            f"{given.kind}:{given.about}",
            event_id,
            reason=given.reason,
            changes=json.dumps(changes),
        )
