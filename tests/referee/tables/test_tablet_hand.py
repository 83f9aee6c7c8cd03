"""The page in a judge's hand: a slow connection, refusals that can be felt, lots sold in one step, left hands."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import rulesets
from rulesets.kernel.telling.handling import Handling
from tests.referee.support.judges_hand import Hand
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import GREEN, owned, position
from tests.referee.support.tablets import ONE_BY_ONE, Table, new_table, tablet, throw

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
        throw(page, 1, 2, within='[data-test="anyway"]')
        expect(page.locator('[data-test="refused"]')).to_be_visible()
        assert page.evaluate("window.shaken.length") == 1


def test_a_lot_is_sold_in_two_taps(browser: Browser, service: Running) -> None:
    start = position(due=[{"kind": "auction", "deed": "boardwalk", "high": None, "out": []}])
    table = new_table(service, start=start)
    with tablet(browser, table, size="phone") as opened:
        page = opened.page
        page.locator('[data-call="C 20"]').tap()
        page.locator('[data-test="close_auction"].go').tap()
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
        page.locator('[data-test="all-green-3"]').dispatch_event("click")
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


def test_a_throw_and_what_follows_are_one_tap_and_one_undo(browser: Browser, service: Running) -> None:
    table = new_table(service, start={"turn": "A", "deeds": owned("B", "baltic_avenue")})
    with tablet(browser, table, size="phone", script=ONE_BY_ONE) as opened:
        page, hand = opened.page, Hand(opened.page)
        assert hand.throw_with({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "pay", "player": "A"})
        page.locator("#tablet:not(.deaf)").wait_for()
        hand.retract({})
        hand.wait_for_entry(3)
        expect(page.locator('[data-due="roll"][data-player="A"]')).to_be_visible()
    first, then, back = table.entries()
    assert [first["report"]["type"], then["report"]["type"], back["report"]] == [
        "roll",
        "pay",
        {"type": "retract", "seq": 1},
    ]
    assert then["client_id"] == f"{first['client_id']}.then"
    assert table.position()["players"]["A"]["cash"] == table.position()["players"]["B"]["cash"]


def test_what_cannot_follow_is_not_offered_and_what_follows_is_judged(browser: Browser, service: Running) -> None:
    held = owned("B", "baltic_avenue", "mediterranean_avenue", level=5)
    start = {"turn": "A", "deeds": held, "players": {"A": {"cash": 100, "space": "boardwalk"}}}
    table = new_table(service, start=start)
    with tablet(browser, table, script=ONE_BY_ONE) as opened:
        page = opened.page
        page.locator('[data-die="1-1"]').first.tap()
        expect(page.locator('[data-then="6"]')).to_be_visible()
        expect(page.locator('[data-then="1"], [data-then="3"]')).to_have_count(0)  # rents beyond the cash
        page.locator('[data-then="6"]').tap()
        Hand(page).wait_for_entry(2)
    assert [(each["report"]["type"], each["accepted"]) for each in table.entries()] == [("roll", True), ("buy", True)]


def test_cash_for_what_was_won_is_raised_where_it_is_due(browser: Browser, service: Running) -> None:
    due = [{"kind": "payment", "player": "A", "deed": "boardwalk", "amount": 150}]
    held = owned("A", "reading_railroad", "short_line")
    table = new_table(service, start=position(due=due, deeds=held, players={"A": {"cash": 60}}))
    with tablet(browser, table, size="phone") as opened:
        page = opened.page
        page.locator("[data-mortgage=reading_railroad]").tap()
        page.locator('[data-test="raise-and-pay"]:not(.shut)').tap()
        Hand(page).wait_for_entry(2)
    assert [each["report"]["type"] for each in table.entries()] == ["mortgage", "pay"]
    assert table.position()["deeds"]["boardwalk"]["owner"] == "A"


def test_a_card_that_cannot_come_says_why_and_where_it_was_logged(browser: Browser, service: Running) -> None:
    start = position(players={"A": {"space": "chance_1"}}, due=[{"kind": "draw", "player": "A", "deck": "chance"}])
    table = new_table(service, start=start)
    table.post_elsewhere({"type": "draw", "player": "A", "card": "bank_dividend_50"})
    table.post_elsewhere({"type": "roll", "player": "B", "dice": [3, 4]})  # to the same deck
    with tablet(browser, table) as opened:
        page = opened.page
        page.locator('[data-no-card="bank_dividend_50"]').dispatch_event("click")
        expect(page.locator("dialog .chip-text").first).to_be_visible()
        expect(page.locator('[data-test="logged-at"]')).to_contain_text("entry 1")
        page.locator('[data-test="logged-at"] button').tap()
        expect(page.locator('main .history [data-seq="1"]')).to_be_visible()


def test_a_laptop_has_keys_that_can_be_turned_off(browser: Browser, service: Running) -> None:
    table = new_table(service)
    with tablet(browser, table) as opened:
        page, hand = opened.page, Hand(opened.page)
        for key, seq in (("1", 0), ("2", 1), ("Enter", 2), ("3", 2), ("Shift+Digit2", 4), ("u", 5)):
            page.keyboard.press(key)
            hand.wait_for_entry(seq)
            page.locator("#tablet:not(.deaf)").wait_for()
        page.locator("header .menu").tap()
        page.locator('[data-test="keys"]').tap()
        page.locator("dialog .close").tap()
        page.keyboard.press("1")
        page.keyboard.press("2")
        expect(page.locator("main .pairs")).to_be_visible()  # no die is chosen
    types = ["roll", "buy", "roll", "buy", "retract"]
    assert [each["report"]["type"] for each in table.entries()] == types
    assert table.entries()[-1]["report"]["seq"] == 3


def test_a_usual_call_is_one_tap(browser: Browser, service: Running) -> None:
    due = [{"kind": "auction", "deed": "boardwalk", "high": {"player": "B", "amount": 120}, "out": []}]
    table = new_table(service, start=position(due=due))
    with tablet(browser, table, size="phone") as opened:
        opened.page.locator('[data-call="C 140"]').tap()
        Hand(opened.page).wait_for_entry(1)
    assert [each["report"] for each in table.entries()] == [{"type": "bid", "player": "C", "amount": 140}]


HANDLED = ("jma-2006", "city")
"""A ruleset of each way in which pages handle a table."""


def handling_of(ruleset: str) -> Handling:
    """All that a page knows of a ruleset."""
    loaded = rulesets.load(ruleset)
    return loaded.mechanics.handling(loaded.start(("A", "B", "C")).state.table)


def declined(service: Running, ruleset: str) -> Table:
    """A table at which A has declined a lot."""
    table = new_table(service, ruleset=ruleset, seats=["A", "B", "C"], start={"turn": "A"})
    table.post_elsewhere({"type": "roll", "player": "A", "dice": [2, 3]})
    table.post_elsewhere({"type": "decline", "player": "A"})
    return table


@pytest.mark.parametrize("ruleset", HANDLED)
def test_whoever_leads_an_auction_is_shown_so_and_goes_higher_only_by_their_name(
    browser: Browser, service: Running, ruleset: str
) -> None:
    """No rule keeps a leader from a higher call, but beside the others' calls it was the likeliest slip."""
    assert {handling_of(each) for each in HANDLED} == {handling_of(each) for each in rulesets.names()}
    table = declined(service, ruleset)
    with tablet(browser, table, size="phone") as opened:
        page = opened.page
        page.locator('[data-due="auction"], [data-test="start_auction"]').first.wait_for()
        if page.locator('[data-test="start_auction"]').count():
            page.locator('[data-test="start_auction"]').tap()
        page.locator('[data-call^="A "]').first.tap()
        leads = page.locator('[data-leads="A"]')
        expect(leads).to_be_visible()
        expect(page.locator('[data-call^="A "]')).to_have_count(0)
        expect(page.locator('[data-call^="B "]')).to_have_count(4)
        shown = leads.inner_text()
        page.locator('[data-caller="A"]').tap()
        page.locator("[data-amount]").first.tap()
        expect(leads).not_to_have_text(shown)
        expect(page.locator('[data-test="connection"]')).to_contain_text("Connected")
    assert [each["report"]["player"] for each in table.entries() if each["report"]["type"] == "bid"] == ["A", "A"]
    assert all(each["accepted"] for each in table.entries())
    for alike in rulesets.names():
        if alike != ruleset and handling_of(alike) == handling_of(ruleset):
            other = declined(service, alike)
            for amount in (10, 20):
                other.post_elsewhere({"type": "bid", "player": "A", "amount": amount})  # accepted
