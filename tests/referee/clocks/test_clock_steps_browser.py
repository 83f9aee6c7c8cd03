"""A round held because the computer's clock was set, as the organizer and a table see it in a real browser."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from referee.models import new_id
from tests.referee.projector.test_screen_browser import JUMP
from tests.referee.support.browser import page_width, small_tap_targets, visit
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table, tablet

HOUR = 3_600_000
HELD = "INSERT INTO activation (id, round_id, kind, at, span, author) VALUES (?, ?, 'hold', ?, ?, 'clock')"
JA = words("ja")


def test_the_desk_and_the_table_show_that_the_round_is_held_and_one_tap_goes_on(
    browser: Browser, service: Running
) -> None:
    table = new_table(service)
    clock = f"/api/v1/rounds/{table.round}/clock"
    begun = service.ask("POST", clock, {"kind": "start"}).json["now"]
    with closing(sqlite3.connect(service.data / "referee.db")) as database:  # as the service does in that case
        database.execute(HELD, (new_id(), table.round, begun + 1000, HOUR))
        database.commit()
    site = f"http://127.0.0.1:{service.port}"
    with (
        visit(browser, site, "phone", service.headers["Cookie"]) as desk,
        tablet(browser, table, table.bind_device()) as at_table,
    ):
        desk.page.goto(f"/events/{table.event}?lang=ja")
        expect(desk.page.get_by_role("alert")).to_contain_text(JA["clock_was_forward"].format(span="1:00:00"))
        expect(at_table.page.locator("[data-test=held]")).to_be_visible()
        for page in (desk.page, at_table.page):
            assert page.viewport_size is not None
            assert (page_width(page), small_tap_targets(page)) == (page.viewport_size["width"], [])
        if folder := os.environ.get("SHOTS"):
            desk.page.screenshot(path=f"{folder}/desk.png")
            at_table.page.screenshot(path=f"{folder}/table.png")
        desk.page.get_by_role("button", name=JA["clocks_go_on"]).tap()
        expect(desk.page.get_by_role("alert")).to_have_count(0)
        expect(at_table.page.locator("[data-test=held]")).to_have_count(0)
    going = service.ask("GET", clock).json
    assert (going["running"], going["held"]) == (True, False)
    assert 89 * 60_000 < going["remaining"] < 90 * 60_000


@pytest.mark.parametrize("minutes", [180, -180])
def test_setting_the_clock_of_a_device_changes_neither_the_tables_clock_nor_the_desks(
    browser: Browser, service: Running, minutes: int
) -> None:
    table = new_table(service)
    assert service.ask("POST", f"/api/v1/rounds/{table.round}/clock", {"kind": "start"}).status == 200
    site = f"http://127.0.0.1:{service.port}"
    with (
        visit(browser, site, "phone", service.headers["Cookie"]) as desk,
        tablet(browser, table, table.bind_device()) as at_table,
    ):
        desk.page.goto(f"/events/{table.event}/rounds/{table.round}")
        for page in (desk.page, at_table.page):
            clock = page.locator(".clock").locator("visible=true").first
            expect(clock).to_have_text(re.compile(r"^\D*\d+:\d\d\D*$"))
            before, began = seconds(clock.inner_text()), time.monotonic()
            assert before > 80 * 60
            page.evaluate(JUMP, minutes)
            for _ in range(6):  # before the next answer of the service
                page.wait_for_timeout(300)
                assert 0 <= before - seconds(clock.inner_text()) <= time.monotonic() - began + 2, page.url


def seconds(text: str) -> int:
    """The seconds that a clock shows."""
    found = re.search(r"(?:(\d+):)?(\d+):(\d\d)", text)
    assert found is not None, text
    hours, minutes, rest = (int(each or 0) for each in found.groups())
    return hours * 3600 + minutes * 60 + rest
