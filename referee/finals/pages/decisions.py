"""What waits for a decision, the forms to decide it, points by hand, and what was decided so far."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.principal import Principal
from referee.core.access.scope import Row, event_for, within
from referee.core.http.schemas import ReasonIn
from referee.core.language import word
from referee.core.pages.forms import number, read_form, sent
from referee.core.pages.frame import framed
from referee.core.pages.moments import short_moment
from referee.core.service import service
from referee.finals import decisions
from referee.finals.decisions import decision
from referee.finals.questions import questions
from referee.finals.schemas import DecisionIn
from referee.models import Adjustment, DecisionMade
from referee.results.contest import WITHDRAWAL
from referee.results.facts import facts_of
from referee.standings import adjustments
from referee.standings.adjustments import adjustment
from referee.standings.pages.standings import named
from referee.standings.schemas import AdjustmentIn
from referee.standings.views import asked_of, names_of

blueprint = Blueprint("decisions_page", __name__)


def means() -> dict[str, str]:
    """By what something is decided, in words."""
    return {
        "playoff": word("decisions_playoff"),
        "dice_race": word("decisions_dice_race"),
        "roll_off": word("decisions_roll_off"),
        "vote": word("decisions_vote"),
        "name": word("decisions_name"),
        WITHDRAWAL: word("decisions_withdrawal"),
    }


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    allowed("decision.make", event_id)
    event = event_for("decision.make", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        made = decisions.made(session, event_id)
        points = adjustments.made(session, event_id)
    names = names_of(facts)
    return framed(
        "decisions.html",
        event,
        wanted=[asked_of(facts, each) for each in questions(facts)],
        made=[decision(each, names) for each in made],
        points=[adjustment(each, names) for each in points],
        entrants=facts.entrants,
        named=named(facts),
        means=means(),
        moment=short_moment,
        problem=problem,
        form=request.form,
    )


@blueprint.get("/events/<event_id>/decisions")
def show_decisions(event_id: str) -> str:
    """The page."""
    return page(event_id)


def changed(event_id: str) -> str:
    """Wake whoever watches the event; where this page is."""
    service().bus.publish(event_id)
    return f"/events/{event_id}/decisions"


@blueprint.post("/events/<event_id>/decisions")
def post_decision(event_id: str) -> AnyResponse:
    """Decide a question by the order of its players: those that were chosen, the first one first."""

    def work() -> str:
        who = allowed("decision.make", event_id)
        places = sorted((int(key[6:]), value) for key, value in request.form.items() if is_place(key) and value)
        body = {"about": request.form.get("about", ""), "by": request.form.get("by", "")}
        note = request.form.get("note", "").strip()
        given = read_form(DecisionIn, {**body, "order": [value for _, value in places]})
        database = service().database
        now = database.now()
        with database.write() as session:
            details = {"note": note[:2000]} if note else {}
            decisions.make(session, now, who, event_id, given["about"], given["by"], given["order"], details)
        return changed(event_id)

    return sent(work, lambda problem: page(event_id, problem))


def is_place(key: str) -> bool:
    """Whether a field is a place in the order: ``place_1`` and so on."""
    return key.startswith("place_") and key[6:].isascii() and key[6:].isdigit() and len(key) < 11


@blueprint.post("/events/<event_id>/decisions/<decision_id>/withdraw")
def post_withdrawn(event_id: str, decision_id: str) -> AnyResponse:
    """Withdraw a decision."""
    return withdrawn(event_id, DecisionMade, decision_id, decisions.take_back)


@blueprint.post("/events/<event_id>/adjustments")
def post_adjustment(event_id: str) -> AnyResponse:
    """Give or take points."""

    def work() -> str:
        who = allowed("decision.make", event_id)
        body = {key: request.form.get(key, "") for key in ("player", "points", "reason")}
        round_ = request.form.get("round", "")
        given = read_form(AdjustmentIn, body | ({"round": number(round_)} if round_ else {}))
        database = service().database
        now = database.now()
        with database.write() as session:
            adjustments.adjust(
                session, now, who, event_id, given["player"], given["points"], given.get("round"), given["reason"]
            )
        return changed(event_id)

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/adjustments/<adjustment_id>/withdraw")
def post_adjustment_withdrawn(event_id: str, adjustment_id: str) -> AnyResponse:
    """Withdraw points given or taken."""
    return withdrawn(event_id, Adjustment, adjustment_id, adjustments.take_back)


def withdrawn(
    event_id: str,
    kind: type[Row],
    id_: str,
    take_back: Callable[[Session, int, Principal, str, str], object],
) -> AnyResponse:
    """Withdraw something that was decided, with the reason of the form."""

    def work() -> str:
        who = allowed("decision.make", event_id)
        given = read_form(ReasonIn, {"reason": request.form.get("reason", "")})
        database = service().database
        now = database.now()
        with database.write() as session:
            within(session, kind, id_, event_id)
            take_back(session, now, who, id_, given["reason"])
        return changed(event_id)

    return sent(work, lambda problem: page(event_id, problem))
