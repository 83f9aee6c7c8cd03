"""Public pages in a real browser: a name found in three keystrokes, the projector offline, accessibility."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.core.language import words
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.hall import PLAN
from tests.referee.support.running import Running

EN = words("en")
NAMES = {
    "青木 一": "あおき はじめ",
    "佐藤 花": "さとう はな",
    "佐々木 実": "ささき みのる",
    "斎藤 光": "さいとう ひかる",
}
PEOPLE = [*NAMES.items(), *((f"選手 {number}", f"せんしゅ {number}") for number in range(5, 41))]


class Site(NamedTuple):
    """A running service with a public event.  ``public``: the path of its page; ``mine``: of a player's private one."""

    service: Running
    address: str
    event: str
    public: str
    mine: str


def done(service: Running, method: str, path: str, body: Any = None) -> Any:
    """Send a request that must succeed and return its answer."""
    answer = service.ask(method, f"/api/v1{path}", body)
    assert answer.status < 300, answer
    return answer.json


@pytest.fixture(scope="module")
def site(service: Running) -> Site:
    """A seated event with its first round running and one result published."""
    event = service.made("/events", name="春の大会")["id"]
    done(service, "PUT", f"/events/{event}/regulation", {"text": PLAN})
    ids = [service.made(f"/events/{event}/players", name=name, reading=how)["id"] for name, how in PEOPLE]
    drawn = service.made(f"/events/{event}/seatings", first_round=1)["id"]
    done(service, "POST", f"/seatings/{drawn}/publish")
    first = done(service, "GET", f"/events/{event}/rounds")["rows"][0]["id"]
    done(service, "POST", f"/rounds/{first}/clock", {"kind": "start"})
    service.made(f"/events/{event}/notices", text="昼休みは12時50分までです。")
    parts = ["seating", "standings", "bracket", "clock", "tables", "live"]
    address = f"cup-{event}"  # other modules have such an event at this service as well
    done(service, "PUT", f"/events/{event}/public", {"open": True, "address": address, "parts": parts})
    mine = done(service, "GET", f"/players/{ids[1]}/link")["url"].partition("/m/")[2]
    return Site(service, f"http://127.0.0.1:{service.port}", event, f"/p/{address}", f"/m/{mine}")


@pytest.mark.parametrize("typed", ["佐藤", "サト", "sat"])
def test_where_one_sits_is_found_with_three_keystrokes(browser: Browser, site: Site, typed: str) -> None:
    with visit(browser, site.address, "phone") as visitor:
        page = visitor.page
        with page.expect_response("**/seats.json"):
            page.goto(site.public)
        page.get_by_label(EN["public_where"]).press_sequentially(typed)
        rows = page.locator("#found > li")
        expect(rows.locator("b")).to_have_text(["佐藤 花"])
        expect(rows.locator(".now")).to_contain_text("Round 1: Table")
        assert visitor.faults == []


def test_the_projector_turns_its_pages_and_goes_on_without_a_network(browser: Browser, site: Site) -> None:
    with visit(browser, site.address, "tablet") as visitor:
        page = visitor.page
        page.clock.install()
        page.goto(f"{site.public}/screen?parts=seats&seconds=5&lang=en")
        title = page.locator("section[data-part=seats] .page")
        expect(title).to_have_text("1 / 2")
        seen = shown(page)
        page.context.set_offline(True)
        page.clock.run_for(5_000)
        expect(title).to_have_text("2 / 2")
        seen += shown(page)
        assert sorted(seen) == sorted(name for name, _ in PEOPLE)
        page.clock.run_for(60_000)
        expect(page.locator("#stale")).to_contain_text("No connection")
        assert shown(page)
        assert page_width(page) <= visitor.width


def shown(page: Page) -> list[str]:
    """The names that the projector shows."""
    return page.locator(".rows li:visible span").all_inner_texts()


def test_everything_is_accessible(browser: Browser, site: Site) -> None:
    open_to_all = [site.public + end for end in ("", "/seats", "/standings", "/bracket", "/tables/1/1", "/screen")]
    staff = [f"/events/{site.event}/public"]
    found: dict[str, list[str]] = {}
    with visit(browser, site.address, "phone", site.service.headers["Cookie"]) as visitor:
        for path in (*open_to_all, site.mine, *staff):
            for language, colours in (("en", "light"), ("ja", "dark"), ("zh", "light")):
                visitor.page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
                visitor.page.goto(f"{path}?lang={language}")
                faults = accessibility_violations(visitor.page)
                if page_width(visitor.page) > visitor.width:
                    faults.append("wider than a phone")
                if faults:
                    found[f"{path} {language}"] = faults
        assert visitor.faults == []
    assert not found


def test_what_is_printed_has_nothing_to_press_and_the_name_of_the_event(browser: Browser, site: Site) -> None:
    with visit(browser, site.address, "tablet") as visitor:
        page = visitor.page
        for end in ("", "/seats", "/standings", "/bracket", "/tables/1/1"):
            page.goto(f"{site.public}{end}?lang=ja")
            page.emulate_media(media="print")
            expect(page.locator(".rim .house")).to_be_visible()
            pressed = page.locator("button, input, nav, main > p > .button, .time-ring").locator("visible=true")
            assert pressed.count() == 0, (end, pressed.all_inner_texts())
            assert page_width(page) <= visitor.width
            page.emulate_media(media="screen")
        assert visitor.faults == []
