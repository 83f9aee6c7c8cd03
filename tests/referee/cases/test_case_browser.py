"""The arbiter's desk in a real browser: a table's call, rulings of every effect, and the head judge's decision."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from referee.core.language import words
from tests.referee.support.browser import accessibility_violations, page_width, visit
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.desk_hall import Hall, serve_hall
from tests.referee.support.world import World

JA = words("ja")
KEPT = "(await (await caches.open('referee-rules-1')).keys()).map(each => each.url)"
OPEN = "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"


@pytest.fixture
def hall(app: Flask, world: World) -> Iterator[Hall]:
    """The hall: C's call was refused at both tables."""
    with serve_hall(app, world) as opened:
        yield opened


def says(page: Page, name: str, /, **facts: object) -> None:
    """Wait until a page says something."""
    expect(page.get_by_text(JA[name].format(**facts)).first).to_be_visible()


def press(page: Page, name: str, /, **facts: object) -> None:
    page.get_by_role("button", name=JA[name].format(**facts), exact=True).first.tap()


def begin(page: Page, hall: Hall, table: str, note: str) -> None:
    """Open a case at a table."""
    page.goto(f"{hall.event}/cases/new?table={table}")
    page.get_by_label(JA["cases_first_note"]).fill(note)
    press(page, "cases_open_it")
    says(page, "cases_state_open")


def rule(page: Page, effect: str, decision: str, standing: str = "cases_standing_none") -> None:
    """Fill in a ruling with an effect and preview it."""
    page.locator("#facts").fill("Cは$15とコールした。")
    page.locator("#clauses").fill("JMA/AUCTION-1")
    page.locator("#decision").fill(decision)
    page.get_by_label(JA["cases_standing"]).first.select_option(label=JA[standing])
    page.get_by_label(JA[effect], exact=True).check()


def ruled(page: Page) -> None:
    """Preview the effect, make the ruling, and wait until it is shown."""
    press(page, "cases_try")
    expect(page.locator("#tried")).to_contain_text(JA["cases_tried_not_logged"])
    press(page, "cases_do")
    says(page, "cases_state_decided")


def fits(page: Page) -> None:
    """Check that on a phone, fully unfolded, all can be tapped, nothing overflows, and the page is accessible."""
    before = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(OPEN)
    assert accessibility_violations(page) == []
    assert page_width(page) <= 390
    page.set_viewport_size(before)  # type: ignore[arg-type]
    page.reload()


@SQLITE_ONLY
def test_from_a_call_to_the_precedent_at_the_next_table(browser: Browser, hall: Hall) -> None:
    one, two = hall.cup.tables[1, 1], hall.cup.tables[1, 2]
    device = hall.cup.world.token("tablet", table=one)
    with (
        visit(browser, hall.site, "tablet", hall.cookie(device)) as table,
        visit(browser, hall.site, "tablet", hall.cookie("arbiter")) as arbiter,
        visit(browser, hall.site, "phone", hall.cookie("head_judge")) as head,
    ):
        call(table.page, one)
        desk = arbiter.page
        desk.goto(f"{hall.event}/calls?lang=ja")
        press(desk, "calls_claim")
        desk.get_by_role("link", name=JA["cases_new"]).tap()
        press(desk, "cases_open_it")
        rule(desk, "cases_effect_stand", "$15のコールを有効とする。", "cases_standing_binding")
        desk.get_by_role("radio", name=JA["cases_entry"].format(entry=3)).check()
        fits(desk)
        rule(desk, "cases_effect_stand", "$15のコールを有効とする。", "cases_standing_binding")
        desk.get_by_role("radio", name=JA["cases_entry"].format(entry=3)).check()
        ruled(desk)
        fits(desk)
        case = desk.url
        assert hall.log(one)[-1]["report"]["apply"]["amount"] == 15

        appeal(table.page)
        head.page.goto(f"{hall.event}/cases?lang=ja")
        fits(head.page)
        head.page.locator("[data-live=appeals] a").tap()
        head.page.locator("#settle summary", has_text=JA["cases_uphold"]).tap()
        head.page.locator("#uphold_reasons").fill("Cの意思は明らか。")
        fits(head.page)
        head.page.locator("#settle summary", has_text=JA["cases_uphold"]).tap()
        head.page.locator("#uphold_reasons").fill("Cの意思は明らか。")
        press(head.page, "cases_uphold")
        says(head.page, "cases_state_upheld")

        # At the next table the precedent is there before anything is typed.
        desk.goto(f"{hall.event}/cases/new?table={two}&refused=3")
        press(desk, "cases_open_it")
        near = desk.locator("section", has_text=JA["cases_precedents"]).locator("details").first
        expect(near).to_contain_text("R-1 $15のコールを有効とする。")
        desk.goto(f"{hall.event}/precedents?q=JMA/AUCTION-1")
        fits(desk)
        found_without_a_network(desk, two, hall.cup.world.event, case)
        desk.goto(case)
        says(desk, "cases_state_upheld")
        assert arbiter.faults == table.faults == head.faults == []


def found_without_a_network(page: Page, table: str, event: str, case: str) -> None:
    """Check that offline the precedent comes first from the table's case and is found by typing words in the event's
    rules, and that the event's own data do not stay on the device.
    """
    of_case = page.locator(f"#hits li:has(a[href='{urlsplit(case).path}']) b").first
    for path in (f"/rules?case={table}&lang=ja", f"/rules/jma-2006?event={event}&lang=ja"):
        page.goto(path)
        page.locator("#find[data-ready]").wait_for()
        page.context.set_offline(True)
        page.locator("[name=q]").fill("15のコールは有効か")
        expect(of_case).to_have_text("PRECEDENT/R-1")
        page.context.set_offline(False)
    page.goto(f"/rules?case={table}&lang=ja")
    expect(page.locator("#hits b").first).to_have_text("PRECEDENT/R-1")
    expect(page.locator("#kept")).to_have_text(JA["rules_kept"])
    page.wait_for_function(f"async () => ({KEPT}).some(each => each.includes('/index.json'))")
    assert page.evaluate(f"async () => ({KEPT}).filter(each => /(case|event)=/.test(each))") == []


def call(page: Page, table: str) -> None:
    page.goto(f"/tables/{table}?lang=ja")
    page.locator("button.menu").tap()
    page.get_by_role("button", name="裁定員を呼ぶ").tap()
    page.get_by_role("button", name="ルールの質問").tap()
    page.locator("dialog").get_by_role("button", name="裁定員を呼ぶ").tap()
    page.locator("[data-test=called]").wait_for()


def appeal(page: Page) -> None:
    """Appeal at the table against the ruling that the tablet shows."""
    page.locator("[data-test=ruled] button").tap()
    page.locator("[data-appellant=B]").tap()
    page.locator("dialog input").fill("言い間違いにすぎない。")
    assert accessibility_violations(page) == []
    page.locator("dialog .go").tap()
    expect(page.locator("[data-test=ruled]")).to_contain_text("審判長の判断")


@SQLITE_ONLY
def test_a_ruling_sets_the_position_gives_time_or_a_penalty_or_does_nothing(browser: Browser, hall: Hall) -> None:
    table = hall.cup.tables[1, 1]
    with visit(browser, hall.site, "tablet", hall.cookie("arbiter")) as arbiter:
        page = arbiter.page
        page.goto(f"{hall.event}/cases?lang=ja")
        begin(page, hall, table, "Bの所持金")
        # The game goes on while the arbiter writes: what the form does not touch keeps the value it has by then.
        hall.report(table, 3, {"type": "bid", "player": "D", "amount": 20})
        rule(page, "cases_effect_set", "Bの所持金を直す。")
        page.locator("#cash_2").fill("1,450")
        press(page, "cases_try")
        expect(page.locator("#tried li").last).to_contain_text("$1,500 → $1,450")
        press(page, "cases_do")
        says(page, "cases_state_decided")
        assert hall.log(table)[-1]["report"]["set"] == {"players": {"B": {"cash": 1450}}}
        due = hall.cup.get(f"/tables/{table}/tablet")["position"]["due"]
        assert due[0]["high"] == {"player": "D", "amount": 20}

        begin(page, hall, table, "時間")
        rule(page, "cases_effect_extension", "延長する。")
        page.locator("#minutes").fill("4")
        ruled(page)
        assert hall.cup.get(f"/tables/{table}/clock")["activations"][-1]["seconds"] == 240

        begin(page, hall, table, "抗議")
        rule(page, "cases_effect_penalty", "注意する。")
        page.locator("#penalty_player").select_option(label="Bob")
        page.locator("#penalty_category").select_option("protest")
        ruled(page)
        (penalty,) = hall.cup.get("penalties")["rows"]
        assert (penalty["name"], penalty["step"]["key"]) == ("Bob", "caution")

        begin(page, hall, table, "説明")
        rule(page, "cases_effect_none", "そのまま続ける。")
        ruled(page)
        assert hall.log(table)[-1]["report"]["reason"] == "R-4: そのまま続ける。"
        assert arbiter.faults == []


@SQLITE_ONLY
def test_remedies_fit_a_phone_and_stand_in_reach_of_everybody(browser: Browser, hall: Hall) -> None:
    body = {"client_id": "the-case-1", "note": "サイコロが床に落ちた"}
    case = hall.cup.world.made(f"/tables/{hall.cup.tables[1, 1]}/cases", **body)
    fields = {"back": "entry=1", "money": "seat=A&to=B&amount=20", "deed": "deed=boardwalk&to=C", "fine": ""}
    with visit(browser, hall.site, "phone", hall.cookie("arbiter")) as arbiter:
        page = arbiter.page
        remedies = (f"/remedies/{kind}?lang=ja&{query and f'go=1&{query}'}" for kind, query in fields.items())
        for path in ("?irregularity=die-off&lang=ja", *remedies):
            page.goto(f"{hall.event}/cases/{case}{path}")
            page.evaluate(OPEN)
            assert accessibility_violations(page) == [], path
            assert page_width(page) == arbiter.width, path
        page.goto(
            f"{hall.event}/cases/{case}/remedies/money?lang=ja&go=1&seat=A&to=B&amount=20&irregularity=rent-wrong"
        )
        for name in ("facts", "decision"):
            page.locator(f"#{name}").fill("AがBに$20足りなく払った。")
        page.get_by_role("button", name=JA["cases_do"]).tap()
        says(page, "cases_state_decided")
        assert arbiter.faults == []
