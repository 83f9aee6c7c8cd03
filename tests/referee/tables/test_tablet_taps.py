"""Fingers bounce: a tap meant for what was there before logs nothing, and a slip is taken back with one tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import HANDHELD_SIZES
from tests.referee.support.judges_hand import Hand
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table, pair, tablet, throw

LED_TO: list[tuple[dict[str, Any], tuple[int, int], str]] = [
    ({"turn": "A"}, (1, 2), "buy_or_decline"),
    ({"turn": "A"}, (3, 4), "draw"),
    (
        {"turn": "A", "deeds": {"baltic_avenue": {"owner": "B"}, "mediterranean_avenue": {"owner": "B", "level": 0}}},
        (1, 2),
        "debt",
    ),
]
"""The position in which a turn begins, a throw, and what it leads to.  Cards need all the room: where a die was tapped
they are kept away by time."""
BOUNCES = (("phone", 0), ("phone", 60), ("phone turned", 150), ("tablet", 0))
"""The screens on which a throw is tapped twice, and the time from the first tap to the second, in ms."""
FINGERS = """pad => [...pad.querySelectorAll("[data-pair]")].map(each => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})"""
DECIDING = """spots => spots
    .map(([x, y]) => document.elementsFromPoint(x, y).find(each => each.matches("main button, main a, dialog button")))
    .filter(Boolean).map(each => each.outerHTML)"""


LONG_ECHO = """
const wait = window.setTimeout;
window.setTimeout = (work, ms, ...rest) => wait(work, ms === 800 ? 5000 : ms, ...rest);
"""
"""Makes the moment in which a second tap is ignored long enough for a busy machine."""


def middle(page: Page, mark: str) -> tuple[float, float]:
    """The point on the screen where an element is tapped."""
    box = page.locator(mark).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("start", "dice", "due"), LED_TO, ids=[due for *_, due in LED_TO])
def test_a_throw_tapped_twice_logs_one_report_and_nothing_is_decided_where_a_die_was(
    browser: Browser, service: Running, start: dict[str, Any], dice: tuple[int, int], due: str
) -> None:
    table = new_table(service, start=start)
    with tablet(browser, table) as opened:
        page, hand = opened.page, Hand(opened.page)
        for times, (size, bounce) in enumerate(BOUNCES):
            width, height = HANDHELD_SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.locator("#tablet:not(.deaf)").wait_for()
            spots = page.locator("main .dice").first.evaluate(FINGERS)
            spot = middle(page, pair(*dice))
            page.touchscreen.tap(*spot)
            page.wait_for_timeout(bounce)
            page.touchscreen.tap(*spot)
            expect(page.locator(f'[data-due="{due}"]')).to_be_visible()
            page.touchscreen.tap(*spot)
            hand.wait_for_entry(2 * times + 1)
            page.locator("#tablet:not(.deaf)").wait_for()
            page.touchscreen.tap(*spot)
            expect(page.locator('[data-test="connection"]')).to_contain_text("Connected")
            if due != "draw":
                assert page.evaluate(DECIDING, spots) == []
            table.post_elsewhere({"type": "retract", "seq": 2 * times + 1}, reason="again")
            hand.wait_for_entry(2 * times + 2)
    assert [each["report"]["type"] for each in table.entries()] == ["roll", "retract"] * len(BOUNCES)


def test_a_decision_tapped_twice_logs_exactly_one_report(browser: Browser, service: Running) -> None:
    table = new_table(service, start={"turn": "A"})
    with tablet(browser, table) as opened:
        page = opened.page
        throw(page, 1, 2)
        page.locator('[data-test="buy"]').wait_for()
        page.locator("#tablet:not(.deaf)").wait_for()
        spot = middle(page, '[data-test="buy"]')
        for _ in range(3):
            page.touchscreen.tap(*spot)
        Hand(page).wait_for_entry(2)
        page.touchscreen.tap(*spot)
        page.locator("#tablet:not(.deaf)").wait_for()
    assert [each["report"]["type"] for each in table.entries()] == ["roll", "buy"]


def test_what_comes_where_a_debt_was_paid_hears_no_second_tap_and_says_so(browser: Browser, service: Running) -> None:
    """A second tap after 0.55 to 0.9 s voided the next throw: its box had come to the place of the payment."""
    start, dice, _ = LED_TO[-1]
    table = new_table(service, start=start)
    with tablet(browser, table, script=LONG_ECHO) as opened:
        page, hand = opened.page, Hand(opened.page)
        for times, (width, height) in enumerate(HANDHELD_SIZES.values()):
            page.set_viewport_size({"width": width, "height": height})
            throw(page, *dice)
            page.locator('[data-due="debt"] button.go').first.wait_for()
            page.locator("#tablet:not(.deaf)").wait_for()
            spot = middle(page, '[data-due="debt"] button.go')
            page.touchscreen.tap(*spot)
            page.locator("#tablet.deaf").wait_for(state="attached")
            page.touchscreen.tap(*spot)
            expect(page.locator(".ignored-tap")).to_be_visible()
            hand.wait_for_entry(4 * times + 2)
            page.locator("#tablet:not(.deaf)").wait_for()
            for _ in range(4):
                page.touchscreen.tap(*spot)
            assert page.locator("main input:checked").count() == 0
            expect(page.locator(".echo")).to_have_count(0)
            page.locator("main label.tick").first.tap()  # heard once the moment is over
            expect(page.locator("main label.tick input").first).to_be_checked()
            for seq in (4 * times + 2, 4 * times + 1):
                table.post_elsewhere({"type": "retract", "seq": seq}, reason="again")
            hand.wait_for_entry(4 * times + 4)
    types = ["roll", "pay", "retract", "retract"]
    assert [each["report"]["type"] for each in table.entries()] == types * len(HANDHELD_SIZES)


def test_a_sheet_shown_to_the_players_is_not_agreed_to_by_the_tap_that_opened_it(
    browser: Browser, service: Running
) -> None:
    table = new_table(service, start={"turn": "A"})
    with tablet(browser, table) as opened:
        page = opened.page
        page.locator("header .menu").tap()
        page.locator('[data-test="time-up"]').tap()
        agree = page.locator('[data-test="agree"]')
        agree.wait_for()
        page.touchscreen.tap(*middle(page, '[data-test="agree"]'))
        page.locator("#tablet:not(.deaf)").wait_for()
        expect(agree).to_be_visible()
    assert table.entries() == []


def test_the_last_report_is_taken_back_by_one_tap_while_it_is_fresh_and_by_two_later(
    browser: Browser, service: Running
) -> None:
    table = new_table(service)
    with tablet(browser, table) as opened:
        page = opened.page
        undo = page.locator('[data-test="undo"]')
        throw(page, 1, 2)
        page.locator('[data-test="undo"][data-fresh="yes"]').wait_for()
        page.locator("#tablet:not(.deaf)").wait_for()
        spot = middle(page, '[data-test="undo"]')
        for _ in range(3):  # a bounce here takes nothing else back
            page.touchscreen.tap(*spot)
        Hand(page).wait_for_entry(2)
        throw(page, 2, 4)
        Hand(page).wait_for_entry(3)
        page.locator('[data-test="undo"][data-fresh="no"]').wait_for()
        undo.tap()
        page.locator('[data-test="undo-now"]').tap()
        Hand(page).wait_for_entry(4)
    assert [each["report"]["type"] for each in table.entries()] == ["roll", "retract", "roll", "retract"]
