"""Replacing a tablet: a phone that reads the code is told what is wrong, and one tap at the desk solves it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from referee.core.problems import texts
from tests.referee.support.browser import page_width, small_tap_targets, visit
from tests.referee.support.running import Running
from tests.referee.support.tablets import Table, new_table

EN = words("en")


@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_tablet_is_replaced_with_one_tap_at_the_desk(browser: Browser, service: Running, size: str) -> None:
    table: Table = new_table(service)
    site = f"http://127.0.0.1:{service.port}"
    code = service.made(f"/tables/{table.id}/code")["code"]
    service.made("/devices", code=code, label="iPad 3")
    with (
        visit(browser, site, size, service.headers["Cookie"]) as desk,
        visit(browser, site, "phone") as new,
    ):
        new.page.goto(f"/t/{code}")
        expect(new.page.get_by_role("alert")).to_contain_text(texts("en")["table_bound"]["title"])
        expect(new.page.get_by_role("alert")).to_contain_text("iPad 3")
        assert (small_tap_targets(new.page), page_width(new.page)) == ([], new.width)

        desk.page.goto(f"/events/{table.event}")
        desk.page.get_by_role("link", name=EN["tablets"], exact=True).tap()
        card = desk.page.locator(f"#table-{table.number}")
        expect(card).to_contain_text("iPad 3")
        desk.page.wait_for_load_state()
        assert (small_tap_targets(desk.page), page_width(desk.page)) == ([], desk.width)
        card.locator(".tablet summary").tap()  # it asks first
        expect(card).to_contain_text("nothing unsent")
        card.get_by_role("button", name=EN["tablet_end_ask"].format(name="iPad 3")).tap()
        expect(card).to_contain_text(EN["no_tablet"])

        new.page.get_by_role("button", name=EN["bind_again"]).tap()
        new.page.locator("main#panel").wait_for()

        card.get_by_role("button", name=EN["tablets_two"]).tap()
        expect(card).to_contain_text(EN["tablet_of"].format(number=table.number))
        with visit(browser, site, "phone") as second:
            second.page.goto(f"/t/{code}")
            second.page.get_by_role("button", name=EN["bind"]).tap()
            second.page.locator("main#panel").wait_for()
            assert second.faults == []
        desk.page.reload()
        card.locator("summary", has_text=EN["new_table_code"]).tap()
        card.get_by_role("button", name=EN["new_table_code"]).tap()
        expect(card).to_contain_text(EN["no_tablet"])
        assert desk.faults == []
