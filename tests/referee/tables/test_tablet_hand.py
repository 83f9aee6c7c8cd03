"""The page in a judge's hand: a slow connection, refusals that can be felt, lots sold in one step, left hands."""

from __future__ import annotations

import time

from playwright.sync_api import Browser, Page, Route, expect

from tests.referee.support.judges_hand import Hand
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import GREEN, owned, position
from tests.referee.support.tablets import new_table, tablet, throw

SEEN = """() => {
    window.seen = new Set();
    const look = () => document.querySelectorAll("[data-due]").forEach(each => window.seen.add(each.dataset.due));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
SHAKEN = "window.shaken = []; Navigator.prototype.vibrate = pattern => { window.shaken.push(pattern); return true; };"


def slow(page: Page, seconds: float) -> None:
    """Delay the answers to reports, and nothing else."""

    def late(route: Route) -> None:
        time.sleep(seconds)
        route.continue_()

    page.route("**/entries?*", late)


def test_on_a_slow_link_a_judged_panel_stays_until_the_next_judged_one(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with tablet(browser, table) as opened:
        page = opened.page
        slow(page, 3)
        page.evaluate(SEEN)
        throw(page, 1, 2)
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        assert "free" not in page.evaluate("[...window.seen]")
        Hand(page).wait_for_entry(1)
    assert len(table.entries()) == 1


def test_a_refusal_is_felt(browser: Browser, service: Running) -> None:
    due = [{"kind": "buy_or_decline", "player": "A", "deed": "boardwalk", "price": 400}]
    table = new_table(service, start=position(due=due, players={"A": {"space": "boardwalk"}}))
    with tablet(browser, table, script=SHAKEN) as opened:
        page = opened.page
        page.locator('[data-test="anyway"] summary').tap()
        for die in ("1-1", "2-2"):
            page.locator(f'[data-test="anyway"] [data-die="{die}"]').tap()
        expect(page.locator('[data-test="refused"]')).to_be_visible()
        assert page.evaluate("window.shaken.length") == 1


def test_a_lot_is_sold_in_one_step(browser: Browser, service: Running) -> None:
    start = position(due=[{"kind": "auction", "deed": "boardwalk", "high": None, "out": []}])
    table = new_table(service, start=start)
    with tablet(browser, table, size="phone") as opened:
        page = opened.page
        page.locator('[data-caller="C"]').tap()
        page.locator('[data-test="sold"]').tap()
        page.locator('[data-amount="20"]').tap()
        Hand(page).wait_for_entry(2)
    assert [each["report"] for each in table.entries()] == [
        {"type": "bid", "player": "C", "amount": 20},
        {"type": "close_auction"},
    ]
    assert table.position()["deeds"]["boardwalk"]["owner"] == "C"


def test_building_over_the_stock_is_refused_before_it_is_sent_however_quick_the_tap(
    browser: Browser, service: Running
) -> None:
    held = owned("A", *GREEN) | owned("B", "oriental_avenue", "vermont_avenue", "connecticut_avenue", level=4)
    held |= owned("C", "st_james_place", "tennessee_avenue", "new_york_avenue", level=4)
    held |= owned("D", "atlantic_avenue", "ventnor_avenue", level=2) | owned("D", "marvin_gardens", level=2)
    table = new_table(service, start={"turn": "A", "deeds": held})
    with tablet(browser, table) as opened:
        page = opened.page
        hand = Hand(page)
        hand.tab("build")
        hand.tap('[data-whose="A"]')
        for _ in range(3):
            page.locator('[data-test="plus-green"]').dispatch_event("click")
        page.locator('[data-test="log-building"]').dispatch_event("click")
        expect(page.locator("dialog .refusals, .bar .refusals").first).to_be_visible()
        expect(page.locator('[data-test="connection"]')).to_contain_text("Connected")
    assert table.entries() == []


def test_the_page_remembers_that_a_left_hand_taps(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with tablet(browser, table) as opened:
        page = opened.page
        page.locator("header .menu").tap()
        page.locator('[data-test="left-handed"]').tap()
        page.reload()
        expect(page.locator("#tablet.left")).to_be_visible()
        dice, recent = page.locator("main").bounding_box(), page.locator(".recent").bounding_box()
        assert dice and recent and recent["x"] < dice["x"]


def test_what_is_refused_is_said_in_the_pages_language(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with tablet(browser, table) as opened:
        page = opened.page
        page.goto(f"{table.page}?lang=ja")
        page.locator("main#panel").wait_for()
        other = page.context.new_page()
        other.goto(f"{table.page}?lang=en")  # another page in this browser changes the language cookie
        other.locator("main#panel").wait_for()
        title = page.evaluate(
            """async () => {
                const { request } = await import("/static/tablet/page.js");
                return (await request("POST", `${location.pathname}/next`)).body.title; // there is no next game
            }"""
        )
        assert not title.isascii()
