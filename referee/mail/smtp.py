"""Sending a letter by SMTP, with the standard library."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from referee.core.settings import MailServer
from referee.models import Letter

TIMEOUT_SECONDS = 20
"""The timeout of the connection to a server."""


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


def send(server: MailServer, letter: EmailMessage) -> None:
    """Send a message.  Raises OSError, the base class of smtplib's errors."""
    context = ssl.create_default_context()
    if server.scheme == "smtps":
        connection: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT_SECONDS, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS)
    with connection:
        if server.scheme == "smtp":
            connection.ehlo()
            if connection.has_extn("starttls"):
                connection.starttls(context=context)
            elif server.user:
                raise smtplib.SMTPNotSupportedError("the server has no STARTTLS, and a password is not sent in clear")
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(letter)
