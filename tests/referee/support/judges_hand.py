"""Operates the tablet's page like a judge, only by taps: one method for each type of report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page

from tests.referee.support.tablets import throw

Report = dict[str, Any]
TABS = {
    "trade": "deal",
    **dict.fromkeys(("build", "sell", "withdraw_build"), "build"),
}
"""The tab where reports of a type are made, unless it is the first one."""
SUMS = (500, 200, 100, 50, 20, 10)
"""The amounts for which a side of a deal has buttons."""


class Hand:
    """Taps on a table's page.  After each report it waits until the page shows the position after it: that of the
    server's log, or with ``shown="data-judged"`` the one judged on the device.
    """

    def __init__(self, page: Page, shown: str = "data-seq") -> None:
        self.page = page
        self.shown = shown

    @property
    def seq(self) -> int:
        """The number of the last entry that the page shows."""
        return int(self.page.locator("main#panel").get_attribute(self.shown) or 0)

    def report(self, report: Report) -> None:
        """Log a report by taps."""
        before = self.seq
        self.tab(TABS.get(report["type"], "play"))
        getattr(self, report["type"])(report)
        self.wait_for_entry(before + 1)

    def wait_for_entry(self, seq: int) -> None:
        """Wait until the page shows the position after an entry and accepts taps again."""
        # `wait_for` checks at every frame; `expect` would back off between its checks, which adds up over a game.
        self.page.locator(f'main#panel[{self.shown}="{seq}"][aria-busy="false"]').wait_for()

    def tab(self, name: str) -> None:
        place = ("play", "deal", "build", "mortgage", "board", "history").index(name)
        button = self.page.locator("nav.tabs button").nth(place)
        if button.get_attribute("aria-current") is None:
            button.tap()

    def tap(self, selector: str, within: Locator | None = None) -> None:
        """Tap the first element that matches."""
        (within or self.page).locator(selector).first.tap()

    def press(self, selector: str) -> None:
        """Tap what chooses something, unless it is chosen already, and wait until it is: a second look must not come
        before the tap.
        """
        if self.page.locator(selector).first.get_attribute("aria-pressed") != "true":
            self.tap(selector)
            self.page.locator(f'{selector}[aria-pressed="true"]').first.wait_for()

    def agree(self) -> None:
        """Confirm on behalf of the players, to whom the tablet is turned."""
        self.tap('[data-test="agree"]')

    def due(self, kind: str, **facts: str) -> Locator:
        named = "".join(f'[data-{name}="{value}"]' for name, value in facts.items())
        return self.page.locator(f'[data-due="{kind}"]{named}').first

    # -- a turn

    def throw_with(self, report: Report, then: Report) -> bool:
        """Log a throw, and with the second die the purchase or payment that it leads to, if the page offers that: one
        that has the dice one after the other.  Returns whether it did.
        """
        before = self.seq
        self.tab("play")
        one, two = report["dice"]
        self.tap(f'[data-die="1-{one}"]')
        self.page.locator(f'[data-die="1-{one}"][aria-pressed="true"]').first.wait_for()  # the offer comes with it
        offered = self.page.locator(f'[data-then="{two}"][data-follows="{then["type"]}"]')
        if not offered.count():
            self.tap(f'[data-die="2-{two}"]')
            self.wait_for_entry(before + 1)
            return False
        offered.tap()
        self.wait_for_entry(before + 2)
        return True

    def roll(self, report: Report) -> None:
        throw(self.page, *report["dice"])

    def draw(self, report: Report) -> None:
        self.tap(f'[data-card="{report["card"]}"]', self.due("draw"))

    def buy(self, report: Report) -> None:
        self.tap('[data-test="buy"]')

    def decline(self, report: Report) -> None:
        self.tap('[data-test="decline"]')

    def pay(self, report: Report) -> None:
        debts = self.page.locator(f'[data-due="debt"][data-player="{report["player"]}"]')
        to = f'[data-to="{report["to"]}"]' if "to" in report else ""
        if self.page.locator(f'[data-due="debt"][data-player="{report["player"]}"]{to}').count():
            self.tap('[data-test="pay"]', debts.and_(self.page.locator(to)) if to else debts)
        else:
            self.tap('[data-test="pay"]', self.due("payment"))

    def pay_bail(self, report: Report) -> None:
        self.tap('[data-test="pay_bail"]')

    def use_card(self, report: Report) -> None:
        self.tap('[data-test="use_card"]')

    def roll_off(self, report: Report) -> None:
        self.page.locator("summary", has_text="Throw for the order").tap()
        for dice in report["dice"].values():
            throw(self.page, *dice, within="details[open]")

    # -- auctions

    def bid(self, report: Report) -> None:
        if not self.page.locator(".callers").first.is_visible():  # a bid opens the auction of a building
            self.page.locator("summary", has=self.page.locator("xpath=following-sibling::*")).last.tap()
        beside = self.page.locator(f'[data-call="{report.get("player")} {report["amount"]}"]')
        if beside.count():
            beside.first.tap()
            return
        for caller in report.get("players", [report.get("player")]):
            self.tap(f'[data-caller="{caller}"]')
        amount = report["amount"]
        quick = self.page.locator(f'[data-amount="{amount}"]')
        if quick.count():
            quick.first.tap()
            return
        if not self.page.locator("[data-key]").count():  # on a narrow page the pad replaces the amounts
            self.tap('[data-test="bid-other"]')
        for digit in str(amount):
            self.tap(f'[data-key="{digit}"]')
        self.tap('[data-test="bid-amount"]')

    def close_auction(self, report: Report) -> None:
        self.tap('[data-test="close_auction"]')

    def place(self, report: Report) -> None:
        self.tap(f'[data-place="{report["deed"]}"]')

    # -- building and mortgages

    def build(self, report: Report) -> None:
        self.tap_levels(report, 1)

    def sell(self, report: Report) -> None:
        self.tap_levels(report, -1)

    def withdraw_build(self, report: Report) -> None:
        self.tap_levels(report, -1)

    def tap_levels(self, report: Report, by: int) -> None:
        """Tap the level of all lots of a group, or plus or minus until every lot has its level, one step at a time so
        that they stay even.
        """
        sign = "plus" if by > 0 else "minus"
        standing = self.current_levels(report)
        while open_lots := {deed: level for deed, level in standing.items() if level != report["to"][deed]}:
            deed = (min if by > 0 else max)(open_lots, key=lambda each: open_lots[each])
            group = self.page.locator(f'.lots:has([data-test="{sign}-{deed}"])')
            group.wait_for()  # the tab is loaded when it is opened first: without it there would be no lots to read
            lots = group.locator(f'[data-test^="{sign}-"]').evaluate_all(
                "buttons => buttons.map(each => each.dataset.test.split('-')[1])"
            )
            level = report["to"][deed]
            if all(report["to"].get(each) == level for each in lots):
                self.tap(f'[data-test^="all-"][data-test$="-{level}"]', group)
                standing |= dict.fromkeys(lots, level)
            else:
                self.tap(f'[data-test="{sign}-{deed}"]')
                standing[deed] += by
        self.tap('[data-test="log-building"]:not(.shut)')

    def current_levels(self, report: Report) -> dict[str, int]:
        """The current levels of a report's lots, including what has been declared."""
        table = self.table()
        declared = {
            deed: level
            for each in table["due"]
            if each["entry"]["kind"] == "building"
            for deed, level in each["entry"]["declared"].get(report["player"], {}).items()
        }
        return {deed: declared.get(deed, table["position"]["deeds"][deed]["level"]) for deed in report["to"]}

    def table(self) -> dict[str, Any]:
        """The table's current state as the tablet's API returns it."""
        table: dict[str, Any] = self.page.evaluate(
            """async () => {
                const table = location.pathname.split("/").at(-1);
                return (await (await fetch(`/api/v1/tables/${table}/tablet`)).json());
            }"""
        )
        return table

    def close_building(self, report: Report) -> None:
        self.tap('[data-test="close_building"]')

    def mortgage(self, report: Report) -> None:
        self.tap_deeds(report)

    def lift_mortgage(self, report: Report) -> None:
        self.tap_deeds(report)

    def tap_deeds(self, report: Report) -> None:
        """One deed on the sheet of its player, several on the tab."""
        if len(report["deeds"]) == 1:
            self.tap(f'[data-player-sheet="{report["player"]}"]')
            self.tap(f'[data-mortgages="{report["deeds"][0]}"]')
            return
        self.tab("mortgage")
        self.press(f'[data-whose="{report["player"]}"]')
        for deed in report["deeds"]:
            self.tap(f'[data-deed="{deed}"]')
        self.tap('[data-test="log-mortgage"]:not(.shut)')

    # -- deals and debts

    def trade(self, report: Report) -> None:
        self.tap('[data-test="clear-deal"]:enabled') if self.has_draft() else None
        self.choose_players(report["player"], report["with"], report["take"].get("deeds", ()))
        self.compose_side("give", report["give"])
        self.compose_side("take", report["take"])
        self.tap('[data-test="log-deal"]:not(.shut)')

    def has_draft(self) -> bool:
        return self.page.locator('[data-test="clear-deal"]').is_enabled()

    def choose_players(self, one: str, other: str, deeds: Sequence[str] = ()) -> None:
        """Choose the two sides; the other one by the first of the deeds that they hand over, if there are any."""
        self.press(f'[data-side="give"] [data-seat="{one}"]')
        if not self.page.locator('[data-side="take"] [data-seat][aria-pressed="true"]').count() and deeds:
            self.press(f'[data-side="take"] [data-deed="{deeds[0]}"]')
        elif self.page.locator(f'[data-side="take"] [data-seat="{other}"]').count():
            self.press(f'[data-side="take"] [data-seat="{other}"]')

    def compose_side(self, name: str, what: Report) -> None:
        """Compose a side of a deal: cash, deeds, release cards."""
        side = self.page.locator(f'[data-side="{name}"]')
        cash = what.get("cash", 0)
        for sum_ in SUMS:
            while cash >= sum_:
                self.tap(f'[data-sum="{sum_}"]', side)
                cash -= sum_
        assert not cash
        for deed in what.get("deeds", ()):
            self.press(f'[data-side="{name}"] [data-deed="{deed}"]')
        for deck in what.get("cards", ()):
            self.tap(f'[data-card="{deck}"]', side)

    def open_talk(self, report: Report) -> None:
        self.tap(f'[data-player-sheet="{report["player"]}"]')
        self.tap(f'dialog [data-test="open-talk"][data-with="{report["with"]}"]')

    def close_talk(self, report: Report) -> None:
        self.tap('[data-test="close-talk"]')

    def offer_rescue(self, report: Report) -> None:
        self.tap('[data-test="make-offer"]')
        form = self.page.locator('[data-test="offer-form"]')
        self.tap(f'[data-side="give"] [data-seat="{report["player"]}"]', form)
        self.compose_side("give", report["give"])
        self.compose_side("take", report["take"])
        self.tap('[data-test="show-offer"]:not(.shut)')
        self.agree()

    def accept_rescue(self, report: Report) -> None:
        self.tap('[data-test="accept-rescue"]:not(.shut)')
        self.agree()

    def declare_bankruptcy(self, report: Report) -> None:
        self.tap('[data-test="declare_bankruptcy"]:not(.shut)')
        self.agree()

    # -- the end, and the way back

    def time_up(self, report: Report) -> None:
        self.tap("header.top .menu")
        self.tap('[data-test="time-up"]')
        self.agree()

    def retract(self, report: Report) -> None:
        after = self.seq + 1
        self.tap('[data-test="undo"]')  # enough while the last report is fresh
        self.page.locator(f'[data-test="undo-now"], main#panel[{self.shown}="{after}"]').first.wait_for()
        if self.seq < after:
            self.tap('[data-test="undo-now"]')
