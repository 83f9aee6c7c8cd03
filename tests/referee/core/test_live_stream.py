"""Live streams over HTTP."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from sqlmodel import select
from werkzeug.test import TestResponse

from referee.models import Credential
from referee.tables.api import live
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

ROLL: dict[str, Any] = {"type": "roll", "player": "A", "dice": [3, 4]}
MANY = 10_000


class Reader:
    """Reads a stream event by event, without its pings."""

    def __init__(self, response: TestResponse) -> None:
        assert response.status_code == 200, response.get_data(as_text=True)
        self.response = response
        self._chunks: Iterator[str | bytes] = iter(response.response)

    def event(self) -> tuple[str, str | None, Any]:
        """Name, id and data of the next event."""
        for _ in range(MANY):
            chunk = next(self._chunks)
            text = chunk if isinstance(chunk, str) else chunk.decode()
            assert text.endswith("\n\n")
            lines = dict(line.split(": ", 1) for line in text.splitlines() if line and not line.startswith(":"))
            if "event" in lines:
                return lines["event"], lines.get("id"), json.loads(lines["data"])
        raise AssertionError("only pings")

    def rest(self) -> list[str | bytes]:
        """Return the remaining chunks of the stream."""
        chunks = []
        for chunk in self._chunks:
            chunks.append(chunk)
            assert len(chunks) < MANY, "it does not end"
        return chunks


def stream(world: World, path: str, by: str = "judge", **headers: str) -> Reader:
    return Reader(world.ask("GET", path, by, headers=headers))


def test_a_stream_begins_with_the_present_state_and_tells_entries_as_they_come(world: World) -> None:
    world.report(0, ROLL)
    reader = stream(world, f"/tables/{world.table}/stream", "device")
    assert reader.response.content_type == "text/event-stream"
    assert reader.response.headers["X-Accel-Buffering"] == "no"
    assert reader.response.headers["Cache-Control"] == "no-store"
    name, number, body = reader.event()
    assert (name, number, body["seq"], body["state"]) == ("table", "1", 1, "open")
    world.report(1, {"type": "buy", "player": "B"})
    assert reader.event() == ("entry", "2", {"table_id": world.table, "seq": 2, "accepted": False})
    world.ask("POST", f"/tables/{world.table}/close")
    name, _, body = reader.event()
    assert (name, body["state"]) == ("table", "closed")
    reader.response.close()


def test_who_comes_again_is_told_of_what_came_in_between(world: World) -> None:
    for seq in range(3):
        world.report(seq, ROLL)
    reader = stream(world, f"/tables/{world.table}/stream", **{"Last-Event-ID": "1"})
    assert reader.event()[:2] == ("table", "1")
    assert [reader.event()[1] for _ in range(2)] == ["2", "3"]
    reader.response.close()


@pytest.mark.parametrize("named", ["x", "-1", "²", "9999999999", "7"])
@SQLITE_ONLY
def test_an_unknown_last_event_id_begins_anew(world: World, named: str) -> None:
    world.report(0, ROLL)
    reader = stream(world, f"/tables/{world.table}/stream", **{"Last-Event-ID": named})
    assert reader.event()[:2] == ("table", "1")
    reader.response.close()


def test_the_stream_of_an_event_tells_of_all_its_tables(world: World) -> None:
    other = world.new_table(2)
    reader = stream(world, f"/events/{world.event}/stream", "viewer")
    first = [reader.event() for _ in range(2)]
    assert {body["table_id"] for _, _, body in first} == {world.table, other}
    assert {(name, number) for name, number, _ in first} == {("table", None)}
    world.report(0, ROLL)
    assert reader.event() == ("entry", None, {"table_id": world.table, "seq": 1, "accepted": True})
    reader.response.close()


@pytest.mark.slow
def test_a_stream_ends_when_its_reader_loses_access(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_SECONDS", 0.05)
    reader = stream(world, f"/tables/{world.table}/stream", "device")
    reader.event()
    with world.service.database.write() as session:
        for credential in session.exec(select(Credential).where(Credential.kind == "device")):
            credential.revoked_at = 2
    assert set(reader.rest()) <= {b": ping\n\n", ": ping\n\n"}
    assert world.service.streams.open == 0


def test_a_stream_ends_when_the_service_closes(world: World) -> None:
    reader = stream(world, f"/tables/{world.table}/stream")
    reader.event()
    closing = threading.Timer(0.1, world.service.bus.close)
    closing.start()
    reader.rest()
    closing.join()
    assert world.service.streams.open == 0


def test_more_readers_than_a_process_serves_are_told_so(world: World) -> None:
    path = f"/tables/{world.table}/stream"
    readers = [stream(world, path) for _ in range(world.service.settings.event_streams)]
    full = world.ask("GET", path)
    assert full.status_code == 503
    assert full.get_json()["code"] == "streams_full"
    assert int(full.headers["Retry-After"]) > 0
    readers.pop().response.close()
    readers.append(stream(world, path))
    for reader in readers:
        reader.response.close()
    assert world.service.streams.open == 0


def test_a_stranger_and_a_device_of_another_table_get_no_stream(world: World) -> None:
    other = world.new_table(2)
    assert world.ask("GET", f"/tables/{other}/stream", "device").status_code == 403
    assert world.ask("GET", f"/events/{world.event}/stream", "stranger").status_code == 403
    assert world.ask("GET", f"/events/{world.event}/stream", None).status_code == 401
    assert world.service.streams.open == 0


def test_a_clock_that_is_moved_is_news_of_its_tables(world: World) -> None:
    reader = stream(world, f"/tables/{world.table}/stream")
    reader.event()
    started = world.ask("POST", f"/rounds/{world.round}/clock", json={"kind": "start"})
    assert started.status_code in (200, 201), started.get_data(as_text=True)
    name, number, body = reader.event()
    assert (name, number, body) == ("clock", None, {"table_id": world.table, "round_id": world.round})
    reader.response.close()
