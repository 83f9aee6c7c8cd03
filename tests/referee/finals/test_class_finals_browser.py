"""Finals of classes and a semi-final by form, in a real browser: in every language, at a phone's and a desk's width."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from referee.core.language import words
from rulesets.languages import LANGUAGES
from tests.referee.finals.test_class_finals import ONE_ROUND, with_classes
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.running import Running

WIDTHS = (390, 1280)


class Held(NamedTuple):
    """An event in which both finals are over, one that has no regulation yet, and the page of a player who is away."""

    over: str
    new: str
    mine: str


def done(service: Running, method: str, path: str, **body: Any) -> Any:
    """Send a request that must succeed and return its answer."""
    answer = service.ask(method, f"/api/v1{path}", body if method != "GET" else None)
    assert answer.status < 300, answer
    return answer.json


@pytest.fixture(scope="module")
def held(service: Running) -> Held:
    event = service.made("/events", name="春の大会")["id"]
    done(service, "PUT", f"/events/{event}/regulation", text=with_classes(ONE_ROUND))
    players = [
        service.made(f"/events/{event}/players", name=f"選手{at}", class_name="ビギナー" if at % 2 else "")["id"]
        for at in range(12)
    ]
    for number in (1, 2):
        drawn = service.made(f"/events/{event}/seatings", first_round=number)["id"]
        done(service, "POST", f"/seatings/{drawn}/publish")
        rows = done(service, "GET", f"/events/{event}/rounds")["rows"]
        round_ = next(each["id"] for each in rows if each["number"] == number)
        done(service, "POST", f"/rounds/{round_}/clock", kind="start")
        for table in done(service, "GET", f"/rounds/{round_}/tables")["rows"]:
            path = f"/tables/{table['id']}/results"
            seats = [each["player"] for each in done(service, "GET", path)["seats"]]
            points = [{"player": each, "assets": 900 - players.index(each)} for each in seats]
            done(service, "POST", path, version=0, points=points)
        done(service, "POST", f"/rounds/{round_}/close", anyway=True, reason="over")
        done(service, "POST", f"/rounds/{round_}/results/publish")
    done(
        service,
        "PUT",
        f"/events/{event}/public",
        open=True,
        address=f"of-classes-{event}",
        parts=["standings", "bracket"],
    )
    new = service.made("/events", name="夏の大会")["id"]
    done(service, "PUT", f"/events/{new}/regulation", text=with_classes(ONE_ROUND))
    away = service.made(f"/events/{new}/players", name="山本 一")["id"]
    done(service, "POST", f"/players/{away}/stand-in", name="代理 花", from_round=1, reason="has a cold")
    mine = done(service, "GET", f"/players/{away}/link")["url"].partition("/m/")[2]
    return Held(event, new, f"/m/{mine}")


@pytest.mark.slow
def test_the_pages_fit_read_well_and_can_be_read_by_everybody(browser: Browser, service: Running, held: Held) -> None:
    site, cookie = f"http://127.0.0.1:{service.port}", service.headers["Cookie"]
    public, desk = f"/p/of-classes-{held.over}", f"/events/{held.over}"
    paths = (
        f"{desk}/bracket",
        f"{desk}/standings",
        f"{public}/bracket",
        f"/events/{held.new}/regulation/change",
        held.mine,
    )
    with visit(browser, site, "phone", cookie) as visitor:
        page = visitor.page
        for language in LANGUAGES:
            for path in paths:
                page.goto(f"{path}?lang={language}")
                for width in WIDTHS:
                    page.set_viewport_size({"width": width, "height": 900})
                    assert accessibility_violations(page) == [], (path, language, width)
                    assert page_width(page) <= width, (path, language, width)
        # The form: a semi-final, and a class more with a final of its own.
        said = words("en")
        page.goto(f"/events/{held.new}/regulation/change?lang=en")
        page.get_by_label(said["form_after"]).select_option("semi")
        page.get_by_label(said["form_class"].format(number=2), exact=True).fill("junior")
        page.get_by_role("button", name=said["regulation_look"]).click()
        effect = page.locator("#effect")
        expect(effect).to_contain_text("8 players go on to the")
        assert accessibility_violations(page) == []
        assert visitor.faults == []
