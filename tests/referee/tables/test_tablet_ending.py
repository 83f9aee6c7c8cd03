"""The end of a game at the table: the count, everybody's agreement, the result, and the table's next game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.referee.support.cup import Cup
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import seated_table
from tests.referee.support.tablets import Table, new_table, tablet, throw


def test_a_tables_device_goes_on_to_the_tables_next_game_once_its_own_is_over_and_nowhere_else(cup: Cup) -> None:
    world = cup.world
    here, there = cup.tables[1, 1], cup.tables[2, 1]
    device = world.token("goes-on", table=here)
    path = f"/tables/{here}/next"
    assert world.ask("GET", path, device).get_json()["table_id"] is None  # its seating is not public yet
    begun = world.ask("POST", f"/rounds/{cup.rounds[2]}/clock", json={"kind": "start"})
    assert begun.status_code == 200, begun.get_data(as_text=True)
    shown = world.ask("GET", path, device).get_json()
    assert (shown["table_id"], shown["round"], shown["open"]) == (there, 2, False)
    assert len(shown["players"]) == 4
    assert world.ask("POST", path, device).status_code == 404
    assert cup.enter(1, 1, points=cup.rows(1, 1, 4, 3, 2, 1)).status_code == 200
    moved = world.ask("POST", path, device)
    assert moved.get_json().get("table_id") == there, moved.get_data(as_text=True)
    report = {"client_id": "moved-0001", "base": 0, "report": {"type": "roll", "player": "A", "dice": [1, 2]}}
    assert world.ask("POST", f"/tables/{there}/entries", device, json=report).status_code == 201
    assert world.ask("POST", f"/tables/{here}/entries", device, json=report).status_code == 403


def test_a_bound_tablet_counts_has_everybody_agree_and_enters_the_result(browser: Browser, service: Running) -> None:
    table = seated_table(service)
    table.post_elsewhere({"type": "roll", "player": "A", "dice": [1, 2]})
    table.post_elsewhere({"type": "buy", "player": "A"})
    table.post_elsewhere({"type": "time_up"})
    table.post_elsewhere({"type": "roll", "player": "B", "dice": [5, 5]})
    with tablet(browser, table, table.bind_device()) as opened:
        page = opened.page
        agree = page.locator('[data-test="agree"]')
        for seat in "ABCD":
            expect(agree).to_be_disabled()
            page.locator(f'[data-count="{seat}"]').tap()
            count = page.locator(f'[data-test="count"][data-seat="{seat}"]')
            if seat == "A":
                expect(count).to_contain_text("Baltic Avenue$60")
                expect(count).to_contain_text("Cash$1,440")
            if seat == "B":
                signs(page, count.locator('[data-test="signature"]'))
            page.locator(f'[data-sign="{seat}"]').tap()
            page.locator("dialog .close").tap()
            expect(page.locator(f'[data-count="{seat}"]')).to_have_attribute("data-agreed", "yes")
        agree.tap()
        expect(page.locator('[data-due="over"] .note')).to_be_visible()
    (version,) = service.ask("GET", f"/api/v1/tables/{table.id}/results").json["versions"]
    assert version["entered_by"] == "Tablet"
    assert "Player 1" in version["note"]
    (signed,) = [each for each in version["players"] if each["signature"]]
    assert signed["signature"].count("M") == 1
    assert signed["signature"].count("L") >= 4
    page_of_result = service.ask("GET", f"/events/{table.event}/tables/{table.id}/result").body.decode()
    assert f'<path d="{signed["signature"]}"/>' in page_of_result


def signs(page: Page, pad: Locator) -> None:
    """Sign for a player by drawing something."""
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(box["x"] + 20 + 15 * step, box["y"] + 20 + 9 * (step % 2))
    page.mouse.up()
    assert pad.bounding_box() == box  # the page does not scroll under the finger


@pytest.mark.parametrize(
    "path", ["M1 1", "L1 1L2 2", "M300 1L2 2", "M1 100L2 2", "M1 1L2 2<script>", "M1 1" + "L2 2" * 1500]
)
def test_what_is_no_signature_or_of_nobody_at_the_table_is_refused(cup: Cup, path: str) -> None:
    here = f"/tables/{cup.tables[1, 1]}/results"
    refused = cup.world.ask("POST", here, json={"version": 0, "log": {"signatures": {"A": path}, "anyway": True}})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "invalid")
    stranger = {"version": 0, "note": "x", "log": {"signatures": {"Z": "M1 1L2 2"}, "anyway": True}}
    assert cup.world.ask("POST", here, json=stranger).status_code == 422


def test_a_tablet_left_in_the_last_round_says_by_itself_where_the_table_goes_on(
    browser: Browser, service: Running
) -> None:
    table = seated_table(service)
    device = table.bind_device()
    with tablet(browser, table, device) as opened:
        page = opened.page
        expect(page.locator('[data-due="roll"]')).to_be_visible()
        expect(page.locator('[data-test="next"]')).to_have_count(0)
        rows = [{"player": each, "place": place, "points": "1"} for place, each in enumerate(players(table), 1)]
        response = service.ask("POST", f"/api/v1/tables/{table.id}/results", {"version": 0, "points": rows})
        assert response.status == 200, response
        path = f"/api/v1/events/{table.event}/rounds"
        second = service.ask("GET", path).json["rows"][1]["id"]
        following = service.ask("GET", f"/api/v1/rounds/{second}/tables").json["rows"][0]["id"]
        page.reload()
        expect(page.locator('[data-test="next"]')).to_contain_text("Player 1")
        page.route("**/entries?*", lambda route: route.abort())
        throw(page, 1, 2)  # still waiting; it is sent before the tablet goes on
        expect(page.locator(".link.waiting")).to_be_visible()
        page.unroute("**/entries?*")
        page.locator('[data-test="go-next"]').tap()
        page.wait_for_url(f"**/tables/{following}")
        expect(page.locator('[data-test="who-sits"]')).to_contain_text("Player 1")
    assert [entry["report"]["dice"] for entry in table.entries()] == [[1, 2]]


def players(table: Table) -> list[str]:
    results = table.service.ask("GET", f"/api/v1/tables/{table.id}/results").json
    return [each["player"] for each in results["seats"]]


def test_before_the_first_report_the_page_says_who_should_sit_there(browser: Browser, service: Running) -> None:
    table = new_table(service, names={"A": "Ann", "B": "Ben", "C": "Cho", "D": "Dai"})
    with tablet(browser, table) as opened:
        expect(opened.page.locator('[data-test="who-sits"]')).to_contain_text("Ann, Ben, Cho, Dai")
