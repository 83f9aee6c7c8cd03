"""Two arbiters at one call, and a network that fails while somebody rules: each ruling is made once, and whoever comes
second gets a message.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect

from tests.referee.support.browser import visit
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.desk_hall import Hall, serve_hall
from tests.referee.support.world import World

pytestmark = SQLITE_ONLY
MONEY = "go=1&seat=A&to=B&amount=20&irregularity=rent-wrong"


@pytest.fixture
def hall(app: Flask, world: World) -> Iterator[Hall]:
    with serve_hall(app, world) as opened:
        yield opened


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.tap()


def rulings(hall: Hall) -> int:
    """How many rulings the first table's log has."""
    return sum(each["report"]["type"] == "ruling" for each in hall.log(hall.cup.tables[1, 1]))


def previewed(hall: Hall, page: Page) -> str:
    """Open a case of the first table and the preview of a remedy in it; return the path of the case."""
    world = hall.cup.world
    case = world.made(f"/tables/{hall.cup.tables[1, 1]}/cases", client_id="the-case-1", note="the wrong rent was paid")
    path = f"{hall.event}/cases/{case}"
    page.goto(f"{path}/remedies/money?{MONEY}")
    fill_in(page)
    return path


def fill_in(page: Page) -> None:
    """Fill in what the guide leaves open."""
    page.locator("#facts").fill("B paid $20 too little.")


def test_of_two_arbiters_at_one_call_one_has_it_and_one_ruling_is_made(browser: Browser, hall: Hall) -> None:
    world = hall.cup.world
    table = hall.cup.tables[1, 1]
    call = world.made(f"/tables/{table}/calls", client_id="the-call-1", kind="arbiter", about="rule", text="wrong rent")
    other = world.token("second arbiter", role="arbiter")
    with (
        visit(browser, hall.site, "phone", hall.cookie("arbiter")) as one,
        visit(browser, hall.site, "phone", hall.cookie(other)) as two,
    ):
        for each in (one, two):
            each.page.goto(f"{hall.event}/calls/{call}")
        press(one.page, "I'm going")
        expect(one.page.get_by_role("button", name="I'm going", exact=True)).to_have_count(0)
        press(two.page, "I'm going")
        expect(two.page.get_by_role("alert")).to_contain_text("arbiter")
        path = previewed(hall, one.page)
        two.page.goto(one.page.url)
        fill_in(two.page)
        two.page.locator("#reasons").fill("My own reasons.")
        press(one.page, "Make this ruling")
        expect(one.page.get_by_text("decided").first).to_be_visible()
        press(two.page, "Make this ruling")
        expect(two.page.get_by_role("alert")).to_be_visible()
        assert path in two.page.url
        assert rulings(hall) == 1


@pytest.mark.parametrize("done", [False, True], ids=["the request is lost", "the answer is lost"])
def test_a_ruling_is_made_once_when_the_network_is_gone_meanwhile(browser: Browser, hall: Hall, done: bool) -> None:
    def lost(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        if done:
            route.fetch(max_redirects=0)
        route.abort()

    with visit(browser, hall.site, "phone", hall.cookie("arbiter")) as arbiter:
        page = arbiter.page
        path = previewed(hall, page)
        page.route("**/remedies/**", lost)
        with page.expect_event("requestfailed"):
            press(page, "Make this ruling")
        expect(page.locator('[data-queued="waits"]')).to_be_visible()
        assert rulings(hall) == done
        page.unroute("**/remedies/**")
        page.goto(f"{hall.site}{path}")  # what is kept is sent from any page, without another tap
        expect(page.locator('[data-queued="sent"]')).to_be_visible()
        page.reload()
        expect(page.get_by_text("decided").first).to_be_visible()
        assert rulings(hall) == 1
