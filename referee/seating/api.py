"""The HTTP API of seatings: draw, change, explain and publish them."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session

from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.download import MEDIA, attachment, table_file
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.responses import answer, answer_text, whole_list
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.events.plan import unit_at
from referee.events.regulation import regulation_of
from referee.models import Event, GameTable, Seating
from referee.seating import playoff
from referee.seating.drawing import draw_seating as draw
from referee.seating.exchange import SeatsNow, exchange_players, seats_of_round
from referee.seating.participants import left_out_of
from referee.seating.playoff import playoffs_of
from referee.seating.publishing import discard_draft as discard
from referee.seating.publishing import note_start_order
from referee.seating.publishing import publish_seating as publish
from referee.seating.queries import seats_table
from referee.seating.reseating import Changed, ReseatRounds, SwapPlayers, reseat_rounds
from referee.seating.reseating import swap_players as swap
from referee.seating.schemas import (
    ChangeOut,
    DrawnOut,
    LeftOutOut,
    LeftOutPage,
    LeftOutQuery,
    PlayoffIn,
    PlayoffOut,
    PlayoffPage,
    ReasonsOut,
    ReseatIn,
    SeatingFile,
    SeatingIn,
    SeatingOut,
    SeatingPage,
    SeatingRow,
    SeatQuery,
    SeatsExport,
    SeatsQuery,
    StartOrderIn,
    SwapIn,
    draw_given,
)
from referee.seating.versions import DISCARDED, fingerprint_of, versions
from referee.seating.views import change_view, left_out_views, public_view, reasons_view, seating_view, version_view
from referee.tables.queries import table_view
from referee.tables.schemas import TableOut

blueprint = StrictBlueprint("seatings", __name__, url_prefix="/api/v1", description="Seatings")


def seating_for(session: Session, seating_id: str) -> Seating:
    """A seating that the caller may see: one that was ever published or, for the staff, a draft.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    require_principal()
    found = get_row(session, Seating, seating_id)
    if found.state == DISCARDED:
        raise Problem("not_found", path=seating_id)
    allowed("event.read" if found.published_at else "seating.read", found.event_id)
    return found


@endpoint(blueprint, "GET", "/events/<event_id>/seatings", gives=SeatingPage)
def list_seatings(query: dict[str, Any], event_id: str) -> Response:
    """List the versions of all seatings of an event, by first round, newest first.

    Drafts are visible to the staff only.
    """
    event_for("event.read", event_id)
    drafts = may(require_principal().roles_in(event_id), "seating.read")
    with service().database.read() as session:
        rows = [version_view(each) for each in versions(session, event_id) if drafts or each.published_at]
    return whole_list(SeatingRow, rows)


@endpoint(blueprint, "POST", "/events/<event_id>/seatings", body=SeatingIn, gives=DrawnOut, status=201, fails=(409,))
def draw_seating(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Draw a seating for the rounds that are seated together, as a draft.

    Planned rounds that do not exist yet are created.  The players who take part are seated; if anybody is checked in,
    only those who are.  The same seed and players give the same seating.  409 gives the reason why it is not possible:
    there is no regulation, the rounds have begun, results that the tables depend on are open, or another version was
    created in the meantime.
    """
    drawn = draw(caller(), draw_given(event_id, body))
    with service().database.read() as session:
        view = seating_view(session, session.get_one(Seating, drawn.seating_id), language())
    headers = {"Location": f"/api/v1/seatings/{drawn.seating_id}"}
    return answer({**SeatingOut().dump(view), "left_out": drawn.left_out}, 201, headers=headers)


@endpoint(blueprint, "GET", "/events/<event_id>/seatings/left-out", query=LeftOutQuery, gives=LeftOutPage, fails=(409,))
def list_left_out(query: dict[str, Any], event_id: str) -> Response:
    """List the players whom a draw would leave out because others are checked in and they are not.

    Meant to be checked before a draw.
    """
    allowed("seating.read", event_id)
    with service().database.read() as session:
        unit = unit_at(regulation_of(session, event_id), query["first_round"])
        rows = left_out_views(left_out_of(session, event_id, unit))
    return whole_list(LeftOutOut, rows)


@endpoint(blueprint, "GET", "/events/<event_id>/playoffs", gives=PlayoffPage)
def list_playoffs(query: dict[str, Any], event_id: str) -> Response:
    """List the play-offs of an event: tables at which an open question is or was decided by a game."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        return whole_list(PlayoffOut, playoffs_of(session, event_id))


@endpoint(blueprint, "POST", "/events/<event_id>/playoffs", body=PlayoffIn, gives=PlayoffOut, status=201, fails=(409,))
def seat_playoff(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Seat the players concerned by an open question at one table, in a round outside the plan.

    Its confirmed result answers the question.
    """
    round_id = playoff.seat_playoff(caller(), playoff.SeatPlayoff(event_id, body["about"], body["minutes"]))
    with service().database.read() as session:
        found = next(each for each in playoffs_of(session, event_id) if each.round_id == round_id)
    return answer(PlayoffOut().dump(found), 201)


@endpoint(blueprint, "DELETE", "/events/<event_id>/playoffs/<round_id>", gives=None, status=204, fails=(409,))
def discard_playoff(query: dict[str, Any], event_id: str, round_id: str) -> Response:
    """Discard a play-off at whose table nothing has happened yet."""
    playoff.discard_playoff(caller(), event_id, round_id)
    return Response(status=204)


@endpoint(blueprint, "DELETE", "/seatings/<seating_id>", gives=None, status=204, fails=(409,))
def discard_draft(query: dict[str, Any], seating_id: str) -> Response:
    """Discard the latest draft of a seating.

    A published version stays.  If there is none, the rounds have to be drawn again.
    """
    discard(caller(), seating_id)
    return Response(status=204)


@endpoint(
    blueprint, "POST", "/events/<event_id>/seatings/reseat", body=ReseatIn, gives=ChangeOut, status=201, fails=(409,)
)
def reseat_seating(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Reseat the rounds from a given one on, as a draft, for the players as they are now.

    Takes account of drop-outs, late entries, reserves who came in, and players who have qualified and sit out.  Nobody
    is moved more than necessary; rounds that have begun stay unchanged.
    """
    return change_answer(reseat_rounds(caller(), ReseatRounds(event_id, body["from_round"], body["reason"])), 201)


def seats_now(round_id: str) -> SeatsNow:
    """The seats of a round as they are now."""
    with service().database.read() as session:
        return seats_of_round(session, round_id)


operation(blueprint, "POST", "/rounds/<round_id>/exchange", exchange_players, shows=seats_now, fails=(409,))


def change_answer(changed: Changed, status: int = 200) -> Response:
    """The response to a change of a seating."""
    with service().database.read() as session:
        view = change_view(session, changed.event_id, changed, language())
    return answer(ChangeOut().dump(view), status)


@endpoint(blueprint, "GET", "/events/<event_id>/seatings/export", query=SeatsQuery, gives=SeatsExport, media=MEDIA)
def export_seats(query: dict[str, Any], event_id: str) -> Response:
    """Export the published seats as they are at the tables now, one row per seat."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        table = seats_table(session, event_id, query.get("round"), language())
    service().part(StaleThings).given_out(caller(), event_id, FILE, "seats-file", query.get("round"))
    return table_file(table, query["form"], event, "seats")


@endpoint(blueprint, "GET", "/seatings/<seating_id>", gives=SeatingOut)
def show_seating(query: dict[str, Any], seating_id: str) -> Response:
    """Get a version of a seating: tables with names, figures with their lower bounds, violations, and moves.

    Only the staff see who must not meet, who has a fixed table, violations, and the reasons for changes.
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        view = seating_view(session, found, language())
    if not may(require_principal().roles_in(found.event_id), "seating.read"):
        view = public_view(view)
    return answer(SeatingOut().dump(view), tag=repr(view))


@endpoint(blueprint, "GET", "/seatings/<seating_id>/why", query=SeatQuery, gives=ReasonsOut)
def explain_seat(query: dict[str, Any], seating_id: str) -> Response:
    """Explain why a player sits where they do.

    Needs `player` (id) and `round` (number).
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        missing = [FieldFault(name, "missing", {}) for name in ("player", "round") if name not in query]
        if missing:
            raise invalid(*missing)
        view = reasons_view(session, found, query["player"], query["round"])
    return answer(ReasonsOut().dump(view))


@endpoint(blueprint, "GET", "/seatings/<seating_id>/file", gives=SeatingFile)
def show_seating_file(query: dict[str, Any], seating_id: str) -> Response:
    """Get a seating as the file that `referee seating check` verifies: the request, seed, tables and moves.

    For the staff only, because requests may be private.
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        allowed("seating.read", found.event_id)
        event = session.get_one(Event, found.event_id)
    name = f"seating-{found.first_round}-{found.last_round}-v{found.version}.json"
    headers = {"Content-Disposition": attachment(event.name, name)}
    return answer_text(found.document, tag=fingerprint_of(found.document), headers=headers)


@endpoint(blueprint, "POST", "/seatings/<seating_id>/swaps", body=SwapIn, gives=ChangeOut, fails=(409,))
def swap_players(query: dict[str, Any], body: dict[str, Any], seating_id: str) -> Response:
    """Swap two players in a round, as a new draft, or preview the effect (`trial`).

    If only one of them is seated, the other takes the place.  Any swap is allowed if a reason is given; the response
    says what gets better and worse.
    """
    reason = body.get("reason") or "-"
    given = SwapPlayers(seating_id, body["round"], body["one"], body["other"], reason, body["base"], body["trial"])
    return change_answer(swap(caller(), given))


@endpoint(blueprint, "POST", "/seatings/<seating_id>/publish", gives=SeatingOut, fails=(409,))
def publish_seating(query: dict[str, Any], seating_id: str) -> Response:
    """Publish a seating: its rounds get their tables, each with its seats and the header of its game.

    When a changed seating is published again, only the tables that differ are replaced.  409 `seating_played` names
    tables that would change but at which something has been played.
    """
    publish(caller(), seating_id)
    with service().database.read() as session:
        view = seating_view(session, session.get_one(Seating, seating_id), language())
    return answer(SeatingOut().dump(view))


@endpoint(blueprint, "PUT", "/tables/<table_id>/start-order", body=StartOrderIn, gives=TableOut, fails=(409,))
def put_start_order(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Record the start order that was rolled at a table.

    Possible until something is reported there.
    """
    note_start_order(caller(), table_id, body["players"])
    with service().database.read() as session:
        return answer(TableOut().dump(table_view(session.get_one(GameTable, table_id))))
