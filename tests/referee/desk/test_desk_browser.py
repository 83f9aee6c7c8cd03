"""A whole event by taps and typing in a real browser, in Japanese: from the log-in to the champion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.core.language import words
from tests.referee.support.browser import Visit, page_width, small_tap_targets, visit
from tests.referee.support.cup import REGULATION
from tests.referee.support.running import Running, running

JA = words("ja")
EVENT = "春のモノポリー大会"
HELPER = "記録 係子"
NAMES = ("青木 一", "石井 二葉", "上野 三郎", "江口 四季", "小川 五月", "加藤 六花", "木下 七海", "久保 八重")
LIST = "番号,名前,よみ,クラブ\n" + "".join(
    f"{number},{name},よみ{number},{'東' if number % 2 else '西'}クラブ\n" for number, name in enumerate(NAMES, 1)
)
FOUR = REGULATION + 'tied = "playoff"\n'
"""Eight play two rounds at two tables, four go on to the final; ties are settled by a playoff."""
PHONE = {"width": 390, "height": 844}
OPEN = "() => document.querySelectorAll('details').forEach(each => { each.open = true; })"


class Hand:
    """A staff member using the pages of an event."""

    def __init__(self, visitor: Visit) -> None:
        self.page: Page = visitor.page

    def tab(self, name: str) -> None:
        """Go to a page of the event, through its group if another group is open."""
        link = self.page.locator("nav.tabs").first.get_by_role("link", name=JA[name], exact=True)
        for group in self.others():
            if not link.count():
                self.group(group)
        link.tap()
        expect(self.page.locator("nav.tabs a[aria-current=page]").first).to_have_text(JA[name])

    def others(self) -> list[str]:
        """The addresses of the groups of pages that are not open."""
        return addresses(self.page.locator("nav.groups a:not([aria-current])"))

    def group(self, address: str) -> None:
        """Go to a group of pages."""
        self.page.locator(f'nav.groups a[href="{address}"]').tap()
        expect(self.page.locator(f'nav.groups a[href="{address}"][aria-current]')).to_be_visible()

    def open(self, name: str) -> None:
        """Unfold a section."""
        self.page.locator("summary", has_text=JA[name]).tap()

    def press(self, name: str, /, **facts: object) -> None:
        self.page.get_by_role("button", name=JA[name].format(**facts), exact=True).tap()

    def says(self, name: str, /, **facts: object) -> None:
        """Wait until the page says something."""
        expect(self.page.get_by_text(JA[name].format(**facts), exact=True).first).to_be_visible()

    def round(self, name: str) -> None:
        self.tab("tab_rounds")
        self.page.locator("tbody").get_by_role("link", name=name, exact=True).tap()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def result(self, round: str, table: int) -> None:
        self.round(round)
        self.page.locator("tbody tr").nth(table - 1).locator("[data-live^=result] a").tap()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(JA["result_title"].format(number=table))

    def way(self, name: str) -> None:
        """Choose how a result is entered."""
        self.page.get_by_role("link", name=JA[name], exact=True).tap()
        expect(self.page.locator("form nav.tabs, #entry nav.tabs").locator("[aria-current]")).to_have_text(JA[name])

    def assets(self, *amounts: int) -> None:
        """Enter what everybody has at the end, in start order."""
        self.way("result_by_points")
        for order, amount in enumerate(amounts, 1):
            self.page.locator(f"#assets_{order}").fill(str(amount))
        self.press("result_enter")
        self.says("result_waits")

    @contextmanager
    def on_a_phone(self) -> Iterator[None]:
        """Show the page on a small screen for a while."""
        before = self.page.viewport_size
        assert before is not None
        self.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        yield
        self.page.set_viewport_size(before)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    """A service that nobody has used yet."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture
def organizer(browser: Browser, service: Running) -> Iterator[Hand]:
    """The organizer's browser, on a tablet; any fault in it fails the test."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        yield Hand(opened)
        assert opened.faults == []


@pytest.fixture
def helper(browser: Browser, service: Running) -> Iterator[Hand]:
    """A second person's browser, on a phone."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "phone") as opened:
        yield Hand(opened)
        assert opened.faults == []


def test_an_event_goes_from_the_log_in_to_the_champion(service: Running, organizer: Hand, helper: Hand) -> None:
    make_the_event(service, organizer)
    bring_the_players(organizer)
    draw_and_swap(organizer)
    come_in(organizer, helper)

    first = JA["round"].format(number=1)
    start(organizer, first)
    count_a_sheet(organizer, first)
    organizer.result(first, 2)
    organizer.assets(4000, 2000, 2000, 2000)
    the_tables_fit(organizer)
    finish(organizer, helper, first, 2)

    # Nobody wins in the second round: two are ahead, and six are tied behind them.
    second = JA["round"].format(number=2)
    start(organizer, second)
    take_the_log(service, organizer, second)
    type_the_rest(organizer, second)
    finish(organizer, helper, second, 2, at_once=True)
    finalists = look_at_the_standings(organizer)
    finalists += decide(organizer)

    champion = play_the_final(organizer, helper, finalists)
    organizer.tab("tab_bracket")
    expect(organizer.page.locator(".podium li").first).to_have_text(f"1 {champion}")
    everything_fits(organizer)
    end_the_day(organizer, champion)


def make_the_event(service: Running, by: Hand) -> None:
    """Log in, make an event, and write its regulation."""
    page = by.page
    page.goto("/")
    page.get_by_role("link", name="日本語").tap()
    login, password = service.first_account
    page.get_by_label(JA["login_name"]).fill(login)
    page.get_by_label(JA["password"]).fill(password)
    by.press("log_in")
    page.get_by_label(JA["event_name"]).fill(EVENT)
    page.get_by_label(JA["event_language"]).select_option("ja")
    by.press("event_make")
    page.get_by_role("link", name=JA["ready_others"]).tap()
    by.says("regulation_none")
    by.open("regulation_own")
    page.get_by_label("TOML").fill(FOUR)
    by.press("regulation_use")
    expect(page.get_by_role("heading", name="杯")).to_be_visible()


def bring_the_players(by: Hand) -> None:
    """Import a list that a spreadsheet saved, and check everybody in."""
    page = by.page
    by.tab("desk")
    page.get_by_role("link", name=JA["task_register_players"]).tap()
    page.get_by_role("link", name=JA["players_import"]).tap()
    list_ = {"name": "名簿.csv", "mimeType": "text/csv", "buffer": LIST.encode("cp932")}
    page.get_by_label(JA["players_import_file"]).set_input_files(list_)  # type: ignore[arg-type]
    by.press("players_import_look")
    expect(page.locator("tbody tr")).to_have_count(len(NAMES))
    by.press("players_import_do", count=len(NAMES))
    expect(page.locator("#people tr")).to_have_count(len(NAMES))
    by.tab("tab_check_in")
    for here in range(1, len(NAMES) + 1):
        page.locator("#people button").first.tap()
        expect(page.get_by_text(f"{here} / {len(NAMES)}")).to_be_visible()


def draw_and_swap(by: Hand) -> None:
    """Draw the seats, look at their quality, swap two players by tapping their names, and publish them."""
    page = by.page
    by.tab("desk")
    page.get_by_role("link", name=re.compile(JA["task_draw_seating"].format(rounds=""))).tap()
    by.press("seating_draw")
    expect(page.get_by_role("row", name=JA["aim_rematches"]).locator(".number")).to_have_text(re.compile(r"\d+"))
    seats = page.locator("#hall .seated")
    one, other = (seats.nth(table).get_by_role("link").first for table in (0, 1))
    moved, met = one.text_content(), other.text_content()
    assert moved and met
    by.open("swap_two")
    for each in (one, other):
        each.tap()
        expect(each).to_have_class("picked")
    expect(page.locator("#consequences li").first).to_be_visible()
    page.locator("#swap-reason").fill("車いすの席")
    by.press("swap_save")
    expect(seats.nth(0)).to_contain_text(met)
    expect(seats.nth(1)).to_contain_text(moved)
    expect(page.get_by_text("車いすの席").first).to_be_visible()
    by.press("publish_seating")
    by.says("seating_published")


def come_in(by: Hand, helper: Hand) -> None:
    """Give a second person a private link, and let them come in by it."""
    by.tab("tab_staff")
    by.page.get_by_label(JA["staff_name"], exact=True).fill(HELPER)
    by.page.get_by_label(JA["staff_role"]).select_option("scorer")
    by.press("staff_add")
    row = by.page.get_by_role("row", name=HELPER)
    row.locator("summary").tap()
    helper.page.goto(row.get_by_role("link").inner_text())
    helper.page.get_by_role("link", name="日本語").tap()
    helper.press("come_in")
    expect(helper.page.get_by_role("link", name=EVENT)).to_be_visible()
    helper.tab("tab_rounds")


def start(by: Hand, round: str) -> None:
    """Start a round, from the desk."""
    by.tab("desk")
    by.page.get_by_role("link", name=JA["task_start_round"].format(round=round)).tap()
    by.press("clock_start")
    expect(by.page.locator(".big-clock")).to_have_text(re.compile(r"59:\d\d"))


def count_a_sheet(by: Hand, round: str) -> None:
    """Enter the assets of the first table, which are counted while they are typed."""
    page = by.page
    by.result(round, 1)
    for order, cash in enumerate((1600, 1000, 1000, 1000), 1):
        page.locator(f"#cash_{order}").fill(str(cash))
    page.locator('input[name="deed_boardwalk"][value="1"]').check()
    expect(page.locator("#total_1 b")).to_have_text(re.compile(r"\$2,000"))
    by.press("result_enter")
    by.says("result_waits")
    by.says("result_own")


def take_the_log(service: Running, by: Hand, round: str) -> None:
    """At the first table, take the result from its log, which has one throw."""
    service.log_in()
    by.result(round, 1)
    table = by.page.url.split("/tables/")[1].split("/")[0]
    assert service.report(table, 0).status == 201
    by.way("result_by_log")
    by.page.get_by_label(JA["result_anyway"]).check()
    by.page.get_by_role("textbox", name=JA["result_note"]).fill("停電で中断")
    by.press("result_enter")
    by.says("result_waits")
    expect(by.page.get_by_role("cell", name="$1,500")).to_have_count(4)


def type_the_rest(by: Hand, round: str) -> None:
    """Enter the other table on the page of all results, by keyboard alone, from the first empty field to the button;
    a tap on another page meanwhile asks first, and what was typed stays.
    """
    page = by.page
    by.round(round)
    page.get_by_role("link", name=JA["results_of_round"], exact=True).tap()
    expect(page.locator("[data-grid] input:focus")).to_have_count(1)
    for _ in range(4):
        page.keyboard.type("1000")
        page.keyboard.press("Enter")
    with page.expect_event("dialog", lambda dialog: dialog.type == "beforeunload") as asked:
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.get_by_role("link", name=round, exact=True).evaluate("link => link.click()")  # the focus stays
    assert asked.value.type == "beforeunload"
    expect(page.get_by_role("button", name=JA["results_enter_all"])).to_be_focused()
    page.keyboard.press("Enter")
    by.says("results_own", tables="1、2")


def finish(by: Hand, helper: Hand, round: str, tables: int, *, at_once: bool = False) -> None:
    """Let the second person confirm the results, ``at_once`` or one by one; close the round and publish them."""
    if at_once:
        helper.round(round)
        helper.page.get_by_role("link", name=JA["results_of_round"], exact=True).tap()
        helper.press("results_confirm_all", count=tables)
        expect(helper.page.locator(".state.done")).to_have_count(tables)
    for table in range(1, tables + 1):
        helper.result(round, table)
        if not at_once:
            helper.press("result_confirm")
        helper.says("result_stands")
    by.tab("desk")
    by.page.get_by_role("link", name=JA["task_close_round"].format(round=round)).tap()
    by.press("close_round")
    by.press("round_publish_results")
    by.says("stage_results_published")


def look_at_the_standings(by: Hand) -> list[str]:
    """Check the standings, where two are ahead and a tap shows why; return these two."""
    by.tab("tab_standings")
    rows = by.page.locator("tbody tr[id]")
    expect(rows).to_have_count(len(NAMES))
    assert [each.split()[0] for each in rows.all_inner_texts()] == ["1", "1", *["3"] * 6]
    third = rows.nth(2)
    third.locator("summary").tap()
    expect(third.locator("p").first).to_be_visible()
    expect(third.locator("p")).to_have_count(3)
    return [name for name in NAMES for row in (0, 1) if name in rows.nth(row).inner_text()]


def decide(by: Hand) -> list[str]:
    """Decide the playoff of six for two places and return the winners."""
    page = by.page
    by.tab("desk")
    page.get_by_role("link", name=JA["task_seat_playoff"].format(count=1)).tap()
    expect(page.get_by_role("heading", name=JA["decisions_playoff"])).to_be_visible()
    page.get_by_text(JA["playoff_by_hand"], exact=True).tap()
    chosen = []
    for place in (1, 2):
        choice = page.get_by_label(JA["decisions_place"].format(place=place), exact=True)
        names = choice.locator("option").all_inner_texts()
        chosen.append(names[-place])
        choice.select_option(label=names[-place])
    page.locator("form", has=choice).get_by_label(JA["decisions_note"]).fill("30分の決定戦")
    by.press("decisions_decide")
    by.press("decisions_lots")  # who of those who are level has which seed
    by.says("decisions_none")
    return chosen


def play_the_final(by: Hand, helper: Hand, finalists: list[str]) -> str:
    """Seat and play the final of four; return the winner."""
    page = by.page
    by.tab("desk")
    page.get_by_role("link", name=re.compile(JA["task_draw_seating"].format(rounds=""))).tap()
    by.press("seating_draw")
    sitting = page.locator("#hall").get_by_role("link")
    expect(sitting).to_have_count(4)
    names = sitting.all_inner_texts()
    assert sorted(names) == sorted(finalists)
    by.press("publish_seating")
    by.says("seating_published")
    by.tab("tab_rounds")
    final = page.locator("tbody tr").last.get_by_role("link").inner_text()
    start(by, final)
    by.result(final, 1)
    by.assets(300, 900, 500, 100)
    finish(by, helper, final, 1)
    return names[1]


def end_the_day(by: Hand, champion: str) -> None:
    """End the event from the desk: the champion, the thanks, the archive."""
    page = by.page
    by.tab("desk")
    page.get_by_role("link", name=JA["task_finish"]).tap()
    expect(page.locator(".champion strong")).to_have_text(champion)
    by.press("close_thanks_do")
    expect(page.get_by_text(JA["close_thanks_champion"].format(event=EVENT, champion=champion))).to_be_visible()
    by.tab("tab_close")
    page.get_by_role("link", name=JA["close_archive_do"]).tap()
    by.press("close_archive_do")
    expect(page.get_by_role("heading", level=1)).to_have_text(JA["past_title"])
    expect(page.get_by_role("link", name=EVENT).first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=EVENT)).to_have_count(0)


def everything_fits(by: Hand) -> None:
    """Check that no page of the event overflows on a phone."""
    page = by.page
    by.tab("desk")
    event = page.url
    seen = addresses(page.locator("nav.tabs a"))
    for group in by.others():
        by.group(group)
        seen += addresses(page.locator("nav.tabs a"))
    by.tab("tab_rounds")
    rounds = addresses(page.locator("tbody a"))
    more = [f"{event}/{end}" for end in ("players/import", "rounds/import", "standings?live=1")]
    fit(by, [*seen, *rounds, f"{rounds[0]}/codes", *more])


def the_tables_fit(by: Hand) -> None:
    """Check the same of the tables of the first round while their results wait to be confirmed."""
    by.tab("tab_rounds")
    by.page.goto(addresses(by.page.locator("tbody a"))[0])
    tables = addresses(by.page.locator("tbody a"))
    assert tables
    fit(by, [*tables, *(f"{table}?way={way}" for table in tables for way in ("sheet", "points", "log"))])


def fit(by: Hand, paths: list[str]) -> None:
    """Check that on a phone, with everything unfolded, pages do not overflow and all on them can be tapped."""
    page = by.page
    desk = page.url
    with by.on_a_phone():
        for path in paths:
            page.goto(path)
            page.evaluate(OPEN)
            assert small_tap_targets(page) == [], path
            assert page_width(page) <= PHONE["width"], path
    page.goto(desk)


def addresses(links: Locator) -> list[str]:
    return [str(each.get_attribute("href")) for each in links.all()]
