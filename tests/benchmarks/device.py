"""``python3 dev.py bench device``: the law on the device, in a real browser.

Prints how long it takes to start and how much memory it needs, also with a quarter of a processor; how long it takes
from a tap until the page shows the judged position, with no delay and with answers delayed by 150 and 2,000 ms, judged
on the device and by the server alone; and in how many of some random games (``--games``, 20 by default) the browser
and this Python do not give exactly the same answers, which must be none.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.benchmarks.options import Options
from tests.benchmarks.results import Figure, Result
from tests.referee.support.browser import chromium, visit
from tests.referee.support.device_games import differing_answers, random_games, start_law
from tests.referee.support.law import judging_service, wait_for_law
from tests.referee.support.running import PATIENCE, Running, running
from tests.referee.support.tablets import DELAYED_ANSWERS, new_table, tablet

GAMES = 20
REPORTS = 200
DELAYS = (0, 150, 2000)
"""Milliseconds by which every answer of the server is delayed."""
TAPS = 40
FEW_TAPS = 10
TAP = """async dice => {
    const panel = document.querySelector("main#panel");
    const first = panel.querySelector(".due.first");
    const throwing = first?.querySelector('[data-die="1-1"]');
    if (throwing) {
        first.querySelector(`[data-die="1-${dice[0]}"]`).click();
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    const other = '[data-test="buy"], [data-test="pay"], [data-card], button.big:not(.shut)';
    const button = panel.querySelector(".due.first")?.querySelector(throwing ? `[data-die="2-${dice[1]}"]` : other);
    if (!button) return null;
    const before = panel.dataset.judged;
    const judged = new Promise(resolve => {
        const seen = new MutationObserver(() => {
            if (panel.dataset.judged === undefined || panel.dataset.judged === before) return;
            seen.disconnect();
            resolve(performance.now() - began);
        });
        seen.observe(panel, { attributes: true });
    });
    const began = performance.now();
    button.click();
    return await judged;
}"""
"""Taps what is due, both dice of a throw; returns the milliseconds until the page shows the judged position."""
SLOWED = 4
BETWEEN = 0.7
"""Seconds between two taps, because the page debounces taps."""


def measure(options: Options) -> Result:
    """Run all measurements."""
    expect.set_options(timeout=PATIENCE * 1000)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with judging_service(Path(folder)) as service:
            start = measure_start(browser, service, "begins")
            quick = latencies(browser, service, device=True)
            same = differences(browser, service, options.games or GAMES)
        with running(Path(folder)) as alone:
            alone.headers = service.headers
            server = latencies(browser, alone, device=False)
    with tempfile.TemporaryDirectory() as folder, judging_service(Path(folder)) as service, slowed(SLOWED) as browser:
        start += measure_start(browser, service, f"begins, {SLOWED} times slower")
        slow = latencies(browser, service, device=True)
    figures = [*start]
    for what, measured in (
        ("judged by the server alone", server),
        ("judged on the device", quick),
        (f"judged on the device, {SLOWED} times slower", slow),
    ):
        for delay, (p50, p90), (reference, _) in zip(DELAYS, measured, server, strict=True):
            name = f"{what}, answers {delay:,} ms late, p50 / p90"
            ratio = None if measured is server else p50 / reference
            figures.append(Figure(name, p50, "ms", ratio, "the server alone", second=p90))
    return Result("device", (*figures, same))


def law_description(service: Running) -> dict[str, Any]:
    """The description of the law that a page gives to its scripts."""
    text = service.ask("GET", "/try").body.decode()
    law: dict[str, Any] = json.loads(text.partition('id="given">')[2].partition("</script>")[0])["law"]
    return law


@contextmanager
def slowed(times: int) -> Iterator[Browser]:
    """Start a browser that shares one processor with busy processes, so that it gets only a fraction of it.

    The browser's own throttling does not slow down workers, and the law runs in one.
    """
    all_of_them = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_of_them)})
    busy = [multiprocessing.Process(target=burn_processor, daemon=True) for _ in range(times - 1)]
    try:
        for each in busy:
            each.start()
        with chromium() as browser:
            os.sched_setaffinity(0, all_of_them)
            yield browser
    finally:
        for each in busy:
            each.kill()
        os.sched_setaffinity(0, all_of_them)


def burn_processor() -> None:
    """Loop for ever."""
    while True:
        pass


def memory(browser: Browser) -> int:
    """The memory of the browser's renderer processes, in megabytes."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{each['id']}/statm") for each in processes if each["type"] == "renderer"]
    return sum(int(each.read_text().split()[1]) for each in pages) * os.sysconf("SC_PAGE_SIZE") // 2**20


def measure_start(browser: Browser, service: Running, what: str) -> list[Figure]:
    """Measure how long the law takes to start and to open its first game, and its memory."""
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        opened.page.goto("/rules")
        without, before = memory(browser), time.monotonic()
        ready = start_law(opened.page, law_description(service))
        first = json.dumps({"ask": "open", "header": {"ruleset": "jma-2006", "seats": ["A", "B", "C", "D"]}})
        assert differing_answers(opened.page, [first]) == []
        took, more = time.monotonic() - before, memory(browser) - without
    return [
        Figure(what, ready, "ms"),
        Figure(f"{what}: its first game is open", took, "s"),
        Figure(f"{what}: memory", more, "MB"),
    ]


def latencies(browser: Browser, service: Running, *, device: bool) -> list[tuple[float, float]]:
    """Measure the time from a tap to the judged position: p50 and p90 for each of the delays."""
    measured = []
    for delay in DELAYS:
        table = new_table(service)
        with tablet(browser, table, script=DELAYED_ANSWERS % delay) as opened:
            if device:
                wait_for_law(opened.page)
            taken = taps(opened.page, TAPS if device or delay < max(DELAYS) else FEW_TAPS)
        tenths = statistics.quantiles(taken, n=10)
        measured.append((tenths[4], tenths[8]))
    return measured


def taps(page: Page, count: int) -> list[float]:
    """The milliseconds of up to ``count`` taps; fewer if something due cannot be done by one tap."""
    random, taken = Random(3), list[float]()
    while len(taken) < count:
        time.sleep(BETWEEN)
        milliseconds = page.evaluate(TAP, [random.randint(1, 6), random.randint(1, 6)])
        if milliseconds is None:
            break
        taken.append(milliseconds)
    return taken


def differences(browser: Browser, service: Running, games: int) -> Figure:
    """Count the random games that the browser judges differently."""
    reports, wrong = 0, 0
    with visit(browser, f"http://127.0.0.1:{service.port}", "tablet") as opened:
        opened.page.set_default_timeout(0)
        opened.page.goto("/rules")
        start_law(opened.page, law_description(service))
        for number, game in enumerate(random_games(games, 7, REPORTS)):
            reports += len(game.reports)
            wrong += bool(differing_answers(opened.page, game.questions(("en", "ja", "zh")[number % 3])))
    return Figure(f"differences from the server in {games} random games of {reports:,} reports", wrong, wanted="0")
