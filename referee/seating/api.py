"""Seatings: drawn, changed, explained, published."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session

from referee.core.access.guard import allowed, somebody
from referee.core.access.roles import may
from referee.core.access.scope import event_for, row_for, table_for
from referee.core.http.download import attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.field_faults import Fault, invalid
from referee.core.http.responses import answer, answer_text, page
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import players_of
from referee.models import Event, Seating
from referee.seating import queries as seating_view
from referee.seating.drawing import Wish, make
from referee.seating.participants import Fixed
from referee.seating.publishing import publish, start_order
from referee.seating.queries import seats_table
from referee.seating.reseating import Changed, Swapping, reseat_rounds, swap_seats
from referee.seating.schemas import (
    ChangeOut,
    DrawnOut,
    ReasonsOut,
    ReseatIn,
    SeatingFile,
    SeatingIn,
    SeatingOut,
    SeatingPage,
    SeatsExport,
    SeatsQuery,
    StartOrderIn,
    SwapIn,
    WhyQuery,
)
from referee.seating.versions import fingerprint_of, versions
from referee.tables.api.tables import as_json as table_as_json
from referee.tables.schemas import TableOut
from tournaments.export.to_csv import to_csv
from tournaments.export.to_json import to_json
from tournaments.export.to_xlsx import to_xlsx
from tournaments.fault import Faulty

blueprint = StrictBlueprint("seatings", __name__, url_prefix="/api/v1", description="Who sits where")

CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def seating_for(session: Session, seating_id: str) -> Seating:
    """A seating, if who asks may see it: one that is public or was, or a draft.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    somebody()
    found = session.get(Seating, seating_id)
    if found is None:
        raise Problem("not_found", path=seating_id)
    allowed("event.read" if found.published_at else "seating.read", found.event_id)
    return found


def wish_of(body: dict[str, Any]) -> Wish:
    """What a body asks for."""
    return Wish(
        first_round=body["first_round"],
        seed=body.get("seed"),
        apart=[(one, other) for one, other in body["apart"]],
        fixed=[Fixed(each["player"], each["table"], tuple(each["rounds"])) for each in body["fixed"]],
        checked_in=body.get("checked_in"),
        tables=body.get("tables"),
    )


@endpoint(blueprint, "GET", "/events/<event_id>/seatings", gives=SeatingPage)
def list_seatings(query: dict[str, Any], event_id: str) -> Response:
    """The versions of all seatings of an event, by first round, the latest first; drafts only for the staff."""
    event_for("event.read", event_id)
    drafts = may(somebody().roles_in(event_id), "seating.read")
    with service().database.read() as session:
        rows = [seating_view.row(each) for each in versions(session, event_id) if drafts or each.published_at]
    return answer(page(rows, len(rows), lambda row: str(row["id"])))


@endpoint(blueprint, "POST", "/events/<event_id>/seatings", body=SeatingIn, gives=DrawnOut, status=201, fails=(409,))
def draw_seating(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Draw the rounds that are seated together, as a draft; the rounds of the plan that are missing are made.

    Who is seated: the players who take part, of them those who are checked in if anybody is.  The same seed and players
    give the same seating.  409 says what stands against it: there is no regulation, the rounds have begun, results that
    the tables follow from are open, another version came in between.
    """
    who = allowed("seating.change", event_id)
    database = service().database
    try:
        drawn = make(database, event_id, wish_of(body), who)
        with database.read() as session:
            shown = seating_view.view(session, drawn.seating)
    except Faulty as error:
        with database.read() as session:
            raise seating_view.named_faults(session, event_id, error, body["first_round"]) from error
    service().bus.publish(event_id)
    left_out = [each.id for each in drawn.left_out]
    return answer({**shown, "left_out": left_out}, 201, headers={"Location": f"/api/v1/seatings/{drawn.seating.id}"})


@endpoint(
    blueprint, "POST", "/events/<event_id>/seatings/reseat", body=ReseatIn, gives=ChangeOut, status=201, fails=(409,)
)
def reseat_seating(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Seat the rounds from one on anew, as a draft, for the players as they are by now: drop-outs, late entries,
    reserves who came in, those who have qualified and sit out.  Nobody is moved further than need be; rounds that have
    begun stand.
    """
    who = allowed("seating.change", event_id)
    database = service().database
    try:
        changed = reseat_rounds(database, event_id, body["from_round"], body["reason"], who)
    except Faulty as error:
        with database.read() as session:
            raise seating_view.named_faults(session, event_id, error, 1) from error
    service().bus.publish(event_id)
    return answer(shown_change(event_id, changed), 201)


def shown_change(event_id: str, changed: Changed) -> dict[str, Any]:
    """What a change led to, as it is answered."""
    with service().database.read() as session:
        people = {player.id: player for player in players_of(session, event_id)}
        first = changed.first_round
        made = seating_view.view(session, changed.seating) if changed.seating else None
    return {**seating_view.changed(changed.change, people, first), "seating": made}


@endpoint(
    blueprint,
    "GET",
    "/events/<event_id>/seatings/export",
    query=SeatsQuery,
    gives=SeatsExport,
    media=("application/json", "text/csv", XLSX),
)
def export_seats(query: dict[str, Any], event_id: str) -> Response:
    """The seats that are public, as they are at the tables by now, a row each."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        table = seats_table(session, event_id, query.get("round"), language())
    form = query["form"]
    body, kind = {"csv": (to_csv, CSV), "json": (to_json, "application/json"), "xlsx": (to_xlsx, XLSX)}[form]
    headers = {"Content-Disposition": attachment(event.name, f"seats.{form}"), "Cache-Control": "private, no-store"}
    return Response(body(table), headers=headers, content_type=kind)


@endpoint(blueprint, "GET", "/seatings/<seating_id>", gives=SeatingOut)
def show_seating(query: dict[str, Any], seating_id: str) -> Response:
    """A version of a seating: tables with names, figures beside what is possible, violations, moves.

    Who must not meet, who asked for a table, violations and the reasons of changes are shown to the staff only.
    """
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        body = seating_view.view(session, found)
    if not may(somebody().roles_in(found.event_id), "seating.read"):
        body = seating_view.for_everybody(body)
    return answer(body, tag=repr(body))


@endpoint(blueprint, "GET", "/seatings/<seating_id>/why", query=WhyQuery, gives=ReasonsOut)
def explain_seat(query: dict[str, Any], seating_id: str) -> Response:
    """Why somebody sits where they sit: `player` (id) and `round` (number)."""
    with service().database.read() as session:
        found = seating_for(session, seating_id)
        missing = [Fault(name, "missing", {}) for name in ("player", "round") if name not in query]
        if missing:
            raise invalid(*missing)
        body = seating_view.reasons(session, found, query["player"], query["round"])
    return answer(body)


@endpoint(blueprint, "GET", "/seatings/<seating_id>/file", gives=SeatingFile)
def show_seating_file(query: dict[str, Any], seating_id: str) -> Response:
    """The seating as the file that `referee seating check` recomputes: what was asked for, seed, tables, moves.

    For the staff: what was asked for may be somebody's own affair.
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
    """Let two players change places in a round, as a new draft, or see what would come of it (`trial`).

    If only one of them is seated, the other takes the place.  Nothing is forbidden to who gives a reason; the answer
    says what gets better and worse.
    """
    seating, who = row_for("seating.change", Seating, seating_id)
    reason = body.get("reason") or "-"
    swapping = Swapping(body["round"], body["one"], body["other"], reason, body["base"])
    try:
        changed = swap_seats(service().database, seating_id, swapping, who, trial=body["trial"])
    except Faulty as error:
        with service().database.read() as session:
            raise seating_view.named_faults(session, seating.event_id, error, seating.first_round) from error
    if changed.seating:
        service().bus.publish(seating.event_id)
    return answer(shown_change(seating.event_id, changed))


@endpoint(blueprint, "POST", "/seatings/<seating_id>/publish", gives=SeatingOut, fails=(409,))
def publish_seating(query: dict[str, Any], seating_id: str) -> Response:
    """Make a seating public: its rounds get their tables, each with the header of its game and its seats.

    Published again after a change, only tables that differ are made anew.  409 `seating_played` names tables that would
    change but have been played at.
    """
    seating, who = row_for("seating.change", Seating, seating_id)
    done = publish(service().database, seating_id, who)
    service().bus.publish(seating.event_id, *done.touched)
    with service().database.read() as session:
        body = seating_view.view(session, done.seating)
    return answer(body)


@endpoint(blueprint, "PUT", "/tables/<table_id>/start-order", body=StartOrderIn, gives=TableOut, fails=(409,))
def put_start_order(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Note the start order that was rolled at a table, before anything is reported there."""
    table, who = table_for("table.report", table_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        found = start_order(session, now, table_id, body["players"], who)
    service().bus.publish(table_id, table.event_id)
    return answer(table_as_json(found))
