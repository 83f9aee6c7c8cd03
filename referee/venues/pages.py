"""The page of a final's venues: those taken in, and the file of one more, previewed first."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from contextlib import suppress

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.format import short_moment
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import latest_version, parse_regulation
from referee.events.regulation_text import venue_lines
from referee.venues.commands import take_venue_back, take_venue_in
from referee.venues.queries import (
    AdmissionView,
    VenueCandidate,
    VenueFile,
    admission,
    admission_view,
    taken_venue,
    taken_venues,
)
from tournaments.fault import Faulty
from tournaments.venues.admit import ANSWERS
from tournaments.venues.export import parsed

blueprint = Blueprint("venues_page", __name__)

ANSWER = "answer_"
"""The prefix of the names of form fields that hold an answer about a player of the file."""
BEHIND = 5
"""How many of the next players in line for a place are shown."""


def page(
    event_id: str,
    found: AdmissionView | None = None,
    data: bytes = b"",
    problem: dict[str, object] | None = None,
) -> str:
    """Render the page.  ``found``: who of the file ``data`` would come."""
    event = event_for("player.change", event_id)
    with service().database.read() as session:
        version = latest_version(session, event_id)
        taken = taken_venues(session, event_id)
    rule = venue_lines(parse_regulation(version.text), language()) if version else []
    return framed(
        "venues/venues.html",
        event,
        rule=rule,
        taken=taken,
        found=found,
        rows=listed_candidates(found.candidates) if found else [],
        data=base64.b64encode(data).decode(),
        moment=short_moment,
        problem=problem,
    )


def listed_candidates(candidates: Sequence[VenueCandidate]) -> list[VenueCandidate]:
    """The candidates to show: all but those behind the places, and the first of these."""
    behind = [each for each in candidates if each.state == "behind"][:BEHIND]
    return [each for each in candidates if each.state != "behind" or each in behind]


def uploaded() -> bytes:
    """The submitted file, or the one that was previewed.  Raises the problem ``malformed``."""
    file = request.files.get("file")
    if file is not None and (data := bytes(file.read())):
        file.seek(0)  # a page that shows it again reads it from the start
        return data
    try:
        return base64.b64decode(request.form.get("data", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem("malformed") from error


def given_venue() -> VenueFile:
    """The submitted file and answers.  Raises `Faulty` for a file that is not JSON, and the problem ``malformed``."""
    answers = {key.removeprefix(ANSWER): value for key, value in request.form.items() if key.startswith(ANSWER)}
    return VenueFile(parsed(uploaded()), {player: value for player, value in answers.items() if value in ANSWERS})


def preview(event_id: str) -> AdmissionView:
    """Preview who of the submitted file would come.  Raises as `admission` does."""
    event, given = event_for("player.change", event_id), given_venue()
    with service().database.read() as session:
        before = taken_venue(session, event_id, given.content)
        found = admission(session, event, given, before)
    return admission_view(found, given, before is not None, language())


@blueprint.get("/events/<event_id>/venues")
def show_venues(event_id: str) -> str:
    return page(event_id)


def page_with_problem(event_id: str, problem: dict[str, object]) -> str:
    """Render the page after a problem, with the file if it can be read."""
    with suppress(Faulty, Problem):
        return page(event_id, preview(event_id), uploaded(), problem)
    return page(event_id, problem=problem)


@blueprint.post("/events/<event_id>/venues")
@takes_up_to(LARGEST)
@form_view(page_with_problem)
def post_venue(event_id: str) -> AnyResponse | str:
    """Preview a file, take it in (``apply``), or take a venue out (``remove``)."""
    event_for("player.change", event_id)
    if removed := request.form.get("remove"):
        take_venue_back(caller(), event_id, removed)
    elif "apply" in request.form:
        take_venue_in(caller(), event_id, given_venue())
    else:
        return make_response(page(event_id, preview(event_id), uploaded()))
    return f"/events/{event_id}/venues"
