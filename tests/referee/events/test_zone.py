"""The event's time zone, on every page, screen and paper, on a service in another one."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from referee.core import zone
from referee.printing.catalogue import CATALOGUE
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.world import World
from tests.tournaments.paper_samples import text_of

TOKYO = ZoneInfo("Asia/Tokyo")
MINUTE = 60_000
TIME = re.compile(r"(?<![\d:])\d{2}:\d{2}(?![:\d])")


@pytest.fixture(autouse=True)
def machine_on_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's machine is on UTC."""
    monkeypatch.setattr(zone, "machine_zone", lambda: UTC)


def times(since: int, until: int, shown_in: ZoneInfo | None) -> set[str]:
    """The times of day at which something happened, or time is up after 75 minutes or 10 for an appeal."""
    return {
        f"{datetime.fromtimestamp((at + after * MINUTE) / 1000, shown_in or UTC):%H:%M}"
        for at in range(since, until + MINUTE, MINUTE)
        for after in (0, 10, 75)
    }


@pytest.mark.slow
@SQLITE_ONLY
def test_no_page_screen_or_paper_shows_the_time_of_the_machine(world: World) -> None:
    held = HeldEvent(world, 8)
    since = world.service.database.now()
    event = held.done("GET", f"/events/{held.event}")
    assert event["zone"] == "Asia/Tokyo"  # its language is Japanese
    held.done("PATCH", f"/events/{held.event}", held_on="2026-11-22")
    parts = ["clock", "seating", "standings", "bracket", "tables", "live", "replays"]
    held.done("PUT", f"/events/{held.event}/public", open=True, address="hall", parts=parts)
    held.begin()
    held.done("POST", f"/events/{held.event}/notices", text="ようこそ")
    table = held.tables(1)[0]
    held.done("POST", f"/rounds/{table['round_id']}/clock", kind="start")
    held.done("POST", f"/tables/{table['id']}/calls", client_id="call-0001", kind="judge", about="rule")
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["administrator"])
    found: dict[str, set[str]] = {}
    right = set()

    def look(address: str, text: str) -> None:
        now = world.service.database.now()
        shown = set(TIME.findall(text))
        if wrong := shown & times(since, now, None):
            found[address] = wrong
        if shown & times(since, now, TOKYO):
            right.add(address)

    for address in held.addresses("hall"):
        response = browser.get(address)
        if response.status_code == 200 and response.mimetype in ("text/html", "text/csv"):
            page = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", response.get_data(as_text=True))
            look(address, " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split()))
            if address.endswith("/screen") or f"/tables/{table['id']}" == address:
                assert re.search('zone"?[=:] ?"Asia/Tokyo"', html.unescape(response.get_data(as_text=True)))
    for paper in CATALOGUE.values():
        response = world.ask("GET", f"/events/{held.event}/papers/{paper.name}?lang=ja&round=1")
        if response.status_code == 200:
            look(paper.name, text_of(response.data))
    assert found == {}
    assert len(right) > 12, right
    calendar = browser.get("/p/hall/event.ics").get_data(as_text=True)
    assert "X-WR-TIMEZONE:Asia/Tokyo" in calendar
    assert "DTSTART;VALUE=DATE:20261122" in calendar


def test_a_new_event_is_where_the_machine_is_or_its_language_if_that_is_on_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [zone.usual_zone(language) for language in ("ja", "zh", "en")] == ["Asia/Tokyo", "Asia/Shanghai", ""]
    monkeypatch.setattr(zone, "machine_zone", lambda: ZoneInfo("Europe/Vienna"))
    assert zone.usual_zone("ja") == "Europe/Vienna"


@SQLITE_ONLY
def test_the_zone_is_chosen_in_the_form_and_an_unknown_one_refused(world: World) -> None:
    held = HeldEvent(world, 0)
    assert held.refused("PATCH", f"/events/{held.event}", zone="Mars/Utopia")["errors"][0]["fault"] == "not_zone"
    held.done("PATCH", f"/events/{held.event}", zone="Pacific/Kiritimati")
    browser = world.app.test_client()
    browser.set_cookie("referee", world.tokens["administrator"])
    assert 'name="zone" value="Pacific/Kiritimati"' in browser.get(f"/events/{held.event}/about").get_data(as_text=True)
