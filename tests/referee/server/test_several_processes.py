"""Several processes on one PostgreSQL: news between them, what happens once, shared counters, and caches."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from referee.backup import due
from referee.core.access.limits import Rate
from referee.core.deliveries import BATCH_SIZE, CLAIM_MS, Deliveries
from referee.core.problems import Problem
from referee.core.service import Service
from referee.core.settings import Settings
from referee.models import Event, Letter
from referee.people.ratings import RatingsCache
from referee.server.assembly import assemble
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.people.test_people import TABLES, take_in
from tests.referee.registration.test_registration import RegistrationForm
from tests.referee.server.test_faults import HEADER, Tablet, check_log, children
from tests.referee.support.cup import Cup
from tests.referee.support.databases import POSTGRESQL_ONLY
from tests.referee.support.victim import PATIENCE, Victim, running
from tests.referee.support.world import World

pytestmark = POSTGRESQL_ONLY
KILLS = 3
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


@pytest.fixture
def processes(settings: Settings, tmp_path: Path) -> Iterator[list[Service]]:
    """Three services on one database, as on three machines."""
    services = [assemble(settings._replace(data=tmp_path / f"machine-{number}")) for number in range(3)]
    for each in services:
        each.settings.data.mkdir()
    yield services
    for each in services:
        each.close()


def together(*work: Callable[[], object]) -> None:
    """Run functions in threads at the same time."""
    threads = [threading.Thread(target=each) for each in work]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
    assert not any(each.is_alive() for each in threads)


def until(happened: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


@contextmanager
def event_held(settings: Settings, event_id: str, waiting: int) -> Iterator[None]:
    """Lock an event's row while the block runs, and then until ``waiting`` transactions wait for it."""
    url = settings.database_url.replace("+psycopg", "")
    with psycopg.connect(url) as holder, psycopg.connect(url, autocommit=True) as looking:
        holder.execute("SELECT 1 FROM event WHERE id = %s FOR UPDATE", (event_id,))
        yield
        until(lambda: looking.execute(WAITING).fetchone() == (waiting,))


# -- news


class Reader(threading.Thread):
    """Follows a table's log as tablets do: polls it for what came after the last entry, whichever process answers."""

    def __init__(self, server: Victim, table: str, token: str) -> None:
        super().__init__()
        self.server, self.table, self.token = server, table, token
        self.seen: list[int] = []
        self.stop = threading.Event()

    def run(self) -> None:
        while not self.stop.wait(0.1):
            with suppress(OSError, HTTPException):
                self._look()

    def _look(self) -> None:
        path = f"/api/v1/tables/{self.table}/entries?since={self.seen[-1] if self.seen else 0}"
        with closing(HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)) as connection:
            connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
            with connection.getresponse() as answer:
                if answer.status == 200:
                    self.seen += [row["seq"] for row in json.load(answer)["rows"]]


@pytest.mark.process
def test_who_follows_a_log_misses_and_doubles_nothing_while_one_process_after_another_is_killed(
    world: World, settings: Settings, tmp_path: Path
) -> None:
    table, token = world.new_table(10, **HEADER), world.tokens["administrator"]
    with running(settings, tmp_path, "--workers", "3") as server:
        reader, tablet = Reader(server, table, token), Tablet(server, table, token)
        reader.start()
        tablet.start()
        for number in range(KILLS):
            before = len(tablet.acknowledged)
            until(lambda: len(tablet.acknowledged) > before + 3 and len(reader.seen) > before)  # noqa: B023
            workers = children(server.process.pid)
            os.kill(workers[number % len(workers)], signal.SIGKILL)
        tablet.stop.set()
        tablet.join()
        until(lambda: reader.seen[-1:] == [len(tablet.acknowledged)])
        reader.stop.set()
    reader.join(PATIENCE)
    assert tablet.wrong == []
    assert reader.seen == list(range(1, len(tablet.acknowledged) + 1))
    check_log(world, table, tablet.acknowledged)


# -- what happens once


def test_one_of_several_processes_makes_the_backup_and_another_one_if_that_dies(
    processes: list[Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    def backup_count() -> int:
        return sum(len(list(each.settings.backups.glob("*"))) for each in processes)

    backups = [each.part(due.Backups) for each in processes]
    together(*(each.make_if_due for each in backups))
    first = backup_count()
    assert first == 1
    now = processes[0].database.now()
    for each in processes:
        monkeypatch.setattr(each.database, "now", lambda: now + due.EVERY + 1)
    with monkeypatch.context() as dying:
        dying.setattr(backups[0], "begin", lambda _why: pytest.fail("it has died"))
        with pytest.raises(pytest.fail.Exception):
            backups[0].make_if_due()
    together(*(each.make_if_due for each in backups))
    assert backup_count() == first  # claimed and not yet released
    for each in processes:
        monkeypatch.setattr(each.database, "now", lambda: now + due.EVERY + due.CLAIM_LASTS + 2)
    together(*(each.make_if_due for each in backups))
    assert backup_count() == first + 1


def test_each_letter_is_sent_by_one_of_several_processes_and_by_another_one_if_that_dies(
    processes: list[Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    with processes[0].database.write() as session:
        event = Event(name="Cup", created_at=1)
        session.add(event)
        session.flush()
        session.add_all(
            Letter(
                event_id=event.id,
                about="x",
                address="a@example.org",
                subject="s",
                body="b",
                calendar="",
                made_at=1,
                due_at=1,
            )
            for _ in range(BATCH_SIZE)
        )
    letters = [Deliveries(each.database, Letter, each.jobs.stopping) for each in processes]
    taken: list[str] = []

    def die(_letter: Letter) -> None:
        raise SystemExit

    def send(letter: Letter) -> None:
        taken.append(letter.id)

    with pytest.raises(SystemExit):
        letters[0].send_due(die)
    together(*(partial(each.send_due, send) for each in letters))
    assert len(taken) == len(set(taken)) == BATCH_SIZE - 1
    now = processes[0].database.now()
    for each in processes:
        monkeypatch.setattr(each.database, "now", lambda: now + CLAIM_MS)
    together(*(partial(each.send_due, send) for each in letters))
    assert len(taken) == len(set(taken)) == BATCH_SIZE


def test_a_registration_that_is_cancelled_twice_at_once_is_cancelled_once(
    world: World, other: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = RegistrationForm(world, monkeypatch)
    mine = form.signed_up("青木")
    for name in ("石井", "上野", "江口"):
        form.signed_up(name)
    answers: list[int] = []

    def cancel(app: Flask) -> None:
        answers.append(app.test_client().post(mine).status_code)

    threads = [threading.Thread(target=cancel, args=(each,)) for each in (world.app, other)]
    with event_held(settings, form.hall.event, waiting=2):
        for each in threads:
            each.start()
    for each in threads:
        each.join(PATIENCE)
    assert answers == [303, 303]
    assert form.players() == {"石井", "上野"}
    rows = world.ask("GET", f"/events/{form.hall.event}/audit?limit=200").get_json()["rows"]
    assert sum(each["action"] == "registration.withdraw" for each in rows) == 1


# -- shared counters


def test_attempts_are_counted_by_all_processes_together(processes: list[Service]) -> None:
    rate = Rate("test", 30, 300)
    for each in processes * 10:
        each.limits.spend(rate, "somebody")
    for each in processes:
        with pytest.raises(Problem, match="too_many"):
            each.limits.spend(rate, "somebody")


# -- caches


def test_what_the_desk_has_changed_of_the_register_shows_in_another_process_at_once(cup: Cup, other: Flask) -> None:
    world = cup.world
    for (number, table), assets in TABLES.items():
        cup.enter_confirmed(number, table, *assets)
    cup.close(1)
    assert world.ask("POST", f"/rounds/{cup.rounds[1]}/results/publish").status_code == 200
    world.ask("PUT", f"/events/{world.event}/public", json={"open": True, "address": None, "parts": ["standings"]})
    elsewhere: Service = other.extensions["referee"]
    assert elsewhere.part(RatingsCache).now().rated == {}
    take_in(Browser(world, world.tokens["administrator"]), world.event)
    assert len(elsewhere.part(RatingsCache).now(fresh=True).rated) == 8


def test_a_public_page_follows_what_another_process_has_changed(
    cup: Cup, other: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = cup.world
    monkeypatch.setattr("referee.public.cache.LOOK_SECONDS", 0.0)
    world.ask("PUT", f"/events/{world.event}/public", json={"open": True, "address": "cup", "parts": []})
    pages = [each.test_client() for each in (world.app, other)]
    for text in ("first notice", "second notice"):
        assert world.ask("POST", f"/events/{world.event}/notices", json={"text": text}).status_code == 201
        assert [text in each.get("/p/cup").get_data(as_text=True) for each in pages] == [True, True]
