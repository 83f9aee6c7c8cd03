"""A remedy of a case: chosen, previewed as before and after, and turned into a ruling without the full form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from flask import Blueprint, request
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.cases import deciding
from referee.cases.pages.case import TrialText, offered_buttons, trial_text
from referee.cases.pages.form import Choices, choices, settle
from referee.cases.queries import CASES
from referee.cases.remedies import (
    ProposedEffect,
    propose_effect,
    remedy_of,
    replayed_view,
    undoable_cases,
)
from referee.cases.remedy_effect import Remedy
from referee.cases.replay import Replayed, offered
from referee.cases.state import CHANGED, CaseState
from referee.cases.wording import WORDS, ChosenRemedy, proposed_wording, translations
from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.errors import as_problem
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.language import language, word
from referee.core.pages.forms import ERROR_PAGE_STATUSES, asked, form_view, shown
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import seats_by_table
from referee.log.table_game import TableGame, TableGames
from referee.models import Case, Player, new_id
from referee.penalties.queries import rule_for
from referee.rules.guide import guide_row, remedies_for
from referee.rules.positions.fields import has_fields
from referee.tables.pages import LoggedLine, OwnedDeed, Position, deeds_of, excerpt, label, position
from referee.tables.queries import line_views
from rulesets import Game
from rulesets.irregularities import guide, irregularities
from rulesets.notation.codes import codes
from rulesets.notation.writing import write
from rulesets.reports import as_report
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.typed import Dollars, Minutes, Whole, whole

MOST_OFFERED = 40
"""How many answers are offered at most: the cards of a deck and what else may be done."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry that a remedy changes.  ``told``: what it was, or is now, in sentences."""

    seq: int | None
    fate: str
    told: str


@dataclass(frozen=True, slots=True)
class EntryQuestion:
    """The question about an entry that cannot follow.  ``why``: the law's sentences; ``choices``: answers as lines of
    the notation, each with what would happen.
    """

    entry: int
    why: Sequence[str]
    choices: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """What a remedy changes for a player: the cash before and after, the difference, deeds won, lost, and kept with
    something else on them.
    """

    name: str
    before: str
    after: str
    difference: str
    won: Sequence[OwnedDeed]
    lost: Sequence[OwnedDeed]
    changed: Sequence[tuple[OwnedDeed, OwnedDeed]]


@dataclass(frozen=True, slots=True)
class RemedyPreview:
    """What a remedy would do.  ``tried``, ``after``: None while there is a ``question``."""

    proposed: ProposedEffect
    tried: TrialText | None
    before: Position
    after: Position | None
    entries: Sequence[EntryRow]
    question: EntryQuestion | None
    differences: Sequence[DifferenceRow]


def entry_rows(game: TableGame, entries: Sequence[Replayed]) -> list[EntryRow]:
    """The entries that do not simply stand, in order, and those that do with other consequences; what waits for an
    answer is not among them.
    """
    logged = service().part(TableGames).lines(game.table_id, 0, game.seq)
    kept = [logged[each.seq - 1] for each in entries if each.seq is not None and each.fate != "waits"]
    told = {each.seq: each.told for each in line_views(service().database, game, kept, language())}
    rows = []
    for each in entries:
        if each.fate == "waits":
            continue
        now = replayed_view(each, language()).told
        was = now if each.seq is None else told[each.seq]
        if each.fate != "stands":
            rows.append(EntryRow(each.seq, each.fate, word("cases_then").join(was)))
        elif was != now and each.report["type"] != "ruling":
            before, after = (word("cases_then").join(one) for one in (was, now))
            rows.append(EntryRow(each.seq, each.fate, word("remedies_now", was=before, now=after)))
    return rows


def question_of(entries: Sequence[Replayed]) -> EntryQuestion | None:
    """The question about the entry that cannot follow, if one cannot."""
    found = next((each for each in entries if each.fate == "open"), None)
    if found is None or found.seq is None:
        return None
    names = codes(found.game)
    why = [each["message"] for each in replayed_view(found, language()).refusals]
    choices = []
    for report in islice(offered(found.game), MOST_OFFERED):
        answer = found.game.ruleset.judge(found.game, report)
        told = found.game.ruleset.narrate(found.game, answer.events, language())
        choices.append((write(report, names), word("cases_then").join(told)))
    return EntryQuestion(found.seq, why, choices)


def difference_rows(before: Game, after: Game) -> list[DifferenceRow]:
    """What differs in money and deeds for each player, in seat order; players for whom nothing does are left out."""
    positions = before.ruleset.position(before), after.ruleset.position(after)
    rows = []
    for seat in before.state.table.seats:
        cash, other = (each["players"][seat]["cash"] for each in positions)
        had, has = ({each.name: each for each in deeds_of(before, one, seat)} for one in positions)
        won, lost = ([one[name] for name in one if name not in two] for one, two in ((has, had), (had, has)))
        changed = [(had[name], has[name]) for name in had if name in has and had[name] != has[name]]
        if cash != other or won or lost or changed:
            amounts = [label(before, "money", each) for each in (cash, other, abs(other - cash))]
            sign = "" if cash == other else "+" if other > cash else "−"
            name = before.state.table.names.get(seat, seat)
            rows.append(DifferenceRow(name, amounts[0], amounts[1], sign + amounts[2], won, lost, changed))
    return rows


blueprint = Blueprint("remedy_page", __name__)

TEXTS = ("line", "seat", "to", "deed", "space", "case", "category", "step")
MOST_ENTRIES = 60
"""How many entries can be chosen from: the latest ones."""


@dataclass(frozen=True, slots=True)
class FieldChoices:
    """The choices in the fields of a remedy, as pairs of value and label.  ``called``: what one deed and several are
    called; ``levels``: empty where a deed moves with what stands on it.
    """

    seats: Sequence[tuple[str, str]]
    spaces: Sequence[tuple[str, str]]
    deeds: Sequence[tuple[str, str]]
    called: Mapping[str, str]
    levels: Sequence[tuple[int, str]]
    rulings: Sequence[tuple[str, str]]
    entries: Sequence[LoggedLine]


@blueprint.get("/events/<event_id>/cases/<case_id>/remedies/<kind>")
def show_remedy(event_id: str, case_id: str, kind: str, problem: dict[str, Any] | None = None) -> str:
    """The page; once the fields are filled in (``?go=1``), with a preview and the button that makes the ruling, be it
    the first or on an appeal.
    """
    who = allowed("case.decide", event_id)
    event = event_for("case.decide", event_id)
    with service().database.read() as session:
        within(session, Case, case_id, event_id)
        found = CASES.state(session, case_id)
        game = service().part(TableGames).current(found.table.id)
        if kind not in remedies_for(game.game):
            raise Problem("not_found", path=request.path)
        fields = fields_at(game)
        filled = filled_in(kind, fields)
        given = choices(session, found, game, service().database.now())
        undoable = undoable_cases(session, found)
        chosen = chosen_remedy(session, found, game, kind, filled)
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
    if not request.values.get("go"):
        filled["entry"] = found.case.refused or 0
    if kind == "fine" and kept and not filled["category"]:
        filled["category"] = given.offence(kept)
    clauses = [each for each in (kept.clauses if kept else ("JMA/REF-1",)) if each in known]
    page = partial(
        framed,
        "cases/remedy.html",
        event,
        case_id=case_id,
        name=found.name,
        open=bool(offered_buttons(who, found) & {"decide", "change"}),
        appealed=bool(found.waiting),
        kind=kind,
        remedy=filled,
        amount=request.values.get("amount", ""),
        keys=fields.money.keys,
        choices=given,
        offered=field_choices(game, given, undoable),
        preview=preview,
        guide=guide_row(kept.key, language()) if kept else None,
        irregularity=kept.key if kept else "",
        facts=request.form.get("facts", wording.facts if wording else ""),
        decision=request.form.get("decision")
        or proposed_wording(replace(chosen, proposed=preview.proposed if preview else None), language()),
        reasons=request.form.get("reasons", wording.reasons if wording else ""),
        outcome_reasons=request.form.get("outcome_reasons", ""),
        clauses=request.form.getlist("clause") or clauses,
        client_id=request.form.get("client_id") or new_id(),
        form=request.form,
    )
    return shown(problem, lambda told: page(problem=told))


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
        fields = fields_at(game)
        filled = filled_in(kind, fields)
        remedy = remedy_of(kind, filled)
        fields.check()
        chosen = chosen_remedy(session, found, game, kind, filled)
    proposed = propose_effect(case_id, remedy, game, form.get("facts", "").strip(), language())
    if (effect := proposed.effect) is None:
        raise invalid(FieldFault("answers", "entry_open", {}))
    typed = {name: form.get(name, "").strip() for name in WORDS}
    composed = translations(typed, language(), replace(chosen, proposed=proposed))
    about = {"at": form.get("at", "")} if effect["kind"] == "set" else {}
    body = {**typed, "translations": composed, **about, "clauses": form.getlist("clause"), "effect": effect}
    if found.waiting:
        settle(case_id, form, {"outcome": CHANGED, "decision": body})
    else:
        given = asked(deciding.DecideCase, {}, **body, client_id=form.get("client_id", ""))
        deciding.decide_case(caller(), case_id, given, language())
    return f"/events/{event_id}/cases/{case_id}"


def chosen_remedy(
    session: Session, found: CaseState, game: TableGame, kind: str, filled: Mapping[str, Any]
) -> ChosenRemedy:
    """A remedy of a case as the page has it, before it is tried."""
    at_table = seats_by_table(session, [found.table.id])[found.table.id]
    players = session.exec(select(Player).where(col(Player.id).in_([each.player_id for each in at_table])))
    names = {each.id: each.shown for each in players}
    names |= {seat: game.game.state.table.names.get(seat, seat) for seat in found.seats}
    rulings = {each.case.id: each.name for each in undoable_cases(session, found)}
    rule = rule_for(session, found.case.event_id)
    return ChosenRemedy(kind, filled, names, rulings, game, rule, None)


def fields_at(game: TableGame) -> Fields:
    """The page's fields, with amounts in the money of the table's game."""
    mechanics, table = game.game.ruleset.mechanics, game.game.state.table
    return Fields(request.values, money=mechanics.money(table.edition))


def filled_in(kind: str, fields: Fields) -> dict[str, Any]:
    """The page's fields as filled in; numbers that cannot be read are faults of ``fields``, and count as 0."""
    given = request.values
    typed: dict[str, Any] = {name: given.get(name, "").strip() for name in TEXTS}
    typed |= {name: fields.read(name, Whole()) or 0 for name in ("entry", "level")}
    minutes = kind == "minutes"
    label = word("remedies_minutes_field" if minutes else "remedies_amount")
    typed["amount"] = fields.read("amount", Minutes() if minutes else Dollars(), label) or 0
    answers = [each.split(" ", 1) for each in given.getlist("answer") if " " in each]
    if line := given.get("typed", "").strip():
        answers.append([given.get("asked", ""), line])
    answered = [{"entry": whole(entry) or 0, "line": line} for entry, line in answers]
    return typed | {"mortgaged": bool(given.get("mortgaged")), "answers": answered}


def preview_of(case_id: str, remedy: Remedy, game: TableGame) -> RemedyPreview:
    """Preview a remedy by trying its effect."""
    found = propose_effect(case_id, remedy, game, "", language())
    entries = entry_rows(game, found.entries)
    if found.effect is None:
        return RemedyPreview(found, None, position(game), None, entries, question_of(found.entries), ())
    trial = deciding.try_effect(caller(), case_id, asked(deciding.TryEffect, {}, effect=found.effect), language())
    report = {"by": "-", "type": "ruling", "reason": "-", "set": found.effect.get("set", {})}
    after = game._replace(game=game.game.ruleset.judge(game.game, as_report(report)).game)
    rows = difference_rows(game.game, after.game)
    return RemedyPreview(found, trial_text(trial, game), position(game), position(after), entries, None, rows)


def field_choices(game: TableGame, given: Choices, undoable: Sequence[CaseState]) -> FieldChoices:
    printed = game.game.ruleset.mechanics.printed(game.game.state.table, language())
    spaces = [(each["key"], each["name"]) for each in printed.get("spaces", ()) if each["kind"] != "go_to_jail"]
    jail = label(game.game, "space", "jail") if any(key == "jail" for key, _ in spaces) else ""
    jailed = (
        [(f"jail:{failed}", word("position_jail", space=jail, failed=failed)) for failed in range(3)] if jail else []
    )
    return FieldChoices(
        seats=given.seats,
        spaces=[*spaces, *jailed],
        deeds=[(each["key"], each["name"]) for each in printed.get("deeds", ())],
        called=printed.get("called", {}),
        levels=[(level, label(game.game, "level", level)) for level in range(6)] if has_fields(game.game) else [],
        rulings=[(each.case.id, each.name) for each in undoable],
        entries=[each for each in reversed(excerpt(game, MOST_ENTRIES)) if not each.refused],
    )
