"""A day of nine held through the pages in a real browser, from an empty service to the archive that says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser_days.cafe import CafeDay
from tests.browser_days.check import check_archive
from tests.browser_days.day import BrowserDay
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.running import running

PHONE: ViewportSize = {"width": 390, "height": 844}


def fits(name: str, page: Page) -> None:
    """Check that a page is no wider than a phone."""
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size(PHONE)
    page.wait_for_function("most => document.documentElement.scrollWidth <= most", arg=PHONE["width"])
    assert page_width(page) <= PHONE["width"], name
    page.set_viewport_size(before)


@pytest.mark.slow
def test_a_day_of_nine_is_held_by_taps_and_its_archive_verified(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as service, visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        day = BrowserDay(opened.page, service, 9, fits)
        archive = day.hold(tmp_path)
        assert check_archive(archive) > 20
        assert "同じです" in day.verify(archive)
        assert opened.faults == []


MOST_TAPS = 60
"""What an evening may take one person, from the first page of a new service to the certificate."""


@pytest.mark.slow
def test_an_evening_of_nine_is_held_by_one_person_to_the_certificate(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as service, visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:

        def seen(name: str, page: Page) -> None:
            fits(name, page)
            page.evaluate("scrollTo(0, 0)")  # otherwise something may lie just under the rim
            assert accessibility_violations(page) == [], name

        day = CafeDay(opened.page, service, 9, seen)
        certificate = day.hold(tmp_path).read_bytes()
        assert certificate.startswith(b"%PDF")
        assert day.rounds == 3
        assert day.clicks < MOST_TAPS
        assert opened.faults == []
