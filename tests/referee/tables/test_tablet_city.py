"""Monopoly City by taps on the judge's tablet: its timer, calls, building, trades, debts, the final count."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import rulesets
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import seated_table, tab
from tests.referee.support.tablets import Table, new_table, tablet
from tournaments.regulation import shipped

CITY = {"ruleset": "city", "seats": ["A", "B", "C"]}
WAITS = {"kind": "start_auction", "deed": "marina", "caller": "A", "estate": False}
QUAY = {"owner": "A", "residential": [1, 2], "railroads": 1, "bonus": ["park"]}
STEP = {"player": "A", "thrown": True, "result": 3, "left": 3, "right": None, "landed": True, "ridden": False}


def city_table(service: Running, options: dict[str, Any] | None = None, **start: Any) -> Table:
    return new_table(service, **CITY, options=options or {}, start={"turn": "A", **start})


def tap(page: Page, *marks: str) -> None:
    for mark in marks:
        page.locator(f"[{mark}]:not(.shut)").first.tap()


def reports(table: Table) -> list[dict[str, Any]]:
    """The logged reports, all of which must be accepted."""
    entries = table.entries()
    assert all(entry["accepted"] for entry in entries), entries
    return [entry["report"] for entry in entries]


@pytest.mark.parametrize(("late", "accepted"), [(49.9, True), (50, False), (51, False)])
@pytest.mark.parametrize(
    ("begin", "limited", "clause"),
    [
        ({"type": "start_auction"}, {"type": "bid", "player": "A", "amount": 500}, "CITY/AUCTION-2"),
        (
            {"type": "start_trade", "player": "A", "with": "B"},
            {"type": "trade", "player": "B", "with": "A", "give": {"cash": 100}, "take": {"deeds": ["central_quay"]}},
            "CITY/TRADE-3",
        ),
    ],
)
def test_what_comes_when_the_lamp_is_out_is_refused_with_its_clause(
    service: Running, begin: dict[str, Any], limited: dict[str, Any], clause: str, late: float, accepted: bool
) -> None:
    due = [WAITS] if begin["type"] == "start_auction" else []
    table = city_table(service, deeds={"central_quay": QUAY}, due=due)
    table.post_elsewhere({**begin, "at": 100})
    body = {"client_id": "limited-1", "base": 1, "report": {**limited, "at": 100 + late}}
    answer = service.ask("POST", f"/api/v1/tables/{table.id}/entries", body)
    entry = answer.json if accepted else answer.json["entry"]
    assert entry["accepted"] is accepted
    assert [each["clause"] for each in entry["answer"].get("refusals", [])] == ([] if accepted else [clause])


def test_the_reports_that_a_timer_limits_are_those_whose_form_has_a_time_of_its_own() -> None:
    for name in rulesets.names():
        ruleset = rulesets.load(name)
        game = ruleset.start(("A", "B"))
        timer = ruleset.mechanics.handling(game.state.table).timer
        timed = {kind for kind, rule in ruleset.rules.items() if any(field.name == "at" for field in rule.form.fields)}
        assert set(timer.reports if timer else ()) == timed, name
        assert timed <= set(ruleset.rules)


def test_an_auction_is_started_at_the_foot_and_called_in_shares_of_the_price_with_the_time_of_each_tap(
    service: Running, browser: Browser
) -> None:
    table = city_table(service, due=[WAITS])
    with tablet(browser, table, size="phone") as (page, faults, _):
        expect(page.locator(".decide .go")).to_have_count(1)
        tap(page, "data-test=start_auction")
        expect(page.locator("[data-test=countdown]")).to_have_attribute("data-over", "no")
        expect(page.locator("[data-call^='B ']")).to_have_count(0)  # the first call is A's
        tap(page, 'data-call="A 2500"', 'data-call="B 2700"', "data-test=close_auction")
        expect(page.locator("[data-due=auction]")).to_have_count(0)
        assert not faults
    made = reports(table)
    times = [report.pop("at") for report in made]
    assert times == sorted(times)
    assert made == [
        {"type": "start_auction"},
        {"type": "bid", "player": "A", "amount": 2500},
        {"type": "bid", "player": "B", "amount": 2700},
        {"type": "close_auction"},
    ]


def test_a_timer_that_is_over_says_so_blocks_nothing_and_the_law_refuses(service: Running, browser: Browser) -> None:
    table = city_table(service, {"auction_seconds": 1}, due=[WAITS])
    with tablet(browser, table) as (page, faults, _):
        tap(page, "data-test=start_auction")
        expect(page.locator("[data-test=countdown]")).to_have_attribute("data-over", "yes")
        tap(page, 'data-call="A 2500"')
        expect(page.locator("[data-test=refused] .chip-text").first).to_have_text("CITY/AUCTION-2")
        assert [fault for fault in faults if "422" not in fault] == []  # the refusal


def test_a_trade_is_called_so_counts_down_and_shows_what_goes_along(service: Running, browser: Browser) -> None:
    table = city_table(service, deeds={"central_quay": QUAY})
    with tablet(browser, table) as (page, faults, _):
        tab(page, 1)
        page.locator("[data-side=take] [data-seat=B]").tap()
        opening = page.locator("[data-test=open-talk]")
        expect(opening).to_have_text("A and B start the timer to trade")
        opening.tap()
        expect(page.locator("[data-test=trading] [data-test=countdown]")).to_have_attribute("data-over", "no")
        expect(opening).to_have_count(0)
        tap(page, "data-deed=central_quay")
        page.locator('[data-side=take] [data-sum="5000"]').tap()
        tap(page, "data-test=show-deal")
        goes = "Central Quay, with 3 residential blocks, railroad, park"
        expect(page.locator("[data-test=preview] li").first).to_have_text(goes)
        tap(page, "data-test=agree")
        expect(page.locator(".players .cash").first).to_have_text("42.7M")
        assert not faults
    assert [(report["type"], "at" in report) for report in reports(table)] == [("start_trade", True), ("trade", True)]


def test_building_shows_prices_and_what_is_left_and_is_asked_about_once(service: Running, browser: Browser) -> None:
    deeds = {"central_quay": QUAY, "marina": {"owner": "A"}}
    table = city_table(service, turn="B", phase="between_turns", deeds=deeds, step=STEP)
    with tablet(browser, table) as (page, faults, _):
        expect(page.locator("[data-test=still-open]")).to_contain_text("A's turn lasts until B throws")
        expect(page.locator(".player .tag")).to_have_text(["may build", "to play"])
        tab(page, 2)
        expect(page.locator("[data-blocks=central_quay] h3")).to_contain_text("3 of 8 blocks")
        expect(page.locator("[data-test=blocks-left]")).to_contain_text("3 blocks")
        button = page.locator("[data-test=residential-2-central_quay]")
        expect(button).to_contain_text("400K")
        button.tap()
        asked = page.locator("[data-test=ask]")
        expect(asked).to_contain_text("Costs 400K")
        expect(asked).to_contain_text("37.3M")
        expect(asked).to_contain_text("5 of 8 blocks")
        expect(asked).to_contain_text("1 block")
        tap(page, "data-test=ask-no")
        expect(asked).to_have_count(0)
        button.tap()
        tap(page, "data-test=ask-yes")
        expect(page.locator("[data-blocks=central_quay] h3")).to_contain_text("5 of 8 blocks")
        assert not faults
    assert reports(table) == [{"type": "build", "player": "A", "deed": "central_quay", "residential": [2]}]


def test_a_debt_is_raised_by_mortgages_alone_each_with_what_it_brings(service: Running, browser: Browser) -> None:
    owes = {"kind": "debt", "player": "A", "to": "bank", "amount": 2000, "cause": "tax"}
    deeds = {"central_quay": QUAY, "marina": {"owner": "A"}}
    table = city_table(service, phase="turn", players={"A": {"cash": 500}}, deeds=deeds, due=[owes])
    with tablet(browser, table) as (page, faults, _):
        expect(page.locator("[data-due=debt]").get_by_role("button", name="Sell")).to_have_count(0)
        expect(page.locator("[data-mortgage=central_quay]")).to_contain_text("+2.3M")
        page.locator("[data-player-sheet=A]").tap()
        expect(page.locator("dialog tbody tr").first.locator("td").last).to_contain_text("2.3M")
        page.locator("dialog .close").tap()
        tap(page, "data-mortgage=central_quay", "data-test=raise-and-pay")
        expect(page.locator(".players .cash").first).to_have_text("800K")
        tab(page, 3)
        expect(page.locator("[data-deed=central_quay]")).to_contain_text("2.3M")
        assert not faults


def test_the_final_count_says_what_each_total_is_made_of(service: Running, browser: Browser) -> None:
    table = seated_table(service, shipped.text("city-cup"))
    for report in (
        {"type": "roll", "player": "A", "dice": [2, 3]},
        {"type": "buy", "player": "A"},
        {"type": "time_up"},
    ):
        table.post_elsewhere(report)
    with tablet(browser, table) as (page, faults, _):
        for answers in (True, False):
            if not answers:  # the device says it
                page.route("**/count?*", lambda route: route.abort())
                page.reload()
            page.locator("[data-count=A]").tap()
            lines = page.locator("dialog [data-test=count] tr")
            expect(lines).to_contain_text(["35.7M", "Central Quay", "35.9M"])
            expect(lines.nth(1)).to_contain_text("200K")
            assert not faults or not answers
