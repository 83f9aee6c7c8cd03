"""Cases as their tables and the staff read them, in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from referee.cases.queries import names_of
from referee.cases.ruling_clauses import ClauseView, clause_views
from referee.cases.ruling_text import effect_sentences, event_sentences
from referee.cases.state import CaseState, decision_of
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import CaseStep, Entry


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a table, and who sits there."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class DecisionView:
    """A decision.  ``effect``: as it is kept, in the form of `referee.cases.schemas.answers.EffectOut`; ``entry``: of
    the table's log, None where the case alone has it.
    """

    facts: str
    question: str
    clauses: Sequence[ClauseView]
    decision: str
    reasons: str
    effect: Mapping[str, Any]
    settlement: bool
    agreed: Sequence[str]
    entry: int | None
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class AppealView:
    """An appeal against a ruling.  ``player``: the seat."""

    player: str
    name: str
    text: str
    author: str
    at: int
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class AppealsView:
    """The appeals against a ruling.  ``until``: when the time for them ends; ``may``: the seats that still may make
    one; ``outcome``, ``reasons``, ``by``: of the head judge's decision.
    """

    until: int | None
    may: Sequence[str]
    rows: Sequence[AppealView]
    waiting: bool
    outcome: str | None
    reasons: str
    by: str | None


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case as its table sees it.  ``decision``: the one in force; ``table``: its number."""

    id: str
    number: int
    name: str
    table_id: str
    table: int
    state: str
    opened_at: int
    refused: int | None
    players: Sequence[SeatView]
    decision: DecisionView | None
    appeals: AppealsView


@dataclass(frozen=True, slots=True)
class ClockView:
    """The table's clock when a case was opened."""

    state: str
    remaining: int | None


@dataclass(frozen=True, slots=True)
class CaseStepView:
    """Something that was done about a case.  ``player``: the seat of an appeal."""

    kind: str
    note: str
    player: str | None
    decision: DecisionView | None
    standing: str | None
    author: str
    account_id: str | None
    at: int


@dataclass(frozen=True, slots=True)
class StaffCaseView(CaseView):
    """A case as the staff see it.  ``round``: its number; ``seq``: the last entry of the table's log then."""

    event_id: str
    round_id: str
    round: int
    call_id: str | None
    seq: int
    clock: ClockView
    standing: str
    steps: Sequence[CaseStepView]


def case_view(session: Session, found: CaseState, now: int, language: str) -> CaseView:
    """A case as its table sees it."""
    return _case_view(session, found, now, _opened(found), language)


def staff_case_view(session: Session, found: CaseState, now: int, language: str) -> StaffCaseView:
    """A case as the staff see it."""
    case, opened = found.case, _opened(found)
    of_table = _case_view(session, found, now, opened, language)
    return StaffCaseView(
        id=of_table.id,
        number=of_table.number,
        name=of_table.name,
        table_id=of_table.table_id,
        table=of_table.table,
        state=of_table.state,
        opened_at=of_table.opened_at,
        refused=of_table.refused,
        players=of_table.players,
        decision=of_table.decision,
        appeals=of_table.appeals,
        event_id=case.event_id,
        round_id=found.round.id,
        round=found.round.number,
        call_id=case.call_id,
        seq=case.seq,
        clock=ClockView(case.clock, case.remaining),
        standing=found.standing,
        steps=[
            CaseStepView(
                each.kind, each.note, each.seat, _decision_view(session, found, each, opened, language), each.standing,
                each.author, each.account_id, each.at,
            )
            for each in found.steps
        ],
    )  # fmt: skip


def staff_case_views(session: Session, cases: Sequence[CaseState], now: int, language: str) -> list[StaffCaseView]:
    """Some cases as the staff see them."""
    return [staff_case_view(session, each, now, language) for each in cases]


def _opened(found: CaseState) -> TableGame | None:
    """The game of the case's table before its first entry, for the names of things; None where its rules are gone."""
    try:
        return service().part(TableGames).opened(found.table.id)
    except LogDiffers:
        return None


def _case_view(session: Session, found: CaseState, now: int, opened: TableGame | None, language: str) -> CaseView:
    case, names = found.case, names_of(found)
    return CaseView(
        id=case.id,
        number=case.number,
        name=found.name,
        table_id=case.table_id,
        table=found.table.number,
        state=found.state,
        opened_at=case.opened_at,
        refused=case.refused,
        players=[SeatView(seat, name) for seat, name in names.items()],
        decision=_decision_view(session, found, found.last, opened, language),
        appeals=_appeals_view(found, names, now),
    )


def _appeals_view(found: CaseState, names: Mapping[str, str], now: int) -> AppealsView:
    may, settled = found.may_appeal(now), found.settled
    return AppealsView(
        until=found.until() if may else None,
        may=may,
        rows=[
            AppealView(seat, names[seat], each.note, each.author, each.at, seat in found.retracted)
            for seat, each in found.appeals.items()
        ],
        waiting=bool(found.waiting),
        outcome=settled.kind if settled else None,
        reasons=settled.note if settled else "",
        by=settled.author if settled else None,
    )


def _decision_view(
    session: Session, found: CaseState, step: CaseStep | None, opened: TableGame | None, language: str
) -> DecisionView | None:
    """The decision of a step; None where it is none."""
    if step is None or step.decision is None:
        return None
    made = decision_of(step)
    if opened:
        clauses = clause_views(session, found.case.event_id, opened.game.ruleset, made.clauses, language)
    else:
        clauses = [ClauseView(each, each, None) for each in made.clauses]
    sentences = effect_sentences(session, opened, made.effect, language) if opened else []
    entry = session.get(Entry, (found.table.id, step.entry)) if step.entry else None
    happened = event_sentences(opened, entry.answer, language) if opened and entry else []
    return DecisionView(
        facts=made.facts,
        question=made.question,
        clauses=clauses,
        decision=made.decision,
        reasons=made.reasons,
        effect={**made.effect, "told": [*sentences[:1], *happened, *sentences[1:]]},
        settlement=bool(made.agreed),
        agreed=made.agreed,
        entry=step.entry,
        by=step.author,
        at=step.at,
    )
