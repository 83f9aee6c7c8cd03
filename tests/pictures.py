"""``python -m tests.pictures``: takes the README's pictures in docs/pictures/ from the real pages of a demo event.

An animated GIF of a table where a throw out of turn is refused with its clause and the clock runs out; screenshots of
the desk and the projector; a certificate.  Needs Chromium.  Run it again whenever these pages change.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

import rulesets
from referee.demo.players import reports
from rulesets import Game
from rulesets.reports import as_report
from tests.referee.support.browser import chromium
from tests.referee.support.running import Running, running
from tests.referee.support.tablets import throw
from tests.tournaments.paper_samples import drawn
from tournaments.paper.documents.certificate import (
    Certificate,
    horizontal_certificates,
    vertical_certificates,
)
from tournaments.paper.page.layout import Layout
from tournaments.paper.type.characters import VERTICAL

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
LANGUAGES = ("en", "ja", "zh")
HALL = "http://hall.example"
"""The address of the service, as its pages show it."""
CERTIFICATES = {
    "en": ("Maria Rossi", "Champion", "23 November 2026", "The organizers", "Open Championship 2026"),
    "ja": ("山田 太郎", "優勝", "2026年11月23日", "主催者", "全国大会2026"),
    "zh": ("王小明", "冠军", "2026年11月23日", "主办方", "全国大赛2026"),
}
"""Name, award, date, organization and event."""
SIZE = (1024, 700)
"""The viewport, in CSS pixels."""
SHOWN = (760, 520)
"""The size of the GIF, in pixels."""
COLOURS = 224
LEFT_SECONDS = 6
"""The time left on the clock when the last scene of the GIF begins."""


def main() -> None:
    """Take all pictures, in every language."""
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        with (
            tempfile.TemporaryDirectory() as folder,
            running(Path(folder), REFEREE_PUBLIC_URL=HALL) as service,
            chromium() as browser,
        ):
            service.log_in()
            event = create_demo_event(service, Path(folder), language)
            rounds = service.ask("GET", f"/api/v1/events/{event}/rounds").json["rows"]
            tables = service.ask("GET", f"/api/v1/rounds/{rounds[1]['id']}/tables?limit=100").json["rows"]
            with admin_page(browser, service, language) as page:
                take_screenshot(page, f"/events/{event}", f"desk.{language}.png")
                take_screenshot(page, f"/p/{event}/screen?parts=clock", f"projector.{language}.png")
                record_gif(page, service, rounds[1]["id"], fresh_table(service, rounds[1]["id"], tables[-1]), language)
            take_certificate(language)


def create_demo_event(service: Running, folder: Path, language: str) -> str:
    """Create a demo event and return its id."""
    environment = {**os.environ, "REFEREE_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "referee.cli", "demo", "--lang", language, "--address", HALL]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0].rpartition("/")[2]


@contextmanager
def admin_page(browser: Browser, service: Running, language: str) -> Iterator[Page]:
    """A browser page that is logged in as the administrator."""
    address = f"http://127.0.0.1:{service.port}"
    width, height = SIZE
    context = browser.new_context(
        base_url=address, locale=language, viewport={"width": width, "height": height}, has_touch=True
    )
    name, _, value = service.headers["Cookie"].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address}])
    yield context.new_page()
    context.close()


def record_gif(page: Page, service: Running, round_: str, table: str, language: str) -> None:
    """Record the GIF: a purchase, a rent, a throw out of turn that is refused, the clock running out."""
    frames: list[tuple[Image.Image, int]] = []

    def take(milliseconds: int) -> None:
        page.wait_for_timeout(450)  # until the page has settled and accepts taps again
        with Image.open(io.BytesIO(page.screenshot())) as taken:
            frames.append((taken.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS), milliseconds))

    def wait_until_judged(seq: int) -> None:
        page.locator(f'main#panel[data-seq="{seq}"][aria-busy="false"]').wait_for()

    game = report_deal(service, table)
    seq = game.seq
    page.goto(f"/tables/{table}?lang={language}")
    page.locator("main#panel").wait_for()
    take(1200)
    one, other = throw_to_free_lot(game)
    throw(page, one, other)
    wait_until_judged(seq + 1)
    take(1800)
    page.locator('[data-due="buy_or_decline"] [data-test="buy"]').tap()
    wait_until_judged(seq + 2)
    take(1500)
    throw(page, one, other)  # to the lot that has just been bought
    wait_until_judged(seq + 3)
    take(1500)
    page.locator('[data-test="anyway"] summary').tap()
    thrower = page.locator('[data-test="anyway"] [data-thrower]').nth(2)
    thrower.tap()
    throw(page, 3, 6, within='[data-test="anyway"]')
    page.locator('[data-test="refused"]').wait_for()
    take(4000)
    page.locator('[data-test="refused"] .go').tap()
    left = service.ask("GET", f"/api/v1/tables/{table}/clock").json["remaining"] // 1000
    less = LEFT_SECONDS - left
    extension: dict[str, Any] = {"kind": "extend", "seconds": less, "reason": "The end", "tables": [table]}
    assert service.ask("POST", f"/api/v1/rounds/{round_}/clock", extension).status == 200
    page.reload()
    page.locator("main#panel").wait_for()
    for _ in range(2 * LEFT_SECONDS):
        take(500)
    page.wait_for_timeout(4000)
    take(4000)
    first, *others = [frame.quantize(COLOURS, dither=Image.Dither.NONE) for frame, _ in frames]
    times = [milliseconds for _, milliseconds in frames]
    target = FOLDER / f"table.{language}.gif"
    first.save(target, save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def fresh_table(service: Running, round_: str, like: dict[str, Any]) -> str:
    """Create a table at which nothing has been played yet, with the players and the game of another one; its id."""
    record = service.ask("GET", f"/api/v1/tables/{like['id']}/export?format=record").body
    header = json.loads(record.splitlines()[0])
    given = {each: header[each] for each in ("ruleset", "seats", "edition", "names", "options") if each in header}
    return str(service.made(f"/rounds/{round_}/tables", number=like["number"] + 1, **given)["id"])


def report_deal(service: Running, table: str) -> Game:
    """Report the deal at a table and return the game after it."""
    record = service.ask("GET", f"/api/v1/tables/{table}/export?format=record").body
    game = rulesets.replay(json.loads(record.splitlines()[0]), []).game
    assert game is not None
    report = next(reports(game, Random(1)))
    service.made(f"/tables/{table}/entries", client_id="the-deal", base=0, report=report)
    return game.ruleset.judge(game, as_report(report)).game


def throw_to_free_lot(game: Game) -> tuple[int, int]:
    """A throw, not a double, that takes the next player to a lot that can be bought."""
    (player,) = (each["player"] for each in game.ruleset.due(game) if each["kind"] == "roll")
    for one, other in combinations(range(1, 7), 2):
        answer = game.ruleset.judge(game, {"type": "roll", "player": player, "dice": [one, other]})
        if any(each["kind"] == "buy_or_decline" for each in game.ruleset.due(answer.game)):
            return one, other
    raise AssertionError("every lot near the start is dealt")


def take_screenshot(page: Page, path: str, name: str) -> None:
    page.goto(path)
    page.wait_for_timeout(1500)
    with Image.open(io.BytesIO(page.screenshot())) as taken:
        taken.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


def take_certificate(language: str) -> None:
    name, award, date, organization, event = CERTIFICATES[language]
    certificates = [Certificate(name, award, date, organization)]
    draw = vertical_certificates if language in VERTICAL else horizontal_certificates
    pdf = draw(certificates, Layout(dict.fromkeys(LANGUAGES, event)), language)
    drawn(pdf, 60).save(FOLDER / f"certificate.{language}.png", optimize=True)


if __name__ == "__main__":
    main()
