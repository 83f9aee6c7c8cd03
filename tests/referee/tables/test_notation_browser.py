"""The short notation on the tablet: its modules read and write in a real browser exactly as the law does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import referee
from rulesets import notation
from rulesets.kernel.record import Unreadable, open_header
from rulesets.kernel.ruleset import Game
from tests.rulesets import golden
from tests.rulesets.notation_lines import FAULTS

SITE = "http://notation.test/"
MODULES = Path(referee.__file__).parents[1] / "templates" / "static"
WIDE = {narrow: narrow + 0xFEE0 for narrow in range(0x21, 0x7F) if chr(narrow) not in '"{}\\'}
"""From ASCII to the full-width characters of a Japanese keyboard."""
READ = """async payload => {
    const [codes, lines, player] = JSON.parse(payload);
    const { parse } = await import("/tablet/notation/notation.js");
    return JSON.stringify(lines.map(line => parse(line, codes, player)));
}"""
WRITTEN = """async payload => {
    const [codes, reports] = JSON.parse(payload);
    const { write } = await import("/tablet/notation/notation.js");
    return JSON.stringify(reports.map(report => write(report, codes)));
}"""
GAMES = ("jma-2006", "classic-us-short", "city")


def serve(route: Route) -> None:
    """Serve the modules and an empty page."""
    name = route.request.url.removeprefix(SITE)
    if name:
        route.fulfill(body=(MODULES / name).read_text("utf-8"), content_type="text/javascript; charset=utf-8")
    else:
        route.fulfill(body="<!doctype html><title>-</title>", content_type="text/html")


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that can load the modules."""
    opened = browser.new_page()
    opened.route("**/*", serve)
    opened.goto(SITE)
    yield opened
    opened.close()


def run(page: Page, script: str, *arguments: Any) -> Any:
    """Run a script and return its result; as JSON, since the browser's own protocol is slow with many small values."""
    return json.loads(page.evaluate(script, json.dumps(arguments)))


def law(line: str, codes: dict[str, Any], player: str | None) -> dict[str, Any]:
    """What the law makes of a line, in the form of the module's answer."""
    try:
        return {"report": notation.parse(line, codes, player)}
    except Unreadable as unreadable:
        code, facts = unreadable.refusal
        return {"fault": {"code": code.removeprefix("notation_"), "column": facts["column"], "facts": dict(facts)}}


def changed(line: str) -> Iterator[str]:
    """Yield a line, other ways to type it, and wrong ones."""
    yield line
    yield line.translate(WIDE)
    yield line.lower() + " zz"
    yield line.rpartition(" ")[0]
    yield line.partition(" ")[2]
    yield line[:-1]


def opened(name: str) -> tuple[Game, list[dict[str, Any]]]:
    """A golden game at its start, and its distinct reports."""
    header, *reports = golden.lines(golden.FOLDER / f"{name}.jsonl")
    game = open_header(header).game
    assert game is not None
    different = {json.dumps(report): report for report in reports if "0" * 19 not in json.dumps(report)}
    return game, list(different.values())


@pytest.mark.parametrize("name", GAMES)
def test_lines_and_reports_of_a_golden_game_mean_the_same_on_the_tablet(page: Page, name: str) -> None:
    game, reports = opened(name)
    codes = json.loads(json.dumps(notation.codes(game)))
    written = [notation.write(report, codes) for report in reports]
    assert run(page, WRITTEN, codes, reports) == written
    lines = sorted({each for line in written for each in changed(line)})
    assert run(page, READ, codes, lines, "A") == [law(line, codes, "A") for line in lines]


def test_faults_are_the_same_on_the_tablet(page: Page) -> None:
    game = open_header({"record": "monopoly/1", "ruleset": "jma-2006", "seats": ["A", "B", "花子"]}).game
    assert game is not None
    codes = json.loads(json.dumps(notation.codes(game)))
    lines = [line for _, line, _ in FAULTS] + [
        "花子　３４",
        "花 34",
        "A\t3 +\t4",
        "A 34 ; a ; b",
        "あ" * 41,
        "ruling “あ” 「い」 let 12",
    ]
    answers = run(page, READ, codes, lines, None)
    assert answers == [law(line, codes, None) for line in lines]
    assert {f"notation_{each['fault']['code']}" for each in answers if "fault" in each} == set(notation.words("ja"))
