"""Connections that do nothing, when the system lets a process open few files: the idlest make room for the others."""

from __future__ import annotations

import http.client
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from referee.server.gateway import BODY_SECONDS
from referee.server.start import HEADER_MILLISECONDS
from referee.server.supervisor import FILES, LEAST_CONNECTIONS, LEAST_FILES
from tests.referee.support.running import Running, running
from tests.referee.support.warm import take_what_is_made

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they just run out of time"),
]
MANY = 202
SOON = min(BODY_SECONDS, HEADER_MILLISECONDS / 1000) / 2
"""Seconds after which no idle connection has run out of time yet."""


def few_files() -> None:
    """Let this process open 120 files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (120, 120))
    take_what_is_made()


def idle_connections(service: Running, held: ExitStack, sent: bytes = b"") -> list[socket.socket]:
    """Open many connections that send only the beginning of a request, or nothing."""
    found = []
    for _ in range(MANY):
        connection = held.enter_context(socket.create_connection(("127.0.0.1", service.port)))
        connection.sendall(sent)
        found.append(connection)
    return found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that may open 120 files, with the administrator logged in."""
    with running(tmp_path_factory.mktemp("few"), before=few_files) as started:
        assert "ulimit -n" in started.log
        started.log_in()
        yield started


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: "], ids=["silent", "begun"])
def test_idle_connections_do_not_keep_out_those_who_report(service: Running, sent: bytes) -> None:
    before = len(service.log)
    with ExitStack() as held:
        table = service.table()
        idle_connections(service, held, sent)
        until = time.monotonic() + SOON
        for base in range(3):
            assert service.report(table, base).status in (201, 422)
        assert time.monotonic() < until, "they were let in because the others had run out of time"
        assert "were idle and are closed" in service.log[before:]


def test_a_request_that_is_being_received_is_not_idle(service: Running) -> None:
    before = len(service.log)
    with ExitStack() as held:
        slow = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        slow.putrequest("POST", "/api/v1/events")
        body = b'{"name": "Event"}'
        for name, value in {
            **service.headers,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }.items():
            slow.putheader(name, value)
        slow.endheaders(body[:5])
        idle_connections(service, held)
        until = time.monotonic() + SOON
        while "were idle and are closed" not in service.log[before:]:
            assert time.monotonic() < until
            time.sleep(0.05)
        slow.send(body[5:])
        assert slow.getresponse().status == 201
        slow.close()


def test_few_files_leave_room_for_the_database() -> None:
    assert LEAST_FILES + LEAST_CONNECTIONS < 120 < FILES
