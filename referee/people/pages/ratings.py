"""Ratings and seasons for everybody: who agreed to be named, and what is published anyhow."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from referee.core.access.guard import principal
from referee.core.language import word
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Person, Season
from referee.people.queries import SeasonView, ranked, season_sheet, season_view, seasons
from referee.people.ratings import Ratings, RatingsKept

blueprint = Blueprint("ratings", __name__)


def _known() -> Ratings:
    """The ratings; for administrators, who keep the register, as they are now."""
    who = principal()
    return service().part(RatingsKept).now(at_once=who is not None and who.administrator)


@blueprint.get("/ratings")
def show_ratings() -> str:
    """The list, and the way to the seasons."""
    known = _known()
    with service().database.read() as session:
        rows, there = ranked(session, known), seasons(session)
    return render_template("people/ratings.html", rows=rows, seasons=there)


@blueprint.get("/ratings/<person_id>")
def show_rated(person_id: str) -> str:
    """Somebody who agreed to be named, event by event.  Raises the problem ``not_found`` for anybody else."""
    known = _known()
    with service().database.read() as session:
        person = session.get(Person, person_id)
    if person is None or person.shown_since is None:
        raise Problem("not_found", path=person_id)
    return render_template(
        "people/rated.html", person=person, rated=known.rated.get(person_id),
        played=[*reversed(known.played.get(person_id, ()))],
    )  # fmt: skip


@blueprint.get("/seasons/<season_id>")
def show_season(season_id: str) -> str:
    """A season.  Raises the problem ``not_found``."""
    return render_template("people/season.html", season=season_of(season_id))


@blueprint.get("/seasons/<season_id>/season.csv")
def show_season_sheet(season_id: str) -> Response:
    """A season as CSV.  Raises the problem ``not_found``."""
    return Response(season_sheet(season_of(season_id)), content_type="text/csv; charset=utf-8")


def season_of(season_id: str) -> SeasonView:
    """A season, as everybody may see it.  Raises the problem ``not_found``."""
    known = service().part(RatingsKept).now()
    with service().database.read() as session:
        season = session.get(Season, season_id)
        if season is None:
            raise Problem("not_found", path=season_id)
        return season_view(session, season, known, word("ratings_nobody"))
