"""The page that opens and closes an event's public pages, and posts notices on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.format import clock_of_day
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import players_of
from referee.models import Notice
from referee.public.commands import ChangePublic, MakeNotice, change_public, make_notice, withdraw_notice
from referee.public.settings import PARTS, notices, public_view

blueprint = Blueprint("publicity", __name__)


NAMES: Mapping[str, str] = {
    "seating": "public_seats",
    "standings": "tab_standings",
    "bracket": "tab_bracket",
    "clock": "public_clock",
    "tables": "public_tables",
    "live": "public_live",
    "replays": "public_replays",
}
"""The text keys of the parts' titles."""


@dataclass(frozen=True, slots=True)
class PublicityForm:
    """The values of the form."""

    open: bool
    address: str
    parts: Sequence[str]
    delay_minutes: str
    delay_turns: str
    alerts: bool


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice on the page.  ``to``: the player it is for, None for everybody."""

    id: str
    text: str
    author: str
    to: str | None
    at: str


@blueprint.get("/events/<event_id>/public")
def show_publicity(event_id: str, problem: dict[str, object] | None = None, notice_id: str = "") -> str:
    """The page, with what was typed and the problem with it, if any."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found = public_view(session, event_id)
        people = players_of(session, event_id)
        listed = notices(session, event_id)
    names = {each.id: each.shown for each in people}
    given = request.form
    delays = str(found.delay_minutes), str(found.delay_turns)
    form = PublicityForm(found.open, found.address or "", found.parts, *delays, found.alerts)
    if "parts" in given or "address" in given:
        delays = given.get("delay_minutes", ""), given.get("delay_turns", "")
        form = PublicityForm(
            "open" in given, given.get("address", ""), given.getlist("parts"), *delays, "alerts" in given
        )
    return framed(
        "public/publicity.html",
        event,
        found=found,
        form=form,
        parts=PARTS,
        names={part: word(name) for part, name in NAMES.items()},
        people=[each for each in people if each.archived_at is None],
        typed=given,
        problem=problem,
        notices=[
            NoticeRow(each.id, each.text, each.author, names.get(each.player_id or ""), clock_of_day(each.made_at))
            for each in listed
        ],
    )


@blueprint.post("/events/<event_id>/public")
@form_view(show_publicity)
def post_publicity(event_id: str) -> str:
    """Open or close the public pages, and choose what they show."""
    allowed("event.change", event_id)
    address = request.form.get("address", "").strip().lower() or None
    delays = {name: request.form.get(name, "").strip() or "0" for name in ("delay_minutes", "delay_turns")}
    parts = request.form.getlist("parts")
    given = asked(
        ChangePublic, delays, open="open" in request.form, address=address, parts=parts, alerts="alerts" in request.form
    )
    change_public(caller(), event_id, given)
    return f"/events/{event_id}/public"


@blueprint.post("/events/<event_id>/public/notices")
@form_view(show_publicity)
def post_notice(event_id: str) -> str:
    allowed("notice.make", event_id)
    make_notice(caller(), event_id, asked(MakeNotice, request.form, player=request.form.get("player") or None))
    return f"/events/{event_id}/public"


@blueprint.post("/events/<event_id>/public/notices/<notice_id>")
@form_view(show_publicity)
def post_withdrawal(event_id: str, notice_id: str) -> str:
    allowed("notice.make", event_id)
    with service().database.read() as session:
        within(session, Notice, notice_id, event_id)
    withdraw_notice(caller(), notice_id)
    return f"/events/{event_id}/public"
