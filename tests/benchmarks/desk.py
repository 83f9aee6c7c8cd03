"""``python3 dev.py bench desk``: twelve typical situations handled on an arbiter's phone, from the call to the ruling.

For each: the taps and seconds from the queue of calls to the ruling, and for the head judge to uphold it on appeal,
where typing or choosing a value counts as one tap; what changed in the position; whether tablet, log and case show the
ruling, and the public pages do not show it yet.
"""

from __future__ import annotations

import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment
from referee.log.changes import changes
from referee.server.app import app_without_service, attach_service
from referee.server.assembly import assemble
from tests.referee.support.browser import chromium, visit
from tests.referee.support.desk_hall import Hall, serve_hall
from tests.referee.support.running import PATIENCE
from tests.referee.support.templates import ENVIRONMENT
from tests.referee.support.world import World

SITUATIONS = Path(__file__).parents[1] / "referee" / "cases" / "situations.toml"
CHOSEN = ("seat", "to", "deed", "entry", "space", "category", "step", "case", "level")
"""Fields of a remedy that are select lists; the others are typed."""
PUBLIC = {"open": True, "address": "hall", "parts": ["clock", "seating", "standings", "tables", "live"]}


class Hand:
    """Operates a page and counts the taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        """Tap the first element that matches."""
        self.taps += 1
        self.page.locator(selector).first.tap()

    def write(self, selector: str, value: str) -> None:
        """Type into a field."""
        self.taps += 1
        self.page.locator(selector).fill(value)

    def fill(self, name: str, value: object) -> None:
        """Choose or type the value of a field."""
        self.taps += 1
        field = self.page.locator(f"form[method=get] [name={name}]").first
        if name in CHOSEN:
            field.select_option(str(value))
        else:
            field.fill(str(value))


def main() -> None:
    """Measure, and print."""
    expect.set_options(timeout=PATIENCE * 1000)
    app = app_without_service()
    print(f"{'situation':34}{'taps':>5}{'s':>5}{'appeal':>7}{'s':>5}  shown  not public  changed")
    with chromium() as browser:
        for name, given in tomllib.loads(SITUATIONS.read_text("utf-8")).items():
            with tempfile.TemporaryDirectory() as folder:
                upgrade(f"sqlite:///{folder}/referee.db")
                parts = assemble(from_environment({**ENVIRONMENT, "REFEREE_DATA": folder}))
                attach_service(app, parts)
                try:
                    world = World(app)
                    with serve_hall(app, world) as hall:
                        print(f"{name:34}{situation(browser, hall, given)}", flush=True)
                finally:
                    parts.close()


def situation(browser: Browser, hall: Hall, given: dict[str, Any]) -> str:
    """Handle a situation by taps, and return its row of the output."""
    world, table = hall.cup.world, hall.cup.tables[1, 1]
    world.ask("PUT", f"/events/{world.event}/public", json=PUBLIC)
    before = hall.cup.get(f"/tables/{table}")["position"]
    world.made(f"/tables/{table}/calls", client_id="the-call-1", kind="arbiter", about="rule", text=given["said"])
    with visit(browser, hall.site, "phone", hall.cookie("arbiter")) as arbiter:
        ruling = measure_ruling(Hand(arbiter.page), hall, given)
    after = hall.cup.get(f"/tables/{table}")["position"]
    case = hall.cup.get("cases?state=all")["rows"][0]
    logged = hall.log(table)[-1]["report"]["type"] == "ruling"
    tablet = hall.cup.get(f"/tables/{table}/cases")["rows"][0]["decision"] is not None
    stranger = world.app.test_client()
    public = "".join(stranger.get(f"/p/hall{end}").get_data(as_text=True) for end in ("", "/standings", "/tables"))
    world.made(f"/cases/{case['id']}/appeals", client_id="the-appeal", player="A", text="No.")
    with visit(browser, hall.site, "phone", hall.cookie("head_judge")) as head:
        appeal = measure_appeal(Hand(head.page), hall)
    changed = [f"{each.path} {each.before} → {each.after}" for each in changes(before, after) if each.path != "due"]
    due = [" ".join(each["kind"] for each in position["due"]) for position in (before, after)]
    changed += [f"due {due[0]} → {due[1]}"] if before["due"] != after["due"] else []
    changed = changed or [case["decision"]["effect"]["kind"]]
    shown = "yes" if logged and tablet and case["state"] == "decided" else "NO"
    hidden = "yes" if "Found so." not in public and "第1回大会" in public else "NO"
    return f"{ruling}{appeal}  {shown:7}{hidden:12}{'; '.join(changed)[:110]}"


def measure_ruling(hand: Hand, hall: Hall, given: dict[str, Any]) -> str:
    """Rule, beginning at the queue of calls; returns the taps and seconds as text."""
    hand.page.goto(f"{hall.event}/calls")
    began = time.perf_counter()
    hand.tap("[data-live] a[href*='/calls/']")
    hand.tap("details:has(button[name=remedy]) summary")
    hand.tap(f"button[name=remedy][value={given['remedy']}]")
    fields = {**given["fields"], **({"seat": hall.cup.players["A"]} if given["remedy"] == "fine" else {})}
    for field, value in fields.items():
        hand.fill(field, value)
    hand.tap("form[method=get] button")
    hand.write("#preview #facts", "Found so.")
    hand.tap("#preview form[method=post] button.go")
    hand.page.locator("#preview").wait_for(state="detached")
    return f"{hand.taps:5}{time.perf_counter() - began:5.1f}"


def measure_appeal(hand: Hand, hall: Hall) -> str:
    """Uphold the ruling as the head judge; returns the taps and seconds as text."""
    hand.page.goto(f"{hall.event}/cases")
    began = time.perf_counter()
    hand.tap("[data-live=appeals] a")
    hand.tap("#settle summary")
    hand.write("#uphold_reasons", "As it stands.")
    hand.tap("#settle button[value=uphold]")
    hand.page.locator("#settle").wait_for(state="detached")
    return f"{hand.taps:7}{time.perf_counter() - began:5.1f}"
