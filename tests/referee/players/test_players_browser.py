"""The players' pages in a real browser: filtering as you type, check-in by taps, and room for fingers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.support.browser import SIZES, Visit, accessibility_violations, page_width, small_tap_targets, visit
from tests.referee.support.running import Running

JA = words("ja")
PLAYERS = (
    ("山田 太郎", "やまだ たろう"),
    ("小鳥遊 勘解由小路", "たかなし かでのこうじ"),
    ("佐藤 京子", "さとう きょうこ"),
    ("Alexander Featherstonehaugh-Cholmondeley", "Featherstonehaugh Alexander"),
)


class Site(NamedTuple):
    """A running service with an event and its players."""

    service: Running
    address: str
    event: str
    player: str


@pytest.fixture(scope="module")
def site(service: Running) -> Site:
    """An event of the service."""
    event = service.made("/events", name="第31回モノポリー日本選手権 全国大会")["id"]
    players = [service.made(f"/events/{event}/players", name=name, reading=reading) for name, reading in PLAYERS]
    return Site(service, f"http://127.0.0.1:{service.port}", event, players[0]["id"])


@pytest.fixture(params=SIZES)
def visitor(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Visit]:
    """Somebody of the staff, on a tablet and on a phone."""
    with visit(browser, site.address, request.param, site.service.headers["Cookie"]) as opened:
        yield opened
        assert opened.faults == []


def test_the_list_is_filtered_while_one_types_kanji_kana_or_latin_letters(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto(f"/events/{site.event}/players?lang=ja")
    for typed, count in (
        ("ｶﾃﾞﾉ", 1),
        ("takanashi", 1),
        ("kyoko", 1),
        ("やま", 1),
        ("featherst", 1),
        ("佐藤", 1),
        ("佐籐", 1),
        ("", 4),
    ):
        page.get_by_role("searchbox").fill(typed)
        expect(page.locator("#people tr:visible")).to_have_count(count)


def test_a_tap_checks_in_and_the_next_one_asks_first(visitor: Visit, site: Site) -> None:
    page = visitor.page
    page.goto(f"/events/{site.event}/check-in?lang=ja")
    page.get_by_role("searchbox").fill("yamada")
    rows = page.locator("#people li:visible")
    expect(rows).to_have_count(1)
    rows.get_by_role("button").tap()
    expect(rows.locator("a.person")).to_be_visible()
    expect(page.get_by_text("1 / 4")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("yamada")
    rows.locator("a.person").tap()
    page.get_by_role("link", name=JA["check_in_undo_not"]).tap()
    expect(page.get_by_text("1 / 4")).to_be_visible()
    rows.locator("a.person").tap()
    page.get_by_role("button", name=JA["check_in_undo"]).tap()
    expect(page.get_by_text("0 / 4")).to_be_visible()


def test_everything_can_be_tapped_and_nothing_sticks_out(browser: Browser, site: Site) -> None:
    event = f"/events/{site.event}"
    player = f"{event}/players/{site.player}"
    paths = (
        "/",
        f"{event}/players",
        player,
        f"{event}/players/import",
        f"{event}/players/take-over?source=register",
        f"{event}/check-in",
        f"{event}/regulation",
        f"{event}/regulation?look=jma-national-2005",
    )
    with visit(browser, site.address, "phone", site.service.headers["Cookie"]) as visitor:
        visitor.page.set_viewport_size({"width": 360, "height": 740})
        for path in paths:
            for language in LANGUAGES:
                visitor.page.goto(f"{path}{'&' if '?' in path else '?'}lang={language}")
                assert small_tap_targets(visitor.page) == [], (path, language)
                assert page_width(visitor.page) <= 360, (path, language)
        assert visitor.faults == []


ODD = (
    "第14回 会長杯,,,\r\nNo.,氏名,ふりがな,都道府県\r\n1,髙橋 誠,たかはし まこと,福岡\r\nx,,,\r\n合計,1名,,\r\n".encode(
        "cp932"
    )
)


@pytest.mark.parametrize("width", [390, 1280])
def test_what_was_found_in_a_list_is_shown_to_everybody(browser: Browser, site: Site, width: int) -> None:
    with visit(browser, site.address, "phone", site.service.headers["Cookie"]) as visitor:
        page = visitor.page
        page.set_viewport_size({"width": width, "height": 844})
        for language in LANGUAGES:
            known = words(language)
            page.goto(f"/events/{site.event}/players/import?lang={language}")
            page.get_by_label(known["players_import_file"]).set_input_files(
                {"name": "list.csv", "mimeType": "text/csv", "buffer": ODD}
            )
            page.get_by_role("button", name=known["players_import_look"]).click()
            expect(page.get_by_label("髙橋 誠")).to_be_checked()
            assert accessibility_violations(page) == [], (language, width)
            assert page_width(page) <= width, (language, width)
            page.get_by_label(known["players_import_heading"]).select_option("1")
            page.get_by_role("button", name=known["players_import_again"]).first.click()
            expect(page.locator("select#column_1")).to_have_value("-")
        assert visitor.faults == []
