"""The judge's tablet judges by itself, at once, whatever the network does; the server's answer confirms it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.referee.support.browser import visit
from tests.referee.support.faulty_tablets import (
    NETWORK_MESSAGES,
    Site,
    buy,
    check_log,
    expect_unsent,
    open_tablet,
    roll,
    tap_purchase,
    tap_throw,
)
from tests.referee.support.law import DeviceHand, judging_service, wait_for_law
from tests.referee.support.running import Running
from tests.referee.support.tablets import new_table
from tests.referee.support.wire import wire
from tests.referee.tables.test_tablet_game import UNASKED, WATCHED, check_places, ruled, sample, table_of
from tests.referee.tables.test_tablet_load import MOST, counted

KEPT_FILES = 7
"""The worker, the law, and the files of the runtime."""
LAW_KEPT = """async wanted => {
    const registered = await navigator.serviceWorker.getRegistration("/law/");
    const kept = await (await caches.open("referee-tablet-1")).keys();
    const law = kept.filter(each => new URL(each.url).pathname.startsWith("/law/"));
    const needed = [location.pathname, "/help/tablet", "/static/pages.css"];
    const pages = needed.map(each => caches.match(location.origin + each));
    return Boolean(registered?.active && (await Promise.all(pages)).every(Boolean) && String(law.length) === wanted);
}"""
"""Whether everything that judging offline needs is cached, and the guide."""


BY_THE_SERVER = 40
"""So many reports of the championship game are judged by the server; the device judges the others, also the ruling."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """A service whose pages can judge, and the path of its database."""
    folder = tmp_path_factory.mktemp("law")
    with judging_service(folder) as started:
        yield started, str(folder / "data" / "referee.db")


@pytest.fixture
def site(service: tuple[Running, str]) -> Iterator[Site]:
    """The service behind a connection of the test's own."""
    with wire(service[0].port) as network:
        yield Site(*service, network)


NOT_YET = """
const Real = window.Worker;
window.Worker = class extends Real {
    postMessage(message) {
        if (message.begin) window.beginNow = () => super.postMessage(message);
        else super.postMessage(message);
    }
};"""
"""Keeps the law on the device from being loaded until the test says so."""


def left_alone(route: Route) -> None:
    """Leave a request unanswered until the page's routes are removed."""


def test_a_report_is_judged_before_the_server_has_answered_and_a_refusal_holds_nothing_up_until_the_two_differ(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    wrong = {"type": "bid", "player": "B", "amount": 10}

    def otherwise(route: Route) -> None:
        answered = route.fetch()
        entry = answered.json()
        entry["answer"]["events"][0]["dice"] = [6, 6]
        route.fulfill(response=answered, json=entry)

    with open_tablet(browser, site, table) as opened:
        page = opened.page
        wait_for_law(page)
        page.route("**/api/v1/**", left_alone)
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        tap_purchase(page)
        tap_throw(page, "B")
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Oriental Avenue")
        expect_unsent(page, 3)
        assert table.entries() == []
        page.unroute("**/api/v1/**")  # also lets the held requests continue
        expect_unsent(page, 0)
        expect(page.locator('main#panel[data-seq="3"]')).to_be_visible()
        wait_for_law(page)

        # Refused without a network: seen at once, and nobody is asked about what follows it.
        site.wire.cut()
        page.locator("details.typing summary").tap()
        page.locator('[data-test="typing"]').fill("B b10")
        page.locator('[data-test="typing"]').press("Enter")
        refused = page.locator('[data-test="refused"]')
        expect(refused).to_be_visible()
        refused.locator("button.go").tap()
        tap_purchase(page)
        expect(page.locator('[data-due="roll"][data-player="C"]')).to_be_visible()
        page.locator('[data-test="undo"]').tap()
        page.locator('[data-test="undo-now"], [data-due="buy_or_decline"]').first.wait_for()
        if page.locator('[data-test="undo-now"]').count():  # the report is no longer fresh
            page.locator('[data-test="undo-now"]').tap()
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        expect_unsent(page, 3)
        site.wire.up = True
        expect_unsent(page, 0)
        expect(page.locator('main#panel[data-seq="6"]')).to_be_visible()
        expect(page.locator('[data-test="held"], [data-test="refused"], [data-test="differs"]')).to_have_count(0)
        tap_purchase(page)
        expect(page.locator('main#panel[data-seq="7"]')).to_be_visible()

        # The server answers otherwise: that is shown and reported, and from then on only the server judges.
        page.route("**/entries?*", otherwise)
        tap_throw(page, "C")
        expect(page.locator('[data-test="differs"]')).to_contain_text("entry 8")
        expect(page.locator("main#panel")).to_have_attribute("data-law", "differs")
        page.unroute("**/entries?*")
        with page.expect_response(lambda answer: "/entries?" in answer.url):
            tap_purchase(page)
        expect(page.locator('main#panel[data-seq="9"]')).to_be_visible()
    taken_back = [wrong, buy("B"), {"type": "retract", "seq": 5}, buy("B")]
    check_log(site, table, roll("A"), buy("A"), roll("B"), *taken_back, roll("C"), buy("C"))
    noted = site.service.ask("GET", f"/api/v1/events/{table.event}/audit").json["rows"]
    (entry,) = [each for each in noted if each["action"] == "table.difference"]
    assert (entry["details"]["seq"], entry["target"]) == (8, f"table:{table.id}")


def test_a_championship_game_is_judged_by_the_server_then_without_a_network_and_logged_without_a_question(
    browser: Browser, site: Site
) -> None:
    header, reports, end = sample("championship-table.jsonl")
    table = table_of(site.service, header)
    logged = 0
    with open_tablet(browser, site, table, script=NOT_YET + WATCHED) as opened:
        page, judge = opened.page, opened.page.locator('[data-test="judge"]')
        page.set_viewport_size({"width": 1024, "height": 768})
        expect(judge).to_have_text("Server judges")
        expect(page.locator("main#panel")).to_have_attribute("data-law", "loading")
        hand = DeviceHand(page, header)
        for number, (report, accepted) in enumerate(reports):
            if number == BY_THE_SERVER:
                assert len(table.entries()) == logged
                site.wire.cut()
                expect(judge).to_have_text("Not judged yet")
                site.wire.up = True
                expect(judge).to_have_text("Server judges")
                page.evaluate("() => window.beginNow()")
                wait_for_law(page)
                expect(judge).to_have_text("Device judges")
                site.wire.cut()
                expect(page.locator(".link.away")).to_be_visible()
                expect(judge).to_have_text("Device judges")
            if not accepted or report["type"] in UNASKED:
                continue
            if report["type"] == "ruling":
                ruled(hand, report)
                hand.apply(report["apply"], {**report, "by": "Administrator"})
                logged += 1
            else:
                hand.report(report)
            logged += 1
        expect(page.locator('[data-due="over"]')).to_be_visible()
        check_places(page)
        assert len(table.entries()) < BY_THE_SERVER
        site.wire.up = True
        expect_unsent(page, 0)
        wait_for_law(page)
        expect(page.locator('[data-test="held"], [data-test="refused"], [data-test="differs"]')).to_have_count(0)
    entries = table.entries()
    assert len(entries) == logged >= 120
    assert [each["seq"] for each in entries if not each["accepted"]] == [
        each["seq"] - 1 for each in entries if each["report"]["type"] == "ruling"
    ]
    assert table.position() == end


@pytest.mark.parametrize("lacking", ["delete globalThis.WebAssembly", "delete globalThis.Worker"])
def test_a_device_that_cannot_judge_works_as_before(browser: Browser, site: Site, lacking: str) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, script=lacking) as opened:
        page = opened.page
        expect(page.locator("main#panel")).to_have_attribute("data-law", "failed")
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.cut()
        tap_purchase(page)
        expect(page.locator('[data-due="free"]')).to_be_visible()
        site.wire.up = True
        expect_unsent(page, 0)
        expect(page.locator('main#panel[data-seq="2"]')).to_be_visible()
    check_log(site, table, roll("A"), buy("A"))


def test_the_law_comes_after_the_page_works_and_judges_when_it_is_opened_again_without_a_network(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with visit(browser, site.address, "tablet", site.service.headers["Cookie"]) as opened:
        page, first = opened.page, list[float]()
        sizes = counted(page)

        def counting(route: Route) -> None:
            first.append(sum(sizes))
            route.continue_()

        page.route(f"{site.address}/law/**", counting)
        page.goto(table.page)
        wait_for_law(page)
        assert opened.faults == []
        assert 0 < first[0] < MOST
        page.unroute(f"{site.address}/law/**")
        tap_throw(page, "A")
        expect(page.locator('main#panel[data-seq="1"]')).to_be_visible()
        page.wait_for_function(LAW_KEPT, arg=str(KEPT_FILES))
        site.wire.cut()
        page.reload()
        wait_for_law(page)
        tap_purchase(page)
        expect(page.locator('main#panel[data-judged="2"]')).to_be_visible()  # while the law loads, the page may guess
        tap_throw(page, "B")
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Oriental Avenue")
        expect_unsent(page, 2)
        guide = page.context.new_page()
        guide.goto("/help/tablet#no-connection")
        expect(guide.locator("h2#no-connection")).to_be_in_viewport()
        guide.close()
        site.wire.up = True
        expect_unsent(page, 0)
        assert [each for each in opened.faults if not each.startswith(NETWORK_MESSAGES)] == []
    check_log(site, table, roll("A"), buy("A"), roll("B"))
