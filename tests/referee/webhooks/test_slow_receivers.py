"""A receiver that talks for ever, or says nothing, delays nobody; and a webhook leads only into the public internet."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

import referee
from referee.core.outgoing import CutOff, Interrupted
from referee.core.settings import MailServer
from referee.mail import outbox
from referee.models import Letter
from referee.webhooks.sending import MANY, OWN, RESERVED, RefusedTarget, Webhooks, send, why_not
from rulesets.wordlist import wordlist
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World
from tests.referee.webhooks.test_webhooks import Desk, Receiver
from tests.referee.webhooks.test_webhooks import desk as desk  # noqa: PLC0414 - a fixture
from tests.referee.webhooks.test_webhooks import receiver as receiver  # noqa: PLC0414 - a fixture

PATIENCE = 30
TALK = {
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "headers": (b"HTTP/1.1 200 OK\r\nX: ", b"a"),
    "status": (b"HTTP", b"/"),
    "silence": (b"", b""),
    "greeting": (b"220-ready\r\n", b"220-almost\r\n"),
}
"""What a receiver says at first, and then again and again."""


class Talker:
    """A receiver that never comes to an end."""

    def __init__(self, first: bytes, again: bytes) -> None:
        self.first, self.again = first, again
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.ended = threading.Event()
        self.heard = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def serve(self) -> None:
        """Take connections, each in a thread."""
        with contextlib.suppress(OSError):
            while True:
                line, _ = self.listener.accept()
                self.heard.set()
                threading.Thread(target=self.talk, args=(line,), daemon=True).start()

    def talk(self, line: socket.socket) -> None:
        """Talk until the other end is gone."""
        with line, contextlib.suppress(OSError):
            line.sendall(self.first)
            while not self.ended.wait(0.05):
                line.sendall(self.again)


@pytest.fixture
def talker(request: pytest.FixtureRequest) -> Iterator[Talker]:
    """A receiver that never comes to an end."""
    found = Talker(*TALK[request.param])
    yield found
    found.ended.set()
    found.listener.close()


@pytest.mark.parametrize("talker", ["continue", "headers", "status", "silence"], indirect=True)
def test_a_delivery_ends_at_its_deadline_whatever_the_receiver_says(talker: Talker) -> None:
    with pytest.raises(TimeoutError, match=r"0\.3 seconds"):
        send(f"http://127.0.0.1:{talker.port}/", {}, b"x", CutOff(0.3), local=True)


@pytest.mark.parametrize("talker", ["greeting", "silence"], indirect=True)
def test_so_does_a_letter(talker: Talker) -> None:
    for scheme in ("smtp", "smtps"):
        server = MailServer(scheme, "127.0.0.1", talker.port, "", "", "desk@example.org")
        letter = outbox.email_message(
            server, Letter(event_id="", about="", address="a@b.cd", subject="x", body="x", made_at=0)
        )
        with pytest.raises(OSError, match=r"0\.3 seconds|(?i:wrong.version)"):
            outbox.send(server, letter, CutOff(0.3))


@EACH_DATABASE
@pytest.mark.parametrize("talker", ["continue"], indirect=True)
def test_one_receiver_delays_no_other_and_no_shutdown(
    desk: Desk, receiver: Receiver, talker: Talker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.webhooks.sending.SECONDS", 600)
    monkeypatch.setattr("referee.core.deliveries.WAIT_SECONDS", 1)
    desk.add(f"http://127.0.0.1:{talker.port}/")
    desk.add(receiver.url)
    hooks = Webhooks(desk.world.service)
    for number in range(3):
        desk.tell(f"{number}")
        hooks.run()
        assert talker.heard.wait(PATIENCE)
    assert len(receiver.taken) == 3
    stopped = threading.Thread(target=stop, args=(desk.world, hooks), daemon=True)
    stopped.start()
    stopped.join(PATIENCE)
    assert not stopped.is_alive()
    waiting = [each for each in desk.deliveries() if each.sent_at is None]
    assert [(each.tries, each.fault) for each in waiting] == [(0, "")] * 3  # none of it was the receiver's fault
    assert min(each.due_at for each in waiting) <= desk.now


def test_what_a_stopping_service_breaks_off_has_not_failed(
    desk: Desk, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*_arguments: object, **_options: object) -> None:
        raise Interrupted("the service stops")

    monkeypatch.setattr("referee.webhooks.sending.send", broken_off)
    desk.add(receiver.url)
    desk.tell("x")
    desk.run()
    assert [(each.tries, each.fault, each.due_at <= desk.now) for each in desk.deliveries()] == [(0, "", True)]


def stop(world: World, hooks: Webhooks) -> None:
    """Stop as the service does."""
    world.service.jobs.stopping.set()
    hooks.close()


def test_a_name_is_looked_up_once_and_never_partly_private(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["93.184.216.34"]]
    asked: list[str] = []

    def look_up(host: str, port: int, **_more: object) -> list[tuple[object, ...]]:
        asked.append(host)
        family = socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (each, port)) for each in answers[min(len(asked), 3) - 1]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    port = receiver.server_address[1]
    send(f"http://rebound.example:{port}/", {}, b"x", CutOff(PATIENCE), local=True)
    assert (len(asked), len(receiver.taken)) == (1, 1)
    with pytest.raises(RefusedTarget, match="own network"):
        send(f"https://rebound.example:{port}/", {}, b"x", CutOff(PATIENCE), local=False)


def test_a_name_server_that_does_not_answer_holds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_more, **_others: released.wait(PATIENCE) and [])
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        send("https://nowhere.example/", {}, b"", CutOff(0.3), local=False)
    assert time.monotonic() - began < PATIENCE
    released.set()


@pytest.mark.parametrize(
    "address",
    wordlist("""
        64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1 64:ff9b:1::1 2002:7f00:1::1 2002:5db8:d822::1 ::127.0.0.1
        ::93.184.216.34 ::ffff:10.0.0.1 ::ffff:169.254.169.254 fec0::1 ff02::1 ff0e::1 fe80::1 fd00::1 ::1 :: 100::1
        2001::1 2001:db8::1 3fff::1 5f00::1 2001:20::1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255 0.0.0.0 127.0.0.1
        10.1.2.3 100.64.0.1 169.254.169.254 172.31.0.1 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1
        198.51.100.1 203.0.113.1
    """),
)
def test_what_is_no_ordinary_public_address_is_refused(address: str) -> None:
    assert why_not(ip_address(address)) is not None


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00::1", "64:ff9b::1.1.1.1", "::ffff:1.1.1.1"],
)
def test_ordinary_public_addresses_are_reached_also_through_nat64(address: str) -> None:
    assert why_not(ip_address(address)) is None


@pytest.mark.parametrize(
    ("why", "addresses"),
    [
        (
            OWN,
            ("10.1.2.3", "127.0.0.1", "::1", "fd00::1", "fe80::1", "fec0::1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1"),
        ),
        (MANY, ("224.0.0.1", "239.1.1.1", "ff02::1", "ff0e::1")),
        (RESERVED, ("203.0.113.1", "240.0.0.1", "2001:db8::1", "100::1", "::93.184.216.34")),
    ],
)
def test_the_reason_is_the_right_one(why: str, addresses: tuple[str, ...]) -> None:
    assert {why_not(ip_address(each)) for each in addresses} == {why}


def test_nothing_else_goes_out_without_a_deadline() -> None:
    root = Path(referee.__file__).parent
    wide = re.compile(
        r"^\s*(?:import|from) (?:http\.client|smtplib|ftplib|urllib\.request|requests|httpx|urllib3)\b", re.M
    )
    found = {str(each.relative_to(root)) for each in root.rglob("*.py") if wide.search(each.read_text("utf-8"))}
    assert found == {"webhooks/sending.py", "mail/outbox.py", "demo/games.py"}  # the demo asks this very service
