"""A referee's decision: a ``ruling`` lets a refused report stand, sets the position, or is only put on record."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesets.kernel.law import Law
from rulesets.kernel.matter import carry_out, matters, review
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form, listed, shown, text


class Ruling(NamedTuple):
    """Who decides, why, and by which clauses; ``apply``: the report that stands, ``set``: parts of the position."""

    by: str
    reason: str
    clauses: tuple[str, ...]
    apply: Any
    set: Any


def _any(value: Any, _table: object) -> Any:
    return value


RULING = Form(
    "ruling",
    Ruling,
    Field("by", text(200)),
    Field("reason", text()),
    Field("clauses", listed(text(60), least=0), required=False, default=()),
    Field("apply", _any, required=False),
    Field("set", _any, required=False),
)


class Decided(NamedTuple):
    """What a decision leads to: the next state, with events and warnings."""

    state: Any
    events: list[Any]
    warnings: list[Refusal]


def decided(law: Law, state: Any, report: dict[str, Any]) -> Decided | list[Refusal]:
    """Return what a ``ruling`` leads to, or why it cannot be carried out."""
    parsed = RULING.parse(report, None)
    if isinstance(parsed, list):
        return parsed
    unknown = [name for name in parsed.clauses if law.catalogue.misnames(name)]
    if unknown:
        return [refuse("clause_unknown", unknown=unknown[0], ruleset=law.name)]
    if (parsed.apply is None) == (parsed.set is None):
        return [refuse("ruling_without_effect")]
    event = {"kind": "ruling", "by": parsed.by, "reason": parsed.reason, "clauses": list(parsed.clauses)}
    if parsed.set == {}:  # only put on record: everything stays as it is
        return Decided(state, [event], [])
    if parsed.set is None:
        return _let_stand(law, state, parsed.apply, event)
    return _set(law, state, parsed.set, event)


def _set(law: Law, state: Any, partial: Any, event: dict[str, Any]) -> Decided | list[Refusal]:
    """Replace parts of the position; what stands open and no longer holds in it lapses, as after any report."""
    amended, faults = law.mechanics.amended(state, partial)
    if faults:
        return _impossible(faults)
    if not matters(law.mechanics):
        return Decided(amended, [event], [])
    draft = law.mechanics.draft(amended)
    review(law.mechanics, draft)
    if "phase" not in partial:
        law.mechanics.settle(draft)
    return Decided(draft.freeze(), [event, *draft.events], draft.warnings)


def _let_stand(law: Law, state: Any, report: Any, event: dict[str, Any]) -> Decided | list[Refusal]:
    """Carry out a report in spite of what it breaks, if a referee may overrule that (`Law.bendable`)."""
    kind = report.get("type") if isinstance(report, dict) else None
    rule = law.rules.get(kind) if isinstance(kind, str) else None
    if rule is None:
        return [refuse("ruling_on_no_report", value=shown(kind), known=list(law.rules))]
    parsed = rule.form.parse(report, state.table)
    if isinstance(parsed, list):
        return parsed
    broken = rule.broken(state, parsed) or []
    if hard := [refusal for refusal in broken if not law.bendable(refusal)]:
        return hard
    overruled = list(dict.fromkeys(law.catalogue.clause_of[refusal.code] for refusal in broken))
    draft = carry_out(law.mechanics, state, rule, parsed)
    law.mechanics.settle(draft)
    events, warnings = [{**event, "overruled": overruled}, *draft.events], draft.warnings
    after = draft.freeze()
    if faults := law.mechanics.contradictions(after):
        return _impossible(faults)
    return Decided(after, events, warnings)


def _impossible(faults: list[Refusal]) -> list[Refusal]:
    return [refuse("position_impossible", count=len(faults)), *faults]
