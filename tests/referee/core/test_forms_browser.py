"""Forms that respond while they are filled in, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from referee.core.pages.templates import folder

SITE = "http://forms.test/"
PAGE = """<!doctype html><title>-</title>
<form data-count><input name="worth_a"><input name="note"><p id="counted"></p><p id="sum" data-live>0</p></form>
<div data-due><select data-kind>
<option data-uses="player deed">auction</option><option data-uses="amount">tax</option></select>
<i data-field="player">player</i><i data-field="amount">amount</i></div>
<script type="module" src="/forms.js"></script>"""
COUNTED = '<p role="alert">Twice.</p><p id="sum" data-live>7</p>'


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with a form whose result is counted, and a row of what is due."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(SITE)
        if route.request.method == "POST":
            route.fulfill(body=COUNTED, content_type="text/html")
        elif name.endswith(".js"):
            body = (folder() / "static" / name).read_text("utf-8")
            route.fulfill(body=body, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    opened = browser.new_page()
    opened.route("**/*", serve)
    opened.goto(SITE)
    yield opened
    opened.close()


def test_a_result_is_counted_by_the_service_while_it_is_filled_in(page: Page) -> None:
    with page.expect_request(lambda request: request.method == "POST") as posted:
        page.fill("[name=worth_a]", "5")
    body = posted.value.post_data or ""
    assert 'name="action"\r\n\r\ncount\r\n' in body and 'name="worth_a"\r\n\r\n5\r\n' in body
    expect(page.locator("#sum")).to_have_text("7")
    expect(page.locator("#counted [role=alert]")).to_have_text("Twice.")


def test_a_row_of_what_is_due_shows_the_fields_of_its_kind(page: Page) -> None:
    player, amount = page.locator("[data-field=player]"), page.locator("[data-field=amount]")
    expect(player).to_be_visible()
    expect(amount).to_be_hidden()
    page.select_option("[data-kind]", "tax")
    expect(player).to_be_hidden()
    expect(amount).to_be_visible()


GRID = """<!doctype html><title>-</title><form method="post" action="/save" data-grid data-saving="{done} of {count}">
<input type="hidden" name="csrf_token" value="t">
<fieldset><input type="hidden" name="v_1" value="0"><input name="r_1_1"><select name="m_1">
<option value="">-</option></select></fieldset>
<fieldset><input type="hidden" name="v_2" value="0"><input name="r_2_1"></fieldset>
<fieldset><input type="hidden" name="v_3" value="2"><input name="r_3_1" value="900"></fieldset>
<button class="go">Save</button>
<p role="status" data-progress hidden><progress max="1" value="0"></progress><span></span></p>
</form><script type="module" src="/grid.js"></script>"""


def test_results_of_many_tables_are_saved_one_by_one_and_the_page_says_how_far_it_has_got(browser: Browser) -> None:
    posted: list[str] = []
    waiting: list[Route] = []

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(SITE)
        if route.request.method == "POST":
            posted.append(route.request.post_data or "")
            if len(posted) == 2:
                waiting.append(route)  # the second table takes its time
            else:
                route.fulfill(body="<p>Saved.</p>", content_type="text/html")
        elif name.endswith(".js"):
            body = (folder() / "static" / name).read_text("utf-8")
            route.fulfill(body=body, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(body=GRID, content_type="text/html")

    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(SITE)
    page.fill("[name=r_1_1]", "1500")
    page.fill("[name=r_2_1]", "1400")
    page.click("button")
    expect(page.get_by_role("status")).to_have_text("1 of 2")
    expect(page.locator("button")).to_be_disabled()
    waiting[0].fulfill(body="<p>Saved.</p>", content_type="text/html")
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert posted[:2] == ["csrf_token=t&v_1=0&r_1_1=1500&m_1=", "csrf_token=t&v_2=0&r_2_1=1400"]
    assert posted[2] == "csrf_token=t&v_1=0&r_1_1=1500&m_1=&v_2=0&r_2_1=1400&v_3=2&r_3_1=900", (
        "the unchanged one is left"
    )
    page.close()
