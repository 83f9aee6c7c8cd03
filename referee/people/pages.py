"""The pages of the register, for administrators: searching, changing, merging, forgetting, taking an event in; seasons.

And the public pages of ratings and seasons, with those who agreed to be named, and what is published anyway.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, principal
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.forms import asked, form_view
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.events.queries import list_events
from referee.models import Person, Season
from referee.people import commands
from referee.people.queries import (
    SeasonView,
    appearances,
    list_people,
    person_view,
    rating_list,
    season_csv,
    season_view,
    seasons,
)
from referee.people.ratings import Ratings, RatingsCache

blueprint = Blueprint("register_pages", __name__)
ratings = Blueprint("ratings", __name__)

MOST_EVENTS = 200
EXAMPLE = "format = 1\npoints = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]\npart = 1\nbest = 5\n"


@blueprint.get("/register")
def show_register(problem: dict[str, object] | None = None, taken: commands.ImportCounts | None = None) -> str:
    """The register.  ``taken``: what became of the players of an event."""
    allowed("person.read")
    search = request.args.get("q", "")
    with service().database.read() as session:
        people = sorted(list_people(session, search), key=lambda each: (each.reading or each.name, each.id))
        events = list_events(session, MOST_EVENTS, None, None, archived=True)
        known = seasons(session)
    return render_template(
        "people/register.html",
        people=people,
        events=events,
        seasons=known,
        searched=search,
        typed=request.form,
        taken=taken,
        problem=problem,
    )


def given_person() -> commands.SetPerson:
    """The person in the submitted form.  Raises the problem ``invalid``."""
    return asked(commands.SetPerson, request.form, shown="shown" in request.form)


@blueprint.post("/register")
@form_view(show_register)
def post_person() -> str:
    return f"/register/{commands.add_person(caller(), given_person())}"


@blueprint.post("/register/take-in")
@form_view(show_register)
def post_take_in() -> AnyResponse:
    """Take the players of an event into the register, and say who was left out."""
    taken = commands.import_event_players(caller(), request.form.get("event", ""))
    return make_response(show_register(taken=taken))


@blueprint.get("/register/<person_id>")
def show_person(person_id: str, problem: dict[str, object] | None = None) -> str:
    allowed("person.read")
    with service().database.read() as session:
        row = get_row(session, Person, person_id)
        there = appearances(session, person_id)
        others = [each for each in list_people(session) if each.id != person_id]
    rated = service().part(RatingsCache).now(fresh=True).rated.get(person_id)
    return render_template(
        "people/person.html",
        person=person_view(row, len(there)),
        there=there,
        others=others,
        rated=rated,
        problem=problem,
    )


@blueprint.post("/register/<person_id>")
@form_view(show_person)
def post_change(person_id: str) -> str:
    """Change what is known of a person, merge another into them, forget them, or unlink a player of an event."""
    action, target = request.form.get("do", ""), f"/register/{person_id}"
    if action == "keep":
        commands.change_person(caller(), person_id, given_person())
    elif action == "merge":
        commands.merge_people(caller(), person_id, asked(commands.MergePeople, request.form))
    elif action == "forget":
        commands.forget_person(caller(), person_id)
        target = "/register"
    else:
        commands.link_player(caller(), request.form.get("player", ""), commands.LinkPlayer(None))
    return target


@blueprint.get("/register/seasons/new", defaults={"season_id": None})
@blueprint.get("/register/seasons/<season_id>")
def show_season_form(season_id: str | None, problem: dict[str, object] | None = None) -> str:
    allowed("person.read")
    with service().database.read() as session:
        row = get_row(session, Season, season_id) if season_id else None
        events = list_events(session, MOST_EVENTS, None, None, archived=True)
    typed = {"name": row.name if row else "", "text": row.text if row else EXAMPLE}
    chosen = json.loads(row.events) if row else []
    if request.method == "POST":
        typed, chosen = request.form.to_dict(), request.form.getlist("events")
    return render_template(
        "people/season_form.html", season=row, typed=typed, chosen=chosen, events=events, problem=problem
    )


@blueprint.post("/register/seasons/new", defaults={"season_id": None})
@blueprint.post("/register/seasons/<season_id>")
@form_view(show_season_form)
def post_season(season_id: str | None) -> str:
    if request.form.get("do") == "delete" and season_id:
        commands.delete_season(caller(), season_id)
        return "/register"
    allowed("person.change")
    given = asked(commands.SetSeason, request.form, events=request.form.getlist("events"))
    return f"/seasons/{commands.set_season(caller(), season_id, given)}"


def _ratings() -> Ratings:
    """The ratings from the cache; up to date for administrators, who maintain the register."""
    who = principal()
    return service().part(RatingsCache).now(fresh=who is not None and who.administrator)


@ratings.get("/ratings")
def show_ratings() -> str:
    """The list of ratings, with links to the seasons."""
    known = _ratings()
    with service().database.read() as session:
        rows, there = rating_list(session, known), seasons(session)
    return render_template("people/ratings.html", rows=rows, seasons=there)


@ratings.get("/ratings/<person_id>")
def show_rated(person_id: str) -> str:
    """A person who agreed to be named, event by event.  Raises the problem ``not_found`` for anybody else."""
    known = _ratings()
    with service().database.read() as session:
        person = session.get(Person, person_id)
    if person is None or person.shown_since is None:
        raise Problem("not_found", path=person_id)
    return render_template(
        "people/rated.html",
        person=person,
        rated=known.rated.get(person_id),
        played=[*reversed(known.played.get(person_id, ()))],
    )


@ratings.get("/seasons/<season_id>")
def show_season(season_id: str) -> str:
    """A season.  Raises the problem ``not_found``."""
    return render_template("people/season.html", season=season_of(season_id))


@ratings.get("/seasons/<season_id>/season.csv")
def show_season_sheet(season_id: str) -> Response:
    """A season as CSV.  Raises the problem ``not_found``."""
    return Response(season_csv(season_of(season_id)), content_type="text/csv; charset=utf-8")


def season_of(season_id: str) -> SeasonView:
    """A season, as everybody may see it.  Raises the problem ``not_found``."""
    known = service().part(RatingsCache).now()
    with service().database.read() as session:
        season = session.get(Season, season_id)
        if season is None:
            raise Problem("not_found", path=season_id)
        return season_view(session, season, known, word("ratings_nobody"))
