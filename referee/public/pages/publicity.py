"""What an event shows to everybody: the switch, the parts, the projector, and the notices."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, within
from referee.core.language import word
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.events.queries import players_of
from referee.models import Notice
from referee.public import notices
from referee.public.api import as_json
from referee.public.schemas import PublicIn, PublicNoticeIn
from referee.public.settings import PARTS, change, shown

blueprint = Blueprint("publicity", __name__)


def part_names() -> dict[str, str]:
    """What the parts are called."""
    return {
        "seating": word("public_seats"),
        "standings": word("tab_standings"),
        "bracket": word("tab_bracket"),
        "clock": word("public_clock"),
        "tables": word("public_tables"),
        "live": word("public_live"),
    }


@blueprint.get("/events/<event_id>/public")
def show_publicity(event_id: str) -> str:
    """The page."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page, with what was sent and what went wrong with it."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found = shown(session, event_id)
        people = players_of(session, event_id)
        listed = notices.notices(session, event_id)
    names = {each.id: each.name for each in people}
    sent_here = "parts" in request.form or "address" in request.form
    form: dict[str, Any] = (
        {
            "open": "open" in request.form,
            "address": request.form.get("address", ""),
            "parts": request.form.getlist("parts"),
        }
        if sent_here
        else {"open": found.open, "address": found.address or "", "parts": found.parts}
    )
    return framed(
        "publicity.html", event, found=as_json(event_id, found), form=form, parts=PARTS, names=part_names(),
        people=people, sent=request.form, problem=problem,
        notices=[
            {"id": each.id, "text": each.text, "author": each.author, "for": names.get(each.player_id or ""),
             "at": datetime.fromtimestamp(each.made_at / 1000).strftime("%H:%M")}
            for each in listed
        ],
    )  # fmt: skip


@blueprint.post("/events/<event_id>/public")
def post_publicity(event_id: str) -> AnyResponse:
    """Open or close the pages."""

    def work() -> str:
        who = allowed("event.change", event_id)
        address = request.form.get("address", "").strip().lower() or None
        body = {"open": "open" in request.form, "address": address, "parts": request.form.getlist("parts")}
        given = read_form(PublicIn, body)
        database = service().database
        now = database.now()
        with database.write() as session:
            change(session, now, who, event_id, given)
        return f"/events/{event_id}/public"

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/public/notices")
def post_notice(event_id: str) -> AnyResponse:
    """Tell something."""

    def work() -> str:
        who = allowed("notice.make", event_id)
        given = read_form(
            PublicNoticeIn, {"text": request.form.get("text", ""), "player": request.form.get("player", "") or None}
        )
        database = service().database
        now = database.now()
        with database.write() as session:
            notices.make(session, now, who, event_id, given["text"], given["player"])
        return f"/events/{event_id}/public"

    return sent(work, lambda problem: page(event_id, problem))


@blueprint.post("/events/<event_id>/public/notices/<notice_id>")
def post_withdrawal(event_id: str, notice_id: str) -> AnyResponse:
    """Take a notice down."""

    def work() -> str:
        who = allowed("notice.make", event_id)
        database = service().database
        now = database.now()
        with database.write() as session:
            within(session, Notice, notice_id, event_id)
            notices.withdraw(session, now, who, notice_id)
        return f"/events/{event_id}/public"

    return sent(work, lambda problem: page(event_id, problem))
