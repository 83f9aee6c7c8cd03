"""The desk's page of registration: the form, and who has registered, is waiting or has paid."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import form_view, number, read_form
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.mail.outbox import mail_status
from referee.models import Registration, RegistrationForm
from referee.public.settings import public_view
from referee.registration.commands import SetForm, answers_of, registrations, set_form, set_paid
from referee.registration.link import link
from referee.registration.schemas import SetFormIn

blueprint = Blueprint("registration_desk", __name__)


@dataclass(frozen=True, slots=True)
class Row:
    """A registration on the page.  ``link``: the URL of its private page."""

    row: Registration
    answers: Mapping[str, str]
    link: str


@blueprint.get("/events/<event_id>/registration")
def show_registration(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page, with the form as it was filled in."""
    event = event_for("player.change", event_id)
    with service().database.read() as session:
        form = session.get(RegistrationForm, event_id)
        rows = [Row(each, answers_of(form, each), link(each.id)) for each in registrations(session, event_id)]
        public = public_view(session, event_id)
        letters = mail_status(session, event_id)
    kept = form or RegistrationForm(event_id=event_id)
    typed = {
        "open": kept.open, "places": kept.places or "", "closes_on": kept.closes_on, "fee": kept.fee,
        "questions": "\n".join(json.loads(kept.questions)),
    }  # fmt: skip
    if "questions" in request.form:
        typed = {**request.form.to_dict(), "open": "open" in request.form}
    return framed(
        "registration/desk.html",
        event,
        typed=typed,
        rows=rows,
        public=public,
        fee=kept.fee,
        letters=letters,
        mails=service().settings.mail is not None,
        problem=problem,
    )


@blueprint.post("/events/<event_id>/registration")
@form_view(show_registration)
def post_registration(event_id: str) -> str:
    """Open, change or close the form."""
    allowed("player.change", event_id)
    form = request.form
    questions = [line.strip() for line in form.get("questions", "").splitlines() if line.strip()]
    places = form.get("places", "").strip()
    body = read_form(
        SetFormIn,
        {
            "open": "open" in form, "places": number(places) if places else None,
            "closes_on": form.get("closes_on", ""), "fee": form.get("fee", ""), "questions": questions,
        },
    )  # fmt: skip
    set_form(caller(), event_id, SetForm(**body))
    return f"/events/{event_id}/registration"


@blueprint.post("/events/<event_id>/registration/paid")
@form_view(show_registration)
def post_paid(event_id: str) -> str:
    """Record whether somebody has paid."""
    allowed("player.change", event_id)
    set_paid(caller(), event_id, request.form.get("registration", ""), paid=request.form.get("paid") == "1")
    return f"/events/{event_id}/registration"
