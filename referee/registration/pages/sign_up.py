"""The form that anybody may fill in while it is open, and the private page of who did."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.rates import Rate, network_of
from referee.core.command import Caller
from referee.core.http.errors import as_problem
from referee.core.language import language
from referee.core.pages.forms import ERROR_PAGE_STATUSES, read_form
from referee.core.problems import Problem
from referee.core.service import service
from referee.core.settings import is_mail_address
from referee.events.queries import last_begun_round
from referee.models import Registration, RegistrationForm
from referee.public.pages.frame import choose_language, framed, open_pages, pages_of
from referee.registration.commands import SignUp, cancel, is_open, registrations, sign_up
from referee.registration.letters import WAITING
from referee.registration.link import code, id_in_code, seal, sealed_lately
from referee.registration.schemas import SignUpIn
from tournaments.fault import Faulty

blueprint = Blueprint("sign_up", __name__)

SIGN_UP = Rate("sign-up", 60, 600)
"""For an address, which may be that of a whole club: what is sent in."""
TRAP = "website"
"""A field that nobody sees, and programs fill in."""


def today() -> str:
    """The day in the hall."""
    return datetime.fromtimestamp(service().database.now() / 1000).date().isoformat()


def page(address: str, problem: dict[str, object] | None = None) -> Response:
    """The form, as it was filled in; that it is closed, where it is.  Never cached: each has a seal of its own."""
    public = open_pages(address).content
    database = service().database
    with database.read() as session:
        form = session.get(RegistrationForm, public.event.id)
        open_ = is_open(form, today(), last_begun_round(session, public.event.id))
        waiting = sum(each.state == WAITING for each in registrations(session, public.event.id))
    spoken = choose_language(public.event.language)
    shown = framed(
        public, "registration/sign_up.html", spoken, form=form, open=open_, waiting=waiting, typed=request.form,
        questions=json.loads(form.questions) if form is not None else [], trap=TRAP,
        seal=seal(public.event.id, database.now()), problem=problem,
    )  # fmt: skip
    answer = make_response(shown)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.get("/p/<address>/register")
def show_sign_up(address: str) -> Response:
    """The form."""
    return page(address)


@blueprint.post("/p/<address>/register")
def post_sign_up(address: str) -> AnyResponse:
    """Register; on to the private page.  What a program sends in is thanked for, and forgotten."""
    public = open_pages(address).content
    event_id = public.event.id
    choose_language(public.event.language)
    typed = request.form
    lately = sealed_lately(event_id, typed.get("seal", ""), service().database.now())
    try:
        service().limits.spend(SIGN_UP, network_of(request.remote_addr))
        if typed.get(TRAP) or not lately:
            raise Problem("registration_stale")
        given = {name: typed.get(name, "") for name in ("name", "reading", "club", "contact")}
        body = read_form(SignUpIn, {**given, "answers": typed.getlist("answers")})
        registration = sign_up(Caller(service(), None), event_id, SignUp(**body, language=language()), today())
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in ERROR_PAGE_STATUSES:
            raise
        refused = page(address, problem.to_json(language()))
        refused.status_code = problem.status
        return refused
    return redirect(f"/r/{code(registration.id)}", 303)


def mine(given: str) -> Registration:
    """The registration of a link.  Raises the problem ``not_found``."""
    registration_id = id_in_code(given)
    with service().database.read() as session:
        row = session.get(Registration, registration_id) if registration_id else None
    if row is None:
        raise Problem("not_found", path="/r/")
    return row


@blueprint.get("/r/<given>")
def show_mine(given: str) -> Response:
    """What became of a registration."""
    row = mine(given)
    pages = pages_of(row.event_id)
    if pages is None:
        raise Problem("not_found", path="/r/")
    spoken = choose_language(pages.content.event.language)
    with service().database.read() as session:
        form = session.get(RegistrationForm, row.event_id)
        every: Any = [each.id for each in registrations(session, row.event_id) if each.state == WAITING]
        begun = last_begun_round(session, row.event_id)
    place = every.index(row.id) + 1 if row.id in every else 0
    answer = make_response(
        framed(
            pages.content,
            "registration/mine.html",
            spoken,
            row=row,
            form=form,
            place=place,
            begun=begun,
            mailed=service().settings.mail is not None and is_mail_address(row.contact),
        )
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.post("/r/<given>")
def post_cancel(given: str) -> AnyResponse:
    """Cancel it: the link alone allows that."""
    cancel(Caller(service(), None), mine(given).id)
    return redirect(f"/r/{given}", 303)
