"""Signing up, cancelling, moving up from the waiting list and paying; and the form that the desk opens."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.command import Caller, Change
from referee.core.problems import Problem
from referee.events.queries import last_begun_round, lock_event, players_of
from referee.models import Player, Registration, RegistrationForm
from referee.players.commands import add_player
from referee.players.removing import has_history, remove_player
from referee.registration.letters import CANCELLED, MOVED_UP, REGISTERED, WAITING, write_letter


@dataclass(frozen=True, slots=True)
class SetForm:
    """The registration form of an event.  ``places``: None for no limit."""

    open: bool
    places: int | None
    closes_on: str
    fee: str
    questions: Sequence[str]


@dataclass(frozen=True, slots=True)
class SignUp:
    """A submitted registration form."""

    name: str
    reading: str
    club: str
    contact: str
    answers: Sequence[str]
    language: str = ""


def set_form(caller: Caller, event_id: str, given: SetForm) -> None:
    """Open, change or close the form of an event; those waiting move up if there are more places now.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("player.change", event_id)
    with caller.change() as change:
        lock_event(change.session, event_id)
        row = change.session.get(RegistrationForm, event_id) or RegistrationForm(event_id=event_id)
        row.open, row.places, row.closes_on, row.fee = given.open, given.places, given.closes_on, given.fee
        row.questions = json.dumps(list(given.questions), ensure_ascii=False)
        change.session.add(row)
        change.audit("registration.change", f"event:{event_id}", event_id, open=given.open, places=given.places)
        _move_up(change, event_id, row)
        change.notify(event_id)


def is_open(form: RegistrationForm | None, today: str, begun: int) -> bool:
    """Whether anybody may register now.  ``today``: such as 2026-11-22; ``begun``: the last round begun, 0 for none."""
    return form is not None and form.open and not begun and not (form.closes_on and form.closes_on < today)


def sign_up(caller: Caller, event_id: str, given: SignUp, today: str) -> Registration:
    """Register somebody, who need not be logged in, as a player, or on the waiting list if all places are taken.

    Raises the problems ``registration_closed`` and ``registered_already``, and `Faulty`.
    """
    with caller.change() as change:
        session, event = change.session, lock_event(change.session, event_id)
        form = session.get(RegistrationForm, event_id)
        if (
            event.archived_at is not None
            or form is None
            or not is_open(form, today, last_begun_round(session, event_id))
        ):
            raise Problem("registration_closed", name=event.name)
        same = select(Registration.id).where(
            Registration.event_id == event_id, Registration.name == given.name, Registration.contact == given.contact,
            Registration.state != CANCELLED,
        )  # fmt: skip
        if session.exec(same.limit(1)).first() is not None:
            raise Problem("registered_already", name=given.name)
        answers = dict(zip(json.loads(form.questions), given.answers, strict=False))
        registration = Registration(
            event_id=event_id, name=given.name, reading=given.reading, club=given.club, contact=given.contact,
            answers=json.dumps(answers, ensure_ascii=False), language=given.language, state=WAITING,
            made_at=change.now,
        )  # fmt: skip
        session.add(registration)
        session.flush()
        change.audit("registration.create", f"registration:{registration.id}", event_id, name=given.name)
        _move_up(change, event_id, form, registration)
        change.notify(event_id)
        session.flush()
        write_letter(change, registration, registration.state, form)
        return Registration(**registration.model_dump())


def cancel(caller: Caller, registration_id: str) -> None:
    """Cancel a registration; whoever waits longest moves up.  Raises the problem ``not_found``."""
    with caller.change() as change:
        lock_event(change.session, change.row(Registration, registration_id).event_id)
        row = change.row(Registration, registration_id)  # read again, since it may have changed before the lock
        if row.state == CANCELLED:
            return
        player = change.session.get(Player, row.player_id) if row.player_id else None
        row.state, row.cancelled_at, row.player_id = CANCELLED, change.now, ""
        change.session.add(row)
        change.audit("registration.withdraw", f"registration:{row.id}", row.event_id, name=row.name)
        if player is not None and has_history(change.session, player):
            player.dropped_after = last_begun_round(change.session, row.event_id)
            change.session.add(player)
        elif player is not None:
            remove_player(change, player)
        form = change.session.get(RegistrationForm, row.event_id)
        write_letter(change, row, CANCELLED, form)
        if form is not None:
            _move_up(change, row.event_id, form)
        change.notify(row.event_id)


def set_paid(caller: Caller, event_id: str, registration_id: str, *, paid: bool) -> None:
    """Record whether the fee was paid.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("player.change", event_id)
    with caller.change() as change:
        row = change.row(Registration, registration_id)
        if row.event_id != event_id:
            raise Problem("not_found", path=registration_id)
        row.paid_at = (row.paid_at or change.now) if paid else None
        change.session.add(row)
        change.audit("registration.change", f"registration:{row.id}", event_id, name=row.name, paid=paid)


def registrations(session: Session, event_id: str) -> Sequence[Registration]:
    """The registrations of an event, in the order in which they came."""
    return session.exec(
        select(Registration).where(Registration.event_id == event_id).order_by(col(Registration.id))
    ).all()


def answers_of(form: RegistrationForm | None, row: Registration) -> Mapping[str, str]:
    """The answers by question, as it was worded when the player registered.

    Older registrations have a list of answers without questions: these are matched with today's questions by position.
    """
    answers: dict[str, str] | list[str] = json.loads(row.answers)
    if isinstance(answers, dict):
        return answers
    questions = json.loads(form.questions) if form is not None else []
    return dict(zip(questions, answers, strict=False))


def _move_up(change: Change, event_id: str, form: RegistrationForm, new: Registration | None = None) -> None:
    """Make players of those waiting, in their order, while there are places and no round has begun.

    They get a letter, except ``new``, who has only just registered.
    """
    session = change.session
    if last_begun_round(session, event_id):
        return
    session.flush()
    taken = sum(each.dropped_after is None and each.reserve is None for each in players_of(session, event_id))
    for row in registrations(session, event_id):
        if row.state != WAITING:
            continue
        if form.places is not None and taken >= form.places:
            return
        given = {"name": row.name, "reading": row.reading, "club": row.club}
        saved = add_player(change, event_id, {key: value for key, value in given.items() if value})
        row.state, row.player_id = REGISTERED, saved.player.entrant.id
        session.add(row)
        if new is None or row.id != new.id:
            write_letter(change, row, MOVED_UP, form)
        taken += 1
