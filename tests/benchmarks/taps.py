"""``python3 dev.py bench taps [TURNS]``: games of 200 turns, logged by taps and judged on the device.

Plays one game on each of three screens, in three languages, with the server's answers delayed by 0, 150 and 2,000 ms.
Prints for each: how many taps a turn of each kind and a report of each type took, the time from a report's last tap
until the page showed the judged position, and whether the log then has each report once, in order.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.referee.support.browser import chromium
from tests.referee.support.judges_hand import Report
from tests.referee.support.law import judging_service, wait_for_law
from tests.referee.support.ordinary_games import COUNTERS, HEADER, Played, play
from tests.referee.support.running import PATIENCE, Running
from tests.referee.support.tablets import DELAYED_ANSWERS, NO_DEBOUNCE, new_table, tablet

TURNS = 200
SCREENS = (("phone", "ja", 0), ("phone turned", "zh", 150), ("tablet", "en", 2000))
"""The screen, the language, and the delay of every answer in milliseconds."""
KINDS = (
    ("a debt beyond the cash", {"accept_rescue", "declare_bankruptcy"}),
    ("with a deal", {"trade", "open_talk"}),
    ("with an auction", {"bid", "close_auction"}),
    ("with building or mortgages", {"build", "sell", "mortgage", "lift_mortgage"}),
    ("with a slip taken back", {"retract"}),
    ("from jail", {"pay_bail", "use_card"}),
    ("a card", {"draw"}),
    ("a purchase", {"buy"}),
    ("a payment", {"pay"}),
)
"""Kinds of turns and the types of report that they contain; the first match counts."""


def main() -> None:
    """Measure, and print."""
    expect.set_options(timeout=PATIENCE * 1000)
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else TURNS
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, judging_service(Path(folder)) as service:
        for number, (size, language, late) in enumerate(SCREENS):
            show(browser, service, size, language, late, turns, seed=number)


def kind(reports: list[Report]) -> str:
    """The kind of turn that these reports make up."""
    types = {each["type"] for each in reports}
    return next((name for name, what in KINDS if types & what), "a throw alone")


def taps_of_types(played: Played) -> dict[str, list[int]]:
    """The taps that each report took, by its type."""
    counts: dict[str, list[int]] = defaultdict(list)
    for _, report, tapped in played.logged:
        counts[report["type"]].append(tapped)
    return counts


def taps(played: Played) -> dict[str, list[int]]:
    """The taps that each turn took, by its kind."""
    turns: dict[int, list[tuple[Report, int]]] = defaultdict(list)
    for turn, report, tapped in played.logged:
        turns[turn].append((report, tapped))
    counts: dict[str, list[int]] = defaultdict(list)
    for reported in turns.values():
        counts[kind([report for report, _ in reported])].append(sum(tapped for _, tapped in reported))
    return counts


def show(browser: Browser, service: Running, size: str, language: str, late: int, turns: int, seed: int) -> None:
    """Play a game, and print the measurements."""
    table = new_table(service, **HEADER)
    began = time.monotonic()
    with tablet(browser, table, size=size, script=NO_DEBOUNCE + DELAYED_ANSWERS % late + COUNTERS) as opened:
        opened.page.goto(f"{table.page}?lang={language}")
        wait_for_law(opened.page)
        played = play(opened.page, turns, seed)
        patience = 1000 * PATIENCE + 2 * late * len(played.reports)  # they are sent one after another
        expect(opened.page.locator(".link.waiting")).to_have_count(0, timeout=patience)
    took = time.monotonic() - began
    entries = table.entries()
    types = [[each["type"] for each in reports] for reports in ([one["report"] for one in entries], played.reports)]
    alike = types[0] == types[1] and table.position() == played.position
    tenths = statistics.quantiles(played.waits, n=10)
    print(f"{size}, {language}, answers {late} ms late: {len(played.reports)} reports in {took:.0f} s, ", end="")
    print(f"the log has {'each once, in order' if alike else 'OTHERS: ' + table.id}; ", end="")
    print(f"{len(played.moved)} times something moved under the finger; ", end="")
    print(f"judged after p50 {tenths[4]:.0f} ms, p90 {tenths[8]:.0f} ms")
    every = [tapped for each in taps(played).values() for tapped in each]
    print(f"  {'all':28} {len(every):4} turns  {statistics.median(every):4.0f} taps, mean {statistics.mean(every):.2f}")
    for name, each in sorted(taps(played).items(), key=lambda row: -len(row[1])):
        print(f"  {name:28} {len(each):4} turns  {statistics.median(each):4.0f} taps, {min(each)} to {max(each)}")
    for name, each in sorted(taps_of_types(played).items(), key=lambda row: -sum(row[1])):
        print(f"  {name:28} {len(each):4} reports {sum(each):4} taps, mean {statistics.mean(each):.2f}")
