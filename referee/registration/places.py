"""The places of an event, who gets them, and the letters that tell so.

Whoever fills in a form may type anybody's address.  So the first letter asks whether it was they, and quotes nothing
that was typed; the others go only to those who have confirmed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.accounts.invitations import base_url
from referee.core.command import Change
from referee.core.language import text
from referee.core.pages.format import day_written
from referee.core.zone import zone_of
from referee.events.queries import last_begun_round, players_of
from referee.mail.outbox import NewLetter, queue_letter
from referee.models import Event, Player, Registration, RegistrationForm
from referee.players.commands import add_player
from referee.players.removing import has_history, remove_player
from referee.public.calendar import calendar_file
from referee.public.settings import shown_settings
from referee.registration.link import confirming_link, link
from tournaments.fault import Faulty

REGISTERED, WAITING, CANCELLED = "registered", "waiting", "cancelled"
TO_CONFIRM = "to_confirm"
"""The letter with the link is on its way: no player yet, and no place."""
HELD = "held"
"""So many came from the same network that the desk looks at it first: no player yet, no place, and no letter."""
REMOVED = "removed"
"""Removed by the desk, together with others; it can be put back."""
UNCONFIRMED = (TO_CONFIRM, HELD)
ENDED = (CANCELLED, REMOVED)


MOVED_UP = "moved_up"
"""What a letter says of somebody who is registered now and was waiting before."""
MAX_ASKED, ASKED_MS = 3, 24 * 3_600_000
"""How many letters in so many milliseconds ask one mailbox to confirm, until it does: parents register children."""


def ask_to_confirm(change: Change, row: Registration) -> None:
    """Ask whoever reads the mailbox of a registration whether it is theirs, in words that are all our own."""
    event = change.session.get_one(Event, row.event_id)
    language = row.language or event.language
    parts = [
        text(
            language,
            "letter_confirm",
            event=event.name,
            link=confirming_link(row.id),
            most=MAX_ASKED,
            hours=ASKED_MS // 3_600_000,
        ),
        event.organizer or event.name,
    ]
    subject = text(language, "letter_subject_confirm", event=event.name)
    queue_letter(change, row.event_id, NewLetter(row.contact, row.id, subject, "\n\n".join(parts) + "\n"))


def write_letter(change: Change, row: Registration, what: str, form: RegistrationForm | None) -> None:
    """Write to somebody who has confirmed what has become of their registration, in the language of it."""
    if change.caller.service.settings.mail is None or row.confirmed_at is None:
        return
    event = change.session.get_one(Event, row.event_id)
    language = row.language or event.language
    parts = [
        text(language, "letter_greeting", name=row.name),
        text(language, f"letter_{what}", event=event.name),
        event_facts(event, form, language, paid=has_paid(change.session, row)) if what != CANCELLED else "",
        text(language, "letter_link", link=link(row.id)) if what != CANCELLED else "",
        event.organizer or event.name,
    ]
    has_place = what in (REGISTERED, MOVED_UP)
    queue_letter(
        change,
        row.event_id,
        NewLetter(
            row.contact,
            row.id,
            text(language, f"letter_subject_{what}", event=event.name),
            "\n\n".join(part for part in parts if part) + "\n",
            event_calendar(change, event) if has_place and event.held_on else "",
        ),
    )


def has_paid(session: Session, row: Registration) -> bool:
    """Whether the fee is paid: what the list of players says, once there is a player."""
    player = session.get(Player, row.player_id) if row.player_id else None
    return player.paid if player is not None else row.paid_at is not None


def event_facts(event: Event, form: RegistrationForm | None, language: str, *, paid: bool) -> str:
    """Day, venue, timetable, and the fee if it is not paid, one per line."""
    lines = [
        f"{text(language, 'event_held_on')}: {day_written(language, event.held_on)}" if event.held_on else "",
        f"{text(language, 'event_venue')}: {event.venue}" if event.venue else "",
        event.timetable.strip(),
        text(language, "sign_up_fee", fee=form.fee) if form is not None and form.fee and not paid else "",
    ]
    return "\n".join(line for line in lines if line)


def event_calendar(change: Change, event: Event) -> str:
    url = f"{base_url()}/p/{shown_settings(change.session, event.id).address or event.id}"
    zone = str(getattr(zone_of(event), "key", ""))
    return calendar_file(
        event.id, event.name, event.held_on, event.venue, event.description, event.timetable, url, zone, change.now
    )


def registrations(session: Session, event_id: str) -> Sequence[Registration]:
    return session.exec(
        select(Registration).where(Registration.event_id == event_id).order_by(col(Registration.id))
    ).all()


def waiting(session: Session, event_id: str) -> Sequence[Registration]:
    """Those who wait for a place, in their order; however many others there are, this reads only them."""
    rows = select(Registration).where(Registration.event_id == event_id, Registration.state == WAITING)
    return session.exec(rows.order_by(col(Registration.id))).all()


def fields_of(row: Registration) -> dict[str, str]:
    """The fields of the player that a registration becomes."""
    given = {"name": row.name, "reading": row.reading, "club": row.club, "paid": "1" if row.paid_at else ""}
    return {key: value for key, value in given.items() if value}


def move_up(change: Change, event_id: str, new: Registration | None = None, *, quiet: bool = False) -> None:
    """Make players of those waiting, in their order, while there are places and no round has begun.

    They get a letter, except ``new``, who is told otherwise, and unless ``quiet``.  Raises `Faulty` if ``new`` cannot
    be a player, such as one of the same name; anybody else of whom that is true goes on waiting.
    """
    session = change.session
    form = session.get(RegistrationForm, event_id)
    if form is None or last_begun_round(session, event_id):
        return
    session.flush()
    taken = sum(
        each.dropped_after is None and each.reserve is None and not each.stands_for
        for each in players_of(session, event_id)
    )
    for row in waiting(session, event_id):
        if form.places is not None and taken >= form.places:
            return
        is_new = new is not None and row.id == new.id
        try:
            saved = add_player(change, event_id, fields_of(row))
        except Faulty:
            if is_new:
                raise
            continue
        row.state, row.player_id = REGISTERED, saved.player.entrant.id
        session.add(row)
        if not is_new and not quiet:
            write_letter(change, row, MOVED_UP, form)
        taken += 1


def give_up(change: Change, row: Registration, state: str, at: int) -> None:
    """End a registration at ``at`` (ms), as ``state`` says; its player leaves the list, or the rounds to come."""
    player = change.session.get(Player, row.player_id) if row.player_id else None
    row.state, row.cancelled_at, row.player_id = state, at, ""
    change.session.add(row)
    if player is not None and has_history(change.session, player):
        player.dropped_after = last_begun_round(change.session, row.event_id)
        change.session.add(player)
    elif player is not None:
        remove_player(change, player)
