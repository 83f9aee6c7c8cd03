"""The judge's tablet judges by itself: at once, whatever the network does; the server's answer confirms it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.referee.support.faulty_tablets import Site, buy, buys, check, open_tablet, roll, throws, unsent
from tests.referee.support.law import Alone, judges, judging
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table
from tests.referee.support.wire import wire
from tests.referee.tables.test_tablet_game import UNASKED, made, ruled, sample


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """A service whose pages judge, and the path of its database."""
    folder = tmp_path_factory.mktemp("law")
    with judging(folder) as started:
        yield started, str(folder / "data" / "referee.db")


@pytest.fixture
def site(service: tuple[Running, str]) -> Iterator[Site]:
    """The service behind a wire of the test's own."""
    with wire(service[0].port) as made:
        yield Site(*service, made)


def left_alone(route: Route) -> None:
    """What a request meets that nobody answers, as long as the page's routes are not taken away."""


def test_a_report_is_judged_before_the_server_has_answered(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        judges(page)
        page.route("**/api/v1/**", left_alone)
        throws(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        buys(page)
        throws(page, "B")
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Oriental Avenue")
        unsent(page, 3)
        assert table.entries() == []
        page.unroute("**/api/v1/**")  # lets those go on too that were held
        unsent(page, 0)
        expect(page.locator('main#panel[data-seq="3"]')).to_be_visible()
        judges(page)
    check(site, table, roll("A"), buy("A"), roll("B"))


def test_a_whole_game_without_a_network_is_judged_whole_and_logged_without_a_question(
    browser: Browser, site: Site
) -> None:
    header, reports, end = sample("championship-table.jsonl")
    table = made(site.service, header)
    logged = 0
    with open_tablet(browser, site, table) as opened:
        judges(opened.page)
        site.wire.cut()
        hand = Alone(opened.page, header)
        for report, accepted in reports:
            if not accepted or report["type"] in UNASKED:
                continue
            if report["type"] == "ruling":
                ruled(hand, report)
                hand.follow(report["apply"], {**report, "by": "Administrator"})
                logged += 1
            else:
                hand.report(report)
            logged += 1
        expect(opened.page.locator('[data-due="over"]')).to_be_visible()
        assert table.entries() == []
        site.wire.up = True
        unsent(opened.page, 0)
        judges(opened.page)
        expect(opened.page.locator('[data-test="held"], [data-test="refused"], [data-test="differs"]')).to_have_count(0)
    assert len(table.entries()) == logged >= 120
    assert table.position() == end
