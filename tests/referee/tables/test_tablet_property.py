"""Auctions, building and mortgages by taps on the judge's tablet."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import page_width, small_tap_targets
from tests.referee.support.running import Running
from tests.referee.support.sight import SIZES
from tests.referee.support.tablets import Table, new_table, tablet

GREEN = ("pacific_avenue", "north_carolina_avenue", "pennsylvania_avenue")
YELLOW = ("atlantic_avenue", "ventnor_avenue", "marvin_gardens")
ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")
LIGHT_BLUE = ("oriental_avenue", "vermont_avenue", "connecticut_avenue")


def owned(seat: str, *deeds: str, **more: Any) -> dict[str, Any]:
    """The deeds of a seat, as in a position."""
    return {deed: {"owner": seat, **more} for deed in deeds}


def reports(table: Table) -> list[dict[str, Any]]:
    """The logged reports, all of which must be accepted."""
    entries = table.entries()
    assert all(entry["accepted"] for entry in entries), entries
    return [entry["report"] for entry in entries]


def tap(page: Page, *marks: str) -> None:
    """Tap the elements with these marks one after another."""
    for mark in marks:
        page.locator(f"main [{mark}]").first.tap()


def test_an_auction_is_called_and_hammered_by_taps(service: Running, browser: Browser) -> None:
    auction = {"kind": "auction", "deed": "boardwalk", "high": None, "out": ["D"]}
    table = new_table(service, start={"turn": "A", "due": [auction]})
    with tablet(browser, table, size="phone") as (page, faults, _):
        expect(page.locator("[data-caller=D]")).to_have_attribute("aria-disabled", "true")
        tap(page, "data-caller=B", 'data-amount="10"')
        tap(page, "data-caller=A", "data-caller=C", 'data-amount="120"')
        tap(page, "data-caller=B", "data-test=bid-other", 'data-key="3"', 'data-key="00"', "data-test=bid-amount")
        assert not small_tap_targets(page)
        expect(page.locator(".auctioned .high")).to_have_text("B $300")
        tap(page, "data-test=close_auction")
        expect(page.locator("[data-due=auction]")).to_have_count(0)
        assert not faults
    assert reports(table) == [
        {"type": "bid", "player": "B", "amount": 10},
        {"type": "bid", "players": ["A", "C"], "amount": 120},
        {"type": "bid", "player": "B", "amount": 300},
        {"type": "close_auction"},
    ]


def test_with_twelve_deeds_what_can_be_done_comes_first_with_its_cost_and_every_house_is_seen(
    service: Running, browser: Browser
) -> None:
    mortgaged = owned("A", "reading_railroad", mortgaged=True)
    deeds = owned("A", *LIGHT_BLUE, level=5) | owned("A", *ORANGE, level=2) | owned("A", *YELLOW) | mortgaged
    table = new_table(service, start={"turn": "A", "deeds": deeds | owned("A", "water_works", "boardwalk")})
    with tablet(browser, table) as (page, faults, _):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.locator("nav.tabs button").nth(2).tap()
            groups = page.locator(".lots h3")
            expect(groups).to_have_text([re.compile(f"^{group} ") for group in ("Orange", "Yellow", "Light blue")])
            expect(page.locator("[data-test=all-orange-3]")).to_contain_text("$300")
            tap(page, "data-test=all-orange-3")
            pieces = page.locator('.lots:has([data-test="all-orange-3"]) [data-piece]')
            expect(pieces).to_have_count(9)
            boxes = [box for each in pieces.all() if (box := each.bounding_box())]
            for one, other in pairwise(boxes):
                assert one["width"] <= 20 and (other["y"] > one["y"] or other["x"] >= one["x"] + one["width"]), boxes
            expect(page.locator("[data-test=log-building]")).to_contain_text("$300")
            expect(page.locator(".sums")).to_contain_text("$1,500 → $1,200")
            assert (small_tap_targets(page), page_width(page)) == ([], width)
            tap(page, "data-test=again")
            page.locator("nav.tabs button").nth(3).tap()
            expect(page.locator("[data-deed=boardwalk]")).to_be_visible()
            offered = page.locator(".deeds").first.locator("button").all()
            shut = [each.get_attribute("aria-disabled") for each in offered]
            assert shut == [None] * shut.count(None) + ["true"] * shut.count("true") and len(set(shut)) == 2
            tap(page, "data-deed=boardwalk")
            expect(page.locator("[data-test=log-mortgage]")).to_contain_text("$200")
            expect(page.locator(".sums")).to_contain_text("$1,500 → $1,700")
            assert (small_tap_targets(page), page_width(page)) == ([], width)
        assert not faults


def test_building_goes_up_evenly_and_is_one_report(service: Running, browser: Browser) -> None:
    table = new_table(service, start={"turn": "A", "deeds": owned("A", *ORANGE, *LIGHT_BLUE)})
    with tablet(browser, table) as (page, faults, _):
        page.locator("nav.tabs button").nth(2).tap()
        tap(page, "data-test=all-orange-2", "data-test=plus-vermont_avenue")
        second = page.locator("[data-test=plus-vermont_avenue]")
        expect(second).to_have_attribute("aria-disabled", "true")
        second.dispatch_event("click")
        expect(page.locator("dialog .chip-text").first).to_have_text("JMA/BUILD-3")
        page.locator("dialog .close").tap()
        assert not small_tap_targets(page)
        expect(page.locator(".sums")).to_contain_text("$1,500 → $850")
        tap(page, "data-test=log-building")
        expect(page.locator("main [data-pair]").first).to_be_visible()
        expect(page.locator(".players .cash").first).to_have_text("$850")
        assert not faults
    assert reports(table) == [{"type": "build", "player": "A", "to": {**dict.fromkeys(ORANGE, 2), "vermont_avenue": 1}}]


def test_scarce_building_is_declared_followed_auctioned_and_placed(service: Running, browser: Browser) -> None:
    rich = owned("D", *GREEN, *YELLOW, level=4) | owned("C", "st_charles_place", level=3)
    rich |= owned("C", "states_avenue", "virginia_avenue", level=2) | owned("B", *ORANGE) | owned("A", *LIGHT_BLUE)
    table = new_table(service, start={"turn": "A", "deeds": rich})
    with tablet(browser, table) as (page, faults, _):
        page.locator("nav.tabs button").nth(2).tap()
        tap(page, "data-test=plus-vermont_avenue", "data-test=log-building")
        tap(page, "data-follow=B", "data-test=plus-tennessee_avenue", "data-test=log-building")
        tap(page, "data-test=close_building", "data-caller=B", 'data-amount="100"', "data-test=close_auction")
        tap(page, "data-place=tennessee_avenue")
        expect(page.locator("[data-due=place]")).to_have_count(0)
        assert not faults
    assert [report["type"] for report in reports(table)] == [
        "build",
        "build",
        "close_building",
        "bid",
        "close_auction",
        "place",
    ]
    assert table.position()["deeds"]["tennessee_avenue"]["level"] == 1


def test_lifting_shows_what_the_referee_asks_for(service: Running, browser: Browser) -> None:
    held = owned("B", "short_line", "virginia_avenue", mortgaged=True) | owned("B", "boardwalk", "water_works")
    table = new_table(service, start={"turn": "B", "deeds": held})
    with tablet(browser, table) as (page, faults, _):
        page.locator("nav.tabs button").nth(3).tap()
        tap(page, "data-deed=boardwalk", "data-deed=water_works")
        expect(page.locator("[data-test=log-mortgage]")).to_contain_text("$275")
        tap(page, "data-test=log-mortgage")
        expect(page.locator("main")).to_have_attribute("data-tab", "play")
        page.locator("nav.tabs button").nth(3).tap()
        tap(page, "data-deed=short_line", "data-deed=virginia_avenue")
        expect(page.locator("[data-test=log-mortgage]")).to_contain_text("$198")
        tap(page, "data-test=log-mortgage")
        expect(page.locator(".players .cash").nth(1)).to_have_text("$1,577")
        assert not faults
    assert reports(table) == [
        {"type": "mortgage", "player": "B", "deeds": ["boardwalk", "water_works"]},
        {"type": "lift_mortgage", "player": "B", "deeds": ["short_line", "virginia_avenue"]},
    ]


def test_one_deed_is_mortgaged_or_freed_by_one_tap_on_its_players_sheet_which_says_the_sum(
    service: Running, browser: Browser
) -> None:
    held = owned("B", "short_line", mortgaged=True) | owned("B", "boardwalk") | owned("B", *ORANGE, level=1)
    table = new_table(service, start={"turn": "A", "deeds": held})
    with tablet(browser, table) as (page, faults, _):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.locator("[data-player-sheet=B]").tap()
            expect(page.locator("[data-mortgages=boardwalk]")).to_contain_text("$200")
            expect(page.locator("[data-mortgages=short_line]")).to_contain_text("$110")
            expect(page.locator("dialog [data-mortgages]")).to_have_count(2)  # not what is built on
            assert (small_tap_targets(page), page_width(page)) == ([], width)
            page.locator("dialog .close").tap()
        for deed, cash in (("boardwalk", "$1,700"), ("short_line", "$1,590")):
            page.locator("[data-player-sheet=B]").tap()
            page.locator(f"[data-mortgages={deed}]").tap()
            expect(page.locator("dialog")).to_have_count(0)
            expect(page.locator(".players .cash").nth(1)).to_have_text(cash)
        assert not faults
    assert reports(table) == [
        {"type": "mortgage", "player": "B", "deeds": ["boardwalk"]},
        {"type": "lift_mortgage", "player": "B", "deeds": ["short_line"]},
    ]


def test_whose_lots_are_tapped_builds_and_nothing_of_another_player_goes_along(
    service: Running, browser: Browser
) -> None:
    held = owned("A", *ORANGE) | owned("C", *LIGHT_BLUE, level=2)
    table = new_table(service, start={"turn": "A", "deeds": held})
    with tablet(browser, table) as (page, faults, _):
        page.locator("nav.tabs button").nth(2).tap()
        tap(page, "data-test=all-orange-2", "data-test=all-light_blue-5")
        expect(page.locator(".sums")).to_contain_text("C: $1,500 → $1,050")
        tap(page, "data-test=all-light_blue-1")
        expect(page.locator("[data-test=log-building]")).to_contain_text("$75")
        tap(page, "data-test=log-building")
        expect(page.locator(".players .cash").nth(2)).to_have_text("$1,575")
        assert not faults
    assert reports(table) == [{"type": "sell", "player": "C", "to": dict.fromkeys(LIGHT_BLUE, 1)}]
