"""``python3 dev.py bench replay [STEPS]``: replays a game of 700 reports in Chromium, one step per frame.

Prints, for a phone's screen and a large one: the frames per second while each frame draws another moment (a screen
shows at most 60), how long a frame took (p50, p99), and how much of that the page itself needed for a step: script,
styles and layout.  The target is 60 frames a second.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.referee.support.browser import chromium
from tests.referee.support.played_day import UNCONFIRMED, PlayedDay, played_day
from tests.referee.support.running import PATIENCE, running

RECORD = Path(__file__).parents[1] / "records" / "kesef-0172.jsonl"
STEPS = 700
SCREENS = {"phone": (390, 844), "large": (1920, 1080)}
REGULATION = UNCONFIRMED.replace('ruleset = "jma-2006"', 'ruleset = "wiki-2008"\nedition = "atlantic-city-2008"')
TIMED = """() => {
    const ask = window.requestAnimationFrame.bind(window);
    window.worked = [];
    window.requestAnimationFrame = draw => ask(at => {
        const began = performance.now();
        draw(at);
        document.body.getBoundingClientRect();  // styles and layout now, so that they count
        window.worked.push(performance.now() - began);
    });
    window.everyFrame = ask;
}"""
STEP = """async steps => {
    const frames = [];
    window.worked = [];
    let before = await new Promise(window.everyFrame);
    for (let step = 0; step < steps; step += 1) {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        const now = await new Promise(window.everyFrame);
        frames.push(now - before);
        before = now;
    }
    return { frames, worked: window.worked };
}"""


def main() -> None:
    """Measure, and print."""
    expect.set_options(timeout=PATIENCE * 1000)
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else STEPS
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as service, chromium() as browser:
        service.log_in()
        day = played_day(service, "replayed", REGULATION)
        reports = [json.loads(line) for line in RECORD.read_text("utf-8").splitlines()[1 : steps + 1]]
        day.log(1, 1, reports)
        first = day.done("GET", f"/events/{day.event}/rounds")["rows"][0]["id"]
        day.done("POST", f"/rounds/{first}/close", {"anyway": True, "reason": "over"})
        for screen, size in SCREENS.items():
            print(f"{screen}: {measure_replay(browser, day, size)}", flush=True)


def measure_replay(browser: Browser, day: PlayedDay, size: tuple[int, int]) -> str:
    """Replay the whole game with one step per frame; returns the measurements as text."""
    site = f"http://127.0.0.1:{day.service.port}"
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.add_init_script(f"({TIMED})()")
    page.goto(f"{site}{day.path}/tables/1/1/replay?lang=en")
    expect(page.locator("#replay")).to_have_attribute("data-ready", "yes")
    moments = int(page.locator("#slider").get_attribute("max") or 0)
    timings: dict[str, Any] = page.evaluate(STEP, moments)
    expect(page.locator("#slider")).to_have_value(str(moments))
    context.close()
    frames, worked = timings["frames"], timings["worked"]
    reached = f"{moments} moments, {1000 * len(frames) / sum(frames):.1f} frames a second"
    frame = f"a frame p50 {percentile(frames, 50)} ms, p99 {percentile(frames, 99)} ms"
    step = f"a step p50 {percentile(worked, 50)} ms, p99 {percentile(worked, 99)} ms"
    return "; ".join((reached, frame, step))


def percentile(values: list[float], part: int) -> str:
    return f"{statistics.quantiles(values, n=100)[part - 1]:.1f}"
