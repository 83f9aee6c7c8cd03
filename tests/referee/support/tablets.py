"""Tables for browser tests: a table of a running service, and its page opened as a bound device or a person."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.referee.support.browser import Visit, visit
from tests.referee.support.running import Running

numbers = itertools.count(1)
NO_DEBOUNCE = """
const wait = window.setTimeout;
window.setTimeout = (work, ms, ...rest) => wait(work, ms === 400 || ms === 800 ? 0 : ms, ...rest);
"""
"""Removes the debounce after taps (`deaf.js`), for long games."""

DELAYED_ANSWERS = """const real = window.fetch;
window.fetch = async (address, ...more) => {
    const answer = await real(address, ...more);
    if (String(address).includes("/api/v1/")) await new Promise(resolve => setTimeout(resolve, %d));
    return answer;
};"""
"""Delays the answers to a page's API requests, by so many ms."""


class Table(NamedTuple):
    """A table of a service.  ``round``, ``event``: ids of those it belongs to; ``number``: its number in the hall."""

    service: Running
    id: str
    number: int
    round: str
    event: str

    @property
    def page(self) -> str:
        return f"/tables/{self.id}"

    def bind_device(self, label: str = "Tablet") -> str:
        """Bind a device to the table and return its token, the value of the cookie ``referee``.

        The first device creates a code; a second one uses the same code, which allows two."""
        code = f"/api/v1/tables/{self.id}/code"
        if self.service.ask("GET", code).status == 404:
            self.service.made(f"/tables/{self.id}/code")
        assert self.service.ask("PATCH", code, {"devices": 2}).status == 200
        code = self.service.ask("GET", code).json["code"]
        token: str = self.service.made("/devices", code=code, label=label)["token"]
        return token

    def entries(self) -> list[dict[str, Any]]:
        """All entries of its log, as the API returns them."""
        rows: list[dict[str, Any]] = []
        while True:
            answer = self.service.ask("GET", f"/api/v1/tables/{self.id}/entries?since={len(rows)}&limit=500")
            assert answer.status == 200, answer
            rows += answer.json["rows"]
            if len(rows) >= answer.json["seq"]:
                return rows

    def position(self) -> dict[str, Any]:
        """Its position after the last entry."""
        answer = self.service.ask("GET", f"/api/v1/tables/{self.id}/tablet")
        position: dict[str, Any] = answer.json["position"]
        return position

    def post_elsewhere(self, report: dict[str, Any], **more: str) -> dict[str, Any]:
        """Post a report there, with more fields if need be, bypassing the page, and return the entry."""
        base = len(self.entries())
        body = {"client_id": f"elsewhere-{self.number}-{base}", "base": base, "report": report, **more}
        entry: dict[str, Any] = self.service.made(f"/tables/{self.id}/entries", **body)
        return entry


def new_table(service: Running, **header: Any) -> Table:
    """Create a table in an event of its own, with four seats under jma-2006 unless the header says otherwise.

    The service must be logged in (``Running.log_in``).
    """
    number = next(numbers)
    event = service.made("/events", name=f"Event {number}")["id"]
    a_round = service.made(f"/events/{event}/rounds", number=1)["id"]
    body = {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"], **header}
    table = service.made(f"/rounds/{a_round}/tables", number=number, **body)["id"]
    return Table(service, table, number, a_round, event)


@contextmanager
def tablet(
    browser: Browser,
    table: Table,
    token: str | None = None,
    size: str = "tablet",
    site: str | None = None,
    script: str = "",
) -> Iterator[Visit]:
    """Open the page of a table in a browser context of its own, and wait until it is ready.

    ``token``: of the device or person at it (default: the administrator); ``site``: another address than the
    service's; ``script``: runs before the page's own scripts.
    """
    address = site or f"http://127.0.0.1:{table.service.port}"
    cookie = f"referee={token}" if token else table.service.headers["Cookie"]
    with visit(browser, address, size, cookie) as opened:
        if script:
            opened.page.context.add_init_script(script)
        opened.page.goto(table.page)
        opened.page.locator("main#panel").wait_for()
        yield opened


ONE_BY_ONE = 'localStorage.setItem("referee-one-die", "yes");'
"""A script that makes a device have the dice one after the other."""


def pair(one: int, two: int) -> str:
    """The selector of a throw on the dice pad."""
    return f'[data-pair="{min(one, two)}-{max(one, two)}"]'


def throw(page: Page, one: int, two: int, *, within: str = "main") -> None:
    """Tap a throw on the dice pad."""
    page.locator(f"{within} {pair(one, two)}").first.tap()
