"""The organizer's pages: choosing and ordering the slides, each with a preview, and the remote that moves every screen
in the hall.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.projector.commands import GiveCue, arrange, give_cue
from referee.projector.settings import LONGEST, SECONDS, SHORTEST, SLIDES, Arrangement, ProjectorView, projector_view
from referee.public.settings import public_view
from tournaments.lists.cells import Fields
from tournaments.typed import Whole

blueprint = Blueprint("projector", __name__)
remote = Blueprint("remote", __name__)


@dataclass(frozen=True, slots=True)
class SlideRow:
    """A slide on the page.  ``seconds``: as typed."""

    slide: str
    shown: bool
    seconds: str


@blueprint.get("/events/<event_id>/projector")
def show_arrangement(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page for arranging the slides; after a failed submission with the typed values and the problem."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found, public = projector_view(session, event_id), public_view(session, event_id)
    rows = _typed_rows() if request.method == "POST" else _shown_first(found)
    table = request.form.get("table", "" if found.table is None else str(found.table))
    light = request.form["colours"] == "light" if "colours" in request.form else found.light
    return framed(
        "projector/arrange.html",
        event,
        rows=rows,
        table=table,
        light=light,
        public=public,
        cue=found.cue,
        screen=f"/p/{public.address or event_id}/screen",
        problem=problem,
    )


def _shown_first(projector: ProjectorView) -> list[SlideRow]:
    """The shown slides in their order, then the others."""
    seconds = {each.slide: str(each.seconds) for each in projector.slides}
    others = [each for each in SLIDES if each not in seconds]
    return [SlideRow(each, each in seconds, seconds.get(each, str(SECONDS))) for each in (*seconds, *others)]


def _typed_rows() -> list[SlideRow]:
    """The slides as submitted, with one moved up or down if its button was pressed."""
    form = request.form
    order = [each for each in dict.fromkeys(form.getlist("slides")) if each in SLIDES]
    for name, step in (("up", -1), ("down", 1)):
        if (moved := form.get(name)) in order:
            at = order.index(moved)
            order.insert(max(0, at + step), order.pop(at))
    return [SlideRow(each, each in form.getlist("shown"), form.get(f"seconds-{each}", "")) for each in order]


@blueprint.post("/events/<event_id>/projector")
@form_view(show_arrangement)
def post_arrangement(event_id: str) -> str:
    """Save the arrangement."""
    allowed("notice.make", event_id)
    typed = Fields(request.form)
    slides = [
        {"slide": each.slide, "seconds": typed.needed(f"seconds-{each.slide}", Whole(SHORTEST, LONGEST))}
        for each in _typed_rows()
        if each.shown
    ]
    typed.check()
    body = {"slides": slides, "light": request.form.get("colours") == "light", "table": request.form.get("table", "")}
    arrange(caller(), event_id, asked(Arrangement, {}, **body))
    moved = request.form.get("up") or request.form.get("down")
    return f"/events/{event_id}/projector" + (f"#{moved}" if moved in SLIDES else "")


@remote.get("/events/<event_id>/projector/remote")
def show_remote(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page of the remote."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found, public = projector_view(session, event_id), public_view(session, event_id)
    screen = f"/p/{public.address or event_id}/screen"
    return framed("projector/remote.html", event, found=found, screen=screen, problem=problem)


@remote.post("/events/<event_id>/projector/remote")
@form_view(show_remote)
def post_cue(event_id: str) -> str:
    """Move the screens."""
    allowed("notice.make", event_id)
    held, blank = (request.form.get(each) == "on" for each in ("held", "blank"))
    slide = request.form.get("slide") or None
    give_cue(caller(), event_id, asked(GiveCue, request.form, slide=slide, held=held, blank=blank))
    return f"/events/{event_id}/projector/remote"
