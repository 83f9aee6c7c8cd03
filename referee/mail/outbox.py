"""The outbox of letters: queued in the transaction of the change that they report, sent by a job of the service.

A letter that is sent twice (`referee.core.deliveries`) has the same Message-ID.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from threading import Event

from sqlmodel import Session, col, select

from referee.core.command import Change
from referee.core.deliveries import Deliveries
from referee.core.outgoing import CutOff
from referee.core.service import Service
from referee.core.settings import MailServer, is_mail_address
from referee.mail.smtp import SECONDS, email_message, send
from referee.models import Letter


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent.  ``about``: the id of the row it is about; ``calendar``: an iCalendar file, or empty."""

    address: str
    about: str
    subject: str
    body: str
    calendar: str = ""


@dataclass(frozen=True, slots=True)
class MailStatus:
    """The state of an event's letters: how many were sent, wait or were given up, and why the last one failed."""

    sent: int
    waiting: int
    given_up: int
    fault: str


def queue_letter(change: Change, event_id: str, letter: NewLetter) -> None:
    """Queue a letter, to be sent once the change is committed; nothing without a mail server or a valid address."""
    if change.caller.service.settings.mail is None or not is_mail_address(letter.address):
        return
    change.session.add(
        Letter(
            event_id=event_id,
            about=letter.about,
            address=letter.address,
            subject=letter.subject[:400],
            body=letter.body,
            calendar=letter.calendar,
            made_at=change.now,
            due_at=change.now,
        )
    )


def mail_status(session: Session, event_id: str) -> MailStatus:
    """The state of an event's letters."""
    rows: Sequence[Letter] = session.exec(
        select(Letter).where(Letter.event_id == event_id).order_by(col(Letter.id).desc())
    ).all()
    waiting = [each for each in rows if each.sent_at is None and each.given_up_at is None]
    given_up = sum(each.given_up_at is not None for each in rows)
    fault = next((each.fault for each in rows if each.sent_at is None and each.fault), "")
    return MailStatus(sum(each.sent_at is not None for each in rows), len(waiting), given_up, fault)


class Outbox:
    """Sends the letters that are due; one per process."""

    def __init__(self, service: Service) -> None:
        self.stopping = service.jobs.stopping
        self.letters = Deliveries(service.database, Letter, self.stopping, "body", "calendar")
        self.server: MailServer | None = service.settings.mail

    def send_due(self) -> None:
        """Send the letters that are due.  Raises the error of the last one that failed."""
        if self.server is not None:
            self.letters.send_due(partial(_send, self.server, self.stopping))

    def close(self) -> None:
        """End what is under way."""
        self.letters.close()

    def forget(self) -> None:
        self.letters.forget()


def _send(server: MailServer, stopping: Event, letter: Letter) -> None:
    send(server, email_message(server, letter), CutOff(SECONDS, stopping))
