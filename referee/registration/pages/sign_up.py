"""The form that anybody may fill in while it is open, and the private page of each registration."""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.limits import Rate, network_of
from referee.core.command import Caller
from referee.core.http.errors import as_problem
from referee.core.language import language
from referee.core.pages.forms import ERROR_PAGE_STATUSES, asked
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.settings import is_mail_address
from referee.core.zone import local_time
from referee.events.queries import last_begun_round
from referee.models import Registration, RegistrationForm
from referee.public.pages.frame import choose_language, framed, open_pages, pages_of
from referee.registration.commands import SignUp, cancel, confirm, is_open, sign_up
from referee.registration.link import code, id_in_code, id_in_confirming_code, is_valid_seal, network_mark, seal
from referee.registration.places import UNCONFIRMED, has_paid, waiting
from tournaments.fault import Faulty

blueprint = Blueprint("sign_up", __name__)

SIGN_UP = Rate("sign-up", 500, 3600)
"""For an address, which may be that of a whole hall: submitted forms.  Long before, they are held for the desk
(`referee.registration.commands.CALM`)."""
HONEYPOT = "website"
"""A honeypot: a hidden field that only bots fill in."""


def today() -> str:
    """Today's date in the hall, such as 2026-11-22."""
    return local_time(service().database.now()).date().isoformat()


def page(address: str, problem: dict[str, object] | None = None) -> Response:
    """Render the form as it was filled in, or that it is closed.  Never cached: each form has its own seal."""
    public = open_pages(address).content
    database = service().database
    with database.read() as session:
        form = session.get(RegistrationForm, public.event.id)
        open_ = is_open(form, today(), last_begun_round(session, public.event.id))
        before = len(waiting(session, public.event.id))
    spoken = choose_language(public.event.language)
    shown = framed(
        public,
        "registration/sign_up.html",
        spoken,
        form=form,
        open=open_,
        waiting=before,
        typed=request.form,
        questions=json.loads(form.questions) if form is not None else [],
        trap=HONEYPOT,
        seal=seal(public.event.id, database.now()),
        problem=problem,
    )
    answer = make_response(shown)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.get("/p/<address>/register")
def show_sign_up(address: str) -> Response:
    return page(address)


@blueprint.post("/p/<address>/register")
def post_sign_up(address: str) -> AnyResponse:
    """Register, and redirect to the private page.  What looks like a bot's is refused as ``registration_stale``."""
    public = open_pages(address).content
    event_id = public.event.id
    choose_language(public.event.language)
    typed = request.form
    seal_is_valid = is_valid_seal(event_id, typed.get("seal", ""), service().database.now())
    try:
        service().limits.spend(SIGN_UP, network_of(request.remote_addr))
        if typed.get(HONEYPOT) or not seal_is_valid:
            raise Problem("registration_stale")
        by = {"seal": typed["seal"], "network": network_mark(network_of(request.remote_addr))}
        form = asked(SignUp, typed, answers=typed.getlist("answers"), language=language(), **by)
        registration = sign_up(Caller(service(), None), event_id, form, today())
    except (Problem, Faulty) as error:
        problem = _as_told(error, typed.get("name", ""))
        if problem.status in ERROR_PAGE_STATUSES:
            raise
        refused = page(address, problem.to_json(language()))
        refused.status_code = problem.status
        return refused
    return redirect(f"/r/{code(registration.id)}", 303)


def _as_told(error: Problem | Faulty, name: str) -> Problem:
    """The problem as it is told to whoever registers: of a namesake, what they can do, for they cannot see the list's
    fields.
    """
    if isinstance(error, Faulty) and any(each.code == "player_twice" for each in error.faults):
        return Problem("registration_namesake", name=name)
    return as_problem(error)


def registration_of(registration_id: str | None) -> Registration:
    """The registration whose id is in a private link.  Raises the problem ``not_found``."""
    with service().database.read() as session:
        row = session.get(Registration, registration_id) if registration_id else None
    if row is None:
        raise Problem("not_found", path="/r/")
    return row


@blueprint.get("/r/<given>")
def show_mine(given: str) -> Response:
    return own_page(registration_of(id_in_code(given)), "registration/mine.html")


def own_page(row: Registration, template: str, problem: dict[str, object] | None = None) -> Response:
    pages = pages_of(row.event_id)
    if pages is None:
        raise Problem("not_found", path="/r/")
    spoken = choose_language(pages.content.event.language)
    with service().database.read() as session:
        form = session.get(RegistrationForm, row.event_id)
        queue = [each.id for each in waiting(session, row.event_id)]
        begun = last_begun_round(session, row.event_id)
        paid = has_paid(session, row)
    place = queue.index(row.id) + 1 if row.id in queue else 0
    answer = make_response(
        framed(
            pages.content,
            template,
            spoken,
            problem=problem,
            row=row,
            form=form,
            place=place,
            begun=begun,
            paid=paid,
            mailed=service().settings.mail is not None and is_mail_address(row.contact),
        )
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.post("/r/<given>")
def post_cancel(given: str) -> AnyResponse:
    """Cancel a registration; the link alone allows that."""
    cancel(Caller(service(), None), registration_of(id_in_code(given)).id)
    return redirect(f"/r/{given}", 303)


@blueprint.get("/r/<given>/confirm")
def show_confirm(given: str) -> AnyResponse:
    """Ask whether to confirm a registration: programs that look through letters follow links, but press no buttons."""
    row = registration_of(id_in_confirming_code(given))
    if row.state not in UNCONFIRMED:
        return redirect(f"/r/{code(row.id)}", 303)
    return own_page(row, "registration/confirm.html")


@blueprint.post("/r/<given>/confirm")
def post_confirm(given: str) -> AnyResponse:
    """Confirm a registration, and redirect to its private page; the link in the letter alone allows that."""
    row = registration_of(id_in_confirming_code(given))
    try:
        confirm(Caller(service(), None), row.id)
    except Faulty as error:
        problem = _as_told(error, row.name)
        refused = own_page(row, "registration/confirm.html", problem.to_json(language()))
        refused.status_code = problem.status
        return refused
    return redirect(f"/r/{code(row.id)}", 303)
