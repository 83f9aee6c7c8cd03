"""The page of an event's players, by reading and searchable, with the form for somebody new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, text
from referee.core.pages.format import clock_of_day
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.points_text import flag_titles
from referee.events.queries import last_begun_round, players_of
from referee.events.regulation import player_rules
from referee.players import commands
from referee.players.fields import PlayerView
from referee.players.pages.fields import form_of, given_fields
from referee.players.queries import list_warnings, player_view
from tournaments.export.table import player_column
from tournaments.players.entrant import LISTED, Entrant, listed, waiting
from tournaments.players.names import forms_of, search_text, sort_key, sought

blueprint = Blueprint("players_page", __name__)


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in a list.  ``listed``: the columns after the name; ``states``: marks; ``find``: the text for searching;
    ``here``: the time of check-in.
    """

    entrant: Entrant
    listed: Sequence[str]
    flags: Sequence[str]
    states: Sequence[str]
    find: str
    here: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of players, reserves, drop-outs, of those who never came, of those checked in out of ``expected``,
    and of those of these who have not paid.
    """

    playing: int
    waiting: int
    gone: int
    absent: int
    here: int
    expected: int
    unpaid: int


def rows_of(players: Sequence[PlayerView], search: str, language: str) -> list[ListedPlayer]:
    """The rows of players, by reading; only those that match ``search`` if it is not empty."""
    rows = [row_of(player, language) for player in players]
    needle = sought(search)
    return sorted((row for row in rows if needle in row.find), key=lambda row: sort_key(row.entrant))


def forms_in(rows: Sequence[ListedPlayer]) -> str:
    """The forms of the kanji in a list, for the page's own search."""
    return forms_of(f"{row.entrant.name}{''.join(row.listed)}" for row in rows)


def row_of(player: PlayerView, language: str) -> ListedPlayer:
    each, at = player.entrant, player.checked_in_at
    return ListedPlayer(
        each,
        listed(each),
        flag_titles(each.flags, language),
        states(each, language),
        search_text(each),
        None if at is None else clock_of_day(at),
    )


def states(each: Entrant, language: str) -> list[str]:
    """Marks of a player: reserve, late, dropped out, walk-in."""
    found = []
    if each.stands_for:
        found.append(text(language, "player_stand_in"))
    if each.reserve is not None:
        found.append(text(language, "player_reserve", number=each.reserve))
    if each.first_round is not None and each.first_round > 1:
        found.append(text(language, "player_from_round", round=each.first_round))
    if each.dropped_after:
        found.append(text(language, "player_left_after", round=each.dropped_after))
    elif each.dropped_after is not None:
        found.append(text(language, "player_left"))
    if each.walk_in:
        found.append(text(language, "player_walk_in"))
    return found


def counts(players: Sequence[PlayerView]) -> Counts:
    still = [each for each in players if each.entrant.dropped_after is None]
    reserves = len(waiting([each.entrant for each in still]))
    return Counts(
        playing=len(still) - reserves,
        waiting=reserves,
        gone=sum(bool(each.entrant.dropped_after) for each in players),
        absent=sum(each.entrant.dropped_after == 0 for each in players),
        here=sum(each.checked_in_at is not None for each in still),
        expected=len(still),
        unpaid=sum(not each.entrant.paid for each in still),
    )


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the list, with the forms for somebody new and for reserves as they were filled in, and the problem."""
    event = event_for("player.read", event_id)
    search, adding, letting_in = request.args.get("q", ""), "name" in request.form, "places" in request.form
    with service().database.read() as session:
        rules = player_rules(session, event_id)
        every = [player_view(each) for each in players_of(session, event_id)]
        warnings = list_warnings(session, event_id, rules)
        last = last_begun_round(session, event_id)
    players = [each for each in every if each.archived_at is None]
    shown = [each for each in every if each.archived_at is not None] if "archived" in request.args else players
    # A column that the event does not use, such as teams where there are none, is left out.
    used = [any(getattr(each.entrant, key) for each in players) or key == "club" for key in LISTED]
    rows = rows_of(shown, search, language())
    return framed(
        "players/players.html",
        event,
        rows=[replace(row, listed=tuple(compress(row.listed, used))) for row in rows],
        columns=[player_column(key, language()).title for key in compress(LISTED, used)],
        teams=rules.teams or any(each.entrant.team for each in players),
        search=search,
        forms=forms_in(rows),
        archived=len(every) - len(players),
        archive=shown is not players,
        counts=counts(players),
        notices=[each.sentence(language()) for each in warnings],
        form=form_of(given_fields() if adding else {}, rules, language()),
        adding=adding,
        coming=request.form if letting_in else {"round": last + 1, "places": ""},
        letting_in=letting_in,
        problem=problem,
    )


@blueprint.get("/events/<event_id>/players")
def show_players(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/players")
@form_view(page)
def post_player(event_id: str) -> str:
    saved = commands.register_player(caller(), event_id, given_fields())
    return f"/events/{event_id}/players#p{saved.player.entrant.number}"


@blueprint.post("/events/<event_id>/players/reserves")
@form_view(page)
def post_reserves(event_id: str) -> str:
    allowed("player.change", event_id)
    commands.let_reserves_in(caller(), event_id, asked(commands.LetReservesIn, request.form))
    return f"/events/{event_id}/players"
