"""Tablets on a connection that a test can cut, and checks of what they and the log then show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from referee.log.verify import table_findings
from tests.referee.support.browser import Visit
from tests.referee.support.running import Running
from tests.referee.support.tablets import Table, tablet, throw
from tests.referee.support.wire import Wire

PLAIN_HTTP = """
delete Navigator.prototype.serviceWorker; delete Navigator.prototype.locks; delete Navigator.prototype.storage;
delete Crypto.prototype.randomUUID;
"""
"""Removes the features that browsers do not offer to pages without https."""
FULL_DISK = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    if (this.name === "queue") this.transaction.abort();
    return request;
};
"""
"""Simulates a full disk: the IndexedDB transaction is aborted."""
PAGE_IS_CACHED = """async () => {
    const parts = [...document.querySelectorAll("link[href], script[src]")].map(part => part.href || part.src);
    const found = await Promise.all([location.href, ...parts].map(part => caches.match(part, { ignoreVary: true })));
    return found.every(Boolean);
}"""
"""Whether the service worker has cached every part of the page."""
NETWORK_MESSAGES = ("Failed to load resource", "An unknown error occurred when fetching the script")
"""The browser's console messages about requests that failed or got an error, and about the service worker's script."""
ROLLS = {"A": [1, 2], "B": [2, 4], "C": [3, 5], "D": [4, 5]}
"""A first throw for each seat, to a lot that can be bought."""


class Site(NamedTuple):
    """A running service with its data in ``database``, and the wire to it through which most tablets connect."""

    service: Running
    database: str
    wire: Wire

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.wire.port}"


@contextmanager
def open_tablet(
    browser: Browser, site: Site, table: Table, token: str | None = None, script: str = ""
) -> Iterator[Visit]:
    """Open a tablet that connects through the wire; whatever happens to the network, no script of the page may fail."""
    with tablet(browser, table, token, site=site.address, script=script) as opened:
        yield opened
        assert [each for each in opened.faults if not each.startswith(NETWORK_MESSAGES)] == []


def roll(player: str) -> dict[str, Any]:
    """The report of a player's first throw."""
    return {"type": "roll", "player": player, "dice": ROLLS[player]}


def buy(player: str) -> dict[str, Any]:
    return {"type": "buy", "player": player}


def tap_throw(page: Page, player: str) -> None:
    """Tap a player's first throw."""
    throw(page, *ROLLS[player])


def tap_purchase(page: Page) -> None:
    """Tap the purchase of the lot just landed on, whether the throw has been judged or not."""
    page.locator('[data-test="buy-landed"], [data-due="buy_or_decline"] [data-test="buy"]').tap()


def expect_unsent(page: Page, count: int) -> None:
    """Wait until the page shows this number of unsent reports."""
    text = f"{count} unsent" if count else "Connected"
    expect(page.locator('[data-test="connection"]')).to_contain_text(text)
    if not count:
        expect(page.locator(".link.waiting")).to_have_count(0)


def expect_held(page: Page, why: str) -> Locator:
    """Wait until the page has stopped sending and asks the judge, for this reason."""
    question = page.locator(f'[data-test="held"][data-why="{why}"]')
    expect(question).to_be_visible()
    return question


def check_log(site: Site, table: Table, *reports: dict[str, Any]) -> None:
    """Check that the log holds exactly these reports in order, and that it verifies."""
    entries = table.entries()
    assert [each["report"] for each in entries] == list(reports)
    assert [each["seq"] for each in entries] == list(range(1, len(reports) + 1))
    assert len({each["client_id"] for each in entries}) == len(reports)
    assert table_findings(f"sqlite:///{site.database}", table.id) == []
