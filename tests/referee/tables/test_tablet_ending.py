"""The end of a game at the table: the count, everybody's word, the result, and the table's next game."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.referee.support.cup import Cup
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import seated
from tests.referee.support.tablets import new_table, tablet


def test_a_tables_device_goes_on_to_the_tables_next_game_once_its_own_is_over_and_nowhere_else(cup: Cup) -> None:
    world = cup.world
    here, there = cup.tables[1, 1], cup.tables[2, 1]
    device = world.token("goes-on", table=here)
    path = f"/tables/{here}/next"
    assert world.ask("GET", path, device).get_json()["table_id"] is None  # its seating is nobody's to see yet
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
    table = seated(service)
    table.posted({"type": "roll", "player": "A", "dice": [1, 2]})
    table.posted({"type": "buy", "player": "A"})
    table.posted({"type": "time_up"})
    table.posted({"type": "roll", "player": "B", "dice": [5, 5]})
    with tablet(browser, table, table.bound()) as opened:
        page = opened.page
        page.locator('[data-test="enter-result"]').tap()
        count = page.locator('[data-test="count"]')
        expect(count).to_contain_text("Baltic Avenue$60")
        expect(count).to_contain_text("cash$1,440")
        agree = page.locator('[data-test="agree"]')
        for seat in "ABCD":
            expect(agree).to_be_disabled()
            page.locator(f'[data-sign="{seat}"]').tap()
        agree.tap()
        expect(page.locator('[data-due="over"] .note')).to_be_visible()
    (version,) = service.ask("GET", f"/api/v1/tables/{table.id}/results").json["versions"]
    assert version["entered_by"] == "Tablet"
    assert "Player 1" in version["note"]


def test_before_the_first_report_the_page_says_who_should_sit_there(browser: Browser, service: Running) -> None:
    table = new_table(service, names={"A": "Ann", "B": "Ben", "C": "Cho", "D": "Dai"})
    with tablet(browser, table) as opened:
        expect(opened.page.locator('[data-test="who-sits"]')).to_contain_text("Ann, Ben, Cho, Dai")
