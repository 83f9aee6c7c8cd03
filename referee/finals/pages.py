"""Who goes on: the decisions that a person has to make, and the bracket."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import Row, event_for, within
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language, word
from referee.core.pages.format import short_moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.core.stale import StaleThings
from referee.finals.commands import (
    GivePlaceBack,
    MakeDecision,
    finals_played,
    give_place_back,
    make_decision,
    withdraw_decision,
)
from referee.finals.questions import decisions_of, game_size, open_playoff, questions
from referee.finals.views import decision_view, final_parts
from referee.models import Adjustment, DecisionMade
from referee.results.contest import PLAYOFF, WITHDRAWAL
from referee.results.facts import Facts, facts_of
from referee.standings.commands import MakeAdjustment, make_adjustment, withdraw_adjustment
from referee.standings.queries import adjustments_of, visible
from referee.standings.views import WantedView, adjustment_view, names_of, question_view, round_names
from tournaments.decision import SEEDING, Wanted
from tournaments.lots import shown_lot
from tournaments.typed import whole

blueprint = Blueprint("decisions_page", __name__)


MEANS: Mapping[str, str] = {
    "playoff": "decisions_playoff",
    "dice_race": "decisions_dice_race",
    "roll_off": "decisions_roll_off",
    "vote": "decisions_vote",
    "name": "decisions_name",
    SEEDING: "decisions_seeding",
    WITHDRAWAL: "decisions_withdrawal",
}
"""The text key of each means of decision."""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """An open question.  ``table``: the id of the round in which it is being played off; ``offered``: whether a playoff
    can be seated for it; ``level``: whether one was played and left it open; ``seeding``: whether it is about seeds.
    """

    question: WantedView
    table: str | None
    offered: bool
    level: bool
    seeding: bool


def question_row(facts: Facts, wanted: Wanted) -> QuestionRow:
    """An open question and what can be done to settle it."""
    table = open_playoff(facts, wanted)
    rounds = {each.number: each.id for each in facts.rounds}
    least, most = game_size(facts)
    return QuestionRow(
        question_view(facts, wanted, language()),
        rounds[table.round] if table is not None else None,
        table is None and wanted.by == PLAYOFF and least <= len(wanted.players) <= most,
        any(each.about == wanted.about and each.table_id in facts.counting() for each in facts.playoffs),
        wanted.by == SEEDING,
    )


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    allowed("decision.make", event_id)
    event = event_for("decision.make", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        decisions = decisions_of(session, event_id)
        points = adjustments_of(session, event_id)
        stale = service().part(StaleThings).sentences(session, event, language(), None)
    names = names_of(facts)
    return framed(
        "finals/decisions.html",
        event,
        wanted=[question_row(facts, each) for each in questions(facts)],
        stale=stale,
        minutes=facts.regulation.planned(facts.regulation.last_counting).minutes,
        made=[decision_view(each, names) for each in decisions],
        points=[adjustment_view(each, names) for each in points],
        entrants=[each for each in facts.entrants if each.id not in facts.archived],
        named=round_names(facts, language()),
        shown_lot=shown_lot,
        means={by: word(name) for by, name in MEANS.items()},
        moment=short_moment,
        problem=problem,
        form=request.form,
    )


@blueprint.get("/events/<event_id>/decisions")
def show_decisions(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/decisions")
@form_view(page)
def post_decision(event_id: str) -> str:
    """Decide a question by the order of players chosen in the form."""
    allowed("decision.make", event_id)
    named = {key: whole(key.removeprefix("place_")) for key in request.form if key.startswith("place_")}
    places = sorted((place, request.form[key]) for key, place in named.items() if place is not None)
    lots = "lots" in request.form
    order = [] if lots else [value for _, value in places if value]
    note = request.form.get("note", "").strip()[:2000] or None
    make_decision(caller(), event_id, asked(MakeDecision, request.form, order=order, lots=lots, note=note))
    return f"/events/{event_id}/decisions"


@blueprint.post("/events/<event_id>/adjustments")
@form_view(page)
def post_adjustment(event_id: str) -> str:
    allowed("decision.make", event_id)
    make_adjustment(caller(), event_id, asked(MakeAdjustment, request.form))
    return f"/events/{event_id}/decisions"


def decision_page(event_id: str, decision_id: str, problem: dict[str, object]) -> str:
    """Render the page after a change to a decision has failed."""
    return page(event_id, problem)


@blueprint.post("/events/<event_id>/decisions/<decision_id>/withdraw")
@form_view(decision_page)
def post_withdrawn(event_id: str, decision_id: str) -> str:
    withdraw_decision(caller(), decision_id, posted_reason(event_id, DecisionMade, decision_id))
    return f"/events/{event_id}/decisions"


def adjustment_page(event_id: str, adjustment_id: str, problem: dict[str, object]) -> str:
    """Render the page after a change to an adjustment has failed."""
    return page(event_id, problem)


@blueprint.post("/events/<event_id>/adjustments/<adjustment_id>/withdraw")
@form_view(adjustment_page)
def post_adjustment_withdrawn(event_id: str, adjustment_id: str) -> str:
    withdraw_adjustment(caller(), adjustment_id, posted_reason(event_id, Adjustment, adjustment_id))
    return f"/events/{event_id}/decisions"


def posted_reason(event_id: str, kind: type[Row], row_id: str) -> ReasonIn:
    """The posted reason for withdrawing a row, which must belong to the event."""
    allowed("decision.make", event_id)
    given = asked(ReasonIn, {}, reason=request.form.get("reason", ""))
    with service().database.read() as session:
        within(session, kind, row_id, event_id)
    return given


STAGES: Mapping[str, str] = {"quarter": "bracket_quarter", "semi": "bracket_semi", "final": "bracket_final"}
"""The text keys of the stages' names."""


def stage_names() -> dict[str, str]:
    """The names of the stages in the reader's language."""
    return {stage: word(name) for stage, name in STAGES.items()}


def bracket_page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the bracket; it says so if the regulation has no qualification."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        seen = visible(session, caller(), event_id)
        stale = (
            service().part(StaleThings).sentences(session, event, language(), None) if seen.shown != "published" else []
        )
    facts = {
        "stages": stage_names(),
        "named": round_names(seen.facts, language()),
        "problem": problem,
        "stale": stale,
        "form": request.form,
    }
    finals, played = final_parts(seen, language()), bool(finals_played(seen.facts))
    return framed("finals/bracket.html", event, finals=finals, played=played, **facts)


@blueprint.get("/events/<event_id>/bracket")
def show_bracket(event_id: str) -> str:
    return bracket_page(event_id)


@blueprint.post("/events/<event_id>/bracket/withdrawals")
@form_view(bracket_page)
def post_withdrawal(event_id: str) -> str:
    allowed("decision.make", event_id)
    give_place_back(caller(), event_id, asked(GivePlaceBack, request.form))
    return f"/events/{event_id}/bracket"
