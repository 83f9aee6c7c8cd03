"""The judge's tablet in every state it can show: accessible by axe-core (WCAG 2.2 AA), and what decides is in sight."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.referee.support import tablet_states
from tests.referee.support.browser import CONTRAST, WCAG, accessibility_violations, visit
from tests.referee.support.running import Running
from tests.referee.support.sight import SIZES, sight
from tests.referee.support.tablet_states import SCENES, SITUATIONS, Scene
from tests.referee.support.tablets import new_table

COLOURS = {390: ("light", WCAG), 1024: ("dark", CONTRAST)}
"""In which colours the page is checked at these widths, and by which rules; at 768 only what is in sight."""


@pytest.fixture(scope="module")
def page(service: Running, browser: Browser) -> Iterator[Page]:
    """A page for one table after another."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", service.headers["Cookie"]) as (page, _, _):
        yield page


def faults(page: Page, name: str) -> list[str]:
    """The accessibility faults of the page as it is, on a phone in light colours and on a tablet in dark ones; and the
    buttons that are next but out of sight at any size, or missing in one of the named situations.
    """
    found = []
    for width, height in SIZES:
        if width not in COLOURS and name not in SITUATIONS:
            continue
        page.set_viewport_size({"width": width, "height": height})
        if name in SITUATIONS:
            buttons, wrong = sight(page)
            found += [f"{width}: {each}" for each in wrong] + [f"{width}: nothing to tap"] * (not buttons)
        if width in COLOURS:
            colours, rules = COLOURS[width]
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            found += accessibility_violations(page, rules)
    return found


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.walk.__name__)
def test_everything_is_accessible_and_what_decides_is_in_sight(service: Running, page: Page, scene: Scene) -> None:
    table = new_table(service, **scene.header)
    page.goto(table.page)
    page.locator("main#panel").wait_for()
    found = {name: wrong for name in scene.walk(page, table) if (wrong := faults(page, name))}
    assert not found


def test_the_situations_are_named_and_each_is_walked_through() -> None:
    walked = re.findall(r'yield "([^"]+)"', inspect.getsource(tablet_states))
    assert len(walked) == len(set(walked))
    assert len(SITUATIONS) >= 40 and set(walked) >= SITUATIONS
