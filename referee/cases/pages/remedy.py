"""A remedy of a case: chosen, previewed as before and after, and turned into a ruling without the full form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.cases import deciding
from referee.cases.pages.case import TrialText, may_rule, trial_text
from referee.cases.pages.form import Choices, choices, settle
from referee.cases.queries import CASES
from referee.cases.remedies import BANK, Remedy, propose_effect, remedies_for, remedy_of, undoable_cases
from referee.cases.state import CHANGED, CaseState
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.forms import ERROR_PAGE_STATUSES, asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.models import Case, new_id
from referee.rules.guide import guide_row
from referee.tables.pages.position import LoggedLine, Position, excerpt, label, position
from rulesets.irregularities import guide, irregularities
from rulesets.reports import as_report
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.typed import Dollars, Minutes, Whole

blueprint = Blueprint("remedy_page", __name__)

TEXTS = ("line", "seat", "to", "deed", "space", "case", "category", "step")
MOST_ENTRIES = 60
"""How many entries can be chosen from: the latest ones."""


@dataclass(frozen=True, slots=True)
class FieldChoices:
    """The choices in the fields of a remedy, as pairs of value and label."""

    seats: Sequence[tuple[str, str]]
    spaces: Sequence[tuple[str, str]]
    deeds: Sequence[tuple[str, str]]
    levels: Sequence[tuple[int, str]]
    rulings: Sequence[tuple[str, str]]
    entries: Sequence[LoggedLine]


@dataclass(frozen=True, slots=True)
class RemedyPreview:
    """What a remedy would do: in sentences, and as the board before and after.  ``effect``: of the ruling, as JSON."""

    effect: Mapping[str, Any]
    tried: TrialText
    before: Position
    after: Position
    dropped: Sequence[int]


@blueprint.get("/events/<event_id>/cases/<case_id>/remedies/<kind>")
def show_remedy(event_id: str, case_id: str, kind: str, problem: dict[str, object] | None = None) -> str:
    """The page; once the fields are filled in (``?go=1``), with a preview and the button that makes the ruling, be it
    the first or on an appeal.
    """
    who = allowed("case.decide", event_id)
    event = event_for("case.decide", event_id)
    fields = Fields(request.values)
    filled = filled_in(kind, fields)
    with service().database.read() as session:
        within(session, Case, case_id, event_id)
        found = CASES.state(session, case_id)
        game = service().part(TableGames).current(found.table.id)
        if kind not in remedies_for(game):
            raise Problem("not_found", path=request.path)
        given = choices(session, found, game, service().database.now())
        undoable = undoable_cases(session, found)
    preview = None
    if request.values.get("go"):
        try:
            fields.check()
            preview = preview_of(case_id, remedy_of(kind, filled), game)
        except (Problem, Faulty) as error:
            if as_problem(error).status in ERROR_PAGE_STATUSES:
                raise
            problem = problem or as_problem(error).to_json(language())
    kept = irregularities().get(request.values.get("irregularity", ""))
    wording = guide(language())[kept.key] if kept else None
    known = game.game.ruleset.catalogue.clauses
    clauses = [each for each in (kept.clauses if kept else ("JMA/REF-1",)) if each in known]
    return framed(
        "cases/remedy.html",
        event,
        case_id=case_id,
        name=found.name,
        open=may_rule(who, found),
        appealed=bool(found.waiting),
        kind=kind,
        remedy=filled,
        amount=request.values.get("amount", ""),
        choices=given,
        offered=field_choices(game, given, undoable),
        preview=preview,
        guide=guide_row(kept.key, language()) if kept else None,
        irregularity=kept.key if kept else "",
        facts=request.form.get("facts", wording.facts if wording else ""),
        decision=request.form.get("decision") or proposed_wording(kind, filled, given, game, undoable),
        reasons=request.form.get("reasons", wording.reasons if wording else ""),
        outcome_reasons=request.form.get("outcome_reasons", ""),
        clauses=request.form.getlist("clause") or clauses,
        client_id=request.form.get("client_id") or new_id(),
        form=request.form,
        problem=problem,
    )


@blueprint.post("/events/<event_id>/cases/<case_id>/remedies/<kind>")
@form_view(show_remedy)
def post_remedy(event_id: str, case_id: str, kind: str) -> AnyResponse | str:
    """Make the ruling, or on an appeal the one that changes it, unless the table has logged something since the preview
    (``at``).
    """
    allowed("case.decide", event_id)
    form = request.form
    with service().database.read() as session:
        within(session, Case, case_id, event_id)
        found = CASES.state(session, case_id)
        game = service().part(TableGames).current(found.table.id)
    fields = Fields(request.values)
    remedy = remedy_of(kind, filled_in(kind, fields))
    fields.check()
    effect = propose_effect(case_id, remedy, game, form.get("facts", "").strip(), language()).effect
    typed = {name: form.get(name, "").strip() for name in ("facts", "decision", "reasons")}
    about = {"at": form.get("at", "")} if effect["kind"] == "set" else {}
    body = {**typed, **about, "clauses": form.getlist("clause"), "effect": effect}
    if found.waiting:
        settle(case_id, form, {"outcome": CHANGED, "decision": body})
    else:
        given = asked(deciding.DecideCase, {}, **body, client_id=form.get("client_id", ""))
        deciding.decide_case(caller(), case_id, given, language())
    return f"/events/{event_id}/cases/{case_id}"


def filled_in(kind: str, fields: Fields) -> dict[str, Any]:
    """The page's fields as filled in; numbers that cannot be read are faults of ``fields``, and count as 0."""
    given = request.values
    typed: dict[str, Any] = {name: given.get(name, "").strip() for name in TEXTS}
    typed |= {name: fields.read(name, Whole()) or 0 for name in ("entry", "level")}
    minutes = kind == "minutes"
    label = word("remedies_minutes_field" if minutes else "remedies_amount")
    typed["amount"] = fields.read("amount", Minutes() if minutes else Dollars(), label) or 0
    return typed | {"mortgaged": bool(given.get("mortgaged"))}


def preview_of(case_id: str, remedy: Remedy, game: TableGame) -> RemedyPreview:
    """Preview a remedy by trying its effect."""
    found = propose_effect(case_id, remedy, game, "", language())
    trial = deciding.try_effect(caller(), case_id, asked(deciding.TryEffect, {}, effect=found.effect), language())
    report = {"by": "-", "type": "ruling", "reason": "-", "set": found.effect.get("set", {})}
    after = game._replace(game=game.game.ruleset.judge(game.game, as_report(report)).game)
    return RemedyPreview(found.effect, trial_text(trial, game), position(game), position(after), found.dropped)


def field_choices(game: TableGame, given: Choices, undoable: Sequence[CaseState]) -> FieldChoices:
    """The choices in the fields of a remedy at a table."""
    edition = game.game.state.table.edition
    spaces = [(each.key, label(game.game, "space", each.key)) for each in edition.spaces if each.kind != "go_to_jail"]
    jail = label(game.game, "space", "jail") if any(key == "jail" for key, _ in spaces) else ""
    jailed = (
        [(f"jail:{failed}", word("position_jail", space=jail, failed=failed)) for failed in range(3)] if jail else []
    )
    return FieldChoices(
        seats=given.seats,
        spaces=[*spaces, *jailed],
        deeds=[(each.key, label(game.game, "deed", each.key)) for each in edition.deeds],
        levels=[(level, label(game.game, "level", level)) for level in range(6)],
        rulings=[(each.case.id, each.name) for each in undoable],
        entries=[each for each in reversed(excerpt(game, MOST_ENTRIES)) if not each.refused],
    )


def proposed_wording(
    kind: str, filled: Mapping[str, Any], given: Choices, game: TableGame, undoable: Sequence[CaseState]
) -> str:
    """The proposed wording of the decision for a remedy, as far as it is filled in."""
    names = {**dict(given.seats), **dict(given.players), BANK: word("remedies_bank")}
    rulings = {each.case.id: each.name for each in undoable}
    titles = {each.key: each.title for each in given.categories}
    deed, space = filled["deed"], filled["space"].partition(":")[0]
    return word(
        f"remedies_decision_{kind}",
        entry=filled["entry"],
        line=filled["line"],
        amount=filled["amount"],
        seat=names.get(filled["seat"], "…"),
        to=names.get(filled["to"], "…"),
        deed=label(game.game, "deed", deed) if deed else "…",
        level=label(game.game, "level", filled["level"]),
        space=label(game.game, "space", space) if space else "…",
        ruling=rulings.get(filled["case"], "…"),
        category=titles.get(filled["category"], "…"),
    )
