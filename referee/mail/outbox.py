"""The letters that wait: written in the transaction of what they tell of, sent by a job of the service.

All processes share the rows: whoever moves a letter's ``due_at`` tries it next.  A process that dies between handing a
letter over and noting that sends it twice, with the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlmodel import Session, col, delete, select

from referee.core.command import Change
from referee.core.service import Service
from referee.core.settings import MailServer, is_mail_address
from referee.mail.smtp import message, send
from referee.models import Letter

LOG = logging.getLogger(__name__)

SECONDS = 5
"""How often it is checked whether a letter is due."""
MINUTE = 60_000
CLAIMED = 5 * MINUTE
"""Milliseconds after which another process takes over from one that has not finished its letter."""
AGAIN = (MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 12 * 60 * MINUTE)
"""Milliseconds until a letter that failed is tried again; after the last time no more."""
KEPT = 30 * 24 * 60 * MINUTE
"""How long it is known what became of a letter."""
AT_A_TIME = 20

DUE = (
    "SELECT id, due_at FROM letter WHERE sent_at IS NULL AND given_up_at IS NULL AND due_at <= :now"
    f" ORDER BY due_at, id LIMIT {AT_A_TIME}"
)
CLAIM = text("UPDATE letter SET due_at = :until WHERE id = :id AND due_at = :due_at AND sent_at IS NULL")


@dataclass(frozen=True, slots=True)
class Written:
    """A letter to be sent.  ``about``: the id of the row that it is about; ``calendar``: a file for calendars."""

    address: str
    about: str
    subject: str
    body: str
    calendar: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """How the letters of an event do: how many were sent, wait, and were given up, and why the last one failed."""

    sent: int
    waiting: int
    given_up: int
    fault: str


def write(change: Change, event_id: str, letter: Written) -> None:
    """Have a letter sent once the change is durable; nothing where no server is set, or for what is no address."""
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


def post(session: Session, event_id: str) -> Post:
    """How the letters of an event do."""
    rows: Sequence[Letter] = session.exec(
        select(Letter).where(Letter.event_id == event_id).order_by(col(Letter.id).desc())
    ).all()
    waiting = [each for each in rows if each.sent_at is None and each.given_up_at is None]
    given_up = sum(each.given_up_at is not None for each in rows)
    fault = next((each.fault for each in rows if each.sent_at is None and each.fault), "")
    return Post(sum(each.sent_at is not None for each in rows), len(waiting), given_up, fault)


class Outbox:
    """Sends what is due, as one process does it."""

    def __init__(self, service: Service) -> None:
        self.database = service.database
        self.server: MailServer | None = service.settings.mail

    def send_due(self) -> None:
        """Send the letters that are due.  Raises what the last one failed with, when all have been tried."""
        if self.server is None:
            return
        failed: Exception | None = None
        for letter_id, due_at in self.database.rows(self.database.sql(DUE), {"now": self.database.now()}):
            if self._claimed(letter_id, due_at):
                failed = self._try(self.server, letter_id) or failed
        if failed is not None:
            raise failed

    def forget(self) -> None:
        """Forget letters of long ago."""
        before = self.database.now() - KEPT
        with self.database.write() as session:
            session.exec(delete(Letter).where(col(Letter.made_at) < before))

    def _claimed(self, letter_id: str, due_at: int) -> bool:
        until = self.database.now() + CLAIMED
        with self.database.write() as session:
            values = {"id": letter_id, "due_at": due_at, "until": until}
            return session.connection().execute(CLAIM, values).rowcount == 1

    def _try(self, server: MailServer, letter_id: str) -> Exception | None:
        """Try a letter; what it failed with."""
        with self.database.read() as session:
            letter = session.get(Letter, letter_id)
        if letter is None:
            return None
        error: Exception | None = None
        try:
            send(server, message(server, letter))  # seconds, perhaps: in no transaction
        except (OSError, ValueError) as failed:  # smtplib's are OSError; a letter that cannot be written
            error = failed
            LOG.warning("letter %s was not taken by %s: %s", letter.id, server.host, failed)
        with self.database.write() as session:
            letter = session.get_one(Letter, letter_id)
            now = self.database.now()
            if error is None:
                letter.sent_at, letter.fault, letter.body, letter.calendar = now, "", "", ""
            else:
                letter.fault = f"{type(error).__name__}: {error}"[:300]
                letter.tries += 1
                if letter.tries > len(AGAIN):
                    letter.given_up_at = now
                else:
                    letter.due_at = now + AGAIN[letter.tries - 1]
            session.add(letter)
        return error
