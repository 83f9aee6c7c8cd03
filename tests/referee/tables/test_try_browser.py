"""Playing on your own: a page for everybody that judges on the device and keeps the game in its address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.referee.support.browser import accessibility_violations, visit
from tests.referee.support.law import judging_service
from tests.referee.support.running import Running
from tests.referee.support.tablets import throw


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose pages can judge."""
    with judging_service(tmp_path_factory.mktemp("try")) as started:
        yield started


def test_anybody_plays_on_their_own_device_and_the_address_holds_the_game_but_no_move_that_is_not_legal(
    browser: Browser, service: Running
) -> None:
    site = f"http://127.0.0.1:{service.port}"
    with visit(browser, site, "phone") as opened:
        page = opened.page
        page.goto("/try")
        page.locator('[data-test="ruleset"]').select_option("jma-2006")
        page.locator('[data-test="seats"]').fill("3")
        page.locator('[data-test="begin"]').tap()
        requests: list[str] = []
        page.locator('[data-pair="1-1"]').first.wait_for()
        page.on("request", lambda request: requests.append(request.url))
        page.context.set_offline(True)
        throw(page, 1, 2)
        page.locator('[data-due="buy_or_decline"] [data-test="buy"]').tap()
        throw(page, 2, 4)
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Oriental Avenue")
        address = page.url
        moves = parse_qs(urlsplit(address).fragment)
        assert moves == {"ruleset": ["jma-2006"], "seats": ["A,B,C"], "moves": ["A 12\nA buy\nB 24"]}
        page.locator("nav.tabs button").nth(1).tap()
        page.locator("nav.tabs button").first.tap()
        assert requests == []
        page.context.set_offline(False)
        page.goto("/rules")
        page.goto(address.replace("/try#", "/try?lang=ja#"))
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("オリエンタル通り")
        page.goto("/try?lang=ja#ruleset=jma-2006&seats=A,B,C&moves=A+12%0AB+b10%0AA+buy")
        expect(page.locator('[data-test="left"]')).to_contain_text("2")
        expect(page.locator('[data-due="buy_or_decline"][data-player="A"]')).to_be_visible()
        page.locator("details.typing summary").tap()
        page.locator('[data-test="typing"]').fill("B 34")
        page.locator('[data-test="typing"]').press("Enter")
        refused = page.locator('[data-test="refused"]')
        expect(refused.get_by_role("link").first).to_have_attribute("href", "/rules/jma-2006/JMA/LAND-1")
        expect(page.locator('[data-due="buy_or_decline"][data-player="A"]')).to_be_visible()
        assert opened.faults == []


def test_a_question_is_played_on_and_taken_back_and_the_link_holds_it_as_it_does_the_time_of_a_timer(
    browser: Browser, service: Running
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        page = opened.page
        page.goto("/try")
        expect(page.locator('[data-test="ruleset"]')).to_have_value("classic-us")
        assert accessibility_violations(page) == []
        question = page.locator('[data-test="position"]').nth(1)  # houses run short, and two players want them
        words = question.inner_text()
        question.tap()
        expect(page.locator('[data-due="building"]')).to_be_visible()
        asked = page.locator('[data-test="question"]')
        expect(asked).to_contain_text(words)
        expect(asked.get_by_role("link")).to_have_attribute("href", re.compile("^/rules/"))
        expect(page.locator('[data-test="left"]')).to_have_count(0)
        page.locator("nav.tabs button").last.tap()
        moves = page.locator(".moves .line")
        expect(moves).to_have_count(2)
        expect(moves.last).to_contain_text("Oriental Avenue")
        page.locator("#tablet:not(.deaf)").wait_for()
        assert accessibility_violations(page) == []
        moves.first.locator('[data-test="back-to"]').tap()
        expect(moves).to_have_count(1)
        assert parse_qs(urlsplit(page.url).fragment)["moves"] == ["A build ori1"]
        link = page.url
        page.locator(".menu").tap()
        page.locator('[data-test="anew"]').tap()
        page.locator('[data-test="begin"]').tap()
        expect(asked).to_have_count(0)
        page.locator('[data-pair="1-1"]').first.wait_for()
        page.locator("#tablet:not(.deaf)").wait_for()
        page.keyboard.press("1")
        page.locator('[data-then="2"]').tap()  # the throw, and the purchase that it leads to
        expect(page.locator('[data-test="undo"]')).to_contain_text("buys")
        page.locator('[data-test="undo"]').tap()
        page.locator('[data-test="undo-now"], [data-due="roll"][data-player="A"]').first.wait_for()
        if page.locator('[data-test="undo-now"]').count():
            page.locator('[data-test="undo-now"]').tap()
        expect(page.locator('[data-due="roll"][data-player="A"]')).to_be_visible()
        assert "moves" not in parse_qs(urlsplit(page.url).fragment)
        page.goto(link)
        expect(page.locator('[data-due="building"]')).to_be_visible()
        expect(asked).to_contain_text(words)  # the link that is shared tells it, too
        page.locator(".menu").tap()
        page.locator('[data-test="anew"]').tap()
        page.locator('[data-test="ruleset"]').select_option("city")
        page.locator('[data-test="begin"]').tap()
        page.locator("nav.tabs button").nth(1).tap()
        page.locator('[data-side="take"] [data-seat="B"]').tap()
        page.locator('[data-test="open-talk"]').tap()
        countdown = page.locator('[data-test="trading"] [data-test="countdown"]')
        expect(countdown).to_have_attribute("data-over", "no")
        first = countdown.inner_text()
        expect(countdown).not_to_have_text(first)
        link, times = re.subn(r"(?<=@|0)[\d.]+$", "900.5", page.url)
        assert times == 1, page.url
        page.goto("/rules")
        page.goto(link)
        page.locator("nav.tabs button").nth(1).tap()
        expect(countdown).not_to_contain_text(re.compile(r"0:(50|49)"))
        expect(countdown).to_have_attribute("data-over", "no")
        assert opened.faults == []
