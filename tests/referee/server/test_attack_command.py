"""``python3 dev.py attack`` tells a service that holds from one that does not, and its honest people notice.

What is broken here is broken on purpose: a small server in place of the service, or an attack that does harm.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.attack import bombs, connections, processes, roles, run
from tests.attack.attack import MOST_SILENCE, Attack, Broken, Verdict
from tests.attack.chapters import ATTACKS
from tests.attack.client import Site, head, is_ended, receive, trickle, wires
from tests.attack.hall import Hall, hall
from tests.attack.honest import HonestClient, HonestClients, game
from tests.referee.support.role_matrix import MATRIX
from tests.referee.support.running import Answer

pytestmark = pytest.mark.process


class Stub(BaseHTTPRequestHandler):
    """Answers every request as if it were right, and reads only the bodies that are announced."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Give a good answer, whoever asks."""
        body = json.dumps({"rows": [], "next": None, "id": "x", "url": f"http://{self.headers['Host']}/"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """Give the same answer once the body has been read."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    do_PUT = do_PATCH = do_DELETE = do_POST

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing."""


class StubServer(ThreadingHTTPServer):
    """A server that accepts many connections at once."""

    daemon_threads = True
    request_queue_size = 200

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors: attackers leave before they are answered."""


@pytest.fixture(scope="module")
def stub() -> Iterator[Hall]:
    """A hall whose service is a stub that lets everybody do everything."""
    server = StubServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    stubbed = Hall.__new__(Hall)
    stubbed.site = Site(server.server_port)
    stubbed.admin = "x"
    stubbed.await_honest = lambda: None
    yield stubbed
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def place() -> Iterator[Hall]:
    """A real service."""
    with hall() as place:
        yield place


def broken(attack: Attack, place: Hall) -> str:
    """Run an attack that must break the service and return why it did."""
    with pytest.raises(Broken) as raised:
        attack.act(place)
    return str(raised.value)


def test_every_attack_has_a_name_of_its_own_and_says_what_must_hold() -> None:
    names = [each.name for each in ATTACKS]
    assert len(set(names)) == len(names) > 40
    for each in ATTACKS:
        tried, _, holds = (each.act.__doc__ or "").strip().partition("\n\n")
        assert tried.endswith((".", ":")) or "\n" in tried, each.name
        assert holds, each.name
    assert sum(each.quick for each in ATTACKS) >= 20
    assert not any(each.quick and not each.shares for each in ATTACKS)


def test_the_list_names_attacks_and_starts_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--list", "--only", "photographed"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("a-photographed-code ")
    with pytest.raises(SystemExit, match="no attack has"):
        run.main(["--only", "there is no such attack"])


def harmless(hall: Hall) -> str:
    """Nobody does anything.

    Nothing happens.
    """
    hall.await_honest()
    return "nothing happened"


def harmful(hall: Hall) -> str:
    """Somebody does something.

    It must not be possible.
    """
    raise Broken("planted")


def deadly(hall: Hall) -> str:
    """Somebody ends the service.

    It must go on.
    """
    for each in reversed(processes.family(hall.service.process.pid)):
        os.kill(each, signal.SIGKILL)
    hall.service.process.wait()
    return "all is well"


def test_a_broken_attack_makes_the_command_fail_and_a_held_one_does_not(
    place: Hall, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "hall", lambda *_options, **_more: nullcontext(place))
    monkeypatch.setattr(run, "ATTACKS", (Attack(harmless), Attack(harmful)))
    assert run.main(["--only", "harmless"]) == 0
    assert "1 held, 0 broken" in capsys.readouterr().out
    assert run.main([]) == 1
    shown = capsys.readouterr().out
    assert "1 held, 1 broken" in shown
    assert "BROKEN" in shown
    assert "planted" in shown


def test_the_honest_notice_silence_and_what_is_lost(place: Hall) -> None:
    with HonestClients(place) as honest:
        assert honest.settle(60)
        place.await_honest()
        assert place.median() > 0
        workers = processes.workers(place.service.process.pid)
        for each in workers:
            os.kill(each, signal.SIGSTOP)
        assert workers
        time.sleep(0.5)
        for each in workers:
            os.kill(each, signal.SIGCONT)
        assert honest.settle(60)
    assert honest.silence > 0.2
    assert honest.wrong == []
    assert honest.lost() is None
    honest.acknowledged += 1000
    assert "acknowledged" in str(honest.lost())


def test_the_honest_notice_answers_that_nobody_honest_should_get(stub: Hall) -> None:
    def ask(connection: http.client.HTTPConnection, number: int) -> Answer | None:
        return None if number else Answer(404, {}, b"not here")

    one = HonestClient(stub, 0.0, ask)
    one.stop()
    assert one.wrong == ["404 b'not here'"]
    assert not one.answered(1, 0.1)


def test_a_game_is_there_to_be_reported() -> None:
    assert len(game()) > 100
    assert {"roll", "buy"} <= {report["type"] for report in game()}


def test_memory_is_seen_from_outside(place: Hall) -> None:
    pid = place.service.process.pid
    assert processes.resident_megabytes(pid) > 10
    assert len(processes.family(pid)) > 1
    with processes.MemoryWatch(os.getpid()) as memory:
        held = bytearray(60_000_000)
        time.sleep(0.3)
        del held
    assert memory.growth is not None
    assert memory.growth > 30


def test_a_service_that_waits_for_bodies_for_ever_is_found_out(stub: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_ENDS", 1.0)
    monkeypatch.setattr(connections, "HEAD_ENDS", 1.0)
    for each in ATTACKS:
        if each.name in ("bodies-that-never-come-are-ended", "bodies-by-the-byte", "heads-by-the-line"):
            assert "still" in broken(each, stub)


def test_a_service_that_takes_anything_is_found_out(stub: Hall) -> None:
    names = {"json-bombs", "a-code-of-another-kind", "a-host-that-is-not-ours", "a-photographed-code"}
    stub.__dict__.update(event="x", round="x", address="x", data=None)
    fake: dict[str, Any] = {name: lambda *_a, **_m: "x" for name in ("table", "device", "code", "person")}
    fake["new_event"] = lambda *_a: ("x", "x")
    fake["new_number"] = lambda: 1
    fake["made"] = lambda *_a, **_m: {"id": "x", "invitation": {"code": "x"}}
    fake["done"] = lambda *_a, **_m: {"id": "x"}
    stub.__dict__.update(fake)
    for each in ATTACKS:
        if each.name in names:
            names.remove(each.name)
            assert broken(each, stub)
    assert not names


def test_an_open_matrix_is_found_out(stub: Hall) -> None:
    class Anything:
        """Targets and tokens for a hall in which nothing belongs to anybody."""

        tokens = dict.fromkeys("AOHRJSVNDF", "x")
        elsewhere = dict.fromkeys("OHRJSV", "x")

        def filled(self, value: Any) -> Any:
            return value

    anything: Any = Anything()
    matrix = roles.Matrix(stub, anything, anything)
    rows = [row for row in MATRIX if row.path == "/events/{event}/members"]
    with pytest.raises(Broken, match="viewer is allowed"):
        roles.check_rows(stub, rows[:1], matrix)
    assert "GET /events/{event}/members: nobody is allowed" in matrix.wrong
    assert "GET /events/{event}/members: organizer of another event is allowed" in matrix.wrong


def test_some_rows_of_the_matrix_hold_over_the_wire(place: Hall) -> None:
    matrix = roles.Matrix(place)
    rows = [row for row in MATRIX if row.path.startswith(("/tables/{table}/entries", "/events/{event}/m"))]
    assert len(rows) > 5
    assert roles.check_rows(place, rows, matrix) == f"{matrix.count} requests as the matrix says"


def test_what_is_sent_by_the_byte_is_seen_to_be_ended(place: Hall) -> None:
    with wires(place.site, 2, head("GET", "/healthz", "Connection: close")) as held:
        assert b" 200 " in receive(held[0])
        assert trickle(held[1:], b"x", 20, 0.05) == 1
        assert is_ended(held[1])


def test_bombs_are_small_and_large(place: Hall) -> None:
    assert all(len(text) < 100_000 for text in bombs.toml().values())
    assert all(len(text) < 1_000_000 for text in bombs.json_texts().values())
    assert len(bombs.many_pixels()) < 120_000
    assert 100_000 < len(bombs.many_scans()) <= 109_000


def test_a_verdict_is_a_line_with_its_figures() -> None:
    row = Verdict("x", False, "why", MOST_SILENCE + 1, 0.05, None, 2.0).row()
    assert row.split() == ["x", "BROKEN", "6.0", "s", "50", "ms", "?", "MB", "2.0", "s", "why"]


def test_a_service_that_does_not_outlive_an_attack_is_found_out(place: Hall) -> None:  # last: it ends the service
    done = run.try_attack(Attack(deadly), place)
    assert not done.held
    assert done.why == "the service has ended"
