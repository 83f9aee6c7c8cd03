"""The file that carries rulings from an event to the next one: written, read, and taken in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import ValidationError
from sqlmodel import Session, func, select

from referee.cases.precedents.content import Source, evidence_of
from referee.cases.precedents.names import People, people_of
from referee.cases.precedents.precedents import PrecedentState, precedents_of
from referee.cases.queries import case_state
from referee.cases.schemas.precedents import FORMAT, RulingsFile
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.chain import canonical
from referee.core.http.field_faults import Fault, invalid, of_messages
from referee.events.queries import lock_event
from referee.log.table_game import LogDiffers, TableGames
from referee.models import Precedent
from rulesets.kernel.record import read_line

NO_EVIDENCE: Mapping[str, Any] = {"position": None, "log": [], "refused": None}
"""Of a case whose table the rules of today judge otherwise."""


class Imported(NamedTuple):
    """A ruling of a file, and what becomes of it: it is ``new``; it was here, and is ``known`` or ``changed`` by now;
    it is this event's ``own``, and left out.
    """

    source: Source
    ruling: Mapping[str, Any]
    status: str

    @property
    def decision(self) -> str:
        """What was decided."""
        return str(self.ruling["decision"])

    @property
    def clauses(self) -> Sequence[str]:
        """What it rests on."""
        return list(self.ruling["clauses"])


def export_rulings(session: Session, games: TableGames, event_id: str) -> dict[str, Any]:
    """The file: every ruling that is worth something in an event, the earliest first, own ones before others'.

    Raises the problem ``not_found``.
    """
    worth = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    people = people_of(session, event_id)
    order = sorted(worth, key=lambda each: (not each.own, _number(each)))
    rulings = [_ruling(session, games, each, people) for each in order]
    return {"format": FORMAT, "rulings": rulings}


def _number(precedent: PrecedentState) -> int:
    return int(precedent.key.partition("-")[2])


def _ruling(session: Session, games: TableGames, each: PrecedentState, people: People) -> dict[str, Any]:
    about = {"source": each.source._asdict(), "standing": each.standing, **each.content}
    if not each.own:
        return about
    found = case_state(session, each.id)
    try:
        evidence = evidence_of(session, games, found, people)
    except LogDiffers:
        evidence = dict(NO_EVIDENCE)
    return {**about, **evidence}


def read_file(data: bytes) -> list[dict[str, Any]]:
    """The rulings of a file, in the form of `referee.cases.schemas.precedents.RulingIn`.

    Raises the problem ``invalid`` with every fault.
    """
    try:
        value = read_line(data.decode("utf-8-sig"))
    except ValueError as error:
        raise invalid(Fault("", "not_a_file_of_rulings", {})) from error
    try:
        found: list[dict[str, Any]] = RulingsFile().load(value)["rulings"]
    except ValidationError as error:
        raise invalid(*of_messages(error.messages)) from error
    return found


def take_in(
    session: Session,
    now: int,
    who: Principal | None,
    event_id: str,
    rulings: Sequence[Mapping[str, Any]],
    *,
    trial: bool,
) -> list[Imported]:
    """Take in the rulings of a file; they are advice here until somebody marks them otherwise.  Twice is as once.

    ``rulings``: in the form of `referee.cases.schemas.precedents.RulingIn`; ``who``: None for the command line;
    ``trial``: only say what would be done.  Raises the problem ``not_found``.
    """
    lock_event(session, event_id)
    rows = session.exec(select(Precedent).where(Precedent.event_id == event_id)).all()
    known = {(each.source_id, each.source_number): each for each in rows}
    number = session.exec(select(func.max(Precedent.number)).where(Precedent.event_id == event_id)).one() or 0
    found = []
    for ruling in rulings:
        source = Source(**ruling["source"])
        content = canonical({name: ruling[name] for name in ruling if name not in ("source", "standing")})
        row = known.get((source.id, source.number))
        if source.id == event_id:
            status = "own"
        elif row is None:
            status = "new"
            number += 1
            row = Precedent(
                event_id=event_id, number=number, source_id=source.id, source_number=source.number, source_name="",
                source_date="", content="", author=who.author.name if who else "referee",
                account_id=who.account_id if who else None, imported_at=now,
            )  # fmt: skip
            known[source.id, source.number] = row
        else:
            status = "known" if row.content == content else "changed"
        found.append(Imported(source, ruling, status))
        if row is not None and status != "own" and not trial:
            row.source_name, row.source_date, row.content = source.name, source.date, content
            session.add(row)
    if not trial:
        came = sum(each.status in ("new", "changed") for each in found)
        audit.record(session, now, who, "precedent.import", f"event:{event_id}", event_id, rulings=came)
        session.flush()
    return found
