"""A real browser: Debian's Chromium, driven by Playwright, with a fresh profile each time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.programs import CHROMIUM
from tests.referee.support.running import PATIENCE

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
"""Width and height of the viewports in which pages are tested, in CSS pixels."""
HANDHELD_SIZES = {**SIZES, "phone turned": (844, 390)}
"""The viewports of handheld devices at a table."""
SMALLEST = 44
"""The minimum width and height of a tap target, in CSS pixels."""
TOO_SMALL = """smallest => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")]
    .filter(each => each.getClientRects().length && !each.closest("label.tick"))
    .map(each => [each.outerHTML, each.getBoundingClientRect()])
    .filter(([, box]) => box.width < smallest || box.height < smallest)
    .map(([shown, box]) => `${box.width} x ${box.height}: ${shown}`)"""

AXE = (Path(__file__).parents[2] / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text("utf-8")
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
# None of these rules needs the style sheets, and preloading would fetch them again for each check.
RUN_AXE = """rules => axe.run(document, {runOnly: rules, resultTypes: ["violations"], preload: false})
    .then(({violations}) => violations.flatMap(({id, nodes}) =>
        nodes.map(({failureSummary, html}) => `${id}: ${failureSummary} ${html}`)))"""


class Visit(NamedTuple):
    """A page open in its own browser context, with the faults seen in it: errors, CSP violations, foreign requests."""

    page: Page
    faults: list[str]
    width: int


def browser_program() -> Path:
    """The browser that is started."""
    return next((each for each in CHROMIUM if each.exists()), CHROMIUM[-1])


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """Start the browser, with these flags besides the usual ones, and close it at the end of the block."""
    with sync_playwright() as playwright:
        args = FLAGS + more
        browser = playwright.chromium.launch(executable_path=browser_program(), args=args, timeout=PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        try:
            yield browser
        finally:
            browser.close()


WORKER_UPDATE_FAILED = "An unknown error occurred when fetching the script"
"""The browser checks for an update of the service worker some time after a page was opened; if a test has cut the
network by then, it logs this.  A service worker that is missing altogether is noticed by what it should have cached.
"""


@contextmanager
def visit(browser: Browser, site: str, size: str, cookie: str = "") -> Iterator[Visit]:
    """Open a new browser context for a site (``http://host:port``), in English, with one cookie, ``name=value``."""
    width, height = HANDHELD_SIZES[size]
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
        # Violations of the content security policy are reported here too.
        if message.type in {"error", "warning"} and WORKER_UPDATE_FAILED not in message.text:
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


def small_tap_targets(page: Page) -> list[str]:
    """The tap targets on a page that are smaller than `SMALLEST`."""
    return list(page.evaluate(TOO_SMALL, SMALLEST))


RUN_TOGETHER = """() => [...document.querySelectorAll('a + a')].filter(each => {
    const before = each.previousElementSibling, between = each.previousSibling.textContent.trim();
    const [one, other] = [before, each].map(link => link.getBoundingClientRect());
    const inside = parseFloat(getComputedStyle(before).paddingRight) + parseFloat(getComputedStyle(each).paddingLeft);
    const together = one.top < other.bottom && other.top < one.bottom && Math.abs(other.left - one.right) + inside < 6;
    const underlined = getComputedStyle(each).textDecorationLine === 'underline';
    return other.width && (between === '' || between === before.textContent.trim()) && together && underlined;
}).map(each => `runs together: ${each.previousElementSibling.textContent} ${each.textContent}`)"""
"""The underlined links of a page that look like one with the link before them."""


def page_width(page: Page) -> int:
    """The full width of a page including what overflows, in CSS pixels."""
    return int(page.evaluate("() => document.documentElement.scrollWidth"))


def accessibility_violations(page: Page, rules: dict[str, Any] = WCAG) -> list[str]:
    """The accessibility violations on a page as shown, each with its element.  ``rules``: those of axe-core to run."""
    if not page.evaluate("() => 'axe' in window"):
        page.add_init_script(AXE)  # whatever it opens next has it, compiled already
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN_AXE, rules)
    return found + small_tap_targets(page) + list(page.evaluate(RUN_TOGETHER))
