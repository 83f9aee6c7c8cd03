"""The page of the floor plan in a real browser: by pointer, touch and keyboard, on a phone and at a desk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.demo_site import Site, demo_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with demo_site(tmp_path_factory.mktemp("floor")) as running_site:
        yield running_site


def things(site: Site) -> list[dict[str, Any]]:
    """What is placed in the demo's hall."""
    found: list[dict[str, Any]] = site.ask("organizer", "GET", f"/events/{site.event}/floor")["things"]
    return found


def placed(page: Page) -> dict[str, tuple[int, int]]:
    """Where everything is on the page, before it is saved: tables by their numbers."""
    found = json.loads(page.locator("input[name=things]").input_value())
    return {str(each["number"] or each["kind"]): (each["column"], each["row"]) for each in found}


def middle(page: Page, name: str) -> tuple[float, float]:
    """The middle of a thing on the screen."""
    box = page.get_by_role("button", name=name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_tables_are_placed_by_pointer_touch_and_keyboard(browser: Browser, site: Site, size: str) -> None:
    site.ask("organizer", "PUT", f"/events/{site.event}/floor", {"things": []})
    with visit(browser, site.address, size, site.cookies["organizer"]) as (page, faults, width):
        page.goto(f"/events/{site.event}/floor")
        page.get_by_label("Rows of tables").fill("2")
        page.get_by_label("Tables in each row").fill("2")
        page.get_by_role("button", name="Place them in rows").click()
        expect(page.locator(".grid .table")).to_have_count(4)
        assert accessibility_violations(page) == [] and page_width(page) == width
        first, told = page.get_by_role("button", name="Table 1: "), page.locator("#placed")
        # By touch: a tap on a thing, then one on its place.
        first.tap()
        expect(first).to_have_attribute("aria-pressed", "true")
        page.locator(".grid").tap(position={"x": 3 * 48 + 20, "y": 3 * 48 + 20})
        expect(told).to_have_text("Table 1: column 4, row 4")
        # By keyboard; a place that is taken is not taken again.
        first.press("ArrowLeft")
        first.press("ArrowDown")
        expect(told).to_have_text("Something stands there already.")
        assert placed(page)["1"] == (2, 3) and placed(page)["4"] == (2, 4)
        # By dragging.
        page.locator(".ground").scroll_into_view_if_needed()
        x, y = middle(page, "Table 3: ")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 48, y + 10, steps=5)
        page.mouse.move(x + 48, y + 48, steps=5)
        page.mouse.up()
        expect(told).to_have_text("Table 3: column 2, row 6")
        # One more, one away, one with another number.
        page.get_by_role("button", name="＋ Table").click()
        page.get_by_label("Number of the table").fill("17")
        expect(page.get_by_role("button", name="Table 17: ")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Table 2: ").press("Delete")
        expect(told).to_have_text("Table 2 was removed.")
        assert accessibility_violations(page) == []
        page.get_by_role("button", name="Save the floor plan").click()
        expect(page.locator("#placed")).to_be_empty()
        kept = {each["number"]: (each["column"], each["row"]) for each in things(site) if each["number"]}
        assert kept.keys() == {1, 3, 4, 17} and (kept[1], kept[3]) == ((2, 3), (1, 5))
        assert not faults


def test_the_seat_finder_marks_the_table_as_one_types(browser: Browser, site: Site) -> None:
    people = site.service.ask("GET", f"/p/{site.event}/seats.json").json["people"]
    one = people[0]
    (table,) = (each["table"] for each in one["places"] if each["now"])
    things = [{"kind": "table", "column": number, "row": 0, "number": number} for number in range(1, 5)]
    site.ask("organizer", "PUT", f"/events/{site.event}/floor", {"things": things})
    with visit(browser, site.address, "phone") as (page, faults, width):
        page.goto(f"/p/{site.event}/seats")
        for _ in range(500):  # public pages may be a second old
            if not page.locator("svg.floor", has_text="17").count():
                break
            page.reload()
        expect(page.locator("svg.floor")).to_be_visible()
        page.locator("#name").fill(one["name"])
        expect(page.locator("svg.floor .marked")).to_have_text(str(table))
        expect(page.locator("#marked")).to_have_text(f"Table {table} is marked on the plan.")
        assert accessibility_violations(page) == [] and page_width(page) == width
        page.locator("#name").fill("")
        expect(page.locator("svg.floor .marked")).to_have_count(0)
        assert not faults
