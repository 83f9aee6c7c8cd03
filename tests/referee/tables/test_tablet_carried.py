"""A tablet carried to another table says which table is its own, and takes over the other one with one tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from tests.referee.support.browser import SIZES, page_width, small_tap_targets
from tests.referee.support.running import Running
from tests.referee.support.tablets import Table, new_table, tablet, throw

EN = words("en")


@pytest.fixture
def two(service: Running) -> tuple[Table, Table, str]:
    """Two tables of a running round, and the code that lies on the second one."""
    here = new_table(service, names={"A": "Ann", "B": "Ben", "C": "Cho", "D": "Dai"})
    names = {"A": "Eve", "B": "Fay", "C": "Gus", "D": "Hal"}
    body = {"number": here.number + 1, "ruleset": "jma-2006", "seats": list("ABCD"), "names": names}
    other = here._replace(id=service.made(f"/rounds/{here.round}/tables", **body)["id"], number=here.number + 1)
    assert service.ask("POST", f"/api/v1/rounds/{here.round}/clock", {"kind": "start"}).status == 200
    return here, other, service.made(f"/tables/{other.id}/code")["code"]


def test_a_carried_tablet_names_both_tables_and_takes_the_other_over_once_all_is_sent(
    browser: Browser, two: tuple[Table, Table, str]
) -> None:
    here, other, code = two
    with tablet(browser, here, here.bind_device()) as opened:
        page = opened.page
        answer = page.goto(other.page)
        assert answer is not None and answer.status == 403  # which no browser caches
        main = page.locator("main")
        for word in (f"table {here.number}", "Ann, Ben, Cho, Dai", f"table {other.number}", "Eve, Fay, Gus, Hal"):
            expect(main).to_contain_text(word)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert (small_tap_targets(page), page_width(page)) == ([], width)
        page.get_by_role("link", name=EN["carried_back"].format(number=here.number)).tap()
        page.locator("main#panel").wait_for()

        page.route("**/entries?*", lambda route: route.abort())
        throw(page, 1, 2)
        expect(page.locator(".link.waiting")).to_be_visible()
        page.goto(f"/t/{code}")
        take = page.get_by_role("button", name=EN["carried_take"].format(number=other.number))
        take.tap()
        expect(page.locator("#sending")).to_contain_text("1")
        assert here.entries() == []
        page.unroute("**/entries?*")
        page.wait_for_url(f"**{other.page}")
        page.locator("main#panel").wait_for()
        expect(page.locator('[data-test="who-sits"]')).to_contain_text("Eve, Fay, Gus, Hal")
        expect(page.locator('[data-test="elsewhere"]')).to_have_count(0)
    (entry,) = here.entries()
    assert (entry["report"]["dice"], entry["author"]) == ([1, 2], "Tablet")


def test_what_waits_for_a_judge_at_the_old_table_is_never_left_behind(
    browser: Browser, two: tuple[Table, Table, str]
) -> None:
    here, other, code = two
    with tablet(browser, here, here.bind_device()) as opened:
        page = opened.page
        page.route("**/entries?*", lambda route: route.abort())
        throw(page, 1, 2)
        expect(page.locator(".link.waiting")).to_be_visible()
        here.post_elsewhere(
            {"type": "roll", "player": "A", "dice": [3, 4]}
        )  # meanwhile somebody else reports at that table
        page.goto(f"/t/{code}")
        page.unroute("**/entries?*")
        page.get_by_role("button", name=EN["carried_take"].format(number=other.number)).tap()
        expect(page.locator("#sending")).to_have_text(EN["carried_unsent"].format(number=here.number, count=1))
        page.get_by_role("link", name=EN["carried_back"].format(number=here.number)).tap()
        expect(page.locator('[data-test="held"][data-why="outdated"]')).to_be_visible()


def test_of_a_round_that_is_not_public_no_names_are_told(browser: Browser, service: Running) -> None:
    here = new_table(service, names={"A": "Ann", "B": "Ben", "C": "Cho", "D": "Dai"})
    body = {"number": here.number + 1, "ruleset": "jma-2006", "seats": list("ABCD")}
    other = service.made(f"/rounds/{here.round}/tables", **body)["id"]
    with tablet(browser, here, here.bind_device()) as opened:
        opened.page.goto(f"/tables/{other}")
        main = opened.page.locator("main")
        expect(main).to_contain_text(f"table {here.number + 1}")
        expect(main).not_to_contain_text("Ann")


def test_a_tablet_cannot_take_over_a_table_of_another_event(browser: Browser, service: Running) -> None:
    here, other = new_table(service), new_table(service)
    with tablet(browser, here, here.bind_device()) as opened:
        opened.page.goto(other.page)
        expect(opened.page.locator("main")).not_to_contain_text(f"table {other.number}")
