"""Signing up, confirming, cancelling and paying; and the form that the desk opens."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session, col, func, or_, select

from referee.core.command import Caller, Change
from referee.core.http.fields import Length
from referee.core.http.schemas import Line, Moment
from referee.core.problems import Problem
from referee.core.settings import is_mail_address
from referee.events.queries import last_begun_round, lock_event
from referee.models import Player, Registration, RegistrationForm
from referee.players.commands import change_of_names, check_player
from referee.registration.places import (
    ASKED_MS,
    CANCELLED,
    ENDED,
    HELD,
    MAX_ASKED,
    TO_CONFIRM,
    UNCONFIRMED,
    WAITING,
    ask_to_confirm,
    fields_of,
    give_up,
    move_up,
    write_letter,
)
from tournaments.typed import Day, Whole

MOST_QUESTIONS = 10
CALM, CALM_MS = 60, 3_600_000
"""How many registrations of one network in so many milliseconds count without the desk: a whole club."""


@dataclass(frozen=True, slots=True)
class SetForm:
    """The registration form of an event."""

    open: bool = False
    places: Annotated[int | None, Whole(1, 5000), "None for no limit."] = None
    closes_on: Annotated[str, Day()] = ""
    fee: Annotated[str, Line(200, 0)] = ""
    questions: Annotated[Sequence[Annotated[str, Line(200)]], Length(max=MOST_QUESTIONS)] = ()


@dataclass(frozen=True, slots=True)
class SignUp:
    """A submitted registration form.  What the service adds: the language, the ``seal`` of the form, and ``network``,
    the mark of where it comes from.
    """

    name: Annotated[str, Line()]
    contact: Annotated[str, Line(200, 3)]
    reading: Annotated[str, Line(200, 0)] = ""
    club: Annotated[str, Line(200, 0)] = ""
    answers: Annotated[Sequence[Annotated[str, Line(500, 0)]], Length(max=MOST_QUESTIONS)] = ()
    language: Annotated[str, Line(20, 0)] = ""
    seal: Annotated[str, Line(500, 0)] = ""
    network: Annotated[str, Line(200, 0)] = ""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Which removal to undo: when it was."""

    at: Annotated[int, Moment()]


def set_form(caller: Caller, event_id: str, given: SetForm) -> None:
    """Open, change or close the form of an event; those waiting move up if there are more places now.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    with change_of_names(caller) as change:
        lock_event(change.session, event_id)
        row = change.session.get(RegistrationForm, event_id) or RegistrationForm(event_id=event_id)
        row.open, row.places, row.closes_on, row.fee = given.open, given.places, given.closes_on, given.fee
        row.questions = json.dumps(list(given.questions), ensure_ascii=False)
        change.session.add(row)
        change.audit("registration.change", f"event:{event_id}", event_id, open=given.open, places=given.places)
        move_up(change, event_id)


def is_open(form: RegistrationForm | None, today: str, begun: int) -> bool:
    """Whether anybody may register now.  ``today``: such as 2026-11-22; ``begun``: the last round begun, 0 for none."""
    return form is not None and form.open and not begun and not (form.closes_on and form.closes_on < today)


def sign_up(caller: Caller, event_id: str, given: SignUp, today: str) -> Registration:
    """Register somebody, who need not be logged in: as a player, or on the waiting list if all places are taken.

    Where we send mail and an address was given, that happens once it is confirmed; a letter asks for it.  What comes
    after very many others from the same network is held, without a letter, until the desk has looked at it: so nobody
    is turned away because of others behind the same router.  The same form sent twice is one registration.

    Raises the problems ``registration_closed``, ``registered_already``, ``registration_stale`` for a form that was used
    for somebody else, ``registration_unconfirmed``, and `Faulty`.
    """
    with change_of_names(caller, given.name) as change:
        session, event = change.session, lock_event(change.session, event_id)
        form = session.get(RegistrationForm, event_id)
        if (
            event.archived_at is not None
            or form is None
            or not is_open(form, today, last_begun_round(session, event_id))
        ):
            raise Problem("registration_closed", name=event.name)
        if given.seal and (before := _sent_before(session, given)) is not None:
            return before
        same = select(Registration.id).where(
            Registration.event_id == event_id,
            Registration.name == given.name,
            Registration.contact == given.contact,
            col(Registration.state).not_in(ENDED),
        )
        if session.exec(same.limit(1)).first() is not None:
            raise Problem("registered_already", name=given.name)
        answers = dict(zip(json.loads(form.questions), given.answers, strict=False))
        state = _first_state(change, given)
        registration = Registration(
            event_id=event_id,
            name=given.name,
            reading=given.reading,
            club=given.club,
            contact=given.contact,
            answers=json.dumps(answers, ensure_ascii=False),
            language=given.language,
            state=state,
            made_at=change.now,
            confirmed_at=change.now if state == WAITING else None,
            seal=given.seal or None,
            network=given.network,
        )
        check_player(session, event_id, fields_of(registration))
        session.add(registration)
        session.flush()
        change.audit("registration.create", f"registration:{registration.id}", event_id, name=given.name, state=state)
        if state == WAITING:
            move_up(change, event_id, registration)
            session.flush()
            write_letter(change, registration, registration.state, form)
        elif state == TO_CONFIRM:
            ask_to_confirm(change, registration)
        session.flush()
        return Registration(**registration.model_dump())


def confirm(caller: Caller, registration_id: str) -> str:
    """Confirm a registration, as its link or the desk does: now it counts, and gets a place or waits for one.

    Returns its state: one that has ended meanwhile, or was confirmed before, stays as it is.

    Raises the problem ``not_found``, and `Faulty` if there is such a player already.
    """
    with change_of_names(caller) as change:
        event_id = change.row(Registration, registration_id).event_id
        caller.allow("player.change", event_id)
        lock_event(change.session, event_id)
        row = change.row(Registration, registration_id)
        if row.state not in UNCONFIRMED:
            return row.state
        row.state, row.confirmed_at = WAITING, change.now
        change.session.add(row)
        change.audit("registration.confirm", f"registration:{row.id}", event_id, name=row.name)
        move_up(change, event_id, row)
        change.session.flush()
        write_letter(change, row, row.state, change.session.get(RegistrationForm, event_id))
        return row.state


def cancel(caller: Caller, registration_id: str) -> None:
    """Cancel a registration; whoever waits longest moves up.  Raises the problem ``not_found``."""
    with change_of_names(caller) as change:
        lock_event(change.session, change.row(Registration, registration_id).event_id)
        row = change.row(Registration, registration_id)  # read again, since it may have changed before the lock
        if row.state in ENDED:
            return
        change.audit("registration.withdraw", f"registration:{row.id}", row.event_id, name=row.name)
        give_up(change, row, CANCELLED, change.now)
        write_letter(change, row, CANCELLED, change.session.get(RegistrationForm, row.event_id))
        move_up(change, row.event_id)


def _sent_before(session: Session, given: SignUp) -> Registration | None:
    """The registration that this very form has made already, for one who pressed the button twice."""
    found = session.exec(select(Registration).where(Registration.seal == given.seal)).first()
    if found is not None and (found.name, found.contact) != (given.name, given.contact):
        raise Problem("registration_stale")
    return None if found is None else Registration(**found.model_dump())


def _first_state(change: Change, given: SignUp) -> str:
    """Whether a registration counts at once, is to be confirmed, or is held.

    Raises the problem ``registration_unconfirmed`` if too many with this mail address wait to be confirmed.
    """
    session, since = change.session, col(Registration.made_at) > change.now - CALM_MS
    if given.network:
        here = select(func.count()).where(Registration.network == given.network, since)
        if session.exec(here).one() >= CALM:
            return HELD
    if change.caller.service.settings.mail is None or not is_mail_address(given.contact):
        return WAITING
    local, _, domain = given.contact.lower().partition("@")
    plain = local.partition("+")[0]
    address = func.lower(col(Registration.contact))
    asked = select(func.count()).where(
        or_(address == f"{plain}@{domain}", address.startswith(f"{plain}+", autoescape=True)),
        address.endswith(f"@{domain}", autoescape=True),
        col(Registration.confirmed_at).is_(None),
        col(Registration.made_at) > change.now - ASKED_MS,
    )
    if session.exec(asked).one() >= MAX_ASKED:
        raise Problem("registration_unconfirmed", count=MAX_ASKED)
    return TO_CONFIRM


def set_paid(caller: Caller, event_id: str, registration_id: str, *, paid: bool) -> None:
    """Record whether the fee was paid.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("player.change", event_id)
    with caller.change() as change:
        row = change.row(Registration, registration_id)
        if row.event_id != event_id:
            raise Problem("not_found", path=registration_id)
        row.paid_at = (row.paid_at or change.now) if paid else None
        change.session.add(row)
        player = change.session.get(Player, row.player_id) if row.player_id else None
        if player is not None:
            player.paid = paid
            change.session.add(player)
        change.audit("registration.change", f"registration:{row.id}", event_id, name=row.name, paid=paid)


def answers_of(form: RegistrationForm | None, row: Registration) -> Mapping[str, str]:
    """The answers by question, as it was worded when the player registered.

    Older registrations have a list of answers without questions: these are matched with today's questions by position.
    """
    answers: dict[str, str] | list[str] = json.loads(row.answers)
    if isinstance(answers, dict):
        return answers
    questions = json.loads(form.questions) if form is not None else []
    return dict(zip(questions, answers, strict=False))
