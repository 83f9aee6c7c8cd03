"""Cases as tables and the staff read them, in a language; the effects of rulings in sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from marshmallow import Schema
from sqlmodel import Session

from referee.cases.queries import seat_names
from referee.cases.ruling_effect import EFFECTS, ClauseNamedView, clause_views
from referee.cases.state import CLOCKS, KINDS, OUTCOMES, STANDINGS, STATED, STATES, VOTED, CaseState, decision_of
from referee.core.http import fields
from referee.core.http.declared import FieldExample, view_schema
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Moment
from referee.core.language import text
from referee.core.service import service
from referee.log.changes import PositionChange
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.log.text import change_sentences, has_sentence, narrate
from referee.models import CaseStep, Entry
from referee.penalties.queries import PENALTIES, penalties_at
from referee.penalties.state import CANCELLED, IN_FORCE
from referee.penalties.views import penalty_sentence


@dataclass(frozen=True, slots=True)
class CaseSeatView:
    """A seat of a table and its player's name."""

    player: Annotated[str, "The seat, as reports name it."]
    name: str


class EffectOut(Schema):
    """The effect of a ruling as a decision stores it: what does not belong to its kind is left out."""

    kind = fields.String(required=True, validate=OneOf(EFFECTS))
    seq = fields.Integer()
    set = fields.Dict()
    minutes = fields.Integer()
    penalty = fields.Dict()
    penalty_id = fields.String(metadata={"description": "The id of the penalty that was given."})
    also = fields.List(fields.Dict(), metadata={"description": "Its further effects."})
    changes = fields.List(
        fields.Nested(view_schema(PositionChange)),
        required=True,
        metadata={"description": "What it changed in the position."},
    )
    told = fields.List(fields.String(), required=True, metadata={"description": "The effect in sentences."})


@dataclass(frozen=True, slots=True)
class CaseDecisionView:
    """A decision."""

    facts: str
    question: str
    clauses: Sequence[ClauseNamedView]
    decision: str
    reasons: str
    effect: Annotated[Mapping[str, Any], EffectOut]
    settlement: Annotated[bool, "Whether the players settled it among themselves (JMA/REF-4)."]
    agreed: Annotated[Sequence[str], "The seats that agreed to the settlement."]
    entry: Annotated[int | None, "The number of its entry in the table's log; null: only the case records it."]
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class AppealView:
    """An appeal against a ruling."""

    player: Annotated[str, "The seat."]
    name: str
    text: str
    author: str
    at: int
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class AppealsView:
    """The appeals against a ruling, and the head judge's decision on them."""

    until: Annotated[int | None, Moment(), "The deadline for an appeal; null: none is possible, or no longer."]
    may: Annotated[Sequence[str], "The seats that may still appeal."]
    rows: Sequence[AppealView]
    waiting: Annotated[bool, "Whether an appeal waits for the head judge."]
    outcome: Annotated[str | None, OneOf(OUTCOMES)]
    reasons: str
    by: Annotated[str | None, "The person who decided it."]
    settled_at: int | None


@dataclass(frozen=True, slots=True)
class CaseClockView:
    """The table's clock when a case was opened."""

    state: Annotated[str, OneOf(CLOCKS)]
    remaining: Annotated[int | None, "Milliseconds. The time that was left."]


@dataclass(frozen=True, slots=True)
class CaseStepView:
    """A step of a case."""

    kind: Annotated[str, OneOf(KINDS)]
    note: str
    player: Annotated[str | None, "The seat that appealed."]
    speaker: Annotated[str | None, "The name of the person who made the statement or voted."]
    decision: CaseDecisionView | None
    standing: Annotated[str | None, OneOf(STANDINGS)]
    author: str
    account_id: str | None
    at: int


@dataclass(frozen=True, slots=True)
class TableCaseView:
    """A case as its table sees it."""

    id: str
    number: int
    name: Annotated[str, FieldExample("R-3")]
    table_id: str
    table: Annotated[int, "The table's number."]
    state: Annotated[str, OneOf(STATES), "`appealed`: an appeal waits for the head judge."]
    opened_at: int
    refused: int | None
    players: Sequence[CaseSeatView]
    decision: Annotated[CaseDecisionView | None, "The decision in force."]
    appeals: AppealsView


@dataclass(frozen=True, slots=True)
class CaseView(TableCaseView):
    """A case as the staff see it."""

    event_id: str
    round_id: str
    round: Annotated[int, "The round's number."]
    call_id: str | None
    seq: Annotated[int, "The last entry of the table's log when it was opened."]
    clock: CaseClockView
    standing: Annotated[str, OneOf(STANDINGS)]
    steps: Sequence[CaseStepView]


@dataclass(frozen=True, slots=True)
class CasePage:
    """A page of the cases of an event."""

    now: Annotated[int, Moment()]
    rows: Sequence[CaseView]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class TablePenaltyView:
    """A penalty that belongs to a table, as everybody there reads it."""

    id: str
    state: Annotated[str, OneOf((IN_FORCE, CANCELLED))]
    told: Annotated[str, "The penalty in a sentence."]
    at: int


@dataclass(frozen=True, slots=True)
class TableCasePage:
    """The cases of a table, newest first, and the penalties that belong to it."""

    now: Annotated[int, Moment()]
    rows: Sequence[TableCaseView]
    penalties: Annotated[Sequence[TablePenaltyView], "The penalties in force, or cancelled since."]
    next: str | None = None


def table_penalties(session: Session, table_id: str, language: str) -> list[TablePenaltyView]:
    """The penalties of a table that are or were in force, the latest first."""
    return [
        TablePenaltyView(each.penalty.id, each.name, penalty_sentence(each, language), since.at)
        for each in penalties_at(session, table_id)
        if each.came_into_force is not None and (since := each.cancelled or each.came_into_force) is not None
    ]


def table_case_view(session: Session, found: CaseState, now: int, language: str) -> CaseView:
    """A case as its table reads it."""
    return _case_view(session, found, (), now, language)


def case_view(session: Session, found: CaseState, now: int, language: str, *, bench: bool = False) -> CaseView:
    """A case as the staff read it, with its steps; ``bench``: including those that only arbiters may read."""
    return _case_view(session, found, found.steps if bench else found.unrestricted_steps, now, language)


def _case_view(session: Session, found: CaseState, steps: Sequence[CaseStep], now: int, language: str) -> CaseView:
    case, names, opened = found.case, seat_names(found), _opening_game(found)
    return CaseView(
        id=case.id,
        number=case.number,
        name=found.name,
        event_id=case.event_id,
        round_id=found.round.id,
        round=found.round.number,
        table_id=case.table_id,
        table=found.table.number,
        state=found.state,
        opened_at=case.opened_at,
        call_id=case.call_id,
        refused=case.refused,
        seq=case.seq,
        clock=CaseClockView(case.clock, case.remaining),
        players=[CaseSeatView(seat, name) for seat, name in names.items()],
        decision=_decision_view(session, found, found.last, opened, language),
        appeals=_appeals_view(found, names, now),
        standing=found.standing,
        steps=[
            CaseStepView(
                each.kind,
                each.note,
                *_parties(found, each),
                _decision_view(session, found, each, opened, language),
                each.standing,
                each.author,
                each.account_id,
                each.at,
            )
            for each in steps
        ],
    )


def _parties(found: CaseState, step: CaseStep) -> tuple[str | None, str | None]:
    """The seat that a step is about, or for a statement or a vote the speaker's name."""
    if step.kind not in (STATED, VOTED):
        return step.seat, None
    return None, seat_names(found).get(step.seat or "", step.seat)


def _opening_game(found: CaseState) -> TableGame | None:
    """The game of the case's table before its first entry, for labels; None if its rules are not installed."""
    try:
        return service().part(TableGames).at_start(found.table.id)
    except LogDiffers:
        return None


def _appeals_view(found: CaseState, names: Mapping[str, str], now: int) -> AppealsView:
    may, settled = found.may_appeal(now), found.settled
    return AppealsView(
        until=found.appeal_deadline() if may else None,
        may=may,
        rows=[
            AppealView(seat, names[seat], each.note, each.author, each.at, seat in found.retracted)
            for seat, each in found.appeals.items()
        ],
        waiting=bool(found.waiting),
        outcome=settled.kind if settled else None,
        reasons=settled.note if settled else "",
        by=settled.author if settled else None,
        settled_at=settled.at if settled else None,
    )


def _decision_view(
    session: Session, found: CaseState, step: CaseStep | None, opened: TableGame | None, language: str
) -> CaseDecisionView | None:
    """The decision in a step; None if it has none."""
    if step is None or step.decision is None:
        return None
    decision = decision_of(step)
    said = decision.said(language)
    if opened:
        clauses = clause_views(session, found.case.event_id, opened.game.ruleset, decision.clauses, language)
    else:
        clauses = [ClauseNamedView(each, each, None) for each in decision.clauses]
    sentences = effect_sentences(session, opened, decision.effect, language) if opened else []
    entry = session.get(Entry, (found.table.id, step.entry)) if step.entry else None
    happened = event_sentences(opened, entry.answer, language) if opened and entry else []
    return CaseDecisionView(
        facts=said.facts,
        question=decision.question,
        clauses=clauses,
        decision=said.decision,
        reasons=said.reasons,
        effect={**decision.effect, "told": [*sentences[:1], *happened, *sentences[1:]]},
        settlement=bool(decision.agreed),
        agreed=decision.agreed,
        entry=step.entry,
        by=step.author,
        at=step.at,
    )


def effect_sentences(session: Session, game: TableGame, effect: Mapping[str, Any], language: str) -> list[str]:
    """Everything that a ruling does or would do, in sentences: its effect, the changes to the position, and its further
    effects.

    ``effect``: as it is stored, with its ``changes``; ``game``: the table's, at any entry.
    """
    rows = effect.get("changes", ())
    if effect["kind"] == "stand":  # the report's events tell the rest
        rows = [each for each in rows if has_sentence(game.game, each) and each["path"] != "due"]
    also = [_effect_sentence(session, each, language) for each in effect.get("also", ())]
    return [_effect_sentence(session, effect, language), *change_sentences(game.game, rows, language), *also]


def _effect_sentence(session: Session, effect: Mapping[str, Any], language: str) -> str:
    match effect["kind"]:
        case "stand":
            return text(language, "rulings_effect_stand", seq=effect["seq"])
        case "set":
            return text(language, "rulings_effect_set")
        case "extension":
            return text(language, "rulings_effect_extension", minutes=effect["minutes"])
        case "penalty":
            return penalty_sentence(PENALTIES.state(session, effect["penalty_id"]), language)
    return text(language, "rulings_effect_none")


def event_sentences(game: TableGame, answer: str, language: str) -> list[str]:
    """What followed when a ruling let a report stand: the events of its answer (JSON), except the ruling itself."""
    events = [each for each in json.loads(answer)["events"] if each["kind"] != "ruling"]
    return narrate(game, events, language)
