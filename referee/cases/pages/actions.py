"""What the buttons of a case do: a ruling tried or made, appeals taken and settled, notes, precedents marked."""

from __future__ import annotations

from typing import Any

from flask import request
from sqlmodel import Session

from referee.cases import appeals as appealing
from referee.cases import deciding
from referee.cases import opening as case_opening
from referee.cases.pages.form import decision_given, effect_given
from referee.cases.precedents.precedents import mark
from referee.cases.queries import case_state
from referee.cases.schemas.given import (
    AppealIn,
    AppealSettledIn,
    AppealWithdrawnIn,
    CaseDecisionIn,
    CaseNoteIn,
    CaseTrialIn,
    StandingIn,
)
from referee.cases.state import CaseState
from referee.core.access.principal import Principal
from referee.core.http.schemas import ReasonIn
from referee.core.pages.forms import read_form
from referee.core.service import service

ACTIONS = {
    "try": "case.decide",
    "decide": "case.decide",
    "uphold": "appeal.decide",
    "change": "appeal.decide",
    "appeal": "case.appeal",
    "withdraw_appeal": "case.appeal",
    "note": "case.open",
    "withdraw": "case.open",
    "mark": "precedent.change",
}
"""What the buttons do, and the action that one must be allowed for it."""


def trial(who: Principal, case_id: str) -> dict[str, Any]:
    """What the chosen effect would do."""
    service().limits.trial(who.credential_id)
    with service().database.read() as session:
        effect = effect_given(session, case_state(session, case_id), request.form)
    if effect["kind"] == "penalty":  # the facts may be written last
        effect["penalty"]["facts"] = effect["penalty"]["facts"] or "–"
    return deciding.try_effect(service(), who, case_id, read_form(CaseTrialIn, {"effect": effect}))


def carry_out(does: str, case_id: str, who: Principal) -> str:
    """Do it; the table that it was about.  Raises the problems of what is done, and ``invalid``."""
    form, now = request.form, service().database.now()
    named = {"client_id": form.get("client_id", "")}
    if does == "decide":
        return deciding.decide(service(), who, case_id, read_form(CaseDecisionIn, named | decided(case_id))).table.id
    if does in ("uphold", "change"):
        settled: dict[str, Any] = {**named, "outcome": "upheld", "reasons": form.get("outcome_reasons", "").strip()}
        settled |= {"outcome": "changed", "decision": decided(case_id)} if does == "change" else {}
        return appealing.settle_appeal(service(), who, case_id, read_form(AppealSettledIn, settled)).table.id
    with service().database.write() as session:
        return small(session, now, who, does, case_id).table.id


def decided(case_id: str) -> dict[str, Any]:
    """The decision that was typed."""
    with service().database.read() as session:
        return decision_given(session, case_state(session, case_id), request.form)


def small(session: Session, now: int, who: Principal, does: str, case_id: str) -> CaseState:
    """What changes nothing at the table."""
    form = request.form
    match does:
        case "appeal":
            given = {name: form.get(name, "").strip() for name in ("client_id", "player", "text")}
            return appealing.appeal(session, now, who, case_id, read_form(AppealIn, given))
        case "withdraw_appeal":
            seat = read_form(AppealWithdrawnIn, {"player": form.get("player", "")})["player"]
            return appealing.withdraw_appeal(session, now, who, case_id, seat)
        case "note":
            said = read_form(CaseNoteIn, {"note": form.get("note", "").strip()})["note"]
            return case_opening.note(session, now, who, case_id, said)
        case "withdraw":
            reason = read_form(ReasonIn, {"reason": form.get("reason", "").strip()})["reason"]
            return case_opening.withdraw(session, now, who, case_id, reason)
        case _:
            standing = read_form(StandingIn, {"standing": form.get("standing", "")})["standing"]
            return mark(session, now, who, case_id, standing)
