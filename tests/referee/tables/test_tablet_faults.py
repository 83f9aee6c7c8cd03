"""The judge's tablet when things go wrong: whatever breaks, the log holds each report once and in order."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from tests.referee.support.faulty_tablets import (
    FULL_DISK,
    PAGE_IS_CACHED,
    PLAIN_HTTP,
    Site,
    buy,
    check_log,
    expect_held,
    expect_unsent,
    open_tablet,
    roll,
    tap_purchase,
    tap_throw,
)
from tests.referee.support.running import PATIENCE, Running, running, wait_until_free
from tests.referee.support.tablets import new_table, tablet, throw
from tests.referee.support.wire import wire


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """The service of all tests, and the path of its database."""
    folder = tmp_path_factory.mktemp("tablets")
    with running(folder) as started:
        started.log_in()
        yield started, str(folder / "data" / "referee.db")


@pytest.fixture
def site(service: tuple[Running, str]) -> Iterator[Site]:
    """The service behind a connection of the test's own."""
    with wire(service[0].port) as network:
        yield Site(*service, network)


def restart(service: Running) -> None:
    """Restart the service that was killed, on its port and with its data."""
    wait_until_free(service.port)
    again = Running(service.out.parent, service.port)
    service.process = again.process
    service.wait()


def test_play_goes_on_without_a_network_and_is_logged_in_order_when_it_is_back(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device(), PLAIN_HTTP) as opened:
        page = opened.page
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.cut()
        tap_purchase(page)
        expect(page.locator('[data-due="free"]')).to_be_visible()
        tap_throw(page, "B")
        expect(page.locator('[data-test="buy-landed"]')).to_have_text("B buys Oriental Avenue for $100")
        tap_purchase(page)
        throw(page, 6, 6)
        page.locator('[data-test="take-out-last"]').tap()
        tap_throw(page, "C")
        expect_unsent(page, 4)
        site.wire.up = True
        expect_unsent(page, 0)
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Vermont Avenue")
    check_log(site, table, roll("A"), buy("A"), roll("B"), buy("B"), roll("C"))


def test_a_report_whose_answer_is_lost_is_logged_once_even_if_the_page_is_reloaded_then(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.losing = 2
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        assert site.wire.losing == 0
        expect_unsent(page, 0)
        site.wire.lost.acquire()
        site.wire.lost.acquire()
        site.wire.losing = 1
        tap_purchase(page)
        assert site.wire.lost.acquire(timeout=PATIENCE)
        page.reload()
        tap_throw(page, "B")
        expect_unsent(page, 0)
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
    check_log(site, table, roll("A"), buy("A"), roll("B"))


def test_a_tab_closed_with_unsent_reports_sends_them_when_it_is_opened_again(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        tap_purchase(page)
        expect_unsent(page, 2)
        page.close()
        site.wire.up = True
        page = page.context.new_page()
        page.goto(table.page)
        expect(page.locator('.recent [data-seq="2"]')).to_be_visible()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"))


def test_two_tabs_of_a_device_log_as_one_and_both_show_a_refusal(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        one = opened.page
        two = one.context.new_page()
        two.goto(table.page)
        tap_throw(one, "A")
        tap_purchase(two)
        expect(one.locator('.recent [data-seq="2"]')).to_be_visible()
        site.wire.cut()
        tap_throw(one, "B")
        tap_purchase(two)
        tap_throw(one, "C")
        expect_unsent(two, 3)
        two.locator('[data-seat="D"]').tap()
        two.locator('[data-test="buy"]').tap()
        expect_unsent(one, 4)
        site.wire.up = True
        for page in (one, two):
            expect(page.locator('[data-test="refused"]')).to_be_visible()
            expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"), roll("B"), buy("B"), roll("C"), buy("D"))


def test_when_another_tablet_has_logged_meanwhile_the_judge_decides(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with (
        open_tablet(browser, site, table, table.bind_device("Mine")) as opened,
        tablet(browser, table, table.bind_device("Theirs"), "phone") as other,
    ):
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        expect_unsent(page, 1)
        tap_throw(other.page, "A")
        expect(other.page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.up = True
        expect(page.locator('[data-test="same"]')).to_contain_text("1 + 2")  # both saw the same throw
        expect_unsent(page, 0)
        tap_purchase(page)
        expect(other.page.locator('[data-due="roll"]')).to_be_visible()
        site.wire.cut()
        tap_throw(page, "B")
        expect_unsent(page, 1)
        between = {"type": "mortgage", "player": "A", "deeds": ["baltic_avenue"]}
        table.post_elsewhere(between)
        site.wire.up = True
        question = expect_held(page, "outdated")
        expect(question).to_contain_text(table.entries()[-1]["author"])
        question.locator('[data-test="go-on"]').tap()
        expect(other.page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"), between, roll("B"))


def test_what_follows_a_refused_report_waits_for_the_judge(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        page.locator('[data-seat="D"]').tap()
        page.locator('[data-test="buy"]').tap()
        tap_purchase(page)
        page.locator('[data-seat="C"]').tap()
        tap_throw(page, "C")
        expect_unsent(page, 4)
        site.wire.up = True
        question = expect_held(page, "refused")
        assert len(table.entries()) == 2
        question.get_by_role("listitem").filter(has_text="3 + 5").locator('[data-test="drop"]').tap()
        question.locator('[data-test="go-on"]').tap()
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("D"), buy("A"))
    assert [each["accepted"] for each in table.entries()] == [True, False, True]


def test_a_call_that_cannot_be_withdrawn_without_a_network_says_so_and_is_later(browser: Browser, site: Site) -> None:
    """Nothing was said, and the page's script failed."""
    table = new_table(site.service)
    site.service.made(f"/tables/{table.id}/calls", client_id="call-0001", kind="judge", about="rule")
    with open_tablet(browser, site, table, table.bind_device()) as opened:
        called = opened.page.locator('[data-test="called"]')
        expect(called).to_be_visible()
        site.wire.cut()
        called.get_by_role("button").tap()
        expect(called.get_by_role("alert")).to_be_visible()
        site.wire.up = True
        called.get_by_role("button").tap()
        expect(called).to_have_count(0)


def test_a_server_that_is_killed_and_started_again_gets_what_was_logged_meanwhile(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        tap_throw(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.service.stop(signal.SIGKILL)
        tap_purchase(page)
        tap_throw(page, "B")
        expect_unsent(page, 2)
        restart(site.service)
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"), roll("B"))


def test_a_log_that_a_restored_backup_has_made_shorter_is_told_and_gone_on_with(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        tap_throw(page, "A")
        tap_purchase(page)
        tap_throw(page, "B")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.service.stop(signal.SIGKILL)
        with closing(sqlite3.connect(site.database)) as database, database:
            database.execute("DELETE FROM entry WHERE table_id = ? AND seq > 2", [table.id])
            database.execute(
                "UPDATE game_table SET seq = 2, head = (SELECT hash FROM entry WHERE table_id = id AND entry.seq = 2)"
                " WHERE id = ?",
                [table.id],
            )
        tap_purchase(page)
        expect_unsent(page, 1)
        restart(site.service)
        question = expect_held(page, "restored")
        expect(page.locator('.recent [data-seq="3"]')).to_have_count(0)
        question.locator('[data-test="drop"]').tap()
        tap_throw(page, "B")
        tap_purchase(page)
        expect(page.locator('.recent [data-seq="4"]')).to_be_visible()
        expect_unsent(page, 0)
        with closing(sqlite3.connect(site.database)) as database:  # the page has reported the entries that it remembers
            noted = database.execute("SELECT seq FROM missing_head WHERE table_id = ?", [table.id]).fetchall()
        assert (3,) in noted
    check_log(site, table, roll("A"), buy("A"), roll("B"), buy("B"))


def test_without_room_to_keep_reports_the_judge_is_told_and_they_are_sent_all_the_same(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, script=FULL_DISK) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        expect(page.get_by_text("This browser stores nothing")).to_be_visible()
        tap_purchase(page)
        expect_unsent(page, 2)
        site.wire.up = True
        expect(page.locator('.recent [data-seq="2"]')).to_be_visible()
        expect_unsent(page, 0)
    check_log(site, table, roll("A"), buy("A"))


def test_reports_of_a_revoked_device_are_sent_by_the_next_one_only_under_its_own_name(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device("First")) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        expect_unsent(page, 1)
        (device,) = site.service.ask("GET", f"/api/v1/tables/{table.id}/devices").json["rows"]
        assert site.service.ask("DELETE", f"/api/v1/devices/{device['id']}").status == 204
        site.wire.up = True
        expect_held(page, "access").locator('[data-test="open-anew"]').tap()
        expect(page).to_have_url(f"{site.address}/login?next={table.page}")
        page.context.add_cookies([{"name": "referee", "value": table.bind_device("Second"), "url": site.address}])
        page.goto(table.page)
        question = expect_held(page, "author")
        expect(question).to_contain_text("First")
        assert table.entries() == []
        question.locator('[data-test="go-on"]').tap()
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
    check_log(site, table, roll("A"))
    assert [each["author"] for each in table.entries()] == ["Second"]


def test_unsent_reports_of_another_table_are_told_on_the_page_of_this_one(browser: Browser, site: Site) -> None:
    table, other = new_table(site.service), new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        tap_throw(page, "A")
        expect_unsent(page, 1)
        page.close()
        site.wire.up = True
        page = page.context.new_page()
        page.goto(other.page)
        page.locator('[data-test="elsewhere"] a').tap()
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
    check_log(site, table, roll("A"))
    check_log(site, other)


def test_the_page_begins_without_a_network_once_it_was_open_logs_and_sends_when_it_is_back(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bind_device()) as opened:
        page = opened.page
        tap_throw(page, "A")
        tap_purchase(page)
        expect(page.locator('[data-due="roll"]')).to_be_visible()
        page.wait_for_function(PAGE_IS_CACHED)
        page.close()
        site.wire.cut()
        page = page.context.new_page()
        page.goto(f"{table.page}?lang=en")
        expect(page.locator(".player.turn")).to_have_attribute("aria-label", "B")
        tap_throw(page, "B")
        tap_purchase(page)
        expect_unsent(page, 2)
        site.wire.up = True
        expect_unsent(page, 0)
        expect(page.locator('.recent [data-seq="4"]')).to_be_visible()
    check_log(site, table, roll("A"), buy("A"), roll("B"), buy("B"))
