"""The standings with their reasons, and publishing the results of rounds."""

from __future__ import annotations

from flask import Blueprint, request
from sqlmodel import Session

from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.models import Round
from referee.results.commands import publish_results, withdraw_results
from referee.results.contest import shown_rounds
from referee.results.facts import Facts
from referee.results.queries import unconfirmed_tables
from referee.standings.columns import class_columns, columns_of
from referee.standings.final_order import final_order
from referee.standings.games import games_by_player
from referee.standings.layout import cut_of
from referee.standings.queries import IncludedResults, visible
from referee.standings.views import round_names, standings_view
from tournaments.standings.rule import MOST_ROUNDS
from tournaments.typed import whole

blueprint = Blueprint("standings_page", __name__)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page.  Query parameters: ``after`` (a round's number) and ``live``."""
    event = event_for("event.read", event_id)
    staff = may(require_principal().roles_in(event_id), "standings.read")
    live = request.args.get("live") == "1" and staff
    with service().database.read() as session:
        after = whole(request.args.get("after", ""), 0, MOST_ROUNDS)
        seen = visible(session, caller(), event_id, live=live, after=after)
        lacking = (
            unconfirmed_by_round(session, seen.facts)
            if may(require_principal().roles_in(event_id), "result.publish")
            else {}
        )
    found = standings_view(seen, language())
    return framed(
        "standings/standings.html",
        event,
        seen=seen,
        live=live,
        ended=bool(final_order(seen.facts, seen.shown, seen.after)),
        staff=staff,
        found=found,
        cut=cut_of(seen, found, language()),
        columns=columns_of(seen, found, language()),
        classes=class_columns(seen, found, language()),
        games=games_by_player(seen, language()),
        rounds=rounds_of(seen),
        lacking=lacking,
        named=round_names(seen.facts, language()),
        problem=problem,
    )


def unconfirmed_by_round(session: Session, facts: Facts) -> dict[int, list[int]]:
    """The numbers of the tables without a confirmed result, by round."""
    return {each.number: [table.number for table in unconfirmed_tables(session, each.id)] for each in facts.rounds}


def rounds_of(seen: IncludedResults) -> list[int]:
    counting = {each.number for each in seen.facts.regulation.rounds if each.counts}
    with_tables = {table.round for table in seen.facts.tables}
    last = seen.facts.complete() if seen.shown != "published" else max(shown_rounds(seen.facts), default=0)
    return sorted(number for number in counting & with_tables if number <= last)


@blueprint.get("/events/<event_id>/standings")
def show_standings(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/standings/published")
@form_view(page)
def post_published(event_id: str) -> str:
    """Show the results of a round to everybody, or hide them again."""
    allowed("result.publish", event_id)
    round_id = request.form.get("round_id", "")
    with service().database.read() as session:
        within(session, Round, round_id, event_id)
    if request.form.get("show") == "1":
        publish_results(caller(), round_id)
    else:
        withdraw_results(caller(), round_id, asked(ReasonIn, {}, reason=request.form.get("reason", "")))
    return f"/events/{event_id}/standings"
