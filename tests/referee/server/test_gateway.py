"""Nobody in the Wi-Fi can stop the service: what a stranger's connections may occupy, and what they may not."""

from __future__ import annotations

import http.client
import json
import logging
import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from referee.core.access.limits import network_of
from referee.core.http import body_limits
from referee.server import supervisor
from referee.server.gateway import ARCHIVE_BODIES, FairQueue, client_network
from tests.referee.support.running import PATIENCE, Running, running

pytestmark = pytest.mark.process
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)
"""The preface with which a client starts HTTP/2, with empty settings."""
UNFINISHED = (
    b"POST /api/v1/sessions HTTP/1.1\r\nHost: hall\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("gateway")) as started:
        started.log_in()
        yield started


@pytest.fixture(scope="module")
def unfinished(service: Running) -> Iterator[list[socket.socket]]:
    """Requests whose bodies do not arrive."""
    with ExitStack() as stack:
        yield [stack.enter_context(connected(service, UNFINISHED % 500)) for _ in range(50)]


def connected(service: Running, payload: bytes = b"") -> socket.socket:
    """Open a connection and send some bytes."""
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE)
    connection.sendall(payload)
    return connection


def answer_on(connection: socket.socket) -> tuple[int, Any]:
    """Read the answer from a connection: its status and its JSON, None if it is a page."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    body = response.read()
    is_page = response.headers.get_content_type() == "text/html"
    return response.status, None if is_page else json.loads(body)


def alive(service: Running) -> bool:
    """Whether the service still answers others."""
    return service.ask("GET", "/readyz").status == 200


def test_bodies_that_never_come_hold_nobody_up(service: Running, unfinished: list[socket.socket]) -> None:
    assert alive(service)
    for each in unfinished:
        each.settimeout(0)
        with pytest.raises(BlockingIOError):  # the service still waits for them
            each.recv(1, socket.MSG_PEEK)
        each.settimeout(PATIENCE)


def test_http_2_is_refused(service: Running) -> None:
    held = [connected(service, PREFACE) for _ in range(8)]
    for each in held:
        assert each.recv(64) == b""  # closed without a SETTINGS frame
        each.close()
    assert alive(service)


def test_a_body_that_comes_without_end_is_refused_at_its_limit(service: Running) -> None:
    head = (UNFINISHED % 0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")[:-1]
    piece = b"fa00\r\n" + b" " * 0xFA00 + b"\r\n"
    with connected(service, head) as endless:
        for _ in range(3):  # more than the ordinary 128 kB
            endless.sendall(piece)
        status, problem = answer_on(endless)
    assert (status, problem["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("method", "path", "most"),
    [
        ("POST", "/api/v1/sessions", body_limits.ORDINARY),
        ("POST", "/api/v1/events/some/players/import", body_limits.LARGEST),
        ("POST", "/verify", body_limits.ARCHIVE),
        ("GET", "/api/v1/nothing", body_limits.ORDINARY),
    ],
)
def test_a_body_is_as_large_as_its_address_takes(service: Running, method: str, path: str, most: int) -> None:
    def answered(length: int, body: bytes) -> int:
        with connected(
            service, f"{method} {path} HTTP/1.1\r\nHost: hall\r\nContent-Length: {length}\r\n\r\n".encode()
        ) as to:
            to.sendall(body)
            return answer_on(to)[0]

    assert answered(most, b" " * most) != 413
    assert answered(most + 1, b"") == 413  # before any of it has arrived
    assert answered(10**15, b"") == 413


def test_strangers_archives_cannot_fill_the_memory(service: Running) -> None:
    head = f"POST /verify HTTP/1.1\r\nHost: hall\r\nContent-Length: {body_limits.ARCHIVE}\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(ARCHIVE_BODIES):
            stack.enter_context(connected(service, head)).sendall(b" " * 2_000_000)
        assert alive(service)
        assert answer_on(stack.enter_context(connected(service, head)))[0] == 503


def test_who_sends_far_too_much_is_told_so_and_not_just_cut_off(service: Running) -> None:
    for _ in range(10):
        sending = service.connection()
        sending.request("POST", "/api/v1/sessions", b" " * 15_000_000, {"Content-Type": "application/json"})
        assert sending.getresponse().status == 413
        sending.close()


def test_a_reader_who_does_not_read_holds_nobody_up(service: Running) -> None:
    pipeline = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: hall\r\n\r\n" * 20  # megabytes, more than any buffer takes
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(connected(service, pipeline))
        assert alive(service)


def test_connections_over_which_nothing_is_asked_hold_nobody_up(service: Running) -> None:
    with ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(connected(service))
        assert alive(service)


def test_whoever_sends_no_body_is_told_so(service: Running, unfinished: list[socket.socket]) -> None:
    for each in unfinished:
        status, problem = answer_on(each)
        assert (status, problem["code"]) == (408, "body_late")
    assert alive(service)


def test_a_process_that_dies_again_and_again_does_not_end_the_service(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        for _ in range(3):
            for child in children(service.process.pid):
                os.kill(child, signal.SIGKILL)
            service.wait()
        assert service.process.poll() is None
        assert service.stop() == 0


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    return [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_a_header_whose_name_mimics_another_is_ignored(service: Running) -> None:
    plain, named, passing = (
        service.ask("GET", "/api/v1/nothing", **headers).json["title"]
        for headers in ({}, {"Accept-Language": "ja"}, {"Accept_Language": "ja"})
    )
    assert plain == passing != named


def test_everybody_has_their_turn_however_much_one_asks() -> None:
    turns: FairQueue[str] = FairQueue()
    for number in range(1000):
        turns.put("flood", f"flood {number}")
    turns.put("judge", "a report")
    turns.put("guest", "a page")
    turns.put("judge", "another report")
    assert [turns.take() for _ in range(6)] == ["flood 0", "a report", "a page", "flood 1", "another report", "flood 2"]


@pytest.mark.parametrize(
    ("remote", "forwarded", "hops", "who"),
    [
        ("10.0.0.7", None, 0, "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4", 0, "10.0.0.7"),
        ("10.0.0.1", "6.6.6.6, 10.0.0.7", 1, "10.0.0.7"),
        ("10.0.0.1", "6.6.6.6, 10.0.0.7, 10.0.0.2", 2, "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", None, 0, network_of("2001:db8:1:2::")),
        ("::ffff:10.0.0.7", None, 0, "10.0.0.7"),
    ],
)
def test_who_asks_is_told_by_the_address_that_the_nearest_trusted_proxy_saw(
    remote: str, forwarded: str | None, hops: int, who: str
) -> None:
    assert client_network(remote, forwarded, hops) == who


def test_the_supervisor_starts_again_after_pauses_that_grow_and_stops_when_it_is_told_to(
    caplog: pytest.LogCaptureFixture,
) -> None:
    handlers = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)]
    pauses: list[float] = []

    def give_up() -> None:
        raise SystemExit(1)

    def wait(_stop: threading.Event, seconds: float) -> bool:
        pauses.append(seconds)
        return len(pauses) == 7

    try:
        with caplog.at_level(logging.ERROR):
            supervisor.run_with_restarts(give_up, wait)
    finally:
        for number, handler in zip((signal.SIGTERM, signal.SIGINT), handlers, strict=True):
            signal.signal(number, handler)
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert "started again in 30 s" in caplog.text
