"""``python -m tests.browser_days 24 116``: hold days of these sizes, and print clicks, fields and seconds.

``--look FOLDER``: save pictures of the pages, at 390 and 1280 pixels.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser_days.check import check_archive
from tests.browser_days.day import BrowserDay
from tests.referee.support.browser import chromium, visit
from tests.referee.support.running import PATIENCE, running


def main() -> None:
    """Hold the days."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--look", type=Path)
    given = parser.parse_args()
    expect.set_options(timeout=PATIENCE * 1000)
    for players in given.players:
        with (
            tempfile.TemporaryDirectory() as folder,
            chromium() as browser,
            running(Path(folder)) as service,
            visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened,
        ):

            def look(name: str, page: Page, players: int = players) -> None:
                if given.look is None:
                    return
                given.look.mkdir(parents=True, exist_ok=True)
                for width in (390, 1280):
                    page.set_viewport_size({"width": width, "height": 844 if width == 390 else 800})
                    page.screenshot(path=given.look / f"{players}-{name}-{width}.png", full_page=True)

            began = time.monotonic()
            day = BrowserDay(opened.page, service, players, look)
            archive = day.hold(Path(folder))
            held = time.monotonic() - began
            files = check_archive(archive)
            assert "同じです" in day.verify(archive)
            assert opened.faults == [], opened.faults
            used = resource.getrusage(resource.RUSAGE_SELF)
            print(
                f"{players} players: {day.clicks} taps, {day.typed} fields, {held:.0f} s; archive of"
                f" {archive.stat().st_size} bytes, a changed digit found in each of {files} files;"
                f" {used.ru_utime + used.ru_stime:.0f} s of processor here",
                flush=True,
            )


if __name__ == "__main__":
    main()
