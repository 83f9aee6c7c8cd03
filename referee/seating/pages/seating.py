"""The seating page: draw, view, change and publish a seating."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.day import rounds_of_day
from referee.events.plan import Unit, rounds_of, unit_at
from referee.events.queries import players_of
from referee.events.regulation import latest_version, parse_regulation
from referee.models import Event, Player, Round, Seating
from referee.players.queries import club_lines, entrant
from referee.rounds.queries import stages
from referee.rounds.views import STAGES
from referee.seating.drawing import draw_obstacle, draw_seating
from referee.seating.exchange import ExchangePlayers, exchange_players
from referee.seating.pages.form import draw_command, draw_form, posted_form
from referee.seating.pages.text import AIMS, KINDS, STATES, change_lines, figure_rows, reason_lines, unit_name
from referee.seating.participants import left_out_of
from referee.seating.prepared import FREE
from referee.seating.publishing import discard_draft, publish_seating
from referee.seating.queries import all_closed, changed_entrants, first_open_round
from referee.seating.reseating import ReseatRounds, SwapPlayers, reseat_rounds, swap_players
from referee.seating.tables_of_round import SELF_CHOSEN
from referee.seating.versions import DRAFT, versions
from referee.seating.versions import read as read_document
from referee.seating.views import SeatingView, change_view, reasons_view, seating_view
from tournaments.fault import Faulty
from tournaments.lists.cells import Fields
from tournaments.players.entrant import takes_part
from tournaments.players.names import sort_key
from tournaments.regulation.regulation import Regulation
from tournaments.seating.entrants import MOST_ROUNDS
from tournaments.seating.file import PREPARED
from tournaments.typed import Whole, whole

blueprint = Blueprint("seating_page", __name__)


@blueprint.get("/events/<event_id>/seating")
def show_seating(event_id: str) -> str:
    """The seating of a round.

    ``?round=``: which; ``?version=``: the id of an older version; ``?player=``: whose seat to explain.
    """
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None, tried: list[str] | None = None) -> str:
    """Render the page; ``tried``: the effect of a trial swap, line by line."""
    event = event_for("seating.read", event_id)
    with service().database.read() as session:
        found = latest_version(session, event_id)
        if found is None:
            return framed("seating/seating.html", event, regulation=None, problem=problem)
        facts = round_facts(session, event, parse_regulation(found.text))
    return framed(
        "seating/seating.html", event, regulation=True, problem=problem, tried=tried, posted=request.form, **facts
    )


def round_facts(session: Session, event: Event, regulation: Regulation) -> dict[str, Any]:
    """The template variables about the chosen round."""
    rounds = {each.number: each for each in rounds_of(session, event.id)}
    names = {each.number: each.name for each in rounds_of_day(regulation, rounds, language())}
    number = chosen_round(regulation, rounds)
    unit = unit_at(regulation, number)
    listed = [each for each in versions(session, event.id) if each.first_round == unit.first]
    problem = draw_obstacle(session, event.id, unit)
    players = players_of(session, event.id)
    return {
        "rounds": round_tabs(session, names, rounds),
        "number": number,
        "name": names[number],
        "unit": unit,
        "over": all_closed(session, event.id, unit.first, unit.last),
        "unit_name": unit_name(unit, names),
        "kind": word(KINDS[unit.kind]),
        "self_chosen": unit.kind == SELF_CHOSEN,
        "free": unit.kind in FREE,
        "versions": [VersionRow(each, word(STATES[each.state])) for each in listed],
        "people": sorted_participants(players, unit),
        "clubs": club_lines(each.club for each in players if each.archived_at is None),
        "obstacle": problem.to_json(language())["detail"] if problem is not None else "",
        "left_out": names_left_out(session, event.id, unit, listed),
        **version_facts(session, listed, unit, players, number),
    }


def names_left_out(session: Session, event_id: str, unit: Unit, listed: Sequence[Seating]) -> list[str]:
    """The names of players whom a draw would leave out, walk-ins marked; empty while it cannot be drawn."""
    known = [each.id for each in read_document(listed[0].document).schedule.now.entrants] if listed else []
    try:
        left_out = left_out_of(session, event_id, unit, known=known)
    except (Problem, Faulty):
        return []
    return [word("seating_walk_in", name=each.shown) if each.walk_in else each.shown for each in left_out]


@dataclass(frozen=True, slots=True)
class RoundTab:
    """A round that can be chosen.  ``stage``: empty until the round exists."""

    number: int
    name: str
    stage: str


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A version of a seating, and its state in words."""

    row: Seating
    state: str


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A change since the draw, with the names of the players."""

    kind: str
    round: int
    names: Sequence[str]
    reason: str
    author: str | None


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons for a player's seat, line by line."""

    player: str
    name: str
    table: int
    lines: Sequence[str]


def round_tabs(session: Session, names: dict[int, str], rounds: dict[int, Round]) -> list[RoundTab]:
    staged = stages(session, list(rounds.values()))
    return [
        RoundTab(number, name, word(STAGES[staged[rounds[number].id]]) if number in rounds else "")
        for number, name in names.items()
    ]


def version_facts(
    session: Session, listed: Sequence[Seating], unit: Unit, players: Sequence[Player], number: int
) -> dict[str, Any]:
    """The template variables about the chosen version, by default the latest.  ``listed``: latest first."""
    latest = listed[0] if listed else None
    if latest is None:
        return {"seating": None, "newest": False, "is_draft": False, "form": draw_form(None, {}).with_empty_rows()}
    chosen = request.values.get("version", "")
    seating = next((each for each in listed if each.id == chosen), latest)
    view = seating_view(session, seating, language())
    open_from = first_open_round(session, seating)
    sitting = {player.id: table.number for table in view.tables_of(unit.first) for player in table.players}
    return {
        "seating": seating,
        "newest": seating is latest,
        "is_draft": seating.state == DRAFT,
        "open_from": open_from,
        "reseatable": open_from is not None and bool(changed_entrants(session, latest, open_from)),
        "form": draw_form(latest, sitting).with_empty_rows(),
        "why": requested_reasons(session, seating, number),
        **view_facts(view, players, number),
    }


def view_facts(view: SeatingView, players: Sequence[Player], number: int) -> dict[str, Any]:
    """The template variables taken from the view of a seating."""
    names = {player.id: player.shown for player in players}
    return {
        "tables": view.tables_of(number),
        "rolled": view.start == "rolled",
        "prepared": view.kind == PREPARED,
        "aims": json.dumps({aim: word(title) for aim, title in AIMS.items()}),
        "figures": figure_rows(view.figures),
        "violations": view.violations,
        "moves": [
            MoveRow(each.kind, each.round, [names[player] for player in each.players], each.reason, each.author)
            for each in view.moves
        ],
        "unseated": [names[each] for each in view.unseated],
        "gone": [names[each] for each in view.gone],
        "seed": view.seed,
        "fingerprint": view.fingerprint,
    }


def requested_reasons(session: Session, seating: Seating, number: int) -> Why | None:
    """The reasons for the seat of ``?player=``, or None."""
    player = request.args.get("player")
    if not player:
        return None
    try:
        found = reasons_view(session, seating, player, number)
    except Faulty:
        return None
    return Why(player, found.name, found.table, reason_lines(found))


def chosen_round(regulation: Regulation, rounds: dict[int, Round]) -> int:
    """The number of the chosen round; by default the first that is not closed, else the last one."""
    given = whole(request.values.get("round", ""))
    numbers = [each.number for each in regulation.rounds]
    if given is not None and given in numbers:
        return given
    left = [each for each in numbers if each not in rounds or rounds[each].state != "closed"]
    return left[0] if left else numbers[-1]


def sorted_participants(players: Sequence[Player], unit: Unit) -> list[Player]:
    """The players who take part in any of these rounds, sorted by reading."""
    numbers = range(unit.first, unit.last + 1)
    there = [each for each in players if any(takes_part(entrant(each), number) for number in numbers)]
    return sorted(there, key=lambda each: sort_key(entrant(each)))


def address(event_id: str, **query: object) -> str:
    return f"/events/{event_id}/seating?{urlencode(query)}"


def posted_round() -> int:
    """The round number in a posted form.  Raises `Faulty`."""
    typed = Fields(request.form)
    number = typed.needed("round", Whole(1, MOST_ROUNDS))
    typed.check()
    return number or 0


@blueprint.post("/events/<event_id>/seating/draw")
@takes_up_to(LARGEST)
@form_view(page)
def post_draw(event_id: str) -> str:
    allowed("seating.change", event_id)
    number = posted_round()
    with service().database.read() as session:
        found = latest_version(session, event_id)
    if found is None:
        raise Problem("no_regulation")
    draw_seating(caller(), event_id, draw_command(posted_form(), unit_at(parse_regulation(found.text), number)))
    return address(event_id, round=number)


@blueprint.post("/events/<event_id>/seating/publish")
@takes_up_to(LARGEST)
@form_view(page)
def post_publish(event_id: str) -> str:
    allowed("seating.change", event_id)
    number = posted_round()
    publish_seating(caller(), seating_of_event(event_id, request.form.get("version", "")).id)
    return address(event_id, round=number)


@blueprint.post("/events/<event_id>/seating/discard")
@takes_up_to(LARGEST)
@form_view(page)
def post_discard(event_id: str) -> str:
    allowed("seating.change", event_id)
    number = posted_round()
    discard_draft(caller(), seating_of_event(event_id, request.form.get("version", "")).id)
    return address(event_id, round=number)


def seating_of_event(event_id: str, seating_id: str) -> Seating:
    """A seating of this event.  Raises the problem ``not_found``."""
    with service().database.read() as session:
        return within(session, Seating, seating_id, event_id)


@blueprint.post("/events/<event_id>/seating/reseat")
@takes_up_to(LARGEST)
@form_view(page)
def post_reseat(event_id: str) -> str:
    allowed("seating.change", event_id)
    given = asked(ReseatRounds, request.form)
    reseat_rounds(caller(), event_id, given)
    return address(event_id, round=given.from_round)


@blueprint.post("/events/<event_id>/seating/swap")
@takes_up_to(LARGEST)
@form_view(page)
def post_swap(event_id: str) -> AnyResponse | str:
    """Swap two players, or only show what it would do (``try``), or exchange them where they sit now (``exchange``)."""
    allowed("seating.change", event_id)
    form = request.form
    seating = seating_of_event(event_id, form.get("version", ""))
    if "exchange" in form:
        number = posted_round()
        with service().database.read() as session:
            round_id = next(each.id for each in rounds_of(session, event_id) if each.number == number)
        exchange_players(caller(), round_id, asked(ExchangePlayers, form))
        return address(event_id, round=number)
    trial = "try" in form
    reason = {"reason": None} if trial and not form.get("reason") else {}
    given = asked(SwapPlayers, form, round=posted_round(), base=seating.version, trial=trial, **reason)
    changed = swap_players(caller(), seating.id, given)
    if not trial:
        return address(event_id, round=given.round)
    with service().database.read() as session:
        tried = change_lines(change_view(session, event_id, changed, language()))
    return make_response(page(event_id, tried=tried))
