"""An evening of nine in a café, held by one person alone: from an empty service to the certificate of the winner."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser_days.day import JA, BrowserDay

EVENT = "喫茶店のモノポリーの夕べ"


class CafeDay(BrowserDay):
    """The evening.  Everything is done by one account, through what the desk says is next."""

    rounds = 0

    def hold(self, folder: Path) -> Path:
        """Hold the evening, and return the certificate that was printed to a folder."""
        self.begin()
        self.bring_players()
        self.draw()
        for number in range(1, self.rounds + 1):
            self.play(number)
        self.draw()
        self.play(self.rounds + 1)
        return self.certificate(folder)

    def begin(self) -> None:
        """Log in, make an event, and answer three questions."""
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
        expect(page.get_by_role("heading", name=JA["ready_title"])).to_be_visible()
        self.event = page.url.partition("/regulation")[0]
        self.look("three-questions", page)
        self.fill(page.get_by_label(JA["ready_people"]), f"{self.players}")
        self.fill(page.get_by_label(JA["ready_hours"]), "５時間")
        self.press("regulation_adopt")
        expect(page.get_by_role("heading", name=EVENT)).to_be_visible()
        self.rounds = page.locator("tr[id^=rounds-]").count() - 1
        self.look("regulation", page)

    def play(self, number: int) -> None:
        """Start a round, enter all results, compare them with the sheets again, close the round and publish."""
        page = self.page
        self.next()
        expect(page.locator(".big-clock")).to_be_visible()
        begin = page.get_by_role("button", name=JA["clock_start"], exact=True)
        if not begin.count():
            self.tap(page.locator("summary", has_text=JA["start_anyway"]))
            self.tap(page.get_by_label(JA["start_read"]))
            begin = page.get_by_role("button", name=JA["start_anyway"], exact=True)
        self.tap(begin)
        expect(page.get_by_role("button", name=JA["clock_pause"], exact=True)).to_be_visible()
        self.tap(page.get_by_role("link", name=JA["results_of_round"], exact=True))
        expect(page.locator("[data-grid] input:focus")).to_have_count(1)
        for place, field in enumerate(page.locator("[data-grid] .player-row input").all()):
            self.fill(field, str(200 + 10 * ((place * 37 + number * 11) % 400) + place))
        self.press("results_enter_all")
        again = page.locator("#again")
        expect(again).to_be_visible()
        self.look(f"again-{number}", page)
        self.tap(again.get_by_role("button"))
        expect(again).to_have_count(0)
        self.tap(page.locator("main p a.button").first)
        self.press("close_round")
        self.press("round_publish_results")
        expect(page.get_by_text(JA["stage_results_published"]).first).to_be_visible()

    def certificate(self, folder: Path) -> Path:
        """Print the certificate of the winner, from the page that closes the event."""
        page = self.page
        self.next()
        expect(page.get_by_role("heading", name=JA["close_thanks"])).to_be_visible()
        self.look("close", page)
        self.tap(page.get_by_role("link", name=JA["close_to_papers"]))
        certificates = page.locator("#certificates")
        if certificates.get_attribute("open") is None:
            self.tap(certificates.locator("summary"))
        self.look("certificates", page)
        address = certificates.locator("form").get_attribute("action")
        button = certificates.get_by_role("button").first
        chosen = certificates.locator("form").evaluate(
            "(form, button) => new URLSearchParams(new FormData(form, button)).toString()", button.element_handle()
        )
        self.clicks += 1  # on the button, which opens the file in a tab of its own
        path = folder / "certificate.pdf"
        path.write_bytes(page.request.get(f"{address}?{chosen}").body())
        return path
