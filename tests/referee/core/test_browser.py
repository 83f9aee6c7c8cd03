"""The pages in a real browser, on a tablet and a phone, against a real server process."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.support.browser import SIZES, Visit, accessibility_violations, page_width, small_tap_targets, visit
from tests.referee.support.running import Running, running

EN = words("en")
EVENT = "第31回モノポリー日本選手権 全国大会"
NAMES = {"A": "山田 太郎", "B": "佐藤 花子", "C": "Alexander Featherstonehaugh", "D": "小鳥遊 勘解由小路"}


class Site(NamedTuple):
    """A running service with an event: a round of two tables, the code of the first, a judge's private link."""

    service: Running
    address: str
    code: str
    link: str


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The service of all tests."""
    with running(tmp_path_factory.mktemp("browser")) as service:
        service.log_in()
        event = service.made("/events", name=EVENT)["id"]
        a_round = service.made(f"/events/{event}/rounds", number=1)["id"]
        header = {"ruleset": "jma-2006", "seats": list("ABCD")}
        table = service.made(f"/rounds/{a_round}/tables", number=1, names=NAMES, **header)["id"]
        service.made(f"/rounds/{a_round}/tables", number=2, **header)
        code = service.made(f"/tables/{table}/code")["code"]
        judge = service.made(f"/events/{event}/members", name="鈴木 一郎", role="judge")
        yield Site(service, f"http://127.0.0.1:{service.port}", code, judge["invitation"]["code"])


@pytest.fixture(params=SIZES)
def visitor(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Visit]:
    """A stranger's browser, on a tablet and on a phone; faults that a test does not clear from the list fail it."""
    with visit(browser, site.address, request.param) as opened:
        yield opened
        assert opened.faults == []


def fill(visitor: Visit, login: str, password: str) -> None:
    """Fill the log-in form, and send it."""
    visitor.page.get_by_label(EN["login_name"]).fill(login)
    visitor.page.get_by_label(EN["password"]).fill(password)
    visitor.page.get_by_role("button", name=EN["log_in"]).tap()


def test_the_first_account_logs_in_sees_the_event_and_logs_out(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto("/")
    fill(visitor, *site.service.first_account)
    event = page.locator("section", has=page.get_by_role("heading", name=EVENT))
    expect(event.get_by_role("heading", name="Round 1")).to_be_in_viewport()
    expect(event.get_by_role("row")).to_have_count(3)
    for name in NAMES.values():
        expect(event.get_by_text(name)).to_be_visible()
    page.get_by_role("button", name=EN["log_out"]).tap()
    expect(page.get_by_role("heading", name=EN["log_in"])).to_be_visible()
    page.goto("/")
    assert page.url == f"{site.address}/login"


def test_a_wrong_password_is_told_and_the_name_is_kept(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto("/login")
    login, _ = site.service.first_account
    fill(visitor, login, "not the password")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_label(EN["login_name"])).to_have_value(login)
    expect(page.get_by_label(EN["password"])).to_be_focused()
    assert "401" in visitor.faults.pop()


def test_a_device_is_bound_by_the_code_of_its_table_and_sees_that_table_only(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto(f"/t/{site.code}")
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(page.get_by_text(EVENT)).to_be_visible()
    page.get_by_role("button", name=EN["bind"]).tap()
    expect(page).to_have_url(re.compile("/tables/"))  # the page of its table
    expect(page.locator("#tablet")).to_contain_text(NAMES["A"])
    page.goto("/")
    expect(page.get_by_text(EN["tablet_of"].format(number=1))).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_text(NAMES["A"])).to_be_visible()
    page.get_by_role("button", name=EN["unbind"]).tap()
    page.get_by_role("button", name=EN["leaving_now"]).tap()  # it says first whether anything is unsent
    expect(page.get_by_role("heading", name=EN["log_in"])).to_be_visible()


def test_a_helper_comes_in_by_the_private_link(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto(f"/j/{site.link}")
    expect(page.get_by_text(EN["link_says"].format(roles=EN["role_judge"]))).to_be_visible()
    page.get_by_role("button", name=EN["come_in"]).tap()
    expect(page.get_by_role("heading", name=EN["desk"])).to_be_visible()  # the event that it is for
    page.goto("/")
    expect(page.get_by_text(EN["you_are"].format(name="鈴木 一郎"))).to_be_visible()
    expect(page.get_by_role("heading", name=EVENT)).to_be_visible()


def test_the_language_is_switched_and_stays(visitor: Visit) -> None:
    page = visitor.page
    page.goto("/login")
    for code, name in (("zh", "中文"), ("en", "English"), ("ja", "日本語")):
        page.get_by_role("link", name=name).tap()
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page.get_by_role("heading")).to_have_text(words(code)["log_in"])
    page.goto("/login")
    expect(page.get_by_role("heading")).to_have_text(words(code)["log_in"])


def test_everything_can_be_tapped_and_nothing_sticks_out_where_room_is_least(browser: Browser, site: Site) -> None:
    known = site.service.headers["Cookie"]
    paths = {"/login": "", f"/j/{site.link}": "", "/": known, f"/t/{site.code}": known, "/nowhere": known}
    for path, cookie in paths.items():
        with visit(browser, site.address, "phone", cookie) as visitor:
            for language in LANGUAGES:
                visitor.page.goto(f"{path}?lang={language}")
                assert small_tap_targets(visitor.page) == [], (path, language)
                assert page_width(visitor.page) <= visitor.width, (path, language)


@pytest.mark.parametrize("size", SIZES)
def test_an_edition_that_was_checked_is_read_and_corrected_on_every_device(
    browser: Browser, site: Site, size: str
) -> None:
    with visit(browser, site.address, size, site.service.headers["Cookie"]) as visitor:
        page = visitor.page
        for language in LANGUAGES:
            page.goto(f"/editions/new?lang={language}")
            page.locator("summary").first.click()
            page.locator("#go_income").fill("三つ")
            page.locator("button[value=check]").click()
            expect(page.locator("[role=alert] a[href='#go_income']")).to_be_visible()
            expect(page.locator("#go_income")).to_have_value("三つ")
            page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
            assert small_tap_targets(page) == [], language
            assert page_width(page) <= visitor.width, language
            assert accessibility_violations(page) == [], language
        assert [each for each in visitor.faults if "422" not in each] == []


def test_a_position_is_written_by_hand_on_a_phone_and_explained(browser: Browser, site: Site) -> None:
    with visit(browser, site.address, "phone", site.service.headers["Cookie"]) as visitor:
        page = visitor.page
        page.goto("/positions/new")
        amount, deck = page.locator("#due_1_amount"), page.locator("#due_1_deck")
        expect(amount).to_be_hidden()
        page.locator("#due_1_kind").select_option("draw")
        expect(deck).to_be_visible()
        page.locator("#due_1_kind").select_option("tax")
        expect(deck).to_be_hidden()
        page.locator("#due_1_player").select_option("1")
        amount.fill("1575")
        page.locator("#phase").select_option("turn")
        assert small_tap_targets(page) == []
        assert page_width(page) <= visitor.width
        page.get_by_role("button", name=EN["position_look"]).tap()
        expect(page.get_by_text(EN["explain_provisional"], exact=True)).to_be_visible()
        explained = page.url
        for language in LANGUAGES:
            page.goto(f"{explained}&lang={language}&kind=trade&who=A")
            assert small_tap_targets(page) == [], language
            assert page_width(page) <= visitor.width, language
        assert visitor.faults == []


def test_a_position_that_a_game_declares_is_read_and_corrected_on_a_phone(browser: Browser, site: Site) -> None:
    with visit(browser, site.address, "phone", site.service.headers["Cookie"]) as visitor:
        page = visitor.page
        cash = page.locator("[id='players.1.cash']")
        for language in LANGUAGES:
            page.goto(f"/positions/new?lang={language}")
            page.locator("#ruleset").select_option("city")
            page.locator("button[value=again]").first.tap()
            expect(cash).to_have_value("37.7M")
            cash.fill("三つ")
            page.locator("button[value=look]").tap()
            expect(page.locator("[role=alert] a[href='#players.1.cash']")).to_be_visible()
            expect(cash).to_have_value("三つ")
            page.evaluate("() => document.querySelectorAll('details').forEach(each => { each.open = true; })")
            assert small_tap_targets(page) == [], language
            assert page_width(page) <= visitor.width, language
            assert accessibility_violations(page) == [], language
        cash.fill("12.5M")
        page.locator("button[value=look]").tap()
        expect(page.locator("main")).to_contain_text("12.5M")
        assert [each for each in visitor.faults if "422" not in each] == []


SCROLLED = """async () => {
    const seen = new Set();
    for (let at = 0; at <= document.documentElement.scrollHeight; at += innerHeight / 2) {
        scrollTo(0, at);
        await new Promise(resolve => setTimeout(resolve, 50));
        for (const each of document.querySelectorAll(".opblock-summary-operation-id")) seen.add(each.textContent);
    }
    scrollTo(0, 0);
    return [...seen];
}"""
"""The operations seen while scrolling down: a long list is drawn only where it is visible."""


def test_the_description_of_the_interface_shows_every_operation(browser: Browser, site: Site) -> None:
    paths = json.loads(site.service.ask("GET", "/api/v1/openapi.json").body)["paths"]
    methods = [path[method] for path in paths.values() for method in path if method != "parameters"]
    operations = sorted(each["operationId"] for each in methods)
    with visit(browser, site.address, "tablet") as visitor:
        page = visitor.page
        page.goto("/api/docs")
        expect(page.locator(".opblock").first).to_be_visible()
        assert sorted({re.sub(r"\W", "", each) for each in page.evaluate(SCROLLED)}) == operations
        page.locator(".opblock-summary-control").first.tap()
        expect(page.get_by_role("button", name="Try it out")).to_be_visible()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page_width(page) <= width
        assert visitor.faults == []
