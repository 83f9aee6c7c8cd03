"""An SMTP server in a thread of this process that keeps the mails it receives."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from referee.core.settings import MailServer


class MailServerDouble(socketserver.ThreadingTCPServer):
    """A fake mail server.  ``taken``: the mails received; ``commands``: every line from clients; ``refuses``: the
    answer to every recipient, if not empty.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.taken: list[EmailMessage] = []
        self.commands: list[str] = []
        self.refuses = ""

    def settings(self, user: str = "") -> MailServer:
        """The settings of a service that sends through this server."""
        return MailServer("smtp", "127.0.0.1", self.server_address[1], user, "secret word", "desk@example.org")


class Conversation(socketserver.StreamRequestHandler):
    """One client's SMTP session, without TLS and authentication."""

    server: MailServerDouble

    def handle(self) -> None:
        self.answer("220 ready")
        while line := self.rfile.readline().decode().strip():
            self.server.commands.append(line)
            verb = line.split(" ")[0].upper()
            if verb == "DATA":
                self.take()
            elif verb == "QUIT":
                return self.answer("221 bye")
            else:
                self.answer("250 fine" if verb != "RCPT" or not self.server.refuses else self.server.refuses)
        return None

    def take(self) -> None:
        self.answer("354 go on")
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.server.taken.append(letter)
        self.answer("250 taken")

    def answer(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


@contextmanager
def mail_server() -> Iterator[MailServerDouble]:
    """Run the server for the duration of the block."""
    with MailServerDouble() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
