"""The HTTP API of seatings: draw, change, explain and publish them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response
from marshmallow import Schema
from sqlmodel import Session

from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.field_faults import FieldFault, invalid
from referee.core.http.responses import FORMS, MEDIA, answer, answer_text, attachment, table_file, whole_list
from referee.core.http.schemas import Query
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.events.plan import unit_at
from referee.events.regulation import regulation_of
from referee.models import Event, GameTable, Seating
from referee.seating.drawing import DrawSeating
from referee.seating.drawing import draw_seating as draw
from referee.seating.exchange import SeatsNow, exchange_players, seats_of_round
from referee.seating.participants import left_out_of
from referee.seating.playoff import PlayoffView, discard_playoff, playoffs_of, seat_playoff
from referee.seating.prepared import bring_seating
from referee.seating.publishing import StartOrder, discard_draft, note_start_order, publish_seating
from referee.seating.queries import seats_table
from referee.seating.reseating import Changed, ReseatRounds, SwapPlayers, reseat_rounds
from referee.seating.reseating import swap_players as swap
from referee.seating.stand_in import give_seat_back, name_stand_in
from referee.seating.versions import DISCARDED, fingerprint_of, versions
from referee.seating.views import (
    ChangeView,
    DrawnView,
    LeftOutView,
    ReasonsView,
    SeatingRow,
    SeatingView,
    change_view,
    left_out_views,
    public_view,
    reasons_view,
    seating_view,
    version_view,
)
from referee.tables.queries import TableView, table_view
from tournaments.export.table import Column
from tournaments.regulation.round import MOST_ROUNDS

blueprint = StrictBlueprint("seatings", __name__, url_prefix="/api/v1", description="Seatings")
SeatingPage = list_schema(SeatingRow, "SeatingPage")
LeftOutPage = list_schema(LeftOutView, "LeftOutPage")
PlayoffPage = list_schema(PlayoffView, "PlayoffPage")


class LeftOutQuery(Query):
    """The rounds to be drawn."""

    first_round = fields.Integer(
        load_default=1,
        validate=fields.Range(1, MOST_ROUNDS),
        metadata={"description": "The number of the first of the rounds that are seated together."},
    )


class SeatQuery(Query):
    """The seat to explain."""

    player = fields.String(required=False, metadata={"description": "The id of the player."})
    round = fields.Integer(required=False, validate=fields.Range(1, MOST_ROUNDS))


class SeatsQuery(Query):
    """The seats to export, and the format."""

    round = fields.Integer(
        validate=fields.Range(1, MOST_ROUNDS),
        metadata={"description": "Only the seats of this round (number); left out: all rounds."},
    )
    form = fields.String(
        load_default=FORMS[0],
        data_key="as",
        validate=fields.OneOf(FORMS),
        metadata={"description": "The format: csv (with a byte order mark), json, or xlsx."},
    )


class SeatingFile(Schema):
    """The file described in docs/seating.md, which `referee seating check` verifies."""

    kind = fields.String(metadata={"description": "If the tables were not drawn: what they are derived from."})
    version = fields.Integer(required=True)
    seed = fields.String(required=True)
    input = fields.Dict(required=True)
    rounds = fields.List(fields.List(fields.List(fields.String())), required=True)
    moves = fields.List(fields.Dict(), required=True)
    score = fields.Dict(required=True)
    bound = fields.Dict(required=True)
    fingerprint = fields.String(required=True)


@dataclass(frozen=True, slots=True)
class SeatsExport:
    """The published seats, one row per seat."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, object]]


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


def seating_now(seating_id: str) -> SeatingView:
    """A version of a seating in full."""
    with service().database.read() as session:
        return seating_view(session, session.get_one(Seating, seating_id), language())


@endpoint(blueprint, "GET", "/events/<event_id>/seatings", gives=SeatingPage)
def list_seatings(event_id: str) -> Response:
    """List the versions of all seatings of an event, by first round, newest first.

    Drafts are visible to the staff only.
    """
    event_for("event.read", event_id)
    drafts = may(require_principal().roles_in(event_id), "seating.read")
    with service().database.read() as session:
        rows = [version_view(each) for each in versions(session, event_id) if drafts or each.published_at]
    return whole_list(SeatingRow, rows)


@endpoint(blueprint, "POST", "/events/<event_id>/seatings", body=DrawSeating, gives=DrawnView, status=201, fails=(409,))
def draw_seating(body: DrawSeating, event_id: str) -> Response:
    """Draw a seating for the rounds that are seated together, as a draft.

    Planned rounds that do not exist yet are created.  The players who take part are seated; if anybody is checked in,
    only those who are.  The same seed and players give the same seating.  409 gives the reason why it is not possible:
    there is no regulation, the rounds have begun, results that the tables depend on are open, or another version was
    created in the meantime.
    """
    drawn = draw(caller(), event_id, body)
    headers = {"Location": f"/api/v1/seatings/{drawn.seating_id}"}
    view = dump(SeatingView, seating_now(drawn.seating_id))
    return answer({**view, "left_out": drawn.left_out}, 201, headers=headers)


@endpoint(blueprint, "GET", "/events/<event_id>/seatings/left-out", query=LeftOutQuery, gives=LeftOutPage, fails=(409,))
def list_left_out(query: dict[str, Any], event_id: str) -> Response:
    """List the players whom a draw would leave out because others are checked in and they are not.

    Meant to be checked before a draw.
    """
    allowed("seating.read", event_id)
    with service().database.read() as session:
        unit = unit_at(regulation_of(session, event_id), query["first_round"])
        rows = left_out_views(left_out_of(session, event_id, unit))
    return whole_list(LeftOutView, rows)


@endpoint(blueprint, "GET", "/events/<event_id>/playoffs", gives=PlayoffPage)
def list_playoffs(event_id: str) -> Response:
    """List the play-offs of an event: tables at which an open question is or was decided by a game."""
    allowed("standings.read", event_id)
    with service().database.read() as session:
        return whole_list(PlayoffView, playoffs_of(session, event_id))


operation(blueprint, "POST", "/events/<event_id>/playoffs", seat_playoff, status=201, fails=(409,))
operation(blueprint, "DELETE", "/events/<event_id>/playoffs/<round_id>", discard_playoff, fails=(409,))
operation(blueprint, "DELETE", "/seatings/<seating_id>", discard_draft, fails=(409,))
operation(blueprint, "POST", "/events/<event_id>/seatings/prepared", bring_seating, fails=(409,))


@endpoint(
    blueprint,
    "POST",
    "/events/<event_id>/seatings/reseat",
    body=ReseatRounds,
    gives=ChangeView,
    status=201,
    fails=(409,),
)
def reseat_seating(body: ReseatRounds, event_id: str) -> ChangeView:
    """Reseat the rounds from a given one on, as a draft, for the players as they are now.

    Takes account of drop-outs, late entries, reserves who came in, and players who have qualified and sit out.  Nobody
    is moved more than necessary; rounds that have begun stay unchanged.
    """
    return effect_of(reseat_rounds(caller(), event_id, body))


def seats_now(round_id: str) -> SeatsNow:
    with service().database.read() as session:
        return seats_of_round(session, round_id)


operation(blueprint, "POST", "/players/<player_id>/stand-in", name_stand_in, status=201, fails=(409,))
operation(blueprint, "POST", "/players/<player_id>/stand-in/end", give_seat_back, fails=(409,))
operation(blueprint, "POST", "/rounds/<round_id>/exchange", exchange_players, shows=seats_now, fails=(409,))


def effect_of(changed: Changed) -> ChangeView:
    with service().database.read() as session:
        return change_view(session, changed.event_id, changed, language())


@endpoint(blueprint, "GET", "/events/<event_id>/seatings/export", query=SeatsQuery, gives=SeatsExport, media=MEDIA)
def export_seats(query: dict[str, Any], event_id: str) -> Response:
    """Export the published seats as they are at the tables now, one row per seat."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        table = seats_table(session, event_id, query.get("round"), language())
    service().part(StaleThings).given_out(caller(), event_id, FILE, "seats-file", query.get("round"))
    return table_file(table, query["form"], event, "seats")


@endpoint(blueprint, "GET", "/seatings/<seating_id>", gives=SeatingView)
def show_seating(seating_id: str) -> Response:
    """Get a version of a seating: tables with names, figures with their lower bounds, violations, and moves.

    Only the staff see who must not meet, who has a fixed table, violations, and the reasons for changes.
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        view = seating_view(session, found, language())
    if not may(require_principal().roles_in(found.event_id), "seating.read"):
        view = public_view(view)
    return answer(dump(SeatingView, view), tag=repr(view))


@endpoint(blueprint, "GET", "/seatings/<seating_id>/why", query=SeatQuery, gives=ReasonsView)
def explain_seat(query: dict[str, Any], seating_id: str) -> ReasonsView:
    """Explain why a player sits where they do.

    Needs `player` (id) and `round` (number).
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        missing = [FieldFault(name, "missing", {}) for name in ("player", "round") if name not in query]
        if missing:
            raise invalid(*missing)
        return reasons_view(session, found, query["player"], query["round"])


@endpoint(blueprint, "GET", "/seatings/<seating_id>/file", gives=SeatingFile)
def show_seating_file(seating_id: str) -> Response:
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


@endpoint(blueprint, "POST", "/seatings/<seating_id>/swaps", body=SwapPlayers, gives=ChangeView, fails=(409,))
def swap_players(body: SwapPlayers, seating_id: str) -> ChangeView:
    """Swap two players in a round, as a new draft, or preview the effect (`trial`).

    If only one of them is seated, the other takes the place.  Any swap is allowed if a reason is given; the response
    says what gets better and worse.
    """
    return effect_of(swap(caller(), seating_id, body))


operation(blueprint, "POST", "/seatings/<seating_id>/publish", publish_seating, shows=seating_now, fails=(409,))


@endpoint(blueprint, "PUT", "/tables/<table_id>/start-order", body=StartOrder, gives=TableView, fails=(409,))
def put_start_order(body: StartOrder, table_id: str) -> TableView:
    """Record the start order that was rolled at a table.

    Possible until something is reported there.
    """
    note_start_order(caller(), table_id, body)
    with service().database.read() as session:
        return table_view(session.get_one(GameTable, table_id))
