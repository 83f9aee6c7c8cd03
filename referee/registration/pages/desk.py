"""The desk's page of registration: the form, who has registered, is waiting or has paid, and many at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import asked, do_each, form_view, gone, say_what_is_left
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import players_of
from referee.mail.outbox import mail_status
from referee.models import Registration, RegistrationForm
from referee.players.queries import entrant
from referee.public.settings import public_view
from referee.registration.clearing import groups, look_alikes, put_back, remove_many
from referee.registration.commands import PutBack, SetForm, answers_of, confirm, set_form, set_paid
from referee.registration.link import link
from referee.registration.places import ENDED, REMOVED, UNCONFIRMED, has_paid, registrations

blueprint = Blueprint("registration_desk", __name__)


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """A registration on the page.  ``link``: the URL of its private page; ``paid``: whether the fee is."""

    row: Registration
    answers: Mapping[str, str]
    link: str
    paid: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """Registrations that were removed in one step, at ``at`` (ms)."""

    at: int
    names: Sequence[str]


@blueprint.get("/events/<event_id>/registration")
def show_registration(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page, with the form as it was filled in."""
    event = event_for("player.change", event_id)
    with service().database.read() as session:
        form = session.get(RegistrationForm, event_id)
        found = registrations(session, event_id)
        twins = look_alikes(found, [entrant(each) for each in players_of(session, event_id)])
        paid = {each.id for each in found if has_paid(session, each)}
        public = public_view(session, event_id)
        letters = mail_status(session, event_id)
    large = groups(found)
    kept = form or RegistrationForm(event_id=event_id)
    typed = {
        "open": kept.open,
        "places": kept.places or "",
        "closes_on": kept.closes_on,
        "fee": kept.fee,
        "questions": "\n".join(json.loads(kept.questions)),
    }
    if "questions" in request.form:
        typed = {**request.form.to_dict(), "open": "open" in request.form}
    return framed(
        "registration/desk.html",
        event,
        typed=typed,
        rows=[
            RegistrationRow(each, answers_of(form, each), link(each.id), each.id in paid)
            for each in found
            if each.state != REMOVED
        ],
        alike=large,
        twins=twins,
        chosen={each for group in large if group.key == request.args.get("choose") for each in group.ids},
        removed=_removed(found),
        ended=ENDED,
        unconfirmed=UNCONFIRMED,
        public=public,
        fee=kept.fee,
        letters=letters,
        mails=service().settings.mail is not None,
        problem=problem,
    )


def _removed(rows: Sequence[Registration]) -> list[Removed]:
    """What was removed, by the step in which it was, the last first."""
    steps: dict[int, list[str]] = {}
    for each in rows:
        if each.state == REMOVED:
            steps.setdefault(each.cancelled_at or 0, []).append(each.name)
    return [Removed(at, steps[at]) for at in sorted(steps, reverse=True)]


@blueprint.post("/events/<event_id>/registration/many")
@form_view(show_registration)
def post_many(event_id: str) -> str | Response:
    """Confirm the chosen registrations, or remove them in one step, once that has been confirmed on a page."""
    event = event_for("player.change", event_id)
    form = request.form
    chosen = list(dict.fromkeys(form.getlist("chosen")))
    with service().database.read() as session:
        rows = {each.id: each for each in registrations(session, event_id)}
    names = {each.id: each.name for each in rows.values()}

    def confirm_one(registration_id: str) -> None:
        if registration_id not in rows or confirm(caller(), registration_id) in ENDED:
            raise Problem("not_found", path=registration_id)

    if form.get("do") == "confirm":
        do_each(chosen, confirm_one, names)
    elif form.get("do") == "put_back":
        put_back(caller(), event_id, asked(PutBack, form).at)
    elif chosen and form.get("sure") != "1":
        standing = [rows[each] for each in chosen if each in rows and rows[each].state not in ENDED]
        if standing:
            return make_response(framed("registration/remove.html", event, rows=standing, chosen=chosen))
        say_what_is_left(0, [gone(each, names) for each in chosen])
    elif chosen:
        removed = remove_many(caller(), event_id, chosen)
        say_what_is_left(len(removed), [gone(each, names) for each in chosen if each not in removed])
    return f"/events/{event_id}/registration"


@blueprint.post("/events/<event_id>/registration")
@form_view(show_registration)
def post_registration(event_id: str) -> str:
    allowed("player.change", event_id)
    form = request.form
    questions = [line.strip() for line in form.get("questions", "").splitlines() if line.strip()]
    set_form(caller(), event_id, asked(SetForm, form, open="open" in form, questions=questions))
    return f"/events/{event_id}/registration"


@blueprint.post("/events/<event_id>/registration/paid")
@form_view(show_registration)
def post_paid(event_id: str) -> str:
    allowed("player.change", event_id)
    set_paid(caller(), event_id, request.form.get("registration", ""), paid=request.form.get("paid") == "1")
    return f"/events/{event_id}/registration"
