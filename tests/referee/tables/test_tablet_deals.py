"""Deals, debts, rescues, bankruptcies and open rents by taps on the judge's tablet."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import small_tap_targets
from tests.referee.support.running import Running
from tests.referee.support.tablets import Table, new_table, tablet

RENT = {"kind": "debt", "player": "B", "to": "A", "amount": 400, "cause": "rent", "deed": "boardwalk"}
AVENUES = {"boardwalk": {"owner": "A", "level": 1}, "park_place": {"owner": "A", "level": 1}}
"""The deeds that bring the rent of $400."""


def tap(page: Page, *marks: str) -> None:
    """Tap the elements with these marks one after another, as soon as they are open."""
    for mark in marks:
        page.locator(f"{mark}:not(.shut)").first.tap()


def owing(service: Running, cash: int, **deeds: dict[str, Any]) -> Table:
    """A table at which B owes A $400 rent and has this much cash and these deeds."""
    players = {"B": {"cash": cash, "space": "boardwalk"}}
    own = {deed: {"owner": "B", **more} for deed, more in deeds.items()}
    return new_table(
        service, start={"phase": "turn", "turn": "B", "players": players, "deeds": AVENUES | own, "due": [RENT]}
    )


def reports(table: Table) -> list[dict[str, Any]]:
    """The logged reports, all of which must be accepted."""
    entries = table.entries()
    assert all(entry["accepted"] for entry in entries), entries
    return [entry["report"] for entry in entries]


def test_a_deal_below_the_floor_is_told_and_mended_before_it_is_shown(service: Running, browser: Browser) -> None:
    table = new_table(service, start={"turn": "A", "deeds": {"st_james_place": {"owner": "A"}}})
    with tablet(browser, table, size="phone") as (page, faults, _):
        page.locator("nav.tabs button").nth(1).tap()
        tap(page, "[data-side=take] [data-seat=B]", "[data-deed=st_james_place]", '[data-side=take] [data-sum="50"]')
        expect(page.locator("[data-test=verdict] .chip-text")).to_have_text(["JMA/GIFT-3"])
        expect(page.locator("[data-test=show-deal]")).to_have_attribute("aria-disabled", "true")
        assert not small_tap_targets(page)
        page.locator("nav.tabs button").nth(4).tap()
        page.locator("nav.tabs button").nth(1).tap()
        tap(page, "[data-test=mend]")
        expect(page.locator("[data-test=verdict] .stands")).to_be_visible()
        tap(page, "[data-test=show-deal]")
        expect(page.locator("[data-test=preview] section").nth(1)).to_contain_text("$91")
        tap(page, "[data-test=agree]")
        expect(page.locator(".players .cash").first).to_have_text("$1,591")
        assert not faults
    give = {"deeds": ["st_james_place"]}
    assert reports(table) == [{"type": "trade", "player": "A", "with": "B", "give": give, "take": {"cash": 91}}]


def test_the_buildings_of_a_group_are_sold_with_its_deed(service: Running, browser: Browser) -> None:
    lots = {deed: {"owner": "A", "level": 1} for deed in ("park_place", "boardwalk")}
    table = new_table(service, start={"turn": "A", "deeds": lots})
    with tablet(browser, table, size="phone") as (page, faults, _):
        page.locator("nav.tabs button").nth(1).tap()
        page.locator("[data-side=take] [data-seat=B]").tap()
        page.locator("[data-deed=boardwalk]").first.tap()
        tap(page, '[data-side=take] [data-sum="500"]')
        expect(page.locator("[data-test=verdict] .chip-text")).to_have_text(["JMA/TRADE-2"])
        tap(page, "[data-test=sell-buildings]")
        expect(page.locator("[data-test=verdict] .stands")).to_be_visible()
        assert not small_tap_targets(page)
        tap(page, "[data-test=show-deal]", "[data-test=agree]")
        expect(page.locator(".players .cash").first).to_have_text("$2,200")
        assert not faults
    give = {"deeds": ["boardwalk"], "sell_buildings": True}
    assert reports(table) == [{"type": "trade", "player": "A", "with": "B", "give": give, "take": {"cash": 500}}]


def test_londons_card_is_paid_or_drawn_instead(service: Running, browser: Browser) -> None:
    choice = {"kind": "pay_or_draw", "player": "A", "amount": 10, "deck": "chance"}
    start = {"phase": "turn", "turn": "A", "players": {"A": {"space": "community_chest_1"}}, "due": [choice]}
    table = new_table(service, edition="london", start=start)
    with tablet(browser, table) as (page, faults, _):
        expect(page.locator("[data-due=pay_or_draw] [data-card]").first).to_be_visible()
        assert not small_tap_targets(page)
        tap(page, "[data-test=pay]")
        expect(page.locator("[data-due=pay_or_draw]")).to_have_count(0)
        assert not faults
    assert reports(table) == [{"type": "pay", "player": "A"}]


def test_what_is_missing_is_raised_and_paid_in_one_go(service: Running, browser: Browser) -> None:
    lots = {"oriental_avenue": {"level": 2}, "vermont_avenue": {"level": 2}, "connecticut_avenue": {"level": 3}}
    table = owing(service, 280, **lots, reading_railroad={})
    with tablet(browser, table) as (page, faults, _):
        expect(page.locator("[data-test=tally]")).to_contain_text("$120")
        tap(page, "[data-mortgage=reading_railroad]", "[data-sell=light_blue]")
        assert not small_tap_targets(page)
        tap(page, "[data-test=raise-and-pay]")
        expect(page.locator("[data-due=debt]")).to_have_count(0)
        assert not faults
    assert reports(table) == [
        {"type": "sell", "player": "B", "to": {"connecticut_avenue": 2}},
        {"type": "mortgage", "player": "B", "deeds": ["reading_railroad"]},
        {"type": "pay", "player": "B", "to": "A", "deed": "boardwalk"},
    ]


def test_offers_stand_side_by_side_and_bankruptcy_waits_for_them(service: Running, browser: Browser) -> None:
    table = owing(service, 40, illinois_avenue={}, connecticut_avenue={})
    with tablet(browser, table) as (page, faults, _):
        tap(page, "[data-test=make-offer]", "[data-side=give] [data-seat=D]", "[data-deed=illinois_avenue]")
        tap(page, '[data-side=give] [data-sum="100"]', '[data-side=give] [data-sum="100"]', "[data-partner=C]")
        tap(page, "[data-test=show-offer]", "[data-test=agree]")
        tap(page, "[data-test=make-offer]", "[data-side=give] [data-seat=C]", "[data-deed=connecticut_avenue]")
        tap(page, '[data-side=give] [data-sum="100"]', "[data-partner=D]", "[data-test=mend]")
        tap(page, "[data-test=show-offer]", "[data-test=agree]")
        expect(page.locator("[data-offer]")).to_have_count(2)
        page.locator("[data-test=declare_bankruptcy]").dispatch_event("click")
        expect(page.locator("dialog .chip-text")).to_have_text(["JMA/BANKR-3"])
        tap(page, "dialog .close")
        assert not small_tap_targets(page)
        tap(page, "[data-test=accept-rescue]", "[data-test=agree]", "[data-test=pay]")
        expect(page.locator("[data-due=debt]")).to_have_count(0)
        assert not faults
    *_, accepted, _ = reports(table)
    assert accepted == {"type": "accept_rescue", "player": "B", "from": ["D", "C"]}


def test_the_players_see_what_becomes_of_a_bankrupts_things(service: Running, browser: Browser) -> None:
    table = owing(service, 40, illinois_avenue={"mortgaged": True})
    with tablet(browser, table) as (page, faults, _):
        tap(page, "[data-test=declare_bankruptcy]")
        preview = page.locator("[data-test=preview] section")
        expect(preview.locator("li")).to_have_text(["$40 in cash", "Illinois Avenue (mortgaged)"])
        tap(page, "[data-test=agree]")
        expect(page.locator(".player.out")).to_have_count(1)
        assert not faults
    assert table.position()["deeds"]["illinois_avenue"]["owner"] == "A"


def test_rent_that_must_be_asked_for_is_asked_by_a_tap(service: Running, browser: Browser) -> None:
    rent = {"player": "B", "to": "A", "amount": 16, "deed": "new_york_avenue"}
    start = {"turn": "C", "deeds": {"new_york_avenue": {"owner": "A"}}, "rents": [rent]}
    table = new_table(service, ruleset="classic-us", start=start)
    with tablet(browser, table) as (page, faults, _):
        tap(page, "[data-test=claim_rent]", "[data-test=pay]")
        expect(page.locator(".players .cash").first).to_have_text("$1,516")
        assert not faults
    assert [report["type"] for report in reports(table)] == ["claim_rent", "pay"]


def test_what_may_not_be_reported_is_grey_and_says_why(service: Running, browser: Browser) -> None:
    landed = {"kind": "buy_or_decline", "player": "A", "deed": "boardwalk", "price": 400}
    players = {"A": {"cash": 30, "space": "boardwalk"}}
    table = new_table(service, start={"phase": "turn", "turn": "A", "players": players, "due": [landed]})
    with tablet(browser, table) as (page, faults, _):
        buy = page.locator("[data-test=buy]")
        expect(buy).to_have_attribute("aria-disabled", "true")
        buy.dispatch_event("click")
        expect(page.locator("dialog .refusals")).to_contain_text("$370")
        assert not faults
    assert reports(table) == []


def test_a_closed_table_takes_nothing_and_says_so(service: Running, browser: Browser) -> None:
    table = new_table(service)
    assert service.ask("POST", f"/api/v1/tables/{table.id}/close", {}).status == 200
    with tablet(browser, table) as (page, faults, _):
        page.locator("main .due button").dispatch_event("click")
        expect(page.locator("dialog p")).to_contain_text("closed")
        expect(page.locator(".dice, .typing, [data-test=undo]")).to_have_count(0)
        assert not faults


def test_a_deed_chooses_whose_it_is_and_a_deal_agreed_aloud_is_logged_at_once(
    service: Running, browser: Browser
) -> None:
    held = {"st_james_place": {"owner": "A"}, "baltic_avenue": {"owner": "B"}}
    held |= {"boardwalk": {"owner": "C"}, "states_avenue": {"owner": "C"}}
    table = new_table(service, start={"turn": "A", "deeds": held})
    with tablet(browser, table) as (page, faults, _):
        page.locator("nav.tabs button").nth(1).tap()
        expect(page.locator("[data-test=log-deal]")).to_have_attribute("aria-disabled", "true")
        assert not small_tap_targets(page)
        expect(page.locator("#tablet:not(.deaf)")).to_be_visible()
        page.locator("[data-side=take] [data-deed=boardwalk]").scroll_into_view_if_needed()
        place = page.locator("[data-side=take] [data-deed=boardwalk]").bounding_box()
        assert place is not None
        middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        for _ in range(2):  # a finger that bounces chooses once
            page.touchscreen.tap(*middle)
        chosen = page.locator("[data-side=take] [aria-pressed=true]")
        expect(chosen).to_have_text(["C", re.compile("Boardwalk")])
        expect(page.locator("[data-side=take] [data-deed=states_avenue]")).to_be_visible()
        expect(page.locator("[data-side=take] [data-test=cash]")).to_have_value("")
        tap(page, "[data-side=give] [data-deed=st_james_place]", '[data-side=give] [data-sum="200"]')
        tap(page, "[data-test=log-deal]:not(.shut)")
        expect(page.locator(".players .cash").first).to_have_text("$1,300")
        assert not faults
    sides = {"give": {"cash": 200, "deeds": ["st_james_place"]}, "take": {"deeds": ["boardwalk"]}}
    assert reports(table) == [{"type": "trade", "player": "A", "with": "C", **sides}]
