"""What the buttons of a case do: try or make a ruling, make and settle appeals, add notes, mark a precedent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.cases import appeals, deciding, opening
from referee.cases.deciding import EffectTrial
from referee.cases.pages.form import clauses_given, decision_given, effect_given
from referee.cases.precedents import commands as precedents
from referee.cases.queries import CASES
from referee.cases.schemas.given import (
    AppealIn,
    AppealSettledIn,
    AppealWithdrawnIn,
    CaseDecisionIn,
    CaseNoteIn,
    CaseTrialIn,
    StandingIn,
    effect_of,
    ruling_of,
    settlement_of,
)
from referee.cases.state import OUTCOMES
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.pages.forms import asked, read_form
from referee.core.service import service

Form = MultiDict[str, str]
NAME_SEPARATOR = re.compile(r"[,、，;\n]")

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
"""The buttons, each with the action that must be allowed."""


def try_effect(case_id: str, form: Form) -> EffectTrial:
    """Find out what the chosen effect would do."""
    with service().database.read() as session:
        effect = effect_given(session, CASES.state(session, case_id), form)
    for each in (effect, *effect.get("also", ())):
        if each["kind"] == "penalty":  # the facts may be filled in last
            each["penalty"]["facts"] = each["penalty"]["facts"] or "–"
    given = read_form(CaseTrialIn, {"effect": effect, "clauses": clauses_given(form)})
    return deciding.try_effect(caller(), case_id, effect_of(given["effect"]), language(), given["clauses"])


def decide(case_id: str, form: Form) -> None:
    """Make the ruling typed in the form."""
    given = read_form(CaseDecisionIn, {"client_id": form.get("client_id", "")} | typed_decision(case_id, form))
    client_id = given.pop("client_id")
    deciding.decide_case(caller(), deciding.DecideCase(case_id, client_id, ruling_of(given)), language())


def uphold(case_id: str, form: Form) -> None:
    """Uphold the appealed ruling."""
    settle(case_id, form, {"outcome": "upheld"})


def change(case_id: str, form: Form) -> None:
    """Overrule the appealed ruling with the one typed in the form."""
    settle(case_id, form, {"outcome": "changed", "decision": typed_decision(case_id, form)})


def settle(case_id: str, form: Form, outcome: Mapping[str, Any]) -> None:
    """Decide the pending appeals."""
    typed = {"client_id": form.get("client_id", ""), "reasons": form.get("outcome_reasons", "").strip()}
    given = read_form(AppealSettledIn, {**typed, **outcome, "panel": typed_panel(form)})
    appeals.settle_appeals(caller(), settlement_of(case_id, given), language())


def typed_panel(form: Form) -> list[dict[str, str]]:
    """The votes of a panel, as typed: first the members who uphold the ruling, then those who change it."""
    return [
        {"name": name.strip(), "vote": vote}
        for vote in OUTCOMES
        for name in NAME_SEPARATOR.split(form.get(f"panel_{vote}", ""))
        if name.strip()
    ]


def typed_decision(case_id: str, form: Form) -> dict[str, Any]:
    """The typed decision, in the form of `referee.cases.schemas.given.Deciding`."""
    with service().database.read() as session:
        return decision_given(session, CASES.state(session, case_id), form)


def appeal(case_id: str, form: Form) -> None:
    """Appeal on behalf of a player."""
    given = {name: form.get(name, "").strip() for name in ("client_id", "player", "text")}
    appeals.make_appeal(caller(), appeals.MakeAppeal(case_id, **read_form(AppealIn, given)))


def withdraw_appeal(case_id: str, form: Form) -> None:
    """Withdraw the appeal of a player."""
    given = read_form(AppealWithdrawnIn, {"player": form.get("player", "")})
    appeals.withdraw_appeal(caller(), case_id, given["player"])


def note(case_id: str, form: Form) -> None:
    """Add a note to the case."""
    typed = {name: form.get(name, "").strip() for name in ("note", "kind", "speaker") if name in form}
    opening.note_case(caller(), opening.NoteCase(case_id, **read_form(CaseNoteIn, typed)))


def withdraw(case_id: str, form: Form) -> None:
    """Withdraw the case."""
    opening.withdraw_case(caller(), case_id, asked(ReasonIn, {}, reason=form.get("reason", "").strip()).reason)


def mark(case_id: str, form: Form) -> None:
    """Set what the case is worth as a precedent."""
    given = read_form(StandingIn, {"standing": form.get("standing", "")})
    precedents.mark_case(caller(), case_id, given["standing"])


BUTTONS: Mapping[str, Callable[[str, Form], None]] = {
    "decide": decide,
    "uphold": uphold,
    "change": change,
    "appeal": appeal,
    "withdraw_appeal": withdraw_appeal,
    "note": note,
    "withdraw": withdraw,
    "mark": mark,
}
"""The function behind each button, except ``try``.  They raise the problems of their commands, and ``invalid``."""
