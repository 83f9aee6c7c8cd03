"""The page of penalties: a player's history and the next step; giving, signing off, cancelling and acknowledging."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from sqlmodel import Session, col, select
from werkzeug.datastructures import MultiDict

from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language, text, word
from referee.core.pages.format import StepText, round_name, short_moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import listed_players, seats_by_table
from referee.models import Event, GameTable, Penalty, Player, Round, Seat
from referee.penalties import commands
from referee.penalties.queries import PENALTIES, category_of, penalties_of, rule_for
from referee.penalties.state import CANCELLED, NOTED, SIGNED_OFF, PenaltyState
from referee.penalties.views import (
    EarlierPenaltyView,
    PenaltyStepRule,
    PenaltyView,
    SuggestionView,
    earlier_penalties,
    penalty_views,
    rule_view,
    step_sentence,
    suggestion_view,
)
from referee.rules.pages.text import anchor
from referee.rules.points import REGULATION, default_rulesets
from rulesets.kernel.registry import load
from tournaments.penalties.rule import Category, PenaltiesRule

blueprint = Blueprint("penalties_page", __name__)

BUTTONS = {"sign": SIGNED_OFF, "cancel": CANCELLED, "note": NOTED}
"""The buttons of a penalty, and their steps."""


@blueprint.get("/events/<event_id>/penalties")
def show_penalties(event_id: str, problem: dict[str, object] | None = None, penalty_id: str = "") -> str:
    """The page; ``?player=`` and ``?category=`` open the form to give a penalty.  ``penalty_id``: the penalty whose
    button failed; the form stays closed then.
    """
    given: MultiDict[str, str] = MultiDict() if penalty_id else request.form or request.args
    who = allowed("penalty.give", event_id)
    event = event_for("penalty.give", event_id)
    with service().database.read() as session:
        rule = rule_for(session, event_id)
        found = penalties_of(session, event_id)
        views = penalty_views(session, found, language())
        players = listed_players(session, event_id)
        form = penalty_form(session, event, rule, who, given)
        first = set(seated_at(session, given.get("table_id", "")))
    rows = rows_of(found, views, who, language())
    return framed(
        "penalties/penalties.html",
        event,
        waiting=[row for row in rows if row.penalty.state == "proposed"],
        rows=rows,
        players=sorted(players, key=lambda each: each.id not in first),
        rule=rule_view(rule, language()),
        form=form,
        given=given,
        problem=problem,
    )


@dataclass(frozen=True, slots=True)
class PenaltyForm:
    """The form to give a penalty.  ``earlier``: penalties in other events; ``above``: whether the suggested step is for
    somebody else to give; ``at``: the id of the table.
    """

    player: Player
    history: Sequence[PenaltyRow]
    earlier: Sequence[EarlierPenaltyView]
    suggested: SuggestionView
    steps: Sequence[PenaltyStepRule]
    above: bool
    chosen: str
    tables: Sequence[TableChoice]
    at: str
    clauses: Sequence[ClauseChoice]


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table where a player sits or sat.  ``running``: whether its round is played now."""

    id: str
    title: str
    running: bool


def penalty_form(
    session: Session, event: Event, rule: PenaltiesRule, who: Principal, given: MultiDict[str, str]
) -> PenaltyForm | None:
    """The form to give a penalty, once a player and an offence are chosen; None before that."""
    player = session.get(Player, given.get("player", ""))
    if player is None or player.event_id != event.id or not given.get("category"):
        return None
    category = category_of(rule, given["category"])
    before = penalties_of(session, event.id, player.id)
    history = penalty_views(session, before, language())
    suggested = suggestion_view(rule, category, before, history, language())
    severe = may(who.roles_in(event.id), "penalty.severe")
    tables = tables_of(session, player.id)
    return PenaltyForm(
        player=player,
        history=rows_of(before, history, who, language()),
        earlier=earlier_penalties(session, player, who, language()),
        suggested=suggested,
        steps=[step for step in rule_view(rule, language()).steps if severe or not step.severe],
        above=suggested.step.severe and not severe,
        chosen=given.get("step") or suggested.step.key,
        tables=tables,
        at=given.get("table_id", next((each.id for each in tables if each.running), "")),
        clauses=clause_choices(
            rule, category, given.getlist("clause") if "clauses" in given else category.clauses, language()
        ),
    )


def seated_at(session: Session, table_id: str) -> list[str]:
    """The ids of the players at a table, who are listed first when a penalty follows from its call."""
    return [seat.player_id for seat in seats_by_table(session, [table_id])[table_id]]


def tables_of(session: Session, player_id: str) -> list[TableChoice]:
    """The tables where a player sits or sat, the latest round first."""
    query = (
        select(GameTable, Round)
        .join(Seat, col(Seat.table_id) == GameTable.id)
        .join(Round, col(GameTable.round_id) == Round.id)
        .where(Seat.player_id == player_id)
        .order_by(col(Round.number).desc())
    )
    return [
        TableChoice(
            table.id,
            word("penalties_at_table", round=round_name(round_.number, round_, language()), table=table.number),
            round_.state == "running",
        )
        for table, round_ in session.exec(query)
    ]


@blueprint.post("/events/<event_id>/penalties")
@form_view(show_penalties)
def post_penalty(event_id: str) -> str:
    commands.give_penalty(caller(), event_id, typed_penalty(request.form))
    return f"/events/{event_id}/penalties"


def typed_penalty(form: MultiDict[str, str]) -> commands.GivePenalty:
    """The penalty in a form.  Raises the problem ``invalid``."""
    filled = {key: value for key, value in form.items() if value or key not in ("table_id", "call_id")}
    others = [each for each in re.split(r"[,、，;\s]+", form.get("clauses", "")) if each]
    clauses = [*form.getlist("clause"), *others]
    return asked(commands.GivePenalty, filled, clauses=clauses)


@blueprint.post("/events/<event_id>/penalties/<penalty_id>")
@form_view(show_penalties)
def post_step(event_id: str, penalty_id: str) -> str:
    """Handle a button: ``do`` is sign, cancel or note."""
    with service().database.read() as session:
        within(session, Penalty, penalty_id, event_id)
    match button := request.form.get("do", ""):
        case "sign":
            commands.sign_penalty_off(caller(), penalty_id)
        case "cancel":
            commands.cancel_penalty(caller(), penalty_id, asked(ReasonIn, {}, reason=request.form.get("note", "")))
        case "note":
            commands.note_penalty(caller(), penalty_id, asked(commands.NotePenalty, request.form))
        case _:
            raise Problem("not_found", path=button)
    return f"/events/{event_id}/penalties"


@dataclass(frozen=True, slots=True)
class PenaltyClause:
    """A clause that a penalty rests on.  ``address``: empty if the clause no longer exists."""

    id: str
    address: str


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty on a page.  ``own``: whether the reader gave it; ``may_do``: which of sign, cancel and note the page
    offers.
    """

    penalty: PenaltyView
    at: str
    state: str
    done: Sequence[StepText]
    points: Sequence[PenaltyClause]
    own: bool
    may_do: frozenset[str]


@dataclass(frozen=True, slots=True)
class ClauseChoice:
    """A clause that a penalty may rest on, with its title."""

    id: str
    title: str
    chosen: bool


def clause_choices(rule: PenaltiesRule, category: Category, chosen: Sequence[str], language: str) -> list[ClauseChoice]:
    """The clauses that penalties of an event rest on, those of the category first."""
    ids = dict.fromkeys((*category.clauses, *(clause for each in rule.categories for clause in each.clauses)))
    return [ClauseChoice(each, _title(each, language), each in chosen) for each in ids]


def _title(clause: str, language: str) -> str:
    home = default_rulesets().get(clause)
    return load(home).catalogue.texts(language)[clause].title if home is not None else ""


def rows_of(
    found: Sequence[PenaltyState], penalties: Sequence[PenaltyView], who: Principal, language: str
) -> list[PenaltyRow]:
    return [
        PenaltyRow(
            penalty,
            short_moment(penalty.given_at),
            text(language, f"penalties_state_{penalty.state}"),
            [
                StepText(step_sentence(each.kind, each.author, language), each.note, short_moment(each.at))
                for each in penalty.steps
            ],
            [PenaltyClause(each, clause_address(penalty.event_id, each)) for each in penalty.clauses],
            penalty.steps[0].account_id == who.account_id,
            frozenset(
                button
                for button, kind in BUTTONS.items()
                if PENALTIES.offers(who, state.penalty, state, kind) and not (kind == NOTED and penalty.noted)
            ),
        )
        for state, penalty in zip(found, penalties, strict=True)
    ]


def clause_address(event_id: str, clause: str) -> str:
    """The address of a clause, or of a point of the event's regulation; empty if it no longer exists."""
    home = default_rulesets().get(clause)
    if home is not None:
        return f"/rules/{home}/{clause}"
    return f"/events/{event_id}/regulation#{anchor(clause)}" if clause.startswith(f"{REGULATION}/") else ""
