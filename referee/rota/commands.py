"""Setting the rota of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from marshmallow import ValidationError
from sqlalchemy import delete
from sqlmodel import col

from referee.calls.commands import HIGHEST
from referee.calls.queries import answering_judge
from referee.core.command import Caller
from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.fields import Length
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.core.stale import ROTA, note_made
from referee.events.plan import create_planned_rounds
from referee.events.queries import lock_event
from referee.events.regulation import regulation_of
from referee.models import Assignment
from referee.rota.queries import Rota, RotaRow
from tournaments.regulation.round import MOST_ROUNDS
from tournaments.rota import LONGEST
from tournaments.typed import Whole


@dataclass(frozen=True, slots=True)
class RotaDuty:
    """What somebody does in a round: the tables ``first`` to ``last``, or another ``duty``."""

    account_id: Annotated[str, Line(18), "Somebody on the event's staff."]
    round: Annotated[int, Whole(1, MOST_ROUNDS), "The round's number.", FieldExample(1)]
    first: Annotated[int, Whole(0, HIGHEST), FieldExample(1)] = 0
    last: Annotated[int, Whole(0, HIGHEST), FieldExample(4)] = 0
    duty: Annotated[str, Line(LONGEST, 0), "`desk`, `clock`, `results`, `hall`, `reserve`, `break`, or a text."] = ""

    def __post_init__(self) -> None:
        """Check that it is tables or a duty, not both and not neither."""
        if bool(self.duty) == bool(self.first or self.last):
            raise ValidationError("rota_one", "duty")
        if not self.duty and not 0 < self.first <= self.last:
            raise ValidationError("rota_tables", "last")


@dataclass(frozen=True, slots=True)
class SetRota:
    """Who does what in which round."""

    rows: Annotated[Sequence[RotaDuty], Length(max=5000), "All of it; what is not in it is nobody's duty."]


def set_rota(caller: Caller, event_id: str, given: SetRota) -> None:
    """Set the rota of an event: who looks after which tables in which round, who is at the desk, who has a break.

    Only those who answer calls look after tables; judges see calls from their own tables first.

    Raises the problems ``not_found``, ``not_allowed``, ``no_regulation``, ``not_answering``, ``round_unplanned``,
    ``conflict``, and ``invalid`` for somebody who is not on the staff.
    """
    caller.allow("assignment.change", event_id)
    with caller.change() as change:
        session = change.session
        event = lock_event(session, event_id)
        regulation = regulation_of(session, event_id)
        create_planned_rounds(session, event, regulation, change.now)
        rota = Rota(session, event_id)
        _check(rota, given.rows)
        ids = [each.id for each in rota.rounds.values()]
        session.exec(delete(Assignment).where(col(Assignment.round_id).in_(ids)))
        for each in dict.fromkeys(given.rows):
            session.add(
                Assignment(
                    round_id=rota.rounds[each.round].id,
                    account_id=each.account_id,
                    first=each.first,
                    last=each.last,
                    duty=each.duty,
                )
            )
        session.flush()
        note_made(change, event_id, ROTA, ROTA, rota.made_for())
        change.audit("rota.change", f"event:{event_id}", event_id, rows=[asdict(each) for each in given.rows])


def _check(rota: Rota, rows: Sequence[RotaDuty]) -> None:
    """Raise what is wrong with a rota, as `set_rota` says."""
    staff = {each.account_id for each in rota.people if each.role is not None}
    # Whoever has left may stay where they were: what is over is not written anew.
    before = set(rota.rows)
    kept = [each for each in rows if _as_row(each) in before]
    strangers = [at for at, each in enumerate(rows) if each.account_id not in staff and each not in kept]
    if strangers:
        raise invalid(*(FieldFault(f"rows.{at}.account_id", "rota_person", {}) for at in strangers))
    for each in rows:
        if each.round not in rota.rounds:
            raise Problem("round_unplanned", round=each.round, last=max(rota.rounds, default=0))
    for account_id in {each.account_id for each in rows if not each.duty and each not in kept}:
        answering_judge(rota.session, rota.event.id, account_id)


def _as_row(given: RotaDuty) -> RotaRow:
    return RotaRow(given.account_id, given.round, given.first, given.last, given.duty)
