"""What keeps people out of a page (WCAG 2.2 AA): what axe-core finds, and what is too small for a finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.referee.support.browser import too_small

AXE = (Path(__file__).parents[2] / "vendor" / "axe-core-4.14.1" / "axe.min.js").read_text("utf-8")
WCAG = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
# Nothing that is run here needs the style sheets, which would be loaded a second time for each look.
FIND = """rules => axe.run(document, {runOnly: rules, resultTypes: ["violations"], preload: false})
    .then(({violations}) => violations.flatMap(({id, nodes}) =>
        nodes.map(({failureSummary, html}) => `${id}: ${failureSummary} ${html}`)))"""


def barriers(page: Page, rules: dict[str, Any] = WCAG) -> list[str]:
    """What keeps somebody out of a page as it is shown, each with its element.  ``rules``: those of axe-core to run."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(FIND, rules)
    return found + too_small(page)
