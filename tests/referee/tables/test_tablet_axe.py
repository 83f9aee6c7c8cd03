"""The judge's tablet in every state it can show: accessible by axe-core (WCAG 2.2 AA), and what decides is in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.referee.support.browser import accessibility_violations, visit
from tests.referee.support.running import Running
from tests.referee.support.sight import out_of_sight
from tests.referee.support.tablet_states import SCENES, Scene
from tests.referee.support.tablets import new_table

TABLET, UPRIGHT, PHONE = {"width": 1024, "height": 768}, {"width": 768, "height": 1024}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def page(service: Running, browser: Browser) -> Iterator[Page]:
    """A page for one table after another."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet", service.headers["Cookie"]) as (page, _, _):
        yield page


def faults(page: Page) -> list[str]:
    """The accessibility faults of the page as it is, on a phone in light colours and on a tablet in dark ones; and the
    buttons that decide but are out of sight at any size.
    """
    page.set_viewport_size(UPRIGHT)  # type: ignore[arg-type]
    found = [f"upright: {each}" for each in out_of_sight(page)]
    for size, colours in ((PHONE, "light"), (TABLET, "dark")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        found += [f"{size}: {each}" for each in out_of_sight(page)]
        found += accessibility_violations(page)
    return found


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.walk.__name__)
def test_everything_is_accessible_and_what_decides_is_in_sight(service: Running, page: Page, scene: Scene) -> None:
    table = new_table(service, **scene.header)
    page.goto(table.page)
    page.locator("main#panel").wait_for()
    found = {name: wrong for name in scene.walk(page, table) if (wrong := faults(page))}
    assert not found
