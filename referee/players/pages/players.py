"""The list of players: by reading, with a filter; and the form for somebody new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.language import language, word
from referee.core.pages.forms import number, read_form, sent
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.points_text import flag_titles
from referee.events.queries import begun, players_of
from referee.events.regulation import known
from referee.models import Player
from referee.players.commands import let_in, register, to_look_at
from referee.players.pages.fields import form_of, sent_fields, titled
from referee.players.queries import entrant
from referee.players.schemas import ReservesIn
from tournaments.players.entrant import Entrant, waiting
from tournaments.players.find import folded, found_by
from tournaments.players.reading import sort_key

blueprint = Blueprint("players_page", __name__)


class Row(NamedTuple):
    """A player as pages list them.  ``find``: what they are found by; ``states``: what is special about them."""

    player: Player
    entrant: Entrant
    flags: list[str]
    states: list[str]
    find: str
    here: str | None


def rows_of(players: Sequence[Player], asked: str = "") -> list[Row]:
    """Players by reading, of those who are asked for."""
    found = [row_of(player) for player in players]
    wanted = folded(asked)
    found = [row for row in found if wanted in row.find]
    return sorted(found, key=lambda row: sort_key(row.entrant))


def row_of(player: Player) -> Row:
    """A player as pages list them."""
    each = entrant(player)
    return Row(player, each, flag_titles(each.flags), states(each), found_by(each), clock(player.checked_in_at))


def states(each: Entrant) -> list[str]:
    """What is special about somebody: a reserve, late, gone, walked in."""
    told = []
    if each.reserve is not None:
        told.append(word("player_reserve", number=each.reserve))
    if each.first_round is not None and each.first_round > 1:
        told.append(word("player_from_round", round=each.first_round))
    if each.dropped_after is not None:
        left = word("player_left_after", round=each.dropped_after) if each.dropped_after else word("player_left")
        told.append(left)
    if each.walk_in:
        told.append(word("player_walk_in"))
    return told


def clock(moment: int | None) -> str | None:
    """A moment as the hall's clock shows it."""
    return None if moment is None else datetime.fromtimestamp(moment / 1000).strftime("%H:%M")


def counts(players: Sequence[Player]) -> dict[str, int]:
    """How many play, wait as reserves, have left, and are in the hall."""
    still = [each for each in players if each.dropped_after is None]
    reserves = len(waiting([entrant(each) for each in still]))
    return {
        "playing": len(still) - reserves,
        "waiting": reserves,
        "gone": len(players) - len(still),
        "here": sum(each.checked_in_at is not None for each in still),
        "expected": len(still),
    }


def page(
    event_id: str,
    given: Mapping[str, str] | None = None,
    problem: dict[str, object] | None = None,
    coming: Mapping[str, str] | None = None,
) -> str:
    """The list, with the forms for somebody new (``given``) and for reserves (``coming``), and what went wrong."""
    event = event_for("player.read", event_id)
    asked = request.args.get("q", "")
    with service().database.read() as session:
        rules = known(session, event_id)
        players = players_of(session, event_id)
        notices = to_look_at(session, event_id, rules)
        last = begun(session, event_id)
    return framed(
        "players.html",
        event,
        rows=rows_of(players, asked),
        asked=asked,
        counts=counts(players),
        notices=[each.sentence(language()) for each in notices],
        form=form_of(given or {}, rules),
        adding=given is not None,
        coming=coming or {"round": last + 1, "places": ""},
        letting_in=coming is not None,
        problem=titled(problem) if problem else None,
    )


@blueprint.get("/events/<event_id>/players")
def show_players(event_id: str) -> str:
    """The list."""
    return page(event_id)


@blueprint.post("/events/<event_id>/players")
def post_player(event_id: str) -> AnyResponse:
    """Register somebody."""
    who = allowed("player.change", event_id)
    given = sent_fields()

    def work() -> str:
        database = service().database
        now = database.now()
        with database.write() as session:
            done = register(session, now, who, event_id, given)
        service().bus.publish(event_id)
        return f"/events/{event_id}/players#p{done.player.number}"

    return sent(work, lambda problem: page(event_id, given, problem))


@blueprint.post("/events/<event_id>/players/reserves")
def post_reserves(event_id: str) -> AnyResponse:
    """Let reserves come in for a round."""
    who = allowed("player.change", event_id)
    given = {name: request.form.get(name, "") for name in ("round", "places")}

    def work() -> str:
        asked = read_form(ReservesIn, {name: number(text) for name, text in given.items()})
        database = service().database
        now = database.now()
        with database.write() as session:
            let_in(session, now, who, event_id, asked["round"], asked["places"])
        service().bus.publish(event_id)
        return f"/events/{event_id}/players"

    return sent(work, lambda problem: page(event_id, None, problem, given))
