"""Seating: drawn, looked at, changed, made public."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.pages.forms import number as typed
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.names import round_name
from referee.events.plan import Unit, rounds_of, unit_at
from referee.events.queries import players_of
from referee.events.regulation import last, read
from referee.models import Event, Player, Round, Seating
from referee.players.queries import entrant
from referee.rounds.pages.text import STAGES
from referee.rounds.queries import stages
from referee.seating import queries as seating_view
from referee.seating.drawing import make
from referee.seating.pages.form import DrawForm, draw_form, sent_form, wish
from referee.seating.pages.text import AIMS, KINDS, STATES, changes_told, figures_told, reasons_told, unit_name
from referee.seating.publishing import publish
from referee.seating.reseating import Swapping, reseat_rounds, swap_seats
from referee.seating.schemas import ReseatIn, SwapIn
from referee.seating.tables_of_round import SELF_CHOSEN
from referee.seating.versions import DRAFT, versions
from tournaments.fault import Faulty
from tournaments.players.entrant import takes_part
from tournaments.players.reading import sort_key
from tournaments.regulation.regulation import Regulation

blueprint = Blueprint("seating_page", __name__)


@blueprint.get("/events/<event_id>/seating")
def show_seating(event_id: str) -> str:
    """The seating of a round.

    ``?round=``: which; ``?version=``: the id of an older version; ``?player=``: why they sit where they sit.
    """
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None, tried: list[str] | None = None) -> str:
    """The page; ``tried``: what would come of a swap."""
    event = event_for("seating.read", event_id)
    with service().database.read() as session:
        found = last(session, event_id)
        if found is None:
            return framed("seating.html", event, regulation=None, problem=problem)
        facts = shown(session, event, read(found.text))
    return framed("seating.html", event, regulation=True, problem=problem, tried=tried, sent=request.form, **facts)


def shown(session: Session, event: Event, regulation: Regulation) -> dict[str, Any]:
    """What the page shows of the round that is asked for."""
    rounds = {each.number: each for each in rounds_of(session, event.id)}
    titles = {each.number: (each.names or {}).get(event.language, "") for each in regulation.rounds}
    names = {number: titles[number] or round_name(number, rounds.get(number)) for number in titles}
    staged = stages(session, list(rounds.values()))
    number = chosen_round(regulation, rounds)
    unit = unit_at(regulation, number)
    every = [each for each in versions(session, event.id) if each.first_round == unit.first]
    wanted = request.values.get("version", "")
    seating = next((each for each in every if each.id == wanted), every[0] if every else None)
    players = players_of(session, event.id)
    view = seating_view.view(session, seating) if seating else None
    sitting = {
        player["id"]: table["number"]
        for table in (round_tables(view, unit.first) if view else [])
        for player in table["players"]
    }
    return {
        "rounds": [
            {"number": each, "name": names[each], "stage": STAGES[staged[rounds[each].id]]() if each in rounds else ""}
            for each in names
        ],
        "number": number,
        "name": names[number],
        "unit": unit,
        "unit_name": unit_name(unit, names),
        "kind": KINDS[unit.kind](),
        "self_chosen": unit.kind == SELF_CHOSEN,
        "versions": [{"row": each, "state": STATES[each.state]()} for each in every],
        "seating": seating,
        "newest": bool(every) and seating is every[0],
        "is_draft": seating is not None and seating.state == DRAFT,
        "open_from": seating_view.open_from(session, seating) if seating else None,
        "form": draw_form(every[0] if every else None, sitting).with_spare(),
        "people": people_of(players, unit),
        **(told(session, seating, view, players, number) if seating and view else {}),
    }


def told(session: Session, seating: Seating, view: dict[str, Any], players: Any, number: int) -> dict[str, Any]:
    """What the page says about a version of a seating."""
    by_id = {player.id: player.name for player in players}
    return {
        "tables": round_tables(view, number),
        "rolled": view["start"] == "rolled",
        "aims": json.dumps({aim: title() for aim, title in AIMS.items()}),
        "figures": figures_told(view["figures"]),
        "violations": view["violations"],
        "moves": [{**each, "names": [by_id[player] for player in each["players"]]} for each in view["moves"]],
        "unseated": [by_id[each] for each in view["unseated"]],
        "gone": [by_id[each] for each in view["gone"]],
        "seed": view["seed"],
        "fingerprint": view["fingerprint"],
        "why": why_told(session, seating, number),
    }


def why_told(session: Session, seating: Seating, number: int) -> dict[str, Any] | None:
    """Why somebody sits where they sit, if that is asked for."""
    player = request.args.get("player")
    if not player:
        return None
    try:
        found = seating_view.reasons(session, seating, player, number)
    except Faulty:
        return None
    return {"name": found["name"], "table": found["table"], "player": player, "lines": reasons_told(found)}


def round_tables(view: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The tables of a round of a seating."""
    return next((each["tables"] for each in view["rounds"] if each["number"] == number), [])


def chosen_round(regulation: Regulation, rounds: dict[int, Round]) -> int:
    """The number of the round that is asked for; else the first that is not closed, or the last one."""
    asked = request.values.get("round", "")
    numbers = [each.number for each in regulation.rounds]
    if asked.isascii() and asked.isdigit() and len(asked) < 4 and int(asked) in numbers:
        return int(asked)
    left = [each for each in numbers if each not in rounds or rounds[each].state != "closed"]
    return left[0] if left else numbers[-1]


def people_of(players: Any, unit: Unit) -> list[Player]:
    """Who takes part in one of these rounds, by reading."""
    numbers = range(unit.first, unit.last + 1)
    there = [each for each in players if any(takes_part(entrant(each), number) for number in numbers)]
    return sorted(there, key=lambda each: sort_key(entrant(each)))


def address(event_id: str, **query: object) -> str:
    """The page of a round."""
    return f"/events/{event_id}/seating?{urlencode(query)}"


def posted_round() -> int:
    """The round that a form is about."""
    text = request.form.get("round", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1


def named(event_id: str, error: Faulty, first_round: int) -> Faulty:
    """Faults with names instead of ids."""
    with service().database.read() as session:
        return seating_view.named_faults(session, event_id, error, first_round)


@blueprint.post("/events/<event_id>/seating/draw")
@takes_up_to(LARGEST)
def post_draw(event_id: str) -> AnyResponse:
    """Draw, or draw again."""
    who = allowed("seating.change", event_id)
    number = posted_round()

    def work() -> str:
        with service().database.read() as session:
            found = last(session, event_id)
        if found is None:
            raise Problem("no_regulation")
        unit = unit_at(read(found.text), number)
        try:
            make(service().database, event_id, asked(sent_form(), unit), who)
        except Faulty as error:
            raise named(event_id, error, unit.first) from error
        service().bus.publish(event_id)
        return address(event_id, round=number)

    return sent(work, lambda problem: page(event_id, problem))


def asked(form: DrawForm, unit: Unit) -> Any:
    """What the form asks for."""
    return wish(form, unit.first, chosen=unit.kind == SELF_CHOSEN)


@blueprint.post("/events/<event_id>/seating/publish")
@takes_up_to(LARGEST)
def post_publish(event_id: str) -> AnyResponse:
    """Make a version public."""
    who = allowed("seating.change", event_id)

    def work() -> str:
        of_event(event_id, request.form.get("version", ""))
        done = publish(service().database, request.form.get("version", ""), who)
        service().bus.publish(event_id, *done.touched)
        return address(event_id, round=posted_round())

    return sent(work, lambda problem: page(event_id, problem))


def of_event(event_id: str, seating_id: str) -> Seating:
    """A seating of this event.  Raises the problem ``not_found``."""
    with service().database.read() as session:
        return within(session, Seating, seating_id, event_id)


@blueprint.post("/events/<event_id>/seating/reseat")
@takes_up_to(LARGEST)
def post_reseat(event_id: str) -> AnyResponse:
    """Seat the rounds to come anew."""
    who = allowed("seating.change", event_id)

    def work() -> str:
        given = {"from_round": typed(request.form.get("from_round", ""))}
        body = read_form(ReseatIn, {**given, "reason": request.form.get("reason", "")})
        try:
            reseat_rounds(service().database, event_id, body["from_round"], body["reason"], who)
        except Faulty as error:
            raise named(event_id, error, 1) from error
        service().bus.publish(event_id)
        return address(event_id, round=body["from_round"])

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/seating/swap")
@takes_up_to(LARGEST)
def post_swap(event_id: str) -> AnyResponse | str:
    """Let two players change places, or only say what would come of it (``try``)."""
    who = allowed("seating.change", event_id)
    form = request.form
    seating = of_event(event_id, form.get("version", ""))
    trial = "try" in form
    tried: list[str] = []

    def work() -> str:
        given: dict[str, Any] = {"round": posted_round(), "base": seating.version, "trial": trial}
        given |= {name: form.get(name, "") for name in ("one", "other")}
        given |= {} if trial and not form.get("reason") else {"reason": form.get("reason", "")}
        body = read_form(SwapIn, given)
        swapping = Swapping(body["round"], body["one"], body["other"], body.get("reason", "-"), body["base"])
        try:
            changed = swap_seats(service().database, seating.id, swapping, who, trial=trial)
        except Faulty as error:
            raise named(event_id, error, seating.first_round) from error
        if trial:
            with service().database.read() as session:
                people = {player.id: player for player in players_of(session, event_id)}
                tried.extend(changes_told(seating_view.changed(changed.change, people, changed.first_round)))
        else:
            service().bus.publish(event_id)
        return address(event_id, round=posted_round())

    answered = sent(work, lambda problem: page(event_id, problem))
    return page(event_id, tried=tried) if tried else answered
