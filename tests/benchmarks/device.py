"""``python3 dev.py bench device``: the law on the device, in a real browser.

Prints how much processor time the device needs until it judges at a table, the first time and again (with its files and
what the browser has compiled of them in the profile), and the memory of the page then; how long it takes from a tap
until the page shows the judged position, with no delay and with answers delayed by 150 and 2,500 ms, judged on the
device, also with a quarter of a processor, and by the server alone; and in how many of some random games (``--games``,
20 by default) the browser and this Python do not give exactly the same answers, which must be none.

The start is counted in the processor time of the law's thread, which is what a judge waits for: the browser compiles
beside it.  It is given for a processor that is four times slower than an idle one of those that the page speaks of,
by a loop of Python that is timed in the same run, so that a busy machine does not count.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.benchmarks.options import Options
from tests.benchmarks.results import Figure, Result
from tests.referee.support.browser import FLAGS, browser_program, chromium, visit
from tests.referee.support.device_games import differing_answers, random_games, start_law
from tests.referee.support.law import judging_service, wait_for_law
from tests.referee.support.running import PATIENCE, Running, running
from tests.referee.support.tablets import DELAYED_ANSWERS, new_table, tablet

GAMES = 20
REPORTS = 200
DELAYS = (0, 150, 2500)
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
STARTS = 3
"""Starts at a table: the first one cold; what was compiled in the first is stored by then, and used in the last."""
LOOP = 1_000_000
LOOP_SECONDS = 0.044
"""How often a loop runs, and how long that takes on an idle processor."""
LAW_THREAD = "DedicatedWorker"
LAW_IS_KEPT = """async () => (await (await caches.open("referee-tablet-1")).keys())
    .filter(each => new URL(each.url).pathname.startsWith("/law/")).length >= 7"""


def measure(options: Options) -> Result:
    """Run all measurements."""
    expect.set_options(timeout=PATIENCE * 1000)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        with judging_service(Path(folder)) as service:
            start = measure_starts(browser, service, Path(folder) / "profile")
            quick = latencies(browser, service, device=True)
            same = differences(browser, service, options.games or GAMES)
        with running(Path(folder)) as alone:
            alone.headers = service.headers
            server = latencies(browser, alone, device=False)
    with tempfile.TemporaryDirectory() as folder, judging_service(Path(folder)) as service, slowed(SLOWED) as browser:
        slow = latencies(browser, service, device=True)
    figures = [*start]
    for what, measured in (
        ("judged by the server alone", server),
        ("judged on the device", quick),
        (f"judged on the device, {SLOWED} times slower", slow),
    ):
        for delay, (p50, p95), (reference, _) in zip(DELAYS, measured, server, strict=True):
            name = f"{what}, answers {delay:,} ms late, p50 / p95"
            ratio = None if measured is server else p50 / reference
            figures.append(Figure(name, p50, "ms", ratio, "the server alone", second=p95))
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


def measure_starts(browser: Browser, service: Running, profile: Path) -> list[Figure]:
    """Measure what it takes until a table's page judges, cold and warm, and its memory then."""
    table = new_table(service)
    token, measured = table.bind_device(), list[tuple[float, int]]()
    for _ in range(STARTS):
        context = browser.browser_type.launch_persistent_context(
            profile, executable_path=browser_program(), args=FLAGS, timeout=PATIENCE * 1000
        )
        with closing(context):
            context.set_default_timeout(PATIENCE * 1000)
            address = f"http://127.0.0.1:{service.port}"
            context.add_cookies([{"name": "referee", "value": token, "url": address}])
            page = context.pages[0]
            page.goto(f"{address}{table.page}")
            wait_for_law(page)
            pages = renderers(profile)
            needed = sum(processor_seconds(each) for each in pages) * LOOP_SECONDS / loop_seconds()
            measured.append((needed * SLOWED, sum(map(memory, pages))))
            page.wait_for_function(LAW_IS_KEPT)
    (cold, first), *_, (warm, last) = measured
    return [
        Figure(f"judges, {SLOWED} times slower, cold", cold, "s", wanted="6 at most"),
        Figure(f"judges, {SLOWED} times slower, warm", warm, "s", wanted="2 at most"),
        Figure("memory of the page that judges", max(first, last), "MB", wanted="250 at most"),
    ]


def renderers(profile: Path) -> list[Path]:
    """The processes that show the pages of the browser with this profile, in /proc."""
    parents, shown, roots = {}, set(), set()
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (each / "cmdline").read_bytes()
            parents[each.name] = (each / "stat").read_text().rpartition(")")[2].split()[1]
            if b"--type=renderer" in command:
                shown.add(each.name)
            elif b"--type=" not in command and str(profile).encode() in command:
                roots.add(each.name)

    def below(process: str) -> bool:
        return process in roots or (process in parents and below(parents[process]))

    return [Path("/proc") / each for each in shown if below(each)]


def processor_seconds(process: Path) -> float:
    """The processor time of the law's thread, in seconds."""
    threads = [each for each in (process / "task").iterdir() if (each / "comm").read_text().startswith(LAW_THREAD)]
    return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9


def memory(process: Path) -> int:
    """The memory of a process, in megabytes; what it shares with others counts in parts (PSS)."""
    text = (process / "smaps_rollup").read_text()
    return int(text.partition("\nPss:")[2].split()[0]) // 1024


def loop_seconds() -> float:
    """The processor time that a loop takes now."""
    began, total = time.process_time(), 0
    for number in range(LOOP):
        total += number
    return time.process_time() - began


def latencies(browser: Browser, service: Running, *, device: bool) -> list[tuple[float, float]]:
    """Measure the time from a tap to the judged position: p50 and p95 for each of the delays."""
    measured = []
    for delay in DELAYS:
        table = new_table(service)
        with tablet(browser, table, script=DELAYED_ANSWERS % delay) as opened:
            if device:
                wait_for_law(opened.page)
            taken = taps(opened.page, TAPS if device or delay < max(DELAYS) else FEW_TAPS)
        twentieths = statistics.quantiles(taken, n=20)
        measured.append((twentieths[9], twentieths[18]))
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
