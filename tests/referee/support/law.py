"""The law on the device: a service with the runtime installed, and pages that judge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import rulesets
from rulesets.reports import as_report
from tests import programs
from tests.referee.support.judges_hand import Hand, Report
from tests.referee.support.running import Running, running


class DeviceHand(Hand):
    """A hand at a page that judges on the device, even offline: it tracks the game itself instead of asking the API."""

    def __init__(self, page: Page, header: Report) -> None:
        super().__init__(page, "data-judged")
        self.game = rulesets.load(header["ruleset"]).start(
            header["seats"], header.get("edition"), header.get("options"), header.get("start"), header.get("names")
        )

    def report(self, report: Report) -> None:
        """Make a report by taps and apply it to the tracked game."""
        super().report(report)
        self.apply(report)

    def apply(self, *reports: Report) -> None:
        """Apply reports that were made at the page to the tracked game."""
        for report in reports:
            self.game = self.game.ruleset.judge(self.game, as_report(report)).game

    def table(self) -> dict[str, Any]:
        """The table's current state, from the tracked game."""
        ruleset = self.game.ruleset
        due = [{"entry": entry} for entry in ruleset.due(self.game)]
        return {"position": ruleset.position(self.game), "due": due}


@contextmanager
def judging_service(folder: Path) -> Iterator[Running]:
    """Run a service whose pages judge on the device, logged in as administrator.

    Skips the test if the runtime is missing and cannot be fetched.
    """
    with running(folder, REFEREE_RUNTIME=str(programs.runtime())) as started:
        started.log_in()
        yield started


def wait_for_law(page: Page) -> None:
    """Wait until a table's page is ready to judge on the device."""
    expect(page.locator("main#panel")).to_have_attribute("data-law", "ready")
