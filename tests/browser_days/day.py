"""A day in a real browser: a list, a draw, three rounds, a drop-out, a final, a late correction, the archive."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from referee.core.language import words
from tests.referee.support.hall import PLAN
from tests.referee.support.running import Running

JA = words("ja")
EVENT = "秋のモノポリー大会"
REGULATION = PLAN + '\n[results]\nconfirmation = "none"\n'
"""Three rounds by schedule, a final of four; nobody confirms results a second time."""
ROUNDS = 3


class BrowserDay:
    """The organizer's day.  ``clicks``: taps on links and buttons; ``typed``: fields that were filled.

    ``look``: called with a word at each page worth seeing.
    """

    def __init__(
        self, page: Page, service: Running, players: int, look: Callable[[str, Page], None] = lambda name, page: None
    ) -> None:
        self.page = page
        self.service = service
        self.players = players
        self.look = look
        self.clicks = self.typed = 0
        self.event = ""

    def hold(self, folder: Path) -> Path:
        """Hold the whole day, and return the archive that was downloaded to a folder."""
        self.begin()
        self.bring_players()
        self.draw()
        for number in range(1, ROUNDS + 1):
            self.play(number)
            if number == 1:
                self.leave()
        self.draw()
        self.correct_afterwards()
        self.play(ROUNDS + 1)
        return self.archive(folder)

    def press(self, name: str, **facts: object) -> None:
        """Press a button by its text."""
        self.tap(self.page.get_by_role("button", name=JA[name].format(**facts), exact=True).first)

    def tap(self, what: Locator) -> None:
        """Tap something."""
        what.tap()
        self.clicks += 1

    def fill(self, what: Locator, text: str) -> None:
        """Fill a field."""
        what.fill(text)
        self.typed += 1

    def go(self, path: str) -> None:
        """Open a page of the event, as one tap on its tab."""
        self.page.goto(f"{self.event}{path}")
        self.clicks += 1

    def next(self) -> None:
        """Do what the desk says is next."""
        self.go("")
        self.tap(self.page.locator(".next a.go"))

    def begin(self) -> None:
        """Log in, make an event, and write its regulation."""
        page = self.page
        page.goto("/")
        self.tap(page.get_by_role("link", name="日本語"))
        login, password = self.service.first_account
        self.fill(page.get_by_label(JA["login_name"]), login)
        self.fill(page.get_by_label(JA["password"]), password)
        self.press("log_in")
        self.fill(page.get_by_label(JA["event_name"]), EVENT)
        page.get_by_label(JA["event_language"]).select_option("ja")
        self.press("event_make")
        self.tap(page.get_by_role("link", name=JA["ready_others"]))
        self.tap(page.locator("summary", has_text=JA["regulation_own"]))
        self.event = page.url.partition("/regulation")[0]
        self.fill(page.get_by_label("TOML"), REGULATION)
        self.press("regulation_use")
        expect(page.get_by_role("heading", name="試験杯")).to_be_visible()

    def bring_players(self) -> None:
        """Import a list of the players."""
        page = self.page
        self.next()
        self.tap(page.get_by_role("link", name=JA["players_import"]))
        rows = (f"選手 {number:03},{('東', '西', '')[number % 3]}\n" for number in range(1, self.players + 1))
        data = "".join(["名前,クラブ\n", *rows]).encode()
        list_ = {"name": "名簿.csv", "mimeType": "text/csv", "buffer": data}
        page.get_by_label(JA["players_import_file"]).set_input_files(list_)  # type: ignore[arg-type]
        self.press("players_import_look")
        expect(page.get_by_role("button", name=JA["players_import_do"].format(count=self.players))).to_be_visible()
        self.look("import", page)
        self.press("players_import_do", count=self.players)
        expect(page.locator("#people tr")).to_have_count(self.players)

    def draw(self) -> None:
        """Draw what is to be drawn next, and publish it."""
        page = self.page
        self.go("")
        self.tap(page.get_by_role("link", name=re.compile(JA["task_draw_seating"].partition("{")[0])).first)
        self.press("seating_draw")
        expect(page.locator("#hall .seated").first).to_be_visible()
        self.look("draft", page)
        self.press("publish_seating")
        expect(page.get_by_text(JA["seating_published"], exact=True).first).to_be_visible()

    def play(self, number: int) -> None:
        """Start a round, enter all results on one page, close it and publish them."""
        page = self.page
        self.go("/rounds")
        self.tap(page.locator(f"tbody tr:nth-child({number})").get_by_role("link").first)
        expect(page.locator(".big-clock")).to_be_visible()
        round_ = page.url
        begin = page.get_by_role("button", name=JA["clock_start"], exact=True)
        if not begin.count():  # something is lacking, which the page says
            self.look(f"lacking-{number}", page)
            self.tap(page.locator("summary", has_text=JA["start_anyway"]))
            page.get_by_label(JA["start_read"]).check()
            begin = page.get_by_role("button", name=JA["start_anyway"], exact=True)
        self.tap(begin)
        expect(page.get_by_role("button", name=JA["clock_pause"], exact=True)).to_be_visible()
        self.tap(page.get_by_role("link", name=JA["results_of_round"], exact=True))
        expect(page.locator("[data-grid] input:focus")).to_have_count(1)
        for place, field in enumerate(page.locator("[data-grid] .player-row input").all()):
            self.fill(field, str(200 + 10 * ((place * 37 + number * 11) % 400) + place))
        self.look(f"grid-{number}", page)
        self.press("results_enter_all")
        expect(page.locator(".results-grid .state.done").first).to_be_visible()
        page.goto(round_)
        self.clicks += 1
        self.press("close_round")
        self.press("round_publish_results")
        expect(page.get_by_text(JA["stage_results_published"]).first).to_be_visible()
        self.look(f"round-{number}", page)

    def leave(self) -> None:
        """The last player on the list leaves after the first round; the later rounds are seated again."""
        page = self.page
        self.go("/players")
        self.tap(page.locator("#people tr").last.get_by_role("link").first)
        self.tap(page.locator("summary", has_text=JA["player_leave"]).first)
        self.fill(page.locator("#reason"), "終電")
        with page.expect_navigation():
            self.tap(page.locator("form[action$='/drop-out'] button").last)
        self.go("/stale")
        self.look("stale-left", page)
        with page.expect_navigation():
            self.press("stale_again")
        self.go("/seating?round=1")
        publish = page.get_by_role("button", name=JA["publish_seating"], exact=True)
        if publish.count():
            with page.expect_navigation():
                self.tap(publish)

    def correct_afterwards(self) -> None:
        """A digit was missing in the last round: another player is in the final, which was seated already."""
        page = self.page
        before = self.seated()
        self.go("/rounds")
        self.tap(page.locator(f"tbody tr:nth-child({ROUNDS})").get_by_role("link").first)
        self.tap(page.locator("[data-live^=result] a").last)
        expect(page.locator("#entry")).to_be_visible()
        self.tap(page.locator("summary", has_text=JA["result_correct"]))
        self.tap(page.get_by_role("link", name=JA["result_by_points"], exact=True))
        fields = page.locator("input[name^=assets_]")
        expect(fields.first).to_be_visible()
        legends = page.locator("#entry legend").all_inner_texts()
        outside = next(place for place, legend in enumerate(legends) if not any(name in legend for name in before))
        self.fill(fields.nth(outside), "9999")
        self.fill(page.locator("#note"), "桁が落ちていた")
        with page.expect_navigation():
            self.press("result_enter")
        self.look("corrected", page)
        expect(page.get_by_text(JA["result_version"].format(number=2)).first).to_be_visible()
        self.go("/stale")
        self.look("stale-corrected", page)
        again = page.locator("form[action$='/stale'] button.go")
        while again.count():
            with page.expect_navigation():
                self.tap(again.first)
        expect(page.locator("form[action$='/stale'] button.go")).to_have_count(0)
        self.publish_drafts()
        after = self.seated()
        assert before != after, "the final is seated by the corrected results"

    def publish_drafts(self) -> None:
        """Publish the final's seats if they are a draft again."""
        self.go(f"/seating?round={ROUNDS + 1}")
        publish = self.page.get_by_role("button", name=JA["publish_seating"], exact=True)
        if publish.count():
            with self.page.expect_navigation():
                self.tap(publish)

    def seated(self) -> list[str]:
        """The names of the finalists, as published."""
        self.go(f"/seating?round={ROUNDS + 1}")
        return sorted(self.page.locator("#hall").get_by_role("link").all_inner_texts())

    def archive(self, folder: Path) -> Path:
        """Download the archive from the page that closes the event."""
        page = self.page
        self.go("/close")
        self.look("close", page)
        with page.expect_download() as coming:
            self.tap(page.get_by_role("link", name=JA["close_export_all"], exact=True))
        path = folder / "archive.zip"
        coming.value.save_as(path)
        return path

    def verify(self, archive: Path) -> str:
        """Have the page verify an archive; return its text."""
        page = self.page
        page.goto("/verify")
        page.locator("#file").set_input_files(archive)
        self.press("verify_do")
        expect(page.locator("[role=status]")).to_be_visible()
        self.look("verified", page)
        return page.locator("main").inner_text()
