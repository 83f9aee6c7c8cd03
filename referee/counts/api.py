"""The final count over HTTP: what the players' sheets say, who agrees, and what could have made a difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response
from sqlmodel import Session, col, select

from referee.core.access.scope import table_for
from referee.core.http import fields
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer, qr_svg
from referee.core.http.schemas import Query
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.counts import commands
from referee.counts.link import count_link
from referee.counts.queries import table_counts
from referee.counts.sheets import played_cash
from referee.counts.views import CashDifferenceView, FinalCountView, count_view, difference_view, seat_names
from referee.log.table_game import TableGames
from referee.models import Player, Seat
from tournaments.result import MOST_DOLLARS

blueprint = StrictBlueprint("counts", __name__, url_prefix="/api/v1/tables", description="Final counts of tables")
COMPARISON = 5
"""What a comparison with the log, which judges it again, counts as, in trials."""


@dataclass(frozen=True, slots=True)
class CountCodeView:
    """A player's own way to the count."""

    address: str
    picture: Annotated[str, "The address as a QR code, an SVG image."]


class CashQuery(Query):
    """What a player has counted."""

    cash = fields.Integer(load_default=0, validate=fields.Range(0, MOST_DOLLARS))


def names_at(session: Session, table_id: str) -> dict[str, str]:
    """The names of a table's players, by id."""
    query = select(Player).where(Player.id == Seat.player_id, col(Seat.table_id) == table_id)
    return {player.id: player.shown for player in session.exec(query)}


def count_at(table_id: str) -> FinalCountView:
    game = service().part(TableGames).current(table_id)
    with service().database.read() as session:
        return count_view(session, game, names_at(session, table_id), language())


@endpoint(blueprint, "GET", "/<table_id>/count", gives=FinalCountView, fails=(409,))
def show_count(table_id: str) -> Response:
    """Get the final count of a table: each player's sheet by the log, who agrees to it, and what is still open.

    Empty as long as the game is not over.
    """
    table_for("result.enter", table_id)
    view = count_at(table_id)
    return answer(dump(FinalCountView, view), tag=repr(view))


operation(blueprint, "POST", "/<table_id>/count", commands.take_count_step, shows=count_at, fails=(409,))


@endpoint(
    blueprint, "GET", "/<table_id>/count/<seat>/difference", query=CashQuery, gives=CashDifferenceView, fails=(409, 429)
)
def compare_count(query: dict[str, Any], table_id: str, seat: str) -> CashDifferenceView:
    """Compare counted cash with the log: the difference, and the entries that could have made it."""
    _, who = table_for("result.enter", table_id)
    service().limits.trial(who.credential_id, COMPARISON)
    return compared(table_id, seat, query["cash"])


def compared(table_id: str, seat: str, cash: int) -> CashDifferenceView:
    """Counted cash of a seat compared with the log.  Raises the problem ``not_found``."""
    games = service().part(TableGames)
    game = games.current(table_id)
    with service().database.read() as session:
        counts, names = table_counts(session, game), names_at(session, table_id)
    if not any(each.sheet.seat == seat for each in counts):
        raise Problem("not_found", path=seat)
    played = played_cash(games, table_id)
    return difference_view(counts, seat, cash, game, played, seat_names(counts, names), language())


@endpoint(blueprint, "GET", "/<table_id>/count/<seat>/code", gives=CountCodeView)
def show_count_code(table_id: str, seat: str) -> CountCodeView:
    """Get the QR code with which the player at a seat confirms the count on a phone of their own."""
    table_for("result.enter", table_id)
    with service().database.read() as session:
        player = session.exec(select(Seat.player_id).where(Seat.table_id == table_id, Seat.seat == seat)).first()
        if player is None:
            raise Problem("not_found", path=seat)
        address = count_link(session, table_id, player)
    return CountCodeView(address, qr_svg(address).decode())
