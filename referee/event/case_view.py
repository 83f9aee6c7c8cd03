"""Cases as they travel: to their table, and with every step to the staff."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from referee.event.case_state import CaseState, decision_of
from referee.event.ruling_clauses import titled
from referee.event.ruling_told import effect_told, events_told
from referee.log.table_game import LogDiffers, TableGame
from referee.models import CaseStep, Entry
from referee.service import service


def told(session: Session, found: CaseState, now: int) -> dict[str, Any]:
    """A case as the staff see it, in the form of `referee.api.schemas.case_told.CaseOut`."""
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
    """A case as its table sees it, in the form of `referee.api.schemas.case_told.TableCaseOut`."""
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
        return service().games.opened(found.table.id)
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
