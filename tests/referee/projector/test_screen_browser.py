"""The screens in a real browser: every slide at every ratio, the remote, no network, video."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.referee.support.browser import page_width, small_tap_targets
from tests.referee.support.running import PATIENCE, running
from tests.referee.support.screens import Screens, screens

RATIOS = {"4:3": (1024, 768), "16:9": (1920, 1080), "16:10": (1280, 800), "21:9": (2560, 1080), "upright": (1080, 1920)}
LANGUAGE = {"4:3": "ja", "16:9": "zh", "16:10": "en", "21:9": "en", "upright": "ja"}
SLIDES = ("clock", "notices", "seats", "floor", "standings", "bracket", "table", "winner", "about")
LOOK = """() => {
    const found = [], main = document.querySelector("main").getBoundingClientRect();
    const section = document.querySelector("section:not([hidden])");
    const name = each => `${each.tagName}.${each.getAttribute("class")}: ${each.textContent.trim().slice(0, 30)}`;
    const over = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom
        && other.top < one.bottom;
    const seen = [...section.querySelectorAll("*")].filter(each => each.getClientRects().length
        && !each.closest(".whole-board svg, .time-ring svg") && !["circle", "path"].includes(each.tagName));
    for (const each of seen) {
        const box = each.getBoundingClientRect(), style = getComputedStyle(each);
        if (box.left < main.left - 1 || box.right > main.right + 1 || box.top < main.top - 1
            || box.bottom > main.bottom + 1) found.push(`outside: ${name(each)}`);
        if (each.closest(".news, svg")) continue;
        const wide = style.overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
        const high = style.overflowY !== "visible" && each.scrollHeight > each.clientHeight + 3;
        if (wide || high) found.push(`cut: ${name(each)}`);
    }
    const code = section.querySelector(".qr")?.getBoundingClientRect();
    const leaves = seen.filter(each => !each.children.length && !each.closest(".code") && each.textContent.trim());
    for (const each of leaves) {
        if (code && over(each.getBoundingClientRect(), code)) found.push(`under the code: ${name(each)}`);
        const size = parseFloat(each.getAttribute("font-size") ?? getComputedStyle(each).fontSize);
        const least = each.closest(".huge .clock") ? 0.12 : 0.018;
        if (size < Math.min(innerHeight, innerWidth * 0.75) * least) found.push(`small, ${size}: ${name(each)}`);
    }
    return found;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    """Two events of a service with a public address, so that QR codes can lead to it."""
    with running(tmp_path_factory.mktemp("screens"), REFEREE_PUBLIC_URL="http://hall.example") as service:
        service.log_in()
        yield screens(service)


@contextmanager
def screen(browser: Browser, site: Screens, size: tuple[int, int], cookie: str = "") -> Iterator[Page]:
    """A page of a given size; any script error in it fails the test."""
    context = browser.new_context(
        base_url=site.address, locale="ja-JP", viewport={"width": size[0], "height": size[1]}, has_touch=True
    )
    context.set_default_timeout(PATIENCE * 1000)
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": site.address}])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def event_of(site: Screens, slide: str) -> str:
    """The event that has something to show on a slide."""
    return site.over if slide == "winner" else site.on


def part(page: Page) -> Any:
    """The slide that is shown."""
    return page.evaluate("() => document.querySelector('section:not([hidden])')?.dataset.part ?? null")


@pytest.mark.parametrize("ratio", RATIOS)
def test_every_slide_is_seen_whole_and_from_the_back_and_the_code_covers_nothing(
    browser: Browser, site: Screens, ratio: str
) -> None:
    found: dict[str, list[str]] = {}
    with screen(browser, site, RATIOS[ratio]) as page:
        for slide in (*SLIDES, "tree"):
            event = site.over if slide == "tree" else event_of(site, slide)
            shown = "bracket" if slide == "tree" else slide
            page.goto(f"/p/{event}/screen?parts={shown}&lang={LANGUAGE[ratio]}")
            expect(page.locator(f"body.turning section[data-part={shown}]")).to_be_visible()
            if faults := page.evaluate(LOOK):
                found[slide] = faults
            assert page.locator(".qr").locator("visible=true").count() == (slide in ("clock", "about"))
            assert page_width(page) == RATIOS[ratio][0]
    assert not found


def test_the_champion_is_the_first_of_the_final_order(browser: Browser, site: Screens) -> None:
    order = site.service.ask("GET", f"/api/v1/events/{site.over}/standings").json["rows"][:3]
    with screen(browser, site, RATIOS["16:9"]) as page:
        page.goto(f"/p/{site.over}/screen?parts=winner&lang=en")
        for number, row in enumerate(order, 1):
            expect(page.locator(f".podium .place.rank{number}")).to_contain_text(row["name"])
        page.goto(f"/p/{site.on}/screen?preview=winner&lang=en")
        expect(page.locator("section[data-part=none]")).to_be_visible()


def test_the_remote_moves_every_screen_and_one_that_is_loaded_anew_or_had_no_network_is_where_the_others_are(
    browser: Browser, site: Screens
) -> None:
    with (
        screen(browser, site, RATIOS["16:9"]) as one,
        screen(browser, site, RATIOS["4:3"]) as other,
        screen(browser, site, (390, 844), site.service.headers["Cookie"]) as remote,
    ):
        for page in (one, other):
            page.goto(f"/p/{site.on}/screen?lang=ja")
        remote.goto(f"/events/{site.on}/projector/remote?lang=ja")
        assert page_width(remote) == 390
        assert not small_tap_targets(remote)

        def both_show(slide: str, *pages: Page) -> None:
            for page in pages or (one, other):
                expect(page.locator(f"section[data-part={slide}]")).to_be_visible()

        expect(remote.locator("#on")).to_contain_text("ページ")
        remote.locator("#hold").tap()
        expect(remote.locator("#hold")).to_have_attribute("aria-pressed", "true")
        remote.locator(".jumps [value=about]").tap()
        both_show("about")
        expect(remote.locator(".jumps [value=about]")).to_have_attribute("aria-current", "true")
        remote.locator("#next").tap()
        both_show("clock")
        remote.locator("#back").tap()
        both_show("about")
        one.reload()
        both_show("about")
        expect(remote.locator("#hold")).to_have_attribute("aria-pressed", "true")
        other.context.set_offline(True)
        remote.locator(".jumps [value=bracket]").tap()
        both_show("bracket", one)
        assert part(other) == "about"
        other.context.set_offline(False)
        both_show("bracket")
        remote.locator("#blank").tap()
        for page in (one, other):
            expect(page.locator("body.blank")).to_have_count(1)
            expect(page.locator("header")).not_to_be_visible()
        remote.locator(".jumps [value=clock]").tap()
        both_show("clock")
        remote.context.set_offline(True)
        remote.locator(".jumps [value=about]").tap()
        expect(remote.locator("#lost")).to_be_visible()
        remote.context.set_offline(False)
        remote.locator("#hold").tap()
        expect(remote.locator("#lost")).not_to_be_visible()
        expect(remote.locator("#hold")).to_have_attribute("aria-pressed", "false")


def test_a_screen_goes_on_by_itself_and_comes_back_to_the_same_place(browser: Browser, site: Screens) -> None:
    at = f"/api/v1/events/{site.over}/projector"
    slides = [{"slide": "winner", "seconds": 3}, {"slide": "about", "seconds": 120}]
    assert site.service.ask("PUT", at, {"slides": slides}).status == 200
    assert site.service.ask("POST", f"{at}/cue", {"slide": "winner"}).status == 200
    with screen(browser, site, RATIOS["16:9"]) as page:
        page.goto(f"/p/{site.over}/screen")
        expect(page.locator("section[data-part=about]")).to_be_visible()
        page.reload()
        expect(page.locator("section[data-part=about]")).to_be_visible()
        assert page.evaluate("() => [...document.querySelectorAll('section:not([hidden])')].length") == 1


def test_a_slide_for_video_stands_alone_on_nothing(browser: Browser, site: Screens) -> None:
    with screen(browser, site, (1280, 720)) as page:
        for slide, scheme in (("clock", "light"), ("standings", "dark")):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(f"/p/{site.on}/screen?slide={slide}&lang=ja")
            expect(page.locator(f"body.plain section[data-part={slide}]")).to_be_visible()
            assert not page.locator("header, .sponsors").locator("visible=true").count()
            with Image.open(BytesIO(page.screenshot(omit_background=True))) as taken:
                clear = taken.convert("RGBA").getchannel("A").histogram()[0]
            assert clear > 1280 * 720 / 2, slide
            assert clear < 1280 * 720 * 0.995, slide
        page.goto(f"/p/{site.on}/screen?slide=winner")
        page.wait_for_function("document.body.classList.contains('plain')")
        with Image.open(BytesIO(page.screenshot(omit_background=True))) as taken:
            assert taken.convert("RGBA").getchannel("A").getextrema() == (0, 0)


def test_a_screen_is_by_day_where_that_is_wanted(browser: Browser, site: Screens) -> None:
    ground = "() => getComputedStyle(document.body).backgroundColor"
    with screen(browser, site, RATIOS["16:9"]) as page:
        seen = {}
        for colours in ("dark", "light"):
            page.goto(f"/p/{site.on}/screen?parts=clock&colours={colours}")
            expect(page.locator("section[data-part=clock]")).to_be_visible()
            seen[colours] = page.evaluate(ground)
    assert seen == {"dark": "rgb(14, 20, 18)", "light": "rgb(234, 239, 234)"}


def test_the_arrangement_shows_every_slide_as_it_is(browser: Browser, site: Screens) -> None:
    with screen(browser, site, (1440, 900), site.service.headers["Cookie"]) as page:
        page.goto(f"/events/{site.on}/projector?lang=ja")
        for slide in ("clock", "seats", "table"):
            page.locator(f"#{slide}").scroll_into_view_if_needed()
            frame = page.frame_locator(f"#{slide} iframe")
            expect(frame.locator(f"section[data-part={slide}]")).to_be_visible()
        page.locator("#seats [name=up]").click()
        page.wait_for_url("**#seats")
        order = page.locator(".slides input[name=slides]").evaluate_all("all => all.map(each => each.value)")
        assert order[:3] == ["clock", "seats", "notices"]


JUMP = """minutes => {
    const real = Date.now.bind(Date), Real = Date;
    const jumped = () => real() + minutes * 60000;
    window.Date = new Proxy(Real, { construct: (_, given) => given.length ? new Real(...given) : new Real(jumped()) });
    window.Date.now = jumped;
    Real.now = jumped;
}"""


@pytest.mark.parametrize("path", ["screen?slide=clock", ""])
@pytest.mark.parametrize("minutes", [180, -180])
def test_setting_the_clock_of_a_device_changes_no_clock_on_it(
    browser: Browser, site: Screens, path: str, minutes: int
) -> None:
    def left(page: Page) -> int:
        text = page.locator(".clock").locator("visible=true").first.inner_text()
        parts = [int(each) for each in text.split(":")]
        return parts[0] * 60 + parts[1]

    with screen(browser, site, RATIOS["16:9"]) as page:
        page.goto(f"/p/{site.on}/{path}")
        expect(page.locator(".clock").locator("visible=true").first).to_have_text(re.compile(r"^\d+:\d\d$"))
        before, began = left(page), time.monotonic()
        assert before > 0
        page.evaluate(JUMP, minutes)
        for _ in range(6):  # before the next answer of the service
            page.wait_for_timeout(300)
            assert 0 <= before - left(page) <= time.monotonic() - began + 2
