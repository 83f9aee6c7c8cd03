"""The check-in page, a large row to tap for each player, by reading; and the page that a player's QR code opens."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, principal
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import listed_players
from referee.models import Player
from referee.players.at_the_door import WalkIn, admit_walk_in, fee_of, set_paid
from referee.players.commands import ScannedCode, check_in_by_code, check_player_in, take_check_in_back
from referee.players.pages.players import counts, forms_in, row_of, rows_of
from referee.players.queries import player_view, player_with_code

blueprint = Blueprint("check_in_page", __name__)


@blueprint.get("/events/<event_id>/check-in")
def show_check_in(event_id: str, problem: dict[str, object] | None = None) -> str:
    """List everybody who is expected.

    ``?q=``: the text to search for; ``?missing=1``: only those not checked in yet; ``?unpaid=1``: only those who have
    not paid; ``?undo=``: the player whose check-in to offer to undo.
    """
    event = event_for("player.check_in", event_id)
    search, missing, unpaid = request.args.get("q", ""), "missing" in request.args, "unpaid" in request.args
    with service().database.read() as session:
        players = [player_view(each) for each in listed_players(session, event_id)]
        fee = fee_of(session, event_id)
    sat_for = {each.entrant.stands_for for each in players if each.entrant.dropped_after is None}
    expected = [each for each in players if each.entrant.dropped_after is None and each.entrant.id not in sat_for]
    listed = [
        each
        for each in expected
        if (not missing or each.checked_in_at is None) and (not unpaid or not each.entrant.paid)
    ]
    rows = rows_of(listed, search, language())
    return framed(
        "players/check_in.html",
        event,
        rows=rows,
        forms=forms_in(rows),
        counts=counts(players),
        search=search,
        missing=missing,
        unpaid=unpaid,
        fee=fee,
        money=bool(fee) or any(each.entrant.paid for each in players),
        given=request.form if "name" in request.form else {},
        problem=problem,
        undo=request.args.get("undo", ""),
    )


@blueprint.post("/events/<event_id>/check-in")
def post_check_in(event_id: str) -> AnyResponse:
    """Check a player in, or undo that (``undo``); or record whether they have paid (``paid``)."""
    allowed("player.check_in", event_id)
    player_id = request.form.get("player", "")
    with service().database.read() as session:
        within(session, Player, player_id, event_id)
    if "paid" in request.form:
        player = set_paid(caller(), player_id, paid=request.form["paid"] == "1")
    else:
        player = (take_check_in_back if "undo" in request.form else check_player_in)(caller(), player_id)
    kept = {key: request.form[key] for key in ("q", "missing", "unpaid") if request.form.get(key)}
    query = f"?{urlencode(kept)}" if kept else ""
    return redirect(f"/events/{event_id}/check-in{query}#p{player.entrant.number}", 303)


@blueprint.post("/events/<event_id>/walk-ins")
@form_view(show_check_in)
def post_walk_in(event_id: str) -> str:
    """Register somebody who has just come, and check them in."""
    allowed("player.change", event_id)
    saved = admit_walk_in(caller(), event_id, asked(WalkIn, request.form, paid="paid" in request.form))
    return f"/events/{event_id}/check-in#p{saved.player.entrant.number}"


@blueprint.get("/events/<event_id>/check-in/<code>")
def show_code(event_id: str, code: str) -> str | AnyResponse:
    """Show whose code it is, and a button; whoever is not logged in is sent to the log-in page."""
    if principal() is None:
        return redirect(f"/login?{urlencode({'next': request.path})}", 303)
    event = event_for("player.check_in", event_id)
    with service().database.read() as session:
        player = player_view(player_with_code(session, event_id, code))
    return framed("players/check_in_code.html", event, row=row_of(player, language()))


@blueprint.post("/events/<event_id>/check-in/<code>")
def post_code(event_id: str, code: str) -> AnyResponse:
    check_in_by_code(caller(), event_id, ScannedCode(code))
    return redirect(request.path, 303)
