"""A real browser: Debian's Chromium, driven over its own wire, with a fresh profile each time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.referee.support.running import PATIENCE

PROGRAMS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
"""Chromium without its own windows, which costs a third less; else the whole of it."""
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"tablet": (1280, 800), "phone": (390, 844)}
"""Width and height of what the pages are looked at with, in CSS pixels."""
HELD = {**SIZES, "phone turned": (844, 390)}
"""And of what is held in the hand at a table."""
SMALLEST = 44
"""CSS pixels that whatever is tapped measures in both directions."""
TOO_SMALL = """smallest => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
    .filter(each => each.getClientRects().length && !each.closest("label.tick"))
    .map(each => [each.outerHTML, each.getBoundingClientRect()])
    .filter(([, box]) => box.width < smallest || box.height < smallest)
    .map(([shown, box]) => `${box.width} x ${box.height}: ${shown}`)"""

AXE = (Path(__file__).parents[2] / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text("utf-8")
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
# Nothing that is run here needs the style sheets, which would be loaded a second time for each look.
FIND = """rules => axe.run(document, {runOnly: rules, resultTypes: ["violations"], preload: false})
    .then(({violations}) => violations.flatMap(({id, nodes}) =>
        nodes.map(({failureSummary, html}) => `${id}: ${failureSummary} ${html}`)))"""


class Visit(NamedTuple):
    """A page open in a browser of its own, and what went wrong in it: errors, forbidden loads, requests elsewhere."""

    page: Page
    faults: list[str]
    width: int


def installed() -> bool:
    """Whether there is a browser."""
    return any(each.exists() for each in PROGRAMS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; ended with the block."""
    with sync_playwright() as playwright:
        program = next((each for each in PROGRAMS if each.exists()), PROGRAMS[-1])
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS, timeout=PATIENCE * 1000)
        try:
            yield browser
        finally:
            browser.close()


LOOKED_AGAIN = "An unknown error occurred when fetching the script"
"""The browser looks by itself whether a page's worker is still the newest, some time after the page was opened; it says
this when a test has taken the network away by then. A worker that is missing altogether shows in what it should keep.
"""


@contextmanager
def visit(browser: Browser, site: str, size: str, cookie: str = "") -> Iterator[Visit]:
    """A visitor to a site (``http://host:port``) who has nothing but a cookie, ``name=value``; reads English."""
    width, height = HELD[size]
    context = browser.new_context(
        base_url=site,
        locale="en-GB",
        viewport={"width": width, "height": height},
        is_mobile=True,
        has_touch=True,
    )
    context.set_default_timeout(PATIENCE * 1000)
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": site}])
    page = context.new_page()
    faults: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        # What the page's policy forbids is reported here too.
        if message.type in {"error", "warning"} and LOOKED_AGAIN not in message.text:
            faults.append(message.text)

    def on_request(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme != "data" and f"{parts.scheme}://{parts.netloc}" != site:
            faults.append(f"requested {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", on_request)
    try:
        yield Visit(page, faults, width)
    finally:
        context.close()


def too_small(page: Page) -> list[str]:
    """What can be tapped on a page and is smaller than a finger wants it."""
    return list(page.evaluate(TOO_SMALL, SMALLEST))


def wide(page: Page) -> int:
    """How wide a page is, with what one would have to scroll to, in CSS pixels."""
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


def barriers(page: Page, rules: dict[str, Any] = WCAG) -> list[str]:
    """What keeps somebody out of a page as it is shown, each with its element.  ``rules``: those of axe-core to run."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND, rules)
    return found + too_small(page)
