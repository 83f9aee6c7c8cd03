"""The cases of an event, as their table and the staff see them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlmodel import Session, col, select

from referee.calls.queries import lock_table, tables_of
from referee.cases.ruling_clauses import titled
from referee.cases.ruling_text import effect_told, events_told
from referee.cases.state import CaseState, decision_of, state_of
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Case, CaseStep, Entry, Round


def cases_of(session: Session, event_id: str, *, still_open: bool = False) -> list[CaseState]:
    """The cases of an event, the latest first; with ``still_open`` those that wait for a decision or for that of the
    head judge, the oldest first.
    """
    wanted = select(Case).where(Case.event_id == event_id).order_by(col(Case.number).desc())
    found = list(states(session, session.exec(wanted).all()))
    return [each for each in reversed(found) if not each.over] if still_open else found


def cases_at(session: Session, table_id: str) -> list[CaseState]:
    """The cases of a table, the latest first."""
    wanted = select(Case).where(Case.table_id == table_id).order_by(col(Case.number).desc())
    return list(states(session, session.exec(wanted).all()))


def case_state(session: Session, case_id: str) -> CaseState:
    """A case.  Raises the problem ``not_found``."""
    case = session.get(Case, case_id)
    if case is None:
        raise Problem("not_found", path=case_id)
    return next(states(session, [case]))


def held_case(session: Session, case_id: str) -> CaseState:
    """A case whose table is held: nobody else does anything about its cases, and nothing is reported there, until the
    transaction ends.  Raises the problem ``not_found``.
    """
    lock_table(session, case_state(session, case_id).case.table_id)
    return case_state(session, case_id)


def states(session: Session, cases: Sequence[Case]) -> Iterator[CaseState]:
    """How some cases stand, in their order."""
    if not cases:
        return
    steps = defaultdict(list)
    wanted = select(CaseStep).where(col(CaseStep.case_id).in_([case.id for case in cases]))
    for step in session.exec(wanted.order_by(col(CaseStep.at), col(CaseStep.id))):
        steps[step.case_id].append(step)
    tables = tables_of(session, {case.table_id for case in cases})
    ids = {table.round_id for table in tables.values()}
    rounds = {each.id: each for each in session.exec(select(Round).where(col(Round.id).in_(ids)))}
    for case in cases:
        table = tables[case.table_id]
        yield state_of(case, table, rounds[table.round_id], steps[case.id])


def told(session: Session, found: CaseState, now: int) -> dict[str, Any]:
    """A case as the staff see it, in the form of `referee.cases.schemas.answers.CaseOut`."""
    case = found.case
    opened = _opened(found)
    return {
        **_for_table(session, found, now, opened),
        "event_id": case.event_id,
        "round_id": found.round.id,
        "round": found.round.number,
        "call_id": case.call_id,
        "seq": case.seq,
        "clock": {"state": case.clock, "remaining": case.remaining},
        "standing": found.standing,
        "steps": [
            {"kind": each.kind, "note": each.note, "player": each.seat,
             "decision": _decision(session, found, each, opened), "standing": each.standing, "author": each.author,
             "account_id": each.account_id, "at": each.at}
            for each in found.steps
        ],
    }  # fmt: skip


def for_table(session: Session, found: CaseState, now: int) -> dict[str, Any]:
    """A case as its table sees it, in the form of `referee.cases.schemas.answers.TableCaseOut`."""
    return _for_table(session, found, now, _opened(found))


def listed(session: Session, cases: Sequence[CaseState], now: int) -> list[dict[str, Any]]:
    """Some cases as the staff see them."""
    return [told(session, each, now) for each in cases]


def names_of(found: CaseState) -> dict[str, str]:
    """Who sits at the table of a case, by seat; a seat nobody's name is known of has its own."""
    header = json.loads(found.table.header)
    names = header.get("names", {})
    return {seat: names.get(seat, seat) for seat in header["seats"]}


def _opened(found: CaseState) -> TableGame | None:
    """The game of the case's table before its first entry, for the names of things; None where its rules are gone."""
    try:
        return service().part(TableGames).opened(found.table.id)
    except LogDiffers:
        return None


def _for_table(session: Session, found: CaseState, now: int, opened: TableGame | None) -> dict[str, Any]:
    case, names, settled = found.case, names_of(found), found.settled
    may = found.may_appeal(now)
    return {
        "id": case.id,
        "number": case.number,
        "name": found.name,
        "table_id": case.table_id,
        "table": found.table.number,
        "state": found.state,
        "opened_at": case.opened_at,
        "refused": case.refused,
        "players": [{"player": seat, "name": name} for seat, name in names.items()],
        "decision": _decision(session, found, found.last, opened),
        "appeals": {
            "until": found.until() if may else None,
            "may": list(may),
            "rows": [
                {"player": seat, "name": names[seat], "text": each.note, "author": each.author, "at": each.at,
                 "withdrawn": seat in found.retracted}
                for seat, each in found.appeals.items()
            ],
            "waiting": bool(found.waiting),
            "outcome": settled.kind if settled else None,
            "reasons": settled.note if settled else "",
            "by": settled.author if settled else None,
        },
    }  # fmt: skip


def _decision(
    session: Session, found: CaseState, step: CaseStep | None, opened: TableGame | None
) -> dict[str, Any] | None:
    """The decision of a step in words; None where it is none."""
    if step is None or step.decision is None:
        return None
    made = decision_of(step)
    clauses = titled(session, found.case.event_id, opened.game.ruleset, made.clauses) if opened else [
        {"id": each, "title": each, "address": None} for each in made.clauses
    ]  # fmt: skip
    sentences = effect_told(session, opened, made.effect) if opened else []
    entry = session.get(Entry, (found.table.id, step.entry)) if step.entry else None
    brought = events_told(opened, entry.answer) if opened and entry else []
    return {
        "facts": made.facts,
        "question": made.question,
        "clauses": clauses,
        "decision": made.decision,
        "reasons": made.reasons,
        "effect": {**made.effect, "told": [*sentences[:1], *brought, *sentences[1:]]},
        "settlement": bool(made.agreed),
        "agreed": list(made.agreed),
        "entry": step.entry,
        "by": step.author,
        "at": step.at,
    }
