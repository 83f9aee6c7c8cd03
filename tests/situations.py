"""``python -m tests.situations FOLDER [LANGUAGE…]``: pictures of the named situations at a table, to be looked at.

Writes a sheet for each language (without one: Japanese and English) and size; each picture has its name above it.
What the tablet shows in these situations is tested by ``tests/referee/tables/test_tablet_axe.py``.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser

from tests.referee.support.browser import chromium, visit
from tests.referee.support.running import Running, running
from tests.referee.support.sight import SIZES
from tests.referee.support.tablet_states import SCENES, SITUATIONS
from tests.referee.support.tablets import new_table

LANGUAGES = ("ja", "en")
ACROSS = 8
"""Pictures in a row of a sheet."""
GAP, TITLE = 12, 28
"""Pixels between pictures, and for a name."""


def main() -> int:
    """Write the sheets."""
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    folder, languages = Path(sys.argv[1]), sys.argv[2:] or LANGUAGES
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser, running(Path(data)) as service:
        service.log_in()
        for language in languages:
            for size, pictures in photographed(browser, service, language).items():
                sheet(pictures).save(folder / f"situations-{language}-{size}.png")
                print(f"{language}, {size} px: {len(pictures)} situations", flush=True)
    return 0


def photographed(browser: Browser, service: Running, language: str) -> dict[int, dict[str, Image.Image]]:
    """Pictures of all situations in a language, by name, at each width."""
    found: dict[int, dict[str, Image.Image]] = {width: {} for width, _ in SIZES}
    for scene in SCENES:
        table = new_table(service, **scene.header)
        address = f"http://127.0.0.1:{service.port}"
        with visit(browser, address, "tablet", service.headers["Cookie"]) as (page, _, _):
            page.goto(f"{table.page}?lang={language}")
            page.locator("main#panel").wait_for()
            for name in scene.walk(page, table):
                for width, height in SIZES if name in SITUATIONS else ():
                    page.set_viewport_size({"width": width, "height": height})
                    found[width][name] = Image.open(io.BytesIO(page.screenshot()))
    return found


def sheet(pictures: dict[str, Image.Image]) -> Image.Image:
    """All pictures of one size on one sheet, reduced to half."""
    half = {name: each.resize((each.width // 2, each.height // 2)) for name, each in pictures.items()}
    width, height = next(iter(half.values())).size
    rows = -(-len(half) // ACROSS)
    drawn = Image.new("RGB", (ACROSS * (width + GAP), rows * (height + TITLE + GAP)), "white")
    pen = ImageDraw.Draw(drawn)
    for place, (name, each) in enumerate(half.items()):
        x, y = place % ACROSS * (width + GAP), place // ACROSS * (height + TITLE + GAP)
        pen.text((x, y + 8), name, fill="black", font_size=16)
        drawn.paste(each, (x, y + TITLE))
    return drawn


if __name__ == "__main__":
    sys.exit(main())
