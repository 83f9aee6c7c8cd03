"""A live table and a replayed game as spectators see them: drawn, updated by themselves, and accessible."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

import rulesets
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.played_day import whole_game
from tests.referee.support.running import Running
from tests.referee.support.tablet_states import seated_table
from tests.referee.support.tablets import Table

REPORTS = 300
PARTS = ["seating", "tables", "live", "replays"]


class Shown(NamedTuple):
    """A table that strangers may look at.  ``path``: that of its public page."""

    table: Table
    path: str


def public(service: Running, address: str, **more: Any) -> Shown:
    """Make a table in the first round of a tournament whose pages are public."""
    table = seated_table(service)
    body = {"open": True, "address": address, "parts": PARTS, **more}
    assert service.ask("PUT", f"/api/v1/events/{table.event}/public", body).status == 200
    return Shown(table, f"/p/{address}/tables/1/{table.number}")


def logged(shown: Shown, reports: list[dict[str, Any]]) -> None:
    """Log reports, fifty at a time."""
    for base in range(0, len(reports), 50):
        items = [
            {"client_id": f"{shown.table.id}-{base + number}", "report": report, "reason": "a slip"}
            for number, report in enumerate(reports[base : base + 50])
        ]
        path = f"/api/v1/tables/{shown.table.id}/batches"
        done = shown.table.service.ask("POST", path, {"base": base, "whole": True, "items": items})
        assert done.status == 200 and done.json["done"] == len(items), done


@pytest.fixture(scope="module")
def played(service: Running) -> Shown:
    """A game that is over."""
    shown = public(service, "replayed-cup")
    header = service.ask("GET", f"/api/v1/tables/{shown.table.id}").json["header"]
    logged(shown, whole_game(header, REPORTS, seed=7))
    return shown


def replay(page: Page, shown: Shown, end: str = "") -> None:
    page.goto(f"{shown.path}/replay{end}")
    expect(page.locator("#replay")).to_have_attribute("data-ready", "yes")


@pytest.mark.parametrize(
    ("size", "language", "scheme"),
    [("phone", "ja", "light"), ("tablet", "en", "dark"), ("phone turned", "zh", "light")],
)
def test_a_replayed_game_is_accessible(
    browser: Browser, service: Running, played: Shown, size: str, language: str, scheme: Any
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", size) as opened:
        page = opened.page
        page.emulate_media(color_scheme=scheme)
        replay(page, played, f"?lang={language}")
        for each in page.locator("details > summary").all()[:1]:
            each.tap()
        expect(page.locator(".plot canvas")).to_have_count(4)
        assert (accessibility_violations(page), page_width(page), opened.faults) == ([], opened.width, [])


def test_keys_slider_turning_points_and_addresses_lead_to_the_same_moments(
    browser: Browser, service: Running, played: Shown
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        page = opened.page
        replay(page, played)
        caption, where = page.locator("#told"), page.locator("#where")
        expect(where).to_have_text(f"0 / {last(played)}")
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**#1")
        expect(where).to_have_text(f"1 / {last(played)}")
        first = caption.inner_text()
        page.locator("#last").tap()
        expect(where).to_have_text(f"{last(played)} / {last(played)}")
        page.keyboard.press("Home")
        expect(caption).not_to_have_text(first)
        point = page.locator(".turning a").last
        sentence, seq = point.inner_text(), point.get_attribute("href")
        point.tap()
        expect(caption).to_contain_text(sentence.split(" ", 1)[1].strip())
        page.wait_for_url(f"**{seq}")
        drawn = page.locator("#board").inner_html()
        replay(page, played, str(seq))  # from the address alone
        expect(caption).to_contain_text(sentence.split(" ", 1)[1].strip())
        assert page.locator("#board").inner_html() == drawn
        with page.expect_download() as saved:
            page.locator("#picture").tap()
        svg = Path(saved.value.path()).read_text("utf-8")
        assert svg.startswith("<svg") and "fill=" in svg and saved.value.suggested_filename.endswith(".svg")
        assert opened.faults == []


def last(shown: Shown) -> int:
    """The number of the last entry of a table."""
    seq: int = shown.table.service.ask("GET", f"/api/v1/tables/{shown.table.id}").json["seq"]
    return seq


def test_every_moment_stands_as_the_log_has_it(browser: Browser, service: Running, played: Shown) -> None:
    header = service.ask("GET", f"/api/v1/tables/{played.table.id}").json["header"]
    moments = service.ask("GET", f"{played.path}/replay.json")
    record = rulesets.replay({**header, "record": "monopoly/1"}, [each["report"] for each in played.table.entries()])
    assert record.game is not None and record.opening.game is not None
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        opened.page.goto(played.path)
        ends = opened.page.evaluate(
            """async text => {
                const { Moments } = await import("/static/replay.js");
                const moments = new Moments(JSON.parse(text));
                const spread = [...Array(12).keys()].map(part => Math.floor(part * moments.last / 11)).reverse();
                return spread.map(step => [moments.replay.steps[step].seq, moments.at(step)]);
            }""",
            moments.body.decode(),
        )
    law = record.game.ruleset
    for seq, position in ends:
        game = record.answers[seq - 1].game if seq else record.opening.game
        true = law.position(game)
        assert position["deeds"] == true["deeds"]
        assert {seat: each["cash"] for seat, each in position["players"].items()} == {
            seat: each["cash"] for seat, each in true["players"].items()
        }


def test_the_page_with_its_plots_weighs_less_than_200_kilobytes(
    browser: Browser, service: Running, played: Shown
) -> None:
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        sizes: list[float] = []
        wire = opened.page.context.new_cdp_session(opened.page)
        wire.send("Network.enable")
        wire.on("Network.loadingFinished", lambda answer: sizes.append(answer["encodedDataLength"]))
        replay(opened.page, played)
    assert 0 < sum(sizes) < 200_000


def test_a_live_table_is_drawn_and_follows_by_itself(browser: Browser, service: Running) -> None:
    shown = public(service, "live-cup")
    shown.table.post_elsewhere({"type": "roll", "player": "A", "dice": [1, 2]})
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        page = opened.page
        page.goto(f"{shown.path}?lang=en")
        expect(page.locator(".whole-board svg")).to_be_visible()
        expect(page.locator(".told")).to_contain_text("Baltic Avenue")
        shown.table.post_elsewhere({"type": "buy", "player": "A"})
        expect(page.locator(".told")).to_contain_text("buys Baltic Avenue")
        expect(page.locator(".whole-board .owner").first).to_have_text("A")
        expect(page.locator(".beside .owner").first).to_contain_text("$1,440")
        assert (accessibility_violations(page), page_width(page), opened.faults) == ([], opened.width, [])


def test_the_broadcast_is_followed_from_moment_to_moment_and_by_itself(browser: Browser, service: Running) -> None:
    shown = public(service, "broadcast-cup")
    event = shown.path.partition("/tables")[0]
    for report in ({"type": "roll", "player": "A", "dice": [1, 2]}, {"type": "buy", "player": "A"}):
        shown.table.post_elsewhere(report)
    shown.table.post_elsewhere({"type": "roll", "player": "B", "dice": [4, 2]})
    plain = service.ask("GET", f"{event}/live/1/1?lang=en").body.decode()
    assert '<svg\n    class="plain"' in plain and "<polyline" in plain  # there without a script
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        page = opened.page
        page.goto(f"{event}/live?lang=en")
        expect(page.locator(".whole-board .name").first).to_be_attached()  # drawn anew by the script, with names
        page.get_by_role("link", name="Earlier").tap()
        expect(page).to_have_url(re.compile(r"/live/1/1/2\?lang=en$"))
        expect(page.locator(".told")).to_contain_text("buys Baltic Avenue")
        expect(page.locator(".small-board").first).to_be_visible()  # the other boards have stayed
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(r"/live/1/1/1\?lang=en$"))
        page.go_back()
        expect(page.locator(".told")).to_contain_text("buys Baltic Avenue")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert (accessibility_violations(page), page_width(page)) == ([], opened.width), scheme
        page.keyboard.press("End")
        expect(page).to_have_url(re.compile(r"/live/1/1\?lang=en$"))
        page.get_by_role("link", name="Earlier").focus()
        shown.table.post_elsewhere({"type": "buy", "player": "B"})
        expect(page.locator(".told")).to_contain_text("buys Oriental Avenue")
        expect(page.get_by_role("link", name="Earlier")).to_be_focused()
        assert (accessibility_violations(page), page_width(page), opened.faults) == ([], opened.width, [])


def test_with_a_delay_nobody_sees_the_last_moments_until_the_game_is_over(service: Running) -> None:
    shown = public(service, "late-cup", delay_turns=1)

    def page() -> str:
        body: str = service.ask("GET", f"{shown.path}?lang=en").body.decode()
        return body

    shown.table.post_elsewhere({"type": "roll", "player": "A", "dice": [1, 2]})
    assert "Baltic Avenue" not in page()
    assert service.ask("GET", f"{shown.path}/replay").status == 404  # while the game goes on
    minutes = public(service, "later-cup", delay_minutes=10)
    minutes.table.post_elsewhere({"type": "roll", "player": "A", "dice": [1, 2]})
    assert "Baltic Avenue" not in service.ask("GET", f"{minutes.path}?lang=en").body.decode()


def test_a_game_is_only_replayed_where_the_event_wants_it(service: Running, played: Shown) -> None:
    kept = public(service, "kept-cup", parts=["seating", "tables", "live"])
    logged(kept, whole_game(service.ask("GET", f"/api/v1/tables/{kept.table.id}").json["header"], 10, seed=1))
    for end in ("", ".json", "/wealth.csv"):
        assert service.ask("GET", f"{kept.path}/replay{end}").status == 404
        assert service.ask("GET", f"{played.path}/replay{end}").status == 200
    assert service.ask("GET", f"{played.path}/replay/none.csv").status == 404
    rows = service.ask("GET", f"{played.path}/replay/wealth.csv").body.decode().splitlines()
    steps = json.loads(service.ask("GET", f"{played.path}/replay.json").body)["steps"]
    assert len(rows) == 1 + len(steps)


def test_who_ruled_and_why_is_not_for_strangers(service: Running) -> None:
    shown = public(service, "ruled-cup")
    change = {"players": {"A": {"cash": 1400}}}
    shown.table.post_elsewhere(
        {"type": "ruling", "by": "x", "reason": "Ann had hidden a note.", "clauses": [], "set": change}
    )
    body = service.ask("GET", f"{shown.path}?lang=en").body.decode()
    assert "the arbiter rules: " in body and "cash $1,500 → $1,400" in body and "hidden a note" not in body
