"""Who goes on to the final, the bracket, and places given back."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.language import word
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.finals import decisions
from referee.finals import queries as bracket_view
from referee.finals.queries import is_over
from referee.finals.schemas import GiveBackIn
from referee.standings import views as standings_view
from referee.standings.pages.standings import named
from referee.standings.qualification import qualification_of
from referee.standings.queries import looked_at

blueprint = Blueprint("bracket_page", __name__)


def stage_names() -> dict[str, str]:
    """What stages are called."""
    return {"quarter": word("bracket_quarter"), "semi": word("bracket_semi"), "final": word("bracket_final")}


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page; without a qualification in the regulation it says so."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        seen = looked_at(session, event_id)
    facts = {"stages": stage_names(), "named": named(seen.facts), "problem": problem, "form": request.form}
    if seen.facts.regulation.qualification is None:
        return framed("bracket.html", event, going=None, bracket=None, over=False, **facts)
    found = qualification_of(seen.facts, seen.after, seen.shown)
    return framed(
        "bracket.html",
        event,
        going=standings_view.qualification(seen.facts, found, seen.after),
        bracket=bracket_view.bracket_json(seen.facts, seen.shown, seen.after),
        over=is_over(seen.facts, found),
        **facts,
    )


@blueprint.get("/events/<event_id>/bracket")
def show_bracket(event_id: str) -> str:
    """The page."""
    return page(event_id)


@blueprint.post("/events/<event_id>/bracket/withdrawals")
def post_withdrawal(event_id: str) -> AnyResponse:
    """Somebody gives a place back."""

    def work() -> str:
        who = allowed("decision.make", event_id)
        given = read_form(GiveBackIn, {key: request.form.get(key, "") for key in ("player", "reason")})
        database = service().database
        now = database.now()
        with database.write() as session:
            decisions.give_back(session, now, who, event_id, given["player"], given["reason"])
        service().bus.publish(event_id)
        return f"/events/{event_id}/bracket"

    return sent(work, lambda problem: page(event_id, problem))
