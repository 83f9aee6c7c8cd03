"""Ready answers: whatever a page rests on changes, a phone gets what would be rendered anew, from any process."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import select
from werkzeug.test import TestResponse

from referee.core.cache import MOST_BYTES, PLACES, Shelf, empty_shelf
from referee.core.service import Service
from referee.core.settings import Settings
from referee.models import RegulationVersion
from referee.public import cache
from referee.public.cache import PageCaches
from referee.public.queries import PublicEvent
from referee.public.ready import ReadyAnswers
from referee.server.app import app_without_service, attach_service
from referee.server.assembly import assemble
from referee.stories.delay import ShownGames
from tests.referee.public.test_public import Stranger
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

PARTS = ["clock", "seating", "standings", "bracket", "tables", "live", "replays"]
NEVER_READY = re.compile(r"\.ics|/register|/count/|/cue|/pictures/|\.png|qr\.svg|kind>|what-if")
"""Pages that are never ready: they show the time, a new seal or the game as it is, or are slow to draw."""
VOLATILE = ("X-Request-Id", "X-Now")
READERS = (("", "ja"), ("lang=zh", ""))
"""Query and ``Accept-Language``."""
MINUTE = 60_000
ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}
RETRACT = {"type": "retract", "seq": 1}


def renewed(app: Flask, shelf: Shelf) -> None:
    """Have an application forget all pages, as in a process that has just started."""
    parts: Service = app.extensions["referee"]
    caches: PageCaches[PublicEvent] = parts.add(PageCaches(parts.database, parts.own_address.now))
    parts.add(ReadyAnswers(parts.database, caches, parts.part(ShownGames), shelf))


class Phones:
    """Phones in front of two processes that share a shelf, and of a third one that renders everything anew."""

    def __init__(self, stranger: Stranger, other: Flask, fresh: Flask, folder: Path) -> None:
        self.stranger = stranger
        self.apps = (stranger.world.app, other)
        self.fresh = fresh
        self.folder = folder
        empty_shelf(folder)
        for app in self.apps:
            renewed(app, Shelf(folder))
        code = stranger.link(0).rpartition("/")[2]
        filled = {"address": "cup", "number": "1", "table": "1", "seq": "1", "name": "games", "code": code}
        self.paths = [
            re.sub(r"<(?:\w+:)?(\w+)>", lambda found: filled[found[1]], rule.rule)
            for rule in stranger.world.app.url_map.iter_rules()
            if rule.rule.startswith(("/p/", "/m/")) and not NEVER_READY.search(rule.rule)
        ]

    def differences(self) -> list[str]:
        """What differs from what is rendered anew, over all pages, each for one reader, and processes."""
        renewed(self.fresh, Shelf(None))
        found = []
        for path, (query, accepted) in zip(self.paths, cycle(READERS), strict=False):
            anew = seen(get(self.fresh, path, query, accepted))
            for number, app in enumerate(self.apps, 1):
                now = seen(get(app, path, query, accepted))
                if now != anew:
                    differ = [each for each in zip(anew, now, strict=True) if each[0] != each[1]]
                    found.append(f"{path}?{query} ({accepted}) of process {number}: {differ}")
        return found


def get(app: Flask, path: str, query: str = "", accepted: str = "", **more: str) -> TestResponse:
    """What a phone is answered."""
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip", "Accept-Language": accepted}
    headers |= {name.replace("_", "-"): each for name, each in more.items()}
    return app.test_client().get(path, query_string=query, headers=headers)


def seen(answer: TestResponse) -> tuple[int, dict[str, str], bytes]:
    """Of an answer, what does not differ each time."""
    return answer.status_code, {name: each for name, each in answer.headers if name not in VOLATILE}, answer.data


@pytest.fixture(scope="module")
def fresh_addresses() -> Flask:
    """A third application."""
    return app_without_service()


@pytest.fixture
def phones(
    world: World,
    other: Flask,
    settings: Settings,
    fresh_addresses: Flask,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Phones]:
    """Phones at an event of eight players, whose pages are open."""
    monkeypatch.setattr(cache, "LOOK_SECONDS", 0.0)
    parts = assemble(settings)
    attach_service(fresh_addresses, parts)
    stranger = Stranger(world)
    stranger.open(*PARTS, address="cup")
    yield Phones(stranger, other, fresh_addresses, tmp_path / "shelf")
    parts.close()


def changes(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Change everything that pages rest on, one thing after the other; yields what was changed."""
    stranger, hall = phones.stranger, phones.stranger.hall
    services: list[Service] = [app.extensions["referee"] for app in (*phones.apps, phones.fresh)]
    passed = [0]
    for each in services:
        monkeypatch.setattr(each.database, "now", lambda real=each.database.now: real() + passed[0])
    event = f"/events/{hall.event}"
    yield "nothing"
    hall.done("PATCH", event, name="Spring cup", venue="Town hall", held_on="2026-11-28", description="Bring a friend.")
    yield "the event's description"
    hall.done("PATCH", event, zone="America/New_York")
    yield "its time zone"
    hall.done("PATCH", event, language="en")
    yield "its language"
    drawn = hall.draw()
    yield "a draft"
    hall.done("POST", f"/seatings/{drawn['id']}/publish")
    yield "the seating"
    hall.done("PATCH", f"/players/{hall.players[0]}", name="Zoe")
    yield "a player's name"
    hall.done("POST", f"{event}/notices", text="To you alone", player=hall.players[0])
    yield "a message to a player"
    notice = hall.done("POST", f"{event}/notices", text="Lunch")["id"]
    yield "a notice"
    hall.done("DELETE", f"/notices/{notice}")
    yield "a notice that is withdrawn"
    table = hall.tables(1)[0]["id"]
    hall.roll(table)
    yield "a first report"
    hall.done("POST", f"/tables/{table}/entries", client_id="report-2", base=1, report=RETRACT, reason="slip")
    yield "a report that is taken back"
    stranger.open(*PARTS, address="cup", delay_minutes=5)
    hall.done("POST", f"/tables/{table}/entries", client_id="report-3", base=2, report=ROLL)
    yield "a report behind a delay"
    passed[0] += 6 * MINUTE
    yield "minutes of delay that have passed"
    stranger.open(*PARTS, address="cup")
    first = next(each["id"] for each in hall.rounds() if each["number"] == 1)
    hall.done("POST", f"/rounds/{first}/clock", kind="start")
    yield "the clock, which runs"
    passed[0] += 80 * MINUTE
    yield "the clock, which has run out"
    hall.done("POST", f"/rounds/{first}/clock", kind="extend", seconds=600, reason="late")
    yield "the clock, which is extended"
    for each in services:
        each.database.clock.use_correction(-3 * MINUTE)
    yield "the clock of the machine"
    for each in services:
        monkeypatch.setattr(each.own_address, "choices", lambda: ["https://elsewhere.example"])
    yield "the service's own address"
    stranger.play(1)
    yield "results that are not published"
    hall.done("POST", f"/rounds/{first}/results/publish")
    yield "results"
    hall.done("POST", f"{event}/adjustments", player=hall.players[1], points="-5", reason="late")
    yield "an adjustment"
    hall.done("POST", f"/rounds/{first}/results/withdraw", reason="wrong")
    yield "results that are withdrawn"
    hall.done("PUT", f"{event}/projector", slides=[{"slide": "clock"}])
    yield "the slides"
    for parts in (["clock"], ["seating", "tables"], PARTS):
        stranger.open(*parts, address="cup")
        yield f"the parts {parts}"
    hall.done("POST", f"/players/{hall.players[0]}/link")
    yield "a player's link"
    stranger.open(*PARTS, address="other-cup")
    yield "the short address"
    hall.done("PUT", f"{event}/public", open=False, parts=PARTS, address="cup")
    yield "pages that are closed"


@pytest.mark.slow
@SQLITE_ONLY
def test_whatever_changes_the_ready_answer_is_the_one_that_would_be_rendered_anew(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [f"after {change}: {each}" for change in changes(phones, monkeypatch) for each in phones.differences()]
    assert not wrong, "\n".join(wrong[:20])


@SQLITE_ONLY
def test_what_has_not_changed_is_answered_without_the_framework_and_by_others_without_reading_the_event(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones.stranger.hall.published()
    phones.stranger.hall.roll(phones.stranger.hall.tables(1)[0]["id"])
    one, other = phones.apps
    paths = [path for path in phones.paths if path.startswith("/p/cup")]
    made = {path: answer for path in paths if (answer := get(one, path, accepted="ja")).status_code == 200}
    assert get(other, "/p/cup/seats", "lang=en").status_code == 200  # so that it has heard of the event
    phones.stranger.hall.done("POST", f"/events/{phones.stranger.hall.event}/notices", text="Lunch")
    made = {path: get(one, path, accepted="ja") for path in made}
    monkeypatch.setattr(one, "full_dispatch_request", lambda: pytest.fail("the framework was asked"))
    monkeypatch.setattr("referee.public.pages.frame.read_public_event", lambda *_: pytest.fail("it was read"))
    offered = [path for path in made if not re.search(r"/story|/replay|/players/|/versus|/at/", path)]
    assert len(offered) >= 9
    for path in offered:
        tag = made[path].headers["ETag"]
        again = get(one, path, accepted="ja", If_None_Match=tag)
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag), path
        assert (again.headers["X-Request-Id"], again.headers["X-Content-Type-Options"]) > ("", ""), path
        monkeypatch.setattr(other, "full_dispatch_request", lambda: pytest.fail("the framework was asked"))
        assert seen(get(other, path, accepted="ja-JP,ja;q=0.9")) == seen(made[path]), path
        plain = get(other, path, accepted="ja", Accept_Encoding="identity")
        assert "Content-Encoding" not in plain.headers
        assert int(plain.headers["Content-Length"]) == len(plain.data)
        assert plain.data != made[path].data, path


@SQLITE_ONLY
def test_what_the_staff_sees_of_a_closed_event_and_other_requests_are_answered_each_by_itself(phones: Phones) -> None:
    hall, app = phones.stranger.hall, phones.apps[0]
    hall.done("PUT", f"/events/{hall.event}/public", open=False, parts=PARTS, address="cup")
    staff, strangers = app.test_client(), app.test_client()
    staff.set_cookie("referee", phones.stranger.world.tokens["administrator"])
    assert [each.get("/p/cup/screen").status_code for each in (staff, strangers, staff)] == [200, 404, 200]
    phones.stranger.open(*PARTS, address="cup")
    assert get(app, "/p/cup").status_code == 200
    head = strangers.head("/p/cup")
    assert (head.status_code, head.data) == (200, b"")
    assert strangers.get("/p/cup", environ_overrides={"RAW_URI": "/p/c%75p"}).status_code == 308
    assert strangers.get("/p/cup", query_string="from=x").status_code == 308
    assert strangers.post("/p/cup").status_code == 405
    assert strangers.get("/p/cup", environ_overrides={"referee.body_fault": "too_large"}).status_code == 413


@SQLITE_ONLY
def test_a_private_page_is_ready_in_one_process_alone_and_only_until_its_link_is_renewed(phones: Phones) -> None:
    mine = phones.stranger.link(0)
    assert [get(app, mine).status_code for app in (*phones.apps, *phones.apps)] == [200] * 4
    assert not list(phones.folder.iterdir())
    phones.stranger.hall.done("POST", f"/players/{phones.stranger.hall.players[0]}/link")
    assert {get(app, mine).status_code for app in phones.apps} == {404}


@SQLITE_ONLY
@pytest.mark.parametrize("fault", ["gone", "a file", "damaged", "full"])
def test_without_a_shelf_pages_are_rendered_as_without_one(
    fault: str, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [seen(get(phones.apps[0], "/p/cup"))]
    if fault == "full":
        monkeypatch.setattr(os, "fdopen", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        phones.stranger.hall.done("POST", f"/events/{phones.stranger.hall.event}/notices", text="Lunch")
        first = []
    elif fault == "damaged":
        for each in phones.folder.iterdir():
            each.write_bytes(each.read_bytes()[:-1])
    else:
        empty_shelf(phones.folder)
        phones.folder.rmdir()
        if fault == "a file":
            phones.folder.touch()
    answers = [*first, *(seen(get(app, "/p/cup")) for app in (*phones.apps, *phones.apps))]
    assert answers[0][0] == 200
    assert all(each == answers[0] for each in answers)
    assert fault in ("gone", "a file") or not any("-" in each.name for each in phones.folder.iterdir())


def test_a_shelf_has_so_many_places_and_tells_what_lies_there_from_what_is_asked_for(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for number in range(200):
        shelf.put(f"key {number}", b"content")
    assert sum(shelf.get(f"key {number}") is not None for number in range(200)) == len(list(tmp_path.iterdir())) > 150
    assert all(int(each.name) < PLACES for each in tmp_path.iterdir())
    shelf.put("key 0", b"x" * (MOST_BYTES + 1))
    assert shelf.get("key 0") == b"content"
    assert shelf.get("another") is None


@SQLITE_ONLY
def test_first_reports_change_the_pages_only_where_they_show(phones: Phones) -> None:
    hall, service = phones.stranger.hall, phones.stranger.world.service
    hall.published()
    caches: PageCaches[PublicEvent] = service.part(PageCaches)
    one, other = (each["id"] for each in hall.tables(1)[:2])
    before = caches.version(hall.event)
    hall.roll(one)
    assert caches.version(hall.event) == before
    with service.database.write() as session:
        for each in session.exec(select(RegulationVersion).where(RegulationVersion.event_id == hall.event)):
            each.text += '\n# start_order = "rolled"\n'
    before = caches.version(hall.event)
    hall.roll(other)
    assert caches.version(hall.event) != before


@SQLITE_ONLY
def test_while_the_clock_of_the_database_is_away_every_page_says_so(
    phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = phones.apps[0]
    ready = [path for path in phones.paths if {get(app, path).status_code for _ in range(2)} == {200}]

    def away() -> int:
        raise sqlite3.OperationalError("away")

    monkeypatch.setattr(app.extensions["referee"].database, "now", away)
    answers = {path: get(app, path) for path in ready}
    assert len(answers) > 10
    assert {path: each.status_code for path, each in answers.items() if each.status_code not in (200, 503)} == {}
    assert all(each.data for each in answers.values())
