"""The judge's tablet when things go wrong: whatever breaks, the log holds each report once, in order."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.log.verify import table_findings
from tests.referee.service.browser import Visit
from tests.referee.service.running import PATIENCE, Running, running
from tests.referee.service.tablets import Table, new_table, tablet, throw
from tests.referee.service.wire import Wire, wire

PLAIN_HTTP = """
delete Navigator.prototype.serviceWorker; delete Navigator.prototype.locks; delete Navigator.prototype.storage;
delete Crypto.prototype.randomUUID;
"""
"""What a browser takes away from pages without https."""
FULL = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
    const asked = put.call(this, value, key);
    if (this.name === "queue") this.transaction.abort();
    return asked;
};
"""
"""What happens where the disk is full: the transaction is aborted."""
KEPT = """async () => {
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(part => part.href || part.src);
    const found = await Promise.all([location.href, ...parts].map(part => caches.match(part, { ignoreVary: true })));
    return found.every(Boolean);
}"""
"""Whether the worker has everything that the page is made of."""
OF_THE_NETWORK = ("Failed to load resource", "An unknown error occurred when fetching the script")
"""What the browser says about requests without an answer, or with one that is a problem, and about the worker's."""
ROLLS = {"A": [1, 2], "B": [2, 4], "C": [3, 5], "D": [4, 5]}
"""A first throw for each seat, to a lot that can be bought."""


class Site(NamedTuple):
    """A running service with its data in ``database``, and the wire to it that most tablets use."""

    service: Running
    database: str
    wire: Wire

    @property
    def address(self) -> str:
        """Where the wire begins."""
        return f"http://127.0.0.1:{self.wire.port}"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """The service of all tests, and the path of its database."""
    folder = tmp_path_factory.mktemp("tablets")
    with running(folder) as started:
        started.log_in()
        yield started, str(folder / "data" / "referee.db")


@pytest.fixture
def site(service: tuple[Running, str]) -> Iterator[Site]:
    """The service behind a wire of the test's own."""
    with wire(service[0].port) as made:
        yield Site(*service, made)


@contextmanager
def open_tablet(
    browser: Browser, site: Site, table: Table, token: str | None = None, script: str = ""
) -> Iterator[Visit]:
    """A tablet at the wire; whatever happens to the network, no script of the page may fail."""
    with tablet(browser, table, token, site=site.address, script=script) as opened:
        yield opened
        assert [each for each in opened.faults if not each.startswith(OF_THE_NETWORK)] == []


def roll(player: str) -> dict[str, Any]:
    """The first throw of a player, as it is logged."""
    return {"type": "roll", "player": player, "dice": ROLLS[player]}


def buy(player: str) -> dict[str, Any]:
    """A purchase, as it is logged."""
    return {"type": "buy", "player": player}


def throws(page: Page, player: str) -> None:
    """Tap the first throw of a player who is to throw."""
    throw(page, *ROLLS[player])


def buys(page: Page) -> None:
    """Tap the purchase of the lot that the last throw led to, judged or not."""
    page.locator('[data-test="buy-landed"], [data-due="buy_or_decline"] [data-test="buy"]').tap()


def unsent(page: Page, count: int) -> None:
    """Wait until the page says that so many reports are on their way."""
    text = f"{count} unsent" if count else "Connected"
    expect(page.locator('[data-test="connection"]')).to_contain_text(text)
    if not count:
        expect(page.locator(".link.waiting")).to_have_count(0)


def held(page: Page, why: str) -> Locator:
    """Wait until the page asks the judge, for a reason."""
    asked = page.locator(f'[data-test="held"][data-why="{why}"]')
    expect(asked).to_be_visible()
    return asked


def check(site: Site, table: Table, *reports: dict[str, Any]) -> None:
    """The log holds these reports, each once and in order, and verifies."""
    entries = table.entries()
    assert [each["report"] for each in entries] == list(reports)
    assert [each["seq"] for each in entries] == list(range(1, len(reports) + 1))
    assert len({each["client_id"] for each in entries}) == len(reports)
    assert table_findings(f"sqlite:///{site.database}", table.id) == []


def restart(service: Running) -> None:
    """Start the service again that was killed, at its port and with its data."""
    again = Running(service.out.parent, service.port)
    service.process = again.process
    service.wait()


def test_play_goes_on_without_a_network_and_is_logged_in_order_when_it_is_back(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bound(), PLAIN_HTTP) as opened:
        page = opened.page
        throws(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.cut()
        buys(page)
        expect(page.locator('[data-due="free"]')).to_be_visible()
        throws(page, "B")
        expect(page.locator('[data-test="buy-landed"]')).to_have_text("B buys Oriental Avenue for $100")
        buys(page)
        throw(page, 6, 6)
        page.locator('[data-test="take-out-last"]').tap()
        throws(page, "C")
        unsent(page, 4)
        site.wire.up = True
        unsent(page, 0)
        expect(page.locator('[data-due="buy_or_decline"]')).to_contain_text("Vermont Avenue")
    check(site, table, roll("A"), buy("A"), roll("B"), buy("B"), roll("C"))


def test_a_report_whose_answer_is_lost_is_logged_once_even_if_the_page_is_reloaded_then(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.losing = 2
        throws(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        assert site.wire.losing == 0
        unsent(page, 0)
        site.wire.lost.acquire()
        site.wire.lost.acquire()
        site.wire.losing = 1
        buys(page)
        assert site.wire.lost.acquire(timeout=PATIENCE)
        page.reload()
        throws(page, "B")
        unsent(page, 0)
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
    check(site, table, roll("A"), buy("A"), roll("B"))


def test_a_tab_closed_with_unsent_reports_sends_them_when_it_is_opened_again(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        buys(page)
        unsent(page, 2)
        page.close()
        site.wire.up = True
        page = page.context.new_page()
        page.goto(table.page)
        expect(page.locator('.recent [data-seq="2"]')).to_be_visible()
        unsent(page, 0)
    check(site, table, roll("A"), buy("A"))


def test_two_tabs_of_a_device_log_as_one_and_both_show_a_refusal(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        one = opened.page
        two = one.context.new_page()
        two.goto(table.page)
        throws(one, "A")
        buys(two)
        expect(one.locator('.recent [data-seq="2"]')).to_be_visible()
        site.wire.cut()
        throws(one, "B")
        buys(two)
        throws(one, "C")
        unsent(two, 3)
        two.locator('[data-seat="D"]').tap()
        two.locator('[data-test="buy"]').tap()
        unsent(one, 4)
        site.wire.up = True
        for page in (one, two):
            expect(page.locator('[data-test="refused"]')).to_be_visible()
            unsent(page, 0)
    check(site, table, roll("A"), buy("A"), roll("B"), buy("B"), roll("C"), buy("D"))


def test_when_another_tablet_has_logged_meanwhile_the_judge_decides(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with (
        open_tablet(browser, site, table, table.bound("Mine")) as opened,
        tablet(browser, table, table.bound("Theirs"), "phone") as other,
    ):
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        unsent(page, 1)
        throws(other.page, "A")
        expect(other.page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.wire.up = True
        asked = held(page, "outdated")
        expect(asked).to_contain_text("Theirs")
        asked.locator('[data-test="drop"]').tap()  # both saw the same throw
        buys(page)
        expect(other.page.locator('[data-due="roll"]')).to_be_visible()
        site.wire.cut()
        throws(page, "B")
        unsent(page, 1)
        between = {"type": "mortgage", "player": "A", "deeds": ["baltic_avenue"]}
        table.posted(between)
        site.wire.up = True
        held(page, "outdated").locator('[data-test="go-on"]').tap()
        expect(other.page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        unsent(page, 0)
    check(site, table, roll("A"), buy("A"), between, roll("B"))


def test_what_follows_a_refused_report_waits_for_the_judge(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        page.locator('[data-seat="D"]').tap()
        page.locator('[data-test="buy"]').tap()
        buys(page)
        page.locator('[data-seat="C"]').tap()
        throws(page, "C")
        unsent(page, 4)
        site.wire.up = True
        asked = held(page, "refused")
        assert len(table.entries()) == 2
        asked.get_by_role("listitem").filter(has_text="3 + 5").locator('[data-test="drop"]').tap()
        asked.locator('[data-test="go-on"]').tap()
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
        unsent(page, 0)
    check(site, table, roll("A"), buy("D"), buy("A"))
    assert [each["accepted"] for each in table.entries()] == [True, False, True]


def test_a_server_that_is_killed_and_started_again_gets_what_was_logged_meanwhile(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        throws(page, "A")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.service.stop(signal.SIGKILL)
        buys(page)
        throws(page, "B")
        unsent(page, 2)
        restart(site.service)
        expect(page.locator('.recent [data-seq="3"]')).to_be_visible()
        unsent(page, 0)
    check(site, table, roll("A"), buy("A"), roll("B"))


def test_a_log_that_a_restored_backup_has_made_shorter_is_told_and_gone_on_with(browser: Browser, site: Site) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        throws(page, "A")
        buys(page)
        throws(page, "B")
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
        site.service.stop(signal.SIGKILL)
        with closing(sqlite3.connect(site.database)) as database, database:
            database.execute("DELETE FROM entry WHERE table_id = ? AND seq > 2", [table.id])
            database.execute(
                "UPDATE game_table SET seq = 2, head = (SELECT hash FROM entry WHERE table_id = id AND entry.seq = 2)"
                " WHERE id = ?",
                [table.id],
            )
        buys(page)
        unsent(page, 1)
        restart(site.service)
        asked = held(page, "restored")
        expect(page.locator('.recent [data-seq="3"]')).to_have_count(0)
        asked.locator('[data-test="drop"]').tap()
        throws(page, "B")
        buys(page)
        expect(page.locator('.recent [data-seq="4"]')).to_be_visible()
        unsent(page, 0)
        with closing(sqlite3.connect(site.database)) as database:  # the page has told what it remembers
            noted = database.execute("SELECT seq FROM missing_head WHERE table_id = ?", [table.id]).fetchall()
        assert (3,) in noted
    check(site, table, roll("A"), buy("A"), roll("B"), buy("B"))


def test_without_room_to_keep_reports_the_judge_is_told_and_they_are_sent_all_the_same(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, script=FULL) as opened:
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        expect(page.get_by_text("This browser keeps nothing")).to_be_visible()
        buys(page)
        unsent(page, 2)
        site.wire.up = True
        expect(page.locator('.recent [data-seq="2"]')).to_be_visible()
        unsent(page, 0)
    check(site, table, roll("A"), buy("A"))


def test_reports_of_a_revoked_device_are_sent_by_the_next_one_only_under_its_own_name(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bound("First")) as opened:
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        unsent(page, 1)
        (device,) = site.service.ask("GET", f"/api/v1/tables/{table.id}/devices").json["rows"]
        assert site.service.ask("DELETE", f"/api/v1/devices/{device['id']}").status == 204
        site.wire.up = True
        held(page, "access").locator('[data-test="open-anew"]').tap()
        expect(page).to_have_url(f"{site.address}/login?next={table.page}")
        page.context.add_cookies([{"name": "referee", "value": table.bound("Second"), "url": site.address}])
        page.goto(table.page)
        asked = held(page, "author")
        expect(asked).to_contain_text("First")
        assert table.entries() == []
        asked.locator('[data-test="go-on"]').tap()
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
    check(site, table, roll("A"))
    assert [each["author"] for each in table.entries()] == ["Second"]


def test_unsent_reports_of_another_table_are_told_on_the_page_of_this_one(browser: Browser, site: Site) -> None:
    table, other = new_table(site.service), new_table(site.service)
    with open_tablet(browser, site, table) as opened:
        page = opened.page
        site.wire.cut()
        throws(page, "A")
        unsent(page, 1)
        page.close()
        site.wire.up = True
        page = page.context.new_page()
        page.goto(other.page)
        page.locator('[data-test="elsewhere"] a').tap()
        expect(page.locator('[data-due="buy_or_decline"]')).to_be_visible()
    check(site, table, roll("A"))
    check(site, other)


def test_the_page_begins_without_a_network_once_it_was_open_logs_and_sends_when_it_is_back(
    browser: Browser, site: Site
) -> None:
    table = new_table(site.service)
    with open_tablet(browser, site, table, table.bound()) as opened:
        page = opened.page
        throws(page, "A")
        buys(page)
        expect(page.locator('[data-due="roll"]')).to_be_visible()
        page.wait_for_function(KEPT)
        page.close()
        site.wire.cut()
        page = page.context.new_page()
        page.goto(f"{table.page}?lang=en")
        expect(page.locator(".player.turn")).to_have_attribute("aria-label", "B")
        throws(page, "B")
        buys(page)
        unsent(page, 2)
        site.wire.up = True
        unsent(page, 0)
        expect(page.locator('.recent [data-seq="4"]')).to_be_visible()
    check(site, table, roll("A"), buy("A"), roll("B"), buy("B"))
