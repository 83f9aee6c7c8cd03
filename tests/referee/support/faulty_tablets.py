"""Tablets behind a wire that a test cuts, and what they and the log then show."""

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
"""What a browser takes away from pages without https."""
FULL = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value, key) {
    const request = put.call(this, value, key);
    if (this.name === "queue") this.transaction.abort();
    return request;
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
    question = page.locator(f'[data-test="held"][data-why="{why}"]')
    expect(question).to_be_visible()
    return question


def check(site: Site, table: Table, *reports: dict[str, Any]) -> None:
    """The log holds these reports, each once and in order, and verifies."""
    entries = table.entries()
    assert [each["report"] for each in entries] == list(reports)
    assert [each["seq"] for each in entries] == list(range(1, len(reports) + 1))
    assert len({each["client_id"] for each in entries}) == len(reports)
    assert table_findings(f"sqlite:///{site.database}", table.id) == []
