"""The page of a case: what it is about, its rulings, appeals against them, and the form to make a ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from sqlmodel import Session, col, select
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from werkzeug.wrappers import Response as AnyResponse

from referee.cases.dealings import deals_by_pair
from referee.cases.deciding import EffectTrial
from referee.cases.pages.cases import row_of
from referee.cases.pages.form import BUTTONS, TRY, Choices, choices, try_effect
from referee.cases.pages.precedents import precedent_row
from referee.cases.precedents.precedents import PrecedentState, search
from referee.cases.queries import CASES, cases_at, cases_on_call
from referee.cases.ruling_effect import clause_views
from referee.cases.state import DECIDED, NOTE_KINDS, RIGHTS, STANDINGS, CaseState, decision_of
from referee.cases.undoing import may_undo, undo_fields
from referee.cases.views import case_view
from referee.clocks.views import minutes
from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.scope import event_for, within
from referee.core.language import language, word
from referee.core.pages.forms import form_view
from referee.core.pages.frame import can, framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import TableGame, TableGames
from referee.log.text import RefusalText, line_refusals, narrate, refusal_text
from referee.models import CallLine, Case, new_id
from referee.rules.case import blocking_codes
from referee.rules.guide import irregularities_fitting, remedies_for
from referee.rules.positions.packed import ruling_fields
from referee.rules.search import answered, clauses_of, look_up
from referee.tables.pages import excerpt, position
from rulesets.irregularities import WHENS, Irregularity, guide, irregularities
from rulesets.search.certain import NONE
from tournaments.paper.words import words

blueprint = Blueprint("case_page", __name__)

MOST_SHOWN = 5
"""How many precedents are shown with a case."""
MOST_CLAUSES = 5
"""How many clauses are offered because they match the description of a case."""


@blueprint.get("/events/<event_id>/cases/<case_id>")
def show_case(
    event_id: str, case_id: str, problem: dict[str, object] | None = None, trial: EffectTrial | None = None
) -> str:
    """The page.  ``problem``: what was wrong with the submitted form; ``trial``: what the tried effect would do."""
    who = allowed("case.read", event_id)
    event = event_for("case.read", event_id)
    now = service().database.now()
    games = service().part(TableGames)
    with service().database.read() as session:
        within(session, Case, case_id, event_id)
        found = CASES.state(session, case_id)
        bench = can(who, "case.decide", event_id)
        view = case_view(session, found, now, language(), bench=bench)
        game = games.current(found.table.id)
        opened = games.at(found.table.id, found.case.seq)
        why = refusals(opened, found.case.refused)
        about = clauses_of(opened.game.ruleset, [each["code"] for each in why] or blocking_codes(opened.game))
        offered_laws = [*about, *matching_clauses(session, found, opened, about)]
        laws = clause_views(session, event_id, opened.game.ruleset, offered_laws, language())
        fits = irregularities_fitting(description_of(session, found), about, language(), opened.game.ruleset)
        same_call = [each.name for each in cases_on_call(session, found.case.call_id) if each.case.id != case_id]
        near = related_precedents(session, found, about)
        may_do = offered_buttons(who, found)
        offered = choices(session, found, game, now) if may_do & {"decide", "change"} else None
        undoable = [each for each in cases_at(session, found.table.id) if may_undo(each)] if offered else []
    taken_back = next((each for each in undoable if each.case.id == request.args.get("undo")), None)
    written = ruling_fields(request.args.get("p", ""), game.game) | (
        undo_fields(taken_back, game) if taken_back else {}
    )
    kind = irregularities().get(request.args.get("irregularity", ""))
    names = {each.player: each.name for each in view.players}
    return framed(
        "cases/case.html",
        event,
        case=view,
        row=row_of(found, view, language()),
        note=found.steps[0].note,
        same_call=same_call,
        names=names,
        bench=bench,
        may_do=may_do,
        note_kinds=[
            (each, word(f"cases_note_{each}")) for each in NOTE_KINDS if CASES.offers(who, found.case, found, each)
        ],
        listed=lambda seats: word("comma").join(names[seat] for seat in seats),
        rulings=[each.decision for each in view.steps if each.decision],
        now=now,
        minutes=minutes,
        refused=why,
        opened=position(opened),
        lines=excerpt(opened),
        position=position(game),
        dealt=deals_by_pair(game, games.lines(found.table.id, 0, game.seq), names, language()),
        dealt_title=words(language())["dossier_deals"],
        about=laws,
        precedents=[precedent_row(each, event_id, language()) for each in near],
        choices=offered,
        own=found.last is not None and found.last.account_id == who.account_id,
        standings=[(key, word(f"cases_standing_{key}")) for key in STANDINGS],
        client_id=request.form.get("client_id") or new_id(),
        form=CombinedMultiDict(
            [request.form, MultiDict(prefilled(found, why) | written | guide_fields(kind, opened, offered))]
        ),
        guide=fits,
        kind=kind,
        wording=guide(language())[kind.key] if kind else None,
        whens=WHENS,
        remedies=remedies_for(game.game),
        undoable=[(each.case.id, each.name) for each in undoable],
        tried=trial and trial_text(trial, game),
        problem=problem,
    )


def offered_buttons(who: Principal, found: CaseState) -> set[str]:
    """Those of `BUTTONS` that somebody may press now."""
    return {each for each, (step, _) in BUTTONS.items() if CASES.offers(who, found.case, found, step)}


def refusals(opened: TableGame, seq: int | None) -> list[dict[str, Any]]:
    """Why the entry that a case is about was refused."""
    if seq is None:
        return []
    lines = service().part(TableGames).lines(opened.table_id, seq - 1, seq)
    return [each for line in lines for each in line_refusals(opened, line, language())]


def matching_clauses(session: Session, found: CaseState, opened: TableGame, known: Sequence[str]) -> list[str]:
    """Further clauses that match the description of a case."""
    description, ruleset = description_of(session, found), opened.game.ruleset
    hits = look_up(ruleset, description, language(), most=MOST_CLAUSES) if description else []
    ids = [each.found.point.id for each in hits] if answered(description, hits) != NONE else []
    return [each for each in ids if each in ruleset.catalogue.in_force and each not in known]


def description_of(session: Session, found: CaseState) -> str:
    """What a case is about, in words: its note, or else what the table called for."""
    of_call = select(CallLine).where(CallLine.call_id == found.case.call_id)
    lines = session.exec(of_call.order_by(col(CallLine.at))).all()
    return found.steps[0].note or next((each.text for each in reversed(lines) if each.text), "")


def guide_fields(kind: Irregularity | None, opened: TableGame, offered: Choices | None) -> dict[str, str]:
    """The fields of the ruling form that the irregularity guide fills in for a kind; an offence comes with a penalty,
    so that none is in words alone, in the category that the regulation has for it.
    """
    if kind is None:
        return {}
    offence = offered.offence(kind) if offered else ""
    penalised = kind.first and offered is not None and offered.categories
    penalty = {"also_penalty": "1", "penalty_category": offence} if penalised else {}
    known, words = opened.game.ruleset.catalogue.clauses, guide(language())[kind.key]
    clauses = ", ".join(each for each in kind.clauses if each in known)
    return {"facts": words.facts, "decision": words.decision, "reasons": words.reasons, "clauses": clauses} | penalty


def related_precedents(session: Session, found: CaseState, about: list[str]) -> list[PrecedentState]:
    """Precedents for the clauses of a case and for the note that it was opened with, binding ones first; never the case
    itself.
    """
    event_id, note = found.case.event_id, found.steps[0].note
    hits = [each for clause in about for each in search(session, event_id, language(), clause=clause, most=MOST_SHOWN)]
    hits += search(session, event_id, language(), note, most=MOST_SHOWN) if note else []
    by_key = {each.key: each for each in hits if each.id != found.case.id}
    return sorted(by_key.values(), key=lambda each: each.standing != "binding")[:MOST_SHOWN]


def prefilled(found: CaseState, why: list[dict[str, Any]]) -> dict[str, str]:
    """The initial values of the form: the clauses and the entry that the case is about, never a note, which is for the
    judges alone.  On appeal, the values of the appealed ruling, except its decision and reasons.
    """
    if found.last is not None:
        decision = decision_of(found.last)
        kept = {
            "facts": decision.said(language()).facts,
            "question": decision.question,
            "clauses": ", ".join(decision.clauses),
        }
        return {**kept, "standing": found.standing}
    clauses = dict.fromkeys(each["clause"] for each in why)
    seq = found.case.refused
    return {"clauses": ", ".join(clauses), "seq": "" if seq is None else str(seq)}


@dataclass(frozen=True, slots=True)
class TrialText:
    """What an effect would do, in words."""

    accepted: bool
    logged: bool
    sentences: Sequence[str]
    due: Sequence[str]
    refusals: Sequence[RefusalText]


def trial_text(trial: EffectTrial, game: TableGame) -> TrialText:
    """What an effect would do, in words."""
    return TrialText(
        trial.accepted,
        trial.logged,
        trial.told,
        [" ".join(narrate(game, [dict(each)], language())) for each in trial.due],
        [refusal_text(each, game) for each in trial.refusals],
    )


@blueprint.post("/events/<event_id>/cases/<case_id>")
@form_view(show_case)
def post_case(event_id: str, case_id: str) -> AnyResponse | str:
    """Handle a button: ``do`` is `TRY` or one of `BUTTONS`."""
    button = request.form.get("do", "")
    if button not in (TRY, *BUTTONS):
        raise Problem("not_found", path=button)
    step, press = BUTTONS.get(button, (DECIDED, None))
    allowed(RIGHTS[step], event_id)
    with service().database.read() as session:
        within(session, Case, case_id, event_id)
    if press is None:
        return make_response(show_case(event_id, case_id, trial=try_effect(case_id, request.form)))
    press(case_id, request.form)
    return f"/events/{event_id}/cases/{case_id}"
