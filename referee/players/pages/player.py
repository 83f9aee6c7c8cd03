"""A player: the fields, the QR code, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, somebody
from referee.core.access.principal import Principal
from referee.core.access.scope import event_for
from referee.core.language import language
from referee.core.pages.forms import number, read_form, sent
from referee.core.pages.frame import can, framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import begun, player_of
from referee.events.regulation import known
from referee.models import Player
from referee.penalties.pages.text import Row, rows_of
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_views
from referee.players.commands import address_of, change, come_back, drop_out
from referee.players.link import link, renew, turns
from referee.players.pages.fields import form_of, sent_fields, titled, values_of
from referee.players.pages.players import row_of
from referee.players.queries import entrant
from referee.players.schemas import DropOutIn

blueprint = Blueprint("player_page", __name__)

Change = Callable[[Session, int, Principal], object]


def in_event(session: Session, event_id: str, player_id: str) -> Player:
    """A player of an event.  Raises the problem ``not_found`` for one of another."""
    found = player_of(session, player_id)
    if found.event_id != event_id:
        raise Problem("not_found", path=player_id)
    return found


def page(
    event_id: str, player_id: str, given: dict[str, str] | None = None, problem: dict[str, object] | None = None
) -> str:
    """The player, with what was sent and what went wrong with it.  ``given`` has ``reason`` where somebody leaves."""
    event = event_for("player.read", event_id)
    with service().database.read() as session:
        player = in_event(session, event_id, player_id)
        rules = known(session, event_id)
        last = begun(session, event_id)
        linked = can(somebody(), "invitation.read", event_id)
        private_page = link(player_id, turns(session, event_id)) if linked else None
        history: list[Row] = []
        if can(somebody(), "penalty.give", event_id):
            penalties = penalty_views(session, event_id, penalties_of(session, event_id, player_id), language())
            history = rows_of(penalties, somebody(), event_id, language())
    leaving = given if given is not None and "reason" in given else None
    return framed(
        "player.html",
        event,
        row=row_of(player),
        form=form_of(given if given is not None and leaving is None else values_of(entrant(player)), rules),
        leaving=leaving,
        after=leaving["after"] if leaving else last,
        address=address_of(player),
        private_page=private_page,
        penalties=history,
        problem=titled(problem) if problem else None,
    )


def changed(
    event_id: str, player_id: str, given: dict[str, str], work: Change, action: str = "player.change"
) -> AnyResponse:
    """Change a player; back to the page."""
    who = allowed(action, event_id)

    def done() -> str:
        database = service().database
        now = database.now()
        with database.write() as session:
            in_event(session, event_id, player_id)
            work(session, now, who)
        service().bus.publish(event_id)
        return f"/events/{event_id}/players/{player_id}"

    return sent(done, lambda problem: page(event_id, player_id, given, problem))


@blueprint.get("/events/<event_id>/players/<player_id>")
def show_player(event_id: str, player_id: str) -> str:
    """The player."""
    return page(event_id, player_id)


@blueprint.post("/events/<event_id>/players/<player_id>")
def post_player(event_id: str, player_id: str) -> AnyResponse:
    """Put the fields right."""
    given = sent_fields()
    return changed(event_id, player_id, given, lambda session, now, who: change(session, now, who, player_id, given))


@blueprint.post("/events/<event_id>/players/<player_id>/drop-out")
def post_drop_out(event_id: str, player_id: str) -> AnyResponse:
    """Let the player leave."""
    given = {name: request.form.get(name, "") for name in ("after", "reason")}

    def leave(session: Session, now: int, who: Principal) -> None:
        asked = read_form(DropOutIn, {**given, "after": number(given["after"])})
        drop_out(session, now, who, player_id, asked["after"], asked["reason"])

    return changed(event_id, player_id, given, leave)


@blueprint.post("/events/<event_id>/players/<player_id>/return")
def post_return(event_id: str, player_id: str) -> AnyResponse:
    """Let the player come back."""
    return changed(event_id, player_id, {}, lambda session, now, who: come_back(session, now, who, player_id))


@blueprint.post("/events/<event_id>/players/<player_id>/link")
def post_link(event_id: str, player_id: str) -> AnyResponse:
    """Give the player's private page another link."""
    return changed(
        event_id, player_id, {}, lambda session, now, who: renew(session, now, who, player_id), "invitation.change"
    )
