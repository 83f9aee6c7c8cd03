"""The story of an event, its pictures and the link previews of its pages, as spectators and other sites see them."""

from __future__ import annotations

import re
import time
from html import unescape
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import rulesets
from referee.core.language import text
from referee.pictures.board import GROUPS, SEATS
from referee.pictures.moment import HEIGHT, WIDTH
from rulesets.languages import LANGUAGES
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.played_day import PARTS, REPORTS, PlayedDay, played_day, whole_game
from tests.referee.support.running import PATIENCE, Running
from tests.test_design import STATIC

SVG = "{http://www.w3.org/2000/svg}"
PROPERTY = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


@pytest.fixture(scope="module")
def day(service: Running) -> PlayedDay:
    """A day on which one round is played and published, and a game of the next has begun."""
    played = played_day(service, "story-cup")
    played.play(1)
    played.log(2, 1, [{"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"}])
    return played


@pytest.fixture(scope="module")
def whole(service: Running) -> PlayedDay:
    """A day that is over, for tests that only read."""
    played = played_day(service, "whole-story-cup")
    played.play(1)
    played.play(2)
    return played


def read(page: Page, day: PlayedDay, path: str) -> None:
    """Open a page and wait until its plots are drawn."""
    page.goto(f"{day.path}{path}")
    if page.locator("#story-page").count():
        expect(page.locator("#story-page")).to_have_attribute("data-ready", "yes")


@pytest.mark.parametrize(
    ("size", "language", "scheme"), [("phone", "ja", "light"), ("tablet", "en", "dark"), ("phone turned", "zh", "dark")]
)
def test_the_story_of_a_tournament_is_accessible(
    browser: Browser, service: Running, whole: PlayedDay, size: str, language: str, scheme: Any
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", size) as opened:
        page = opened.page
        page.emulate_media(color_scheme=scheme)
        read(page, whole, f"/story?lang={language}")
        expect(page.get_by_role("heading", name=text(language, "story_luck"))).to_be_visible()
        expect(page.locator(".plot canvas")).to_have_count(1)
        for path in ("/story", "/players/7", "/versus?one=1&other=7", "/what-if", "/tables/1/1/at/20"):
            sign = "&" if "?" in path else "?"
            read(page, whole, f"{path}{sign}lang={language}")
            assert (accessibility_violations(page), page_width(page), opened.faults) == ([], opened.width, []), path


def test_spectators_pick_how_tables_end_and_see_who_goes_on(browser: Browser, service: Running, day: PlayedDay) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        page = opened.page
        read(page, day, "/story?lang=en")
        page.get_by_role("link", name="What if … choose").tap()
        last = page.locator("tbody tr").last
        name = last.locator("th").inner_text()
        assert last.locator(".state").count() == 0
        page.locator("label.pick", has_text=name).locator("select").select_option("1")
        page.locator("fieldset", has_text=name).get_by_role("checkbox").check()
        page.get_by_role("button", name="Show the resulting standings").tap()
        picked = page.locator("tbody tr", has_text=name)
        expect(picked.locator(".state")).to_have_text("advances")
        assert int(picked.locator("td").first.inner_text()) <= 4
        page.reload()  # the address holds all of it
        expect(picked.locator(".state")).to_have_text("advances")
        assert opened.faults == []


def test_the_pages_with_their_plots_weigh_less_than_200_kilobytes(
    browser: Browser, service: Running, day: PlayedDay
) -> None:
    for path in ("/story", "/players/1"):
        with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
            sizes: list[float] = []
            wire = opened.page.context.new_cdp_session(opened.page)
            wire.send("Network.enable")
            wire.on("Network.loadingFinished", lambda answer, sizes=sizes: sizes.append(answer["encodedDataLength"]))
            read(opened.page, day, path)
        assert 0 < sum(sizes) < 200_000


def body(day: PlayedDay, path: str, **headers: str) -> str:
    answer = day.service.ask("GET", f"{day.path}{path}", **{"Accept-Language": "zh", **headers})
    assert answer.status == 200, (path, answer.status)
    return answer.body.decode()


def shared(day: PlayedDay, path: str) -> dict[str, str]:
    """The metadata of a page for link previews."""
    return {name: unescape(content) for name, content in PROPERTY.findall(body(day, path))}


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/seats",
        "/standings",
        "/bracket",
        "/story",
        "/players/1",
        "/tables/1/1",
        "/tables/1/1/replay",
        "/tables/2/1",
        "/tables/2/2",
        "/tables/1/1/at/9",
    ],
)
def test_a_shared_link_has_a_picture_at_the_address_of_the_hall(day: PlayedDay, path: str) -> None:
    found = shared(day, path)
    home = day.done("GET", f"/events/{day.event}/public")["url"].removesuffix(day.path)
    assert found["og:url"].startswith(home + day.path) and found["og:image"].startswith(home + day.path)
    assert (found["og:locale"], found["twitter:card"]) == ("ja", "summary_large_image")  # the event's, not the reader's
    answer = day.service.ask("GET", found["og:image"].removeprefix(home))
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    with Image.open(BytesIO(answer.body)) as picture:
        assert picture.size == (WIDTH, HEIGHT) == (int(found["og:image:width"]), int(found["og:image:height"]))
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 5
    assert len(answer.body) < 100_000


def test_private_pages_are_not_told_to_whoever_shares_them(day: PlayedDay) -> None:
    player = day.done("GET", f"/events/{day.event}/players")["rows"][0]["id"]
    url = day.done("GET", f"/players/{player}/link")["url"]
    page = day.service.ask("GET", "/m/" + url.rpartition("/m/")[2]).body.decode()
    assert "og:" not in page and "<h1>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_moment_says_what_the_log_says(day: PlayedDay, language: str) -> None:
    seq = 30
    drawn = ElementTree.fromstring(body(day, f"/tables/1/1/at/{seq}.svg?lang={language}"))
    texts = [each.text or "" for each in drawn.iter(f"{SVG}text")]
    step = next(
        each
        for each in day.service.ask("GET", f"{day.path}/tables/1/1/replay.json?lang={language}").json["steps"]
        if each["seq"] == seq
    )
    header = day.header(1, 1)
    reports = map(rulesets.as_report, whole_game(header, REPORTS, seed=11)[:seq])
    record = rulesets.replay({**header, "record": "monopoly/1"}, reports)
    assert record.game is not None
    position = record.game.ruleset.position(record.game)
    assert step["told"].replace(" ", "") in "".join(texts).replace(" ", "")
    for each in position["players"].values():
        assert any(f"{each['cash']:,}" in one for one in texts)
    owners = [each["owner"] for each in position["deeds"].values()]
    letters = [each for each in texts if each in position["players"]]
    there = [seat for seat, each in position["players"].items() if not each["out"]]
    assert sorted(letters) == sorted([*owners, *there, *position["players"]])  # tabs, tokens, and the list of cash
    assert (drawn.get("width"), drawn.get("height")) == (str(WIDTH), str(HEIGHT))


def test_a_moment_is_seen_no_earlier_than_the_delay_allows(service: Running) -> None:
    day = played_day(service, "delayed-story-cup", delay_turns=1)
    day.log(1, 1, [{"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"}])
    ends = ("", ".svg", ".png")
    assert {day.service.ask("GET", f"{day.path}/tables/1/1/at/1{end}").status for end in ends} == {404}
    now = {"open": True, "address": "delayed-story-cup", "parts": PARTS}
    day.done("PUT", f"/events/{day.event}/public", now)
    until = time.monotonic() + PATIENCE
    while day.service.ask("GET", f"{day.path}/tables/1/1/at/2").status != 200:  # pages are a second old at most
        assert time.monotonic() < until
        time.sleep(0.1)
    assert {day.service.ask("GET", f"{day.path}/tables/1/1/at/2{end}").status for end in ends} == {200}
    for end in ("3", "3.svg", "0"):
        assert day.service.ask("GET", f"{day.path}/tables/1/1/at/{end}").status == 404


def test_pictures_are_drawn_in_the_colours_of_the_pages() -> None:
    parts = (STATIC / "parts.css").read_text("utf-8")
    for number, (fill, rim, ink) in enumerate(SEATS, 1):
        assert f".seat{number} {{ --fill: var(--{fill}); --rim: var(--{rim}); --on: var(--{ink}); }}" in parts
    for group, colour in GROUPS.items():
        assert f".{group} {{ --d: var(--{colour}); --od: var(--on-{colour}); }}" in parts
    assert len(SEATS) == parts.count("--fill:")
