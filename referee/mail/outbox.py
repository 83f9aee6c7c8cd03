"""The outbox of letters: queued in the transaction of the change that they report, sent by a job of the service.

A letter that is sent twice (`referee.core.deliveries`) has the same Message-ID.
"""

from __future__ import annotations

import smtplib
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from threading import Event

from sqlmodel import Session, col, select

from referee.core.command import Change
from referee.core.deliveries import Deliveries
from referee.core.outgoing import CutOff, connected
from referee.core.service import Service
from referee.core.settings import MailServer, is_mail_address
from referee.models import Letter

SECONDS = 60
"""How long a letter may take, from the name of the server to its good-bye: some let strangers wait on purpose."""


def email_message(server: MailServer, letter: Letter) -> EmailMessage:
    """The e-mail message of a letter.  Raises ValueError if it has characters that a header must not have."""
    mail = EmailMessage()
    mail["From"] = server.sender
    mail["To"] = letter.address
    mail["Subject"] = " ".join(letter.subject.split())
    mail["Date"] = format_datetime(datetime.fromtimestamp(letter.made_at / 1000, UTC))
    mail["Message-ID"] = f"<{letter.id}@{server.sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # so that no auto-responder answers (RFC 3834)
    mail.set_content(letter.body)
    if letter.calendar:
        mail.add_attachment(letter.calendar, subtype="calendar", filename="event.ics", params={"method": "PUBLISH"})
    return mail


class Conversation(smtplib.SMTP):
    """A conversation with a mail server over a connection that is there already, so that its deadline holds."""

    def __init__(self, host: str, line: socket.socket) -> None:
        self._line = line
        own = str(line.getsockname()[0])  # not this machine's name: looking that up may take long
        super().__init__(host, local_hostname=f"[IPv6:{own}]" if ":" in own else f"[{own}]")

    def connect(self, *_where: object, **_how: object) -> tuple[int, bytes]:
        """Take the connection over, and read the server's greeting."""
        self.sock, self.file = self._line, None
        return self.getreply()


def send(server: MailServer, letter: EmailMessage, deadline: CutOff) -> None:
    """Send a message.  Raises OSError, the base class of smtplib's errors."""
    with (
        connected(server.host, server.port, deadline, tls=server.scheme == "smtps") as line,
        Conversation(server.host, line) as connection,
    ):
        if server.scheme == "smtp":
            connection.ehlo()
            if connection.has_extn("starttls"):
                connection.starttls(context=ssl.create_default_context())
            elif server.user:
                raise smtplib.SMTPNotSupportedError("the server has no STARTTLS, and a password is not sent in clear")
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(letter)


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
