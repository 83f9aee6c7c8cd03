"""Waking requests that wait for news, within a process and between processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from referee.core.live import COUNTERS, Bus
from referee.core.service import Service
from referee.core.settings import Settings
from referee.models import new_id
from referee.server.assembly import assemble
from tests.referee.support import postgresql
from tests.referee.support.databases import POSTGRESQL_ONLY

PATIENCE = 120
"""Seconds after which something counts as not happening; a machine may be slow."""


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def topics(count: int) -> list[str]:
    """Return topics of which no two share a counter."""
    found: dict[int, str] = {}
    while len(found) < count:
        topic = new_id()
        found.setdefault(hash(topic) % COUNTERS, topic)
    return list(found.values())


@pytest.fixture
def processes(settings: Settings) -> Iterator[tuple[Service, Service]]:
    """Two services on one database, as two processes have them."""
    pair = assemble(settings), assemble(settings)
    yield pair
    for each in pair:
        each.close()


def listening(bus: Bus) -> None:
    """Wait until a bus hears others; the first thing it reports is that anything may have changed."""
    until(lambda: bus.wait("", 0, 0.1) > 0)


def test_waiters_are_woken_by_news_of_their_topic(settings: Settings) -> None:
    now = assemble(settings)
    topic, other = topics(2)
    listening(now.bus)
    seen, heard = now.bus.seen(topic), threading.Event()

    def wait() -> None:
        if now.bus.wait(topic, seen, PATIENCE) != seen:
            heard.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    now.bus.publish(other)
    now.bus.publish(topic)
    waiter.join(PATIENCE)
    assert heard.is_set()
    now.close()


def test_waiting_ends_when_the_service_closes(settings: Settings) -> None:
    now = assemble(settings)
    waiter = threading.Thread(target=now.bus.wait, args=("a", now.bus.seen("a"), 10 * PATIENCE))
    waiter.start()
    now.close()
    waiter.join(PATIENCE)
    assert not waiter.is_alive()


def test_news_reaches_other_processes(processes: tuple[Service, Service]) -> None:
    here, there = processes
    (topic,) = topics(1)
    listening(there.bus)
    seen = there.bus.seen(topic)
    with here.database.write() as session:
        session.connection().exec_driver_sql(
            "INSERT INTO event (id, name, language, created_at) VALUES ('e', 'n', 'ja', 1)"
        )
    here.bus.publish(topic)
    until(lambda: there.bus.wait(topic, seen, 0.1) != seen)


@POSTGRESQL_ONLY
def test_a_storm_of_news_reaches_other_processes_in_few_notices(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = assemble(settings), assemble(settings)
    heard: list[list[str] | None] = []
    listening(there.bus)
    monkeypatch.setattr(there.bus._other_processes, "_on_news", lambda found: heard.append(found and list(found)))
    storm = [new_id() for _ in range(2000)]
    for topic in storm:
        here.bus.publish(topic)
    until(lambda: None in heard or {topic for batch in heard for topic in batch or ()} == set(storm))
    assert len(heard) < len(storm) / 10
    here.close()
    there.close()


@POSTGRESQL_ONLY
def test_what_a_process_has_told_itself_is_not_news_to_it(settings: Settings) -> None:
    here, there = assemble(settings), assemble(settings)
    topic, reply = topics(2)
    listening(here.bus)
    listening(there.bus)
    seen, replies, heard = here.bus.seen(topic), here.bus.seen(reply), there.bus.seen(topic)
    here.bus.publish(topic)
    until(lambda: there.bus.seen(topic) != heard)
    there.bus.publish(reply)
    until(lambda: here.bus.seen(reply) != replies)
    assert here.bus.seen(topic) == seen + 1
    here.close()
    there.close()


@POSTGRESQL_ONLY
def test_after_the_database_was_away_everybody_is_woken_and_news_goes_on(
    postgresql_server: postgresql.Server, settings: Settings
) -> None:
    here, there = assemble(settings), assemble(settings)
    (topic,) = topics(1)
    listening(there.bus)
    here.bus.publish(topic)
    before = there.bus.seen(new_id())
    postgresql_server.stop()
    postgresql_server.start()
    until(lambda: there.bus.seen(new_id()) > before)
    seen = there.bus.seen(topic)
    here.bus.publish(topic)
    until(lambda: there.bus.seen(topic) != seen)
    here.close()
    there.close()
