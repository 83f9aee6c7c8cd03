"""The final count on the tablet and on the players' own phones: what was agreed survives whatever happens to a page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import accessibility_violations, visit
from tests.referee.support.running import Running
from tests.referee.support.sight import SIZES
from tests.referee.support.tablet_states import seated_table
from tests.referee.support.tablets import Table, tablet


def counted_table(service: Running) -> Table:
    """A table whose game is over: A has bought and been paid, D never moved."""
    table = seated_table(service)
    for report in (
        {"type": "roll", "player": "A", "dice": [1, 2]},
        {"type": "buy", "player": "A"},
        {"type": "roll", "player": "B", "dice": [1, 2]},
        {"type": "pay", "player": "B", "to": "A"},
        {"type": "time_up"},
        {"type": "roll", "player": "C", "dice": [5, 5]},
    ):
        assert table.post_elsewhere(report)["answer"]["accepted"], report
    return table


def agree(page: Page, *seats: str) -> None:
    for seat in seats:
        page.locator(f'[data-count="{seat}"]').tap()
        page.locator(f'[data-sign="{seat}"].go').tap()
        page.locator("dialog .close").tap()
        expect(page.locator(f'[data-count="{seat}"]')).to_have_attribute("data-agreed", "yes")


def code_of(page: Page, seat: str) -> str:
    """The address in the code for a player's own phone, as the tablet shows it."""
    page.locator(f'[data-count="{seat}"]').tap()
    page.locator('[data-test="own-phone"]').tap()
    code = page.locator('[data-test="own-phone-code"]')
    expect(code.locator("svg")).to_be_visible()
    address = code.get_attribute("href") or ""
    page.locator("dialog .close").tap()
    return "/m/" + address.partition("/m/")[2]


def test_two_phones_and_the_tablet_confirm_a_count_and_the_result_is_entered(
    browser: Browser, service: Running
) -> None:
    table = counted_table(service)
    site = f"http://127.0.0.1:{service.port}"
    with tablet(browser, table, table.bind_device()) as opened:
        page = opened.page
        codes = {seat: code_of(page, seat) for seat in "BC"}
        for seat in "BC":
            with visit(browser, site, "phone") as phone:
                phone.page.goto(codes[seat])
                phone.page.locator('button[value="agree"]').tap()
                expect(phone.page.locator('[data-live="count"] .state.on')).to_be_visible()
                assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert accessibility_violations(phone.page) == []
        expect(page.locator('[data-count="B"]')).to_have_attribute("data-agreed", "yes")
        expect(page.locator('[data-count="C"]')).to_have_attribute("data-agreed", "yes")
        expect(page.locator('[data-test="agree"]')).to_be_disabled()
        agree(page, "A", "D")
        page.locator('[data-test="agree"]').tap()
        expect(page.locator('[data-due="over"] .note')).to_be_visible()
    (version,) = service.ask("GET", f"/api/v1/tables/{table.id}/results").json["versions"]
    assert "Player 1" in version["note"]


def test_what_was_agreed_survives_a_reload_and_is_seen_on_another_tablet(browser: Browser, service: Running) -> None:
    table = counted_table(service)
    one, other = table.bind_device("One"), table.bind_device("Other")
    with tablet(browser, table, one) as first, tablet(browser, table, other) as second:
        agree(first.page, "A")
        first.page.reload()
        expect(first.page.locator('[data-count="A"]')).to_have_attribute("data-agreed", "yes")
        expect(second.page.locator('[data-count="A"]')).to_have_attribute("data-agreed", "yes")
        agree(second.page, "B")
        expect(first.page.locator('[data-count="B"]')).to_have_attribute("data-agreed", "yes")


def test_what_is_agreed_without_a_network_is_kept_over_a_reload_and_sent_later(
    browser: Browser, service: Running
) -> None:
    table = counted_table(service)
    with tablet(browser, table, table.bind_device()) as opened:
        page = opened.page
        expect(page.locator("[data-count]")).to_have_count(4)
        page.route("**/count?*", lambda route: route.abort())
        agree(page, "A", "B")
        expect(page.locator('[data-test="count-unsent"]')).to_be_visible()
        expect(page.locator('[data-test="agree"]')).to_be_disabled()
        opened.page.reload()
        expect(page.locator('[data-agreed="yes"]')).to_have_count(2)
        for seat in "AB":
            expect(page.locator(f'[data-count="{seat}"]')).to_have_attribute("data-agreed", "yes")
        assert not any(each["agreed"] for each in count(service, table)["players"])
        page.unroute("**/count?*")
        expect(page.locator('[data-test="count-unsent"]')).to_have_count(0)
    assert {each["seat"] for each in count(service, table)["players"] if each["agreed"]} == {"A", "B"}


def count(service: Running, table: Table) -> Any:
    return service.ask("GET", f"/api/v1/tables/{table.id}/count").json


def test_cash_that_differs_names_the_entry_and_an_open_call_asks_for_a_reason(
    browser: Browser, service: Running
) -> None:
    table = counted_table(service)
    with tablet(browser, table, table.bind_device()) as opened:
        page = opened.page
        page.locator('[data-count="B"]').tap()
        page.locator('[data-test="cash"]').fill("１，５００")
        page.locator('[data-test="compare"]').tap()
        expect(page.locator('[data-test="difference"]')).to_contain_text("$4 more")
        expect(page.locator('[data-test="difference"] li').first).to_contain_text("4 (")
        page.locator('[data-test="cash"]').fill("1496")
        page.locator('[data-test="compare"]').tap()
        expect(page.locator('[data-test="difference"]')).to_have_count(0)
        page.locator("dialog .close").tap()
        agree(page, *"ABCD")
        enter = page.locator('[data-test="agree"]')
        expect(enter).to_be_enabled()
        call = {"client_id": "call-of-table", "kind": "judge", "about": "dispute", "text": "the rent"}
        assert service.ask("POST", f"/api/v1/tables/{table.id}/calls", call).status == 201
        expect(page.locator('[data-test="disputes"]')).to_contain_text("the rent")
        expect(enter).to_be_disabled()
        page.locator('[data-reason="count_settled"]').tap()
        enter.tap()
        expect(page.locator('[data-due="over"] .note')).to_be_visible()
    (version,) = service.ask("GET", f"/api/v1/tables/{table.id}/results").json["versions"]
    assert "the rent" in version["note"]
    assert "Settled at the table" in version["note"]


def test_a_sheet_fits_without_scrolling_sideways(browser: Browser, service: Running) -> None:
    table = counted_table(service)
    deeds = ["states_avenue", "north_carolina_avenue", "pennsylvania_railroad", "mediterranean_avenue", "boardwalk"]
    held = {deed: {"owner": "A", "mortgaged": deed == "states_avenue"} for deed in deeds}
    assert table.post_elsewhere({"type": "ruling", "set": {"deeds": held}, "reason": "x"})["answer"]["accepted"]
    with tablet(browser, table, table.bind_device()) as opened:
        page = opened.page
        page.locator('[data-count="A"]').tap()
        expect(page.locator(".count-sheet")).to_contain_text("mortgaged")
        dialog = page.locator("dialog.sheet")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("width => innerWidth === width", arg=width)
            assert dialog.evaluate("box => box.scrollWidth <= box.clientWidth")
            for row in page.locator(".count-sheet tr").all():
                cells = [cell.bounding_box() for cell in row.locator("td, th").all()]
                assert cells[0] and cells[1] and cells[0]["x"] + cells[0]["width"] <= cells[1]["x"] + 1
                assert cells[1]["x"] + cells[1]["width"] <= width
