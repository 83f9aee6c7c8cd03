"""The turn to write is timed, logged when it is long, and never held for long."""

from __future__ import annotations

import base64
import gc
import time
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import text

from referee.core.database import write_turn as turn
from referee.demo.players import people
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World
from tests.referee.support.write_turns import short_turns
from tournaments.regulation import shipped

pytestmark = EACH_DATABASE


def work(seconds: float) -> None:
    """Keep the CPU busy."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_a_slow_transaction_that_is_planted_is_found_by_every_way_to_write(world: World) -> None:
    database = world.service.database
    with pytest.raises(AssertionError, match=r"\d+ ms of work .*test_turn\.py") as raised, short_turns(0.02):
        with database.write() as session:
            session.connection().execute(text("SELECT 1"))
            work(0.03)
        database.run_durably(lambda _execute: work(0.03), single=False)
        with pytest.raises(ZeroDivisionError), database.write():
            work(0.03)
            1 / 0  # noqa: B018
    lines = str(raised.value).splitlines()[:3]
    assert all("test_turn.py" in line for line in lines)
    with short_turns(0.02), database.read():  # reading blocks nobody
        work(0.03)


@pytest.mark.slow
def test_garbage_collection_is_counted_out(world: World) -> None:
    circles = [[number] for number in range(300_000)]
    for each in circles:
        each.append(each)  # type: ignore[arg-type]
    began = time.thread_time()
    gc.collect()
    took = time.thread_time() - began
    with short_turns(took / 2), world.service.database.write():
        gc.collect()
    assert len(circles) == 300_000


def test_waiting_for_the_disk_is_not_counted_as_work(world: World) -> None:
    with short_turns(0.05), world.service.database.write():
        time.sleep(0.06)


def test_a_long_turn_is_a_line_in_the_log_that_names_who_had_it(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    database = world.service.database
    with database.write():
        pass
    assert not caplog.records
    monkeypatch.setattr(turn, "LONG", 0.01)
    with database.write():
        work(0.02)
    (line,) = caplog.records
    assert "the turn to write was held for" in line.getMessage()
    assert f"{Path(__file__).name}:" in line.getMessage() and "names_who_had_it" in line.getMessage()


def test_every_turn_is_counted_once_however_many_applications_were_made(world: World) -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("referee_transaction_seconds_count") or 0

    before = count()
    with world.service.database.write():
        pass
    assert count() == before + 1


@pytest.mark.slow
@SQLITE_ONLY
def test_a_hall_of_a_hundred_tables_is_seated_started_and_extended_in_short_turns(world: World) -> None:
    def done(method: str, path: str, **body: object) -> dict[str, Any]:
        answered = world.ask(method, path, json=body)
        assert answered.status_code < 300, answered.get_data(as_text=True)
        return dict(answered.get_json())

    event = world.made("/events", name="A full hall")
    at = f"/events/{event}"
    done("PUT", f"{at}/regulation", text=shipped.text("jma-national-2012"))
    names = "\n".join(each["name"] for each in people(400, "hall"))
    listed = base64.b64encode(f"name\n{names}\n".encode()).decode()
    done("POST", f"{at}/players/import", data=listed, apply=True)
    drawn = done("POST", f"{at}/seatings", first_round=1)
    done("POST", f"/seatings/{drawn['id']}/publish")
    first = world.ask("GET", f"{at}/rounds").get_json()["rows"][0]["id"]
    assert len(world.ask("GET", f"/rounds/{first}/tables?limit=1000").get_json()["rows"]) == 100
    done("POST", f"/rounds/{first}/clock", kind="start")
    done("POST", f"/rounds/{first}/clock", kind="extend", seconds=60, reason="a speech")
    done("POST", f"/rounds/{first}/close", anyway=True, reason="over")
