"""The letters to players who registered themselves: please confirm; registered, waiting, moved up, cancelled.

Whoever fills in a form may type anybody's address.  So the first letter asks whether it was they, and quotes nothing
that was typed; the others go only to those who have confirmed.
"""

from __future__ import annotations

from referee.accounts.invitations import base_url
from referee.core.command import Change
from referee.core.language import text
from referee.core.pages.format import day_written
from referee.core.zone import zone_of
from referee.mail.outbox import NewLetter, queue_letter
from referee.models import Event, Registration, RegistrationForm
from referee.public.calendar import calendar_file
from referee.public.settings import shown_settings
from referee.registration.link import confirming_link, link
from referee.registration.states import CANCELLED, REGISTERED

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
        event_facts(event, form, row, language) if what != CANCELLED else "",
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


def event_facts(event: Event, form: RegistrationForm | None, row: Registration, language: str) -> str:
    """Day, venue, timetable, and the fee if it is not paid, one per line."""
    lines = [
        f"{text(language, 'event_held_on')}: {day_written(language, event.held_on)}" if event.held_on else "",
        f"{text(language, 'event_venue')}: {event.venue}" if event.venue else "",
        event.timetable.strip(),
        text(language, "sign_up_fee", fee=form.fee) if form is not None and form.fee and not row.paid_at else "",
    ]
    return "\n".join(line for line in lines if line)


def event_calendar(change: Change, event: Event) -> str:
    """The event as an iCalendar file."""
    url = f"{base_url()}/p/{shown_settings(change.session, event.id).address or event.id}"
    zone = str(getattr(zone_of(event), "key", ""))
    return calendar_file(
        event.id, event.name, event.held_on, event.venue, event.description, event.timetable, url, zone, change.now
    )
