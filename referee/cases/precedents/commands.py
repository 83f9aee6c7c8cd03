"""Marking rulings as precedents, and importing those of other events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from sqlmodel import select

from referee.cases.precedents.content import PrecedentSource
from referee.cases.precedents.file import PrecedentsFile
from referee.cases.queries import CASES
from referee.cases.state import MARKED, STANDINGS
from referee.core.chain import canonical
from referee.core.command import Caller
from referee.core.http.fields import OneOf
from referee.events.queries import lock_event
from referee.models import Precedent


@dataclass(frozen=True, slots=True)
class MarkStanding:
    """What a ruling is worth as a precedent."""

    standing: Annotated[str, OneOf(STANDINGS)]


def mark_case(caller: Caller, case_id: str, given: MarkStanding) -> None:
    """Set what a decided case is worth as a precedent in this event: nothing, advice, or binding.

    Raises the problems ``not_found``, ``not_allowed``, ``case_undecided`` and ``case_withdrawn``.
    """
    with caller.change() as change:
        found = CASES.claim(change, case_id, MARKED)
        if found.standing != given.standing:
            CASES.add(change, found.case, MARKED, standing=given.standing)


def mark_precedent(caller: Caller, precedent_id: str, given: MarkStanding) -> None:
    """Set what a ruling of another event is worth in this event: nothing, advice, or binding.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        caller.allow("precedent.change", change.row(Precedent, precedent_id).event_id)
        row = change.session.get_one(Precedent, precedent_id, with_for_update=True, populate_existing=True)
        row.standing = given.standing
        change.session.add(row)
        change.audit("precedent.mark", f"precedent:{row.id}", row.event_id, number=row.number, standing=row.standing)


def import_rulings(
    caller: Caller, event_id: str, rulings: Sequence[Mapping[str, Any]], *, trial: bool
) -> list[PrecedentsFile]:
    """Import the rulings of a file and return the status of each.  They are advice until somebody marks them otherwise.
    Idempotent: importing a file again changes nothing.

    ``rulings``: a file's JSON, in the form of `referee.cases.precedents.file.RulingIn`; ``trial``: change nothing.
    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("precedent.change", event_id)
    with caller.change() as change:
        session, author = change.session, change.author
        lock_event(session, event_id)
        rows = session.exec(select(Precedent).where(Precedent.event_id == event_id)).all()
        known = {(each.source_id, each.source_number): each for each in rows}
        number = max((each.number for each in rows), default=0)
        found = []
        for ruling in rulings:
            source = PrecedentSource(**ruling["source"])
            content = canonical({name: ruling[name] for name in ruling if name not in ("source", "standing")})
            row = known.get((source.id, source.number))
            if source.id == event_id:
                found.append(PrecedentsFile(source, ruling, "own"))
                continue
            if row is None:
                number += 1
                found.append(PrecedentsFile(source, ruling, "new"))
                row = known[source.id, source.number] = Precedent(
                    event_id=event_id,
                    number=number,
                    source_id=source.id,
                    source_number=source.number,
                    source_name="",
                    source_date="",
                    content="",
                    author=author.name,
                    account_id=author.account_id,
                    imported_at=change.now,
                )
            else:
                found.append(PrecedentsFile(source, ruling, "known" if row.content == content else "changed"))
            if not trial:
                row.source_name, row.source_date, row.content = source.name, source.date, content
                session.add(row)
        if not trial:
            count = sum(each.status in ("new", "changed") for each in found)
            change.audit("precedent.import", f"event:{event_id}", event_id, rulings=count)
    return found
