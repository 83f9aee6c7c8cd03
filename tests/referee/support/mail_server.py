"""A server that takes e-mail (SMTP) in a thread of this process, and keeps what it took."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from referee.core.settings import MailServer


class MailServerDouble(socketserver.ThreadingTCPServer):
    """``taken``: the letters; ``commands``: every line of its clients; ``refuses``: what it answers to letters."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.taken: list[EmailMessage] = []
        self.commands: list[str] = []
        self.refuses = ""

    def settings(self, user: str = "") -> MailServer:
        """The settings of a service that sends by it."""
        return MailServer("smtp", "127.0.0.1", self.server_address[1], user, "secret word", "desk@example.org")


class Conversation(socketserver.StreamRequestHandler):
    """One client; without TLS and without passwords."""

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
        """Take a letter."""
        self.answer("354 go on")
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.server.taken.append(letter)
        self.answer("250 taken")

    def answer(self, line: str) -> None:
        """Say a line."""
        self.wfile.write(line.encode() + b"\r\n")


@contextmanager
def mail_server() -> Iterator[MailServerDouble]:
    """The server, at work for the block."""
    with MailServerDouble() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
