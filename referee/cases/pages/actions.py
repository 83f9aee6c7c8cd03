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
from referee.cases.state import (
    APPEAL_WITHDRAWN,
    APPEALED,
    CHANGED,
    DECIDED,
    MARKED,
    NOTED,
    OUTCOMES,
    RIGHTS,
    UPHELD,
    WITHDRAWN,
)
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.pages.forms import asked
from referee.core.service import service

Form = MultiDict[str, str]
NAME_SEPARATOR = re.compile(r"[,、，;\n]")

STEPS = {
    "try": DECIDED,
    "decide": DECIDED,
    "uphold": UPHELD,
    "change": CHANGED,
    "appeal": APPEALED,
    "withdraw_appeal": APPEAL_WITHDRAWN,
    "note": NOTED,
    "withdraw": WITHDRAWN,
    "mark": MARKED,
}
"""The buttons, and their steps."""
ACTIONS = {button: RIGHTS[step] for button, step in STEPS.items()}
"""The buttons, each with the action that must be allowed."""


def try_effect(case_id: str, form: Form) -> EffectTrial:
    """Find out what the chosen effect would do."""
    with service().database.read() as session:
        effect = effect_given(session, CASES.state(session, case_id), form)
    for each in (effect, *effect.get("also", ())):
        if each["kind"] == "penalty":  # the facts may be filled in last
            each["penalty"]["facts"] = each["penalty"]["facts"] or "–"
    given = asked(deciding.TryEffect, {}, effect=effect, clauses=clauses_given(form))
    return deciding.try_effect(caller(), case_id, given, language())


def decide(case_id: str, form: Form) -> None:
    """Make the ruling typed in the form."""
    given = asked(deciding.DecideCase, {}, client_id=form.get("client_id", ""), **typed_decision(case_id, form))
    deciding.decide_case(caller(), case_id, given, language())


def uphold(case_id: str, form: Form) -> None:
    """Uphold the appealed ruling."""
    settle(case_id, form, {"outcome": "upheld"})


def change(case_id: str, form: Form) -> None:
    """Overrule the appealed ruling with the one typed in the form."""
    settle(case_id, form, {"outcome": "changed", "decision": typed_decision(case_id, form)})


def settle(case_id: str, form: Form, outcome: Mapping[str, Any]) -> None:
    """Decide the pending appeals."""
    typed = {"client_id": form.get("client_id", ""), "reasons": form.get("outcome_reasons", "").strip()}
    given = asked(appeals.SettleAppeals, {}, **typed, **outcome, panel=typed_panel(form))
    appeals.settle_appeals(caller(), case_id, given, language())


def typed_panel(form: Form) -> list[dict[str, str]]:
    """The votes of a panel, as typed: first the members who uphold the ruling, then those who change it."""
    return [
        {"name": name.strip(), "vote": vote}
        for vote in OUTCOMES
        for name in NAME_SEPARATOR.split(form.get(f"panel_{vote}", ""))
        if name.strip()
    ]


def typed_decision(case_id: str, form: Form) -> dict[str, Any]:
    """The typed decision, in the form of `referee.cases.ruling.GivenRuling`."""
    with service().database.read() as session:
        return decision_given(session, CASES.state(session, case_id), form)


def appeal(case_id: str, form: Form) -> None:
    """Appeal on behalf of a player."""
    given = {name: form.get(name, "").strip() for name in ("client_id", "player", "text")}
    appeals.make_appeal(caller(), case_id, asked(appeals.MakeAppeal, given))


def withdraw_appeal(case_id: str, form: Form) -> None:
    """Withdraw the appeal of a player."""
    appeals.withdraw_appeal(caller(), case_id, asked(appeals.WithdrawAppeal, form))


def note(case_id: str, form: Form) -> None:
    """Add a note to the case."""
    typed = {name: form.get(name, "").strip() for name in ("note", "kind", "speaker") if name in form}
    opening.note_case(caller(), case_id, asked(opening.NoteCase, typed))


def withdraw(case_id: str, form: Form) -> None:
    """Withdraw the case."""
    opening.withdraw_case(caller(), case_id, asked(ReasonIn, {}, reason=form.get("reason", "").strip()))


def mark(case_id: str, form: Form) -> None:
    """Set what the case is worth as a precedent."""
    precedents.mark_case(caller(), case_id, asked(precedents.MarkStanding, form))


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
