"""The page for entering the start order that the players rolled at their table."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, request
from sqlmodel import col, select

from referee.core.access.scope import event_for, table_for, within
from referee.core.command import caller
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import seats_by_table
from referee.models import GameTable, Player
from referee.seating.publishing import StartOrder, note_start_order
from tournaments.fault import Fault, Faulty

blueprint = Blueprint("start_order_page", __name__)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A player at the table and their start order in the form."""

    id: str
    name: str
    order: str


@blueprint.get("/events/<event_id>/tables/<table_id>/start-order")
def show_start_order(event_id: str, table_id: str) -> str:
    return page(event_id, table_id)


def page(event_id: str, table_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("result.read", event_id)
    with service().database.read() as session:
        table = within(session, GameTable, table_id, event_id)
        seats = seats_by_table(session, [table_id])[table_id]
        ids = [seat.player_id for seat in seats]
        found = session.exec(select(Player).where(col(Player.id).in_(ids)))
        names = {player.id: player.shown for player in found}
    rows = [OrderRow(each, names[each], request.form.get(each, str(number))) for number, each in enumerate(ids, 1)]
    return framed("seating/start_order.html", event, table=table, rows=rows, problem=problem)


@blueprint.post("/events/<event_id>/tables/<table_id>/start-order")
@form_view(page)
def post_start_order(event_id: str, table_id: str) -> str:
    table, _ = table_for("table.report", table_id)
    with service().database.read() as session:
        within(session, GameTable, table_id, event_id)
        ids = [seat.player_id for seat in seats_by_table(session, [table_id])[table_id]]
    orders = {each: request.form.get(each, "") for each in ids}
    if sorted(orders.values()) != [str(number) for number in range(1, len(ids) + 1)]:
        raise Faulty([Fault("", "start_orders_unfit", {"most": len(ids)})])
    note_start_order(caller(), table_id, StartOrder(sorted(ids, key=orders.__getitem__)))
    return f"/events/{event_id}/rounds/{table.round_id}"
