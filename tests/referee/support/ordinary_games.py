"""Typical games: throws and their consequences, occasionally a deal, a building, a mortgage or a mistaken report."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

import rulesets
from rulesets.reports import as_report
from tests.referee.support.judges_hand import Report
from tests.referee.support.law import DeviceHand

COUNTERS = """
Object.assign(window, { taps: 0, shownAfter: [], unjudged: 0, moved: [] });
let tapped = 0;
addEventListener("pointerdown", () => { window.taps += 1; }, true);
addEventListener("click", event => { tapped = event.timeStamp; }, true);
let [last, before] = [0, -1];
new MutationObserver(() => {
    const judged = Number(document.querySelector("main#panel")?.dataset.judged ?? -1);
    if (judged > last && tapped) window.shownAfter.push(performance.now() - tapped);
    if (judged > last) tapped = 0;
    if (judged < before) window.unjudged += 1;
    before = judged;
    last = Math.max(last, judged);
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-judged"], childList: true });
let stood = {};
const look = () => {
    const [panel, deaf] = [document.querySelector("main#panel"), document.querySelector("#tablet.deaf")];
    const pad = panel?.querySelector(".first > .pad");
    const stands = panel && { judged: panel.dataset.judged, tab: panel.dataset.tab, deaf: Boolean(deaf),
        top: Math.round(panel.getBoundingClientRect().top), pad: pad ? pad.offsetTop - panel.offsetTop : 0 };
    const alike = stands && ["judged", "tab", "deaf"].every(name => stands[name] === stood?.[name]) && !stands.deaf;
    if (alike && (stands.top !== stood.top || stands.pad !== stood.pad)) window.moved.push({ ...stands, was: stood });
    stood = stands;
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Counts taps, the milliseconds from the last tap to the judged position, how often a judged position disappeared, and
records layout shifts: controls that moved under the finger although the table did not change.
"""
INSTEAD_OF_THROW = 0.12
"""The probability that something else is done when a throw is due."""
SLIP = 0.02
NOT_PLAYED = frozenset({"ruling", "retract", "time_up", "roll_off", "default", "declare_bankruptcy", "offer_rescue"})
ATTEMPTS = 400
SMALLEST_SUM = 10
"""Dollars: the buttons of a deal can compose only multiples of it."""


HEADER: Report = {
    "ruleset": "jma-2006",
    "seats": ["A", "B", "C", "D"],
    "start": {
        "turn": "A",
        "deeds": {
            **{deed: {"owner": "B"} for deed in ("oriental_avenue", "vermont_avenue", "connecticut_avenue")},
            **{deed: {"owner": "C"} for deed in ("st_james_place", "tennessee_avenue", "new_york_avenue")},
        },
    },
}
"""Two players may build from the start: otherwise building would hardly ever occur."""


def ordinary_game(turns: int, seed: int) -> Iterator[tuple[int, Report]]:
    """Yield each report of a game of so many turns with its turn, from 1; all of them are accepted."""
    ruleset, random = rulesets.load(HEADER["ruleset"]), Random(seed)
    game = ruleset.start(HEADER["seats"], None, None, HEADER["start"], None)
    turn, whose, logged = 0, None, 0
    while not ruleset.over(game):
        report = next_report(game, random) if not retracts_now(game, random) else {"type": "retract", "seq": logged}
        if report is None:
            return
        if report["type"] == "roll" and report["player"] != whose:
            turn, whose = turn + 1, report["player"]
            if turn > turns:
                return
        game = ruleset.judge(game, as_report(report)).game
        logged += 1
        yield turn, report


def retracts_now(game: rulesets.Game, random: Random) -> bool:
    """Whether to retract the last report now: only after a throw, so that the turn stays the same."""
    due = game.ruleset.due(game)
    return bool(due) and due[0]["kind"] == "buy_or_decline" and random.random() < SLIP


def next_report(game: rulesets.Game, random: Random) -> Report | None:
    """Find a report that is accepted now and can be made by taps; None if none is found."""
    due = game.ruleset.due(game)
    throw = bool(due) and due[0]["kind"] == "roll"
    more = random.random() < INSTEAD_OF_THROW
    for attempt in range(ATTEMPTS):
        report = game.ruleset.mechanics.propose(game, random, hurry=False)
        if not can_be_tapped(report) or (throw and more != (report.get("type") != "roll") and attempt < ATTEMPTS // 2):
            continue
        if game.ruleset.judge(game, as_report(report)).accepted:
            return report
    return None


def can_be_tapped(report: Report) -> bool:
    """Whether a report can be made by taps alone and is of a usual type."""
    sums = [side.get("cash", 0) for side in (report.get("give"), report.get("take")) if isinstance(side, dict)]
    known = {"type", "player", "players", "with", "dice", "card", "to", "deed", "deeds", "amount", "give", "take"}
    return (
        report.get("type", "ruling") not in NOT_PLAYED
        and set(report) <= known
        and all(isinstance(each, int) and each % SMALLEST_SUM == 0 for each in sums)
    )


class Played(NamedTuple):
    """A game that was logged by taps: each report with its turn and number of taps; milliseconds until judged; how
    often a judged position disappeared or went back; what moved under the finger; the final position.
    """

    logged: list[tuple[int, Report, int]]
    waits: list[float]
    unjudged: int
    moved: list[dict[str, Any]]
    position: dict[str, Any]

    @property
    def reports(self) -> list[Report]:
        """The reports, in order."""
        return [report for _, report, _ in self.logged]


def play(page: Page, turns: int, seed: int) -> Played:
    """Log an ordinary game by taps at a page that judges on the device and was opened with the script `COUNTERS`."""
    hand = DeviceHand(page, HEADER)
    logged: list[tuple[int, Report, int]] = []
    for turn, report in ordinary_game(turns, seed):
        before = page.evaluate("window.taps")
        hand.report(report)
        logged.append((turn, report, page.evaluate("window.taps") - before))
    waits, unjudged, moved = page.evaluate("[window.shownAfter, window.unjudged, window.moved]")
    return Played(logged, waits, unjudged, moved, hand.table()["position"])
