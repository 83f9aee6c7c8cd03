"""An arbiter without a network: what was sent is kept on the device, and carried out once, when the service answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.desk_hall import Hall, serve_hall
from tests.referee.support.world import World

UNREACHABLE = "net::ERR"


@pytest.fixture
def hall(app: Flask, world: World) -> Iterator[Hall]:
    with serve_hall(app, world) as opened:
        yield opened


def opened(page: Page, hall: Hall, table: str) -> None:
    """Open a case at a table, and fill in a ruling."""
    page.goto(f"{hall.event}/cases/new?table={table}")
    page.get_by_role("button", name="Open the case").tap()
    page.locator("#facts").fill("C bid $15.")
    page.locator("#decision").fill("The bid stands.")


def decided(hall: Hall) -> list[str]:
    """The decisions that were made, the latest first."""
    rows = hall.cup.get("cases?state=all")["rows"]
    return [each["decision"]["decision"] for each in rows if each["decision"]]


@SQLITE_ONLY
def test_a_ruling_without_a_network_is_kept_over_pages_and_made_once(browser: Browser, hall: Hall) -> None:
    with visit(browser, hall.site, "phone", hall.cookie("arbiter")) as arbiter:
        page = arbiter.page
        opened(page, hall, hall.cup.tables[1, 1])
        page.context.set_offline(True)
        for _ in range(2):  # whoever is not sure taps again
            page.locator('#decide button[value="decide"]').tap()
            expect(page.locator('[data-queued="waits"]')).to_have_count(1)
            expect(page.locator('[data-queued="waits"]')).to_be_in_viewport()  # though the button is far below
        assert page_width(page) <= 390
        assert accessibility_violations(page) == []
        assert decided(hall) == []
        page.context.set_offline(False)
        expect(page.locator('[data-queued="sent"]')).to_be_visible()
        assert decided(hall) == ["The bid stands."]
        page.locator('[data-queued="sent"] a').tap()
        expect(page.locator("#decide")).to_have_count(0)
        expect(page.locator("[data-queued]")).to_have_count(0)
        assert [each for each in arbiter.faults if UNREACHABLE not in each] == []


@SQLITE_ONLY
def test_what_is_taken_back_is_not_made_and_what_is_not_accepted_says_why(browser: Browser, hall: Hall) -> None:
    table = hall.cup.tables[1, 1]
    with visit(browser, hall.site, "tablet", hall.cookie("arbiter")) as arbiter:
        page = arbiter.page
        opened(page, hall, table)
        page.context.set_offline(True)
        page.locator('#decide button[value="decide"]').tap()
        page.locator('[data-queued="waits"] button').tap()
        expect(page.locator("[data-queued]")).to_have_count(0)
        page.locator("#facts").fill("[…] bid $15.")
        page.locator('#decide button[value="decide"]').tap()
        page.context.set_offline(False)
        page.locator('[data-queued="refused"] button').tap()
        expect(page.locator("[role=alert]")).to_contain_text("Fill in what stands as […]")
        expect(page.locator("#facts")).to_have_value("[…] bid $15.")
        expect(page.locator("[data-queued]")).to_have_count(0)
    assert decided(hall) == []
