"""Sending a letter by SMTP, with the standard library."""

from __future__ import annotations

import smtplib
import socket
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from referee.core.outgoing import CutOff, connected
from referee.core.settings import MailServer
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
