"""Games logged on the judge's tablet in a real browser, by taps only (a whole one: `test_tablet_law.py`).

A second tap is no decision: no screen of them has what changes the game where the finger was.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import rulesets
from tests.referee.support.judges_hand import Hand
from tests.referee.support.running import Running
from tests.referee.support.sight import PLACES
from tests.referee.support.tablets import NO_DEBOUNCE, Table, new_table, tablet, throw

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"
UNASKED = {"claim_rent"}
"""What these rules accept but do not need, as the rent is due anyway."""


def sample(name: str) -> tuple[dict[str, Any], list[tuple[dict[str, Any], bool]], dict[str, Any]]:
    """A sample game: its header, its reports and whether they are accepted, and the final position."""
    header, *reports = (json.loads(line) for line in (SAMPLES / name).read_text("utf-8").splitlines())
    record = rulesets.replay(header, reports, stop=False)
    judged = [(report, answer.accepted) for report, answer in zip(reports, record.answers, strict=True)]
    assert record.game is not None
    return header, judged, record.game.ruleset.position(record.game)


def table_of(service: Running, header: dict[str, Any]) -> Table:
    """A table with the game of a header."""
    return new_table(service, **{name: header[name] for name in header if name != "record"})


WATCHED = NO_DEBOUNCE + PLACES
"""The script of a page whose places are checked at the end."""


def check_places(page: Page) -> None:
    """Check that nothing that changes the game has come to where the finger was."""
    assert page.evaluate("window.places") == []
    assert page.evaluate("window.pairs") > 9
    assert page.evaluate("window.taken") > 0  # where the place is taken, time keeps the distance


def ruled(hand: Hand, ruling: dict[str, Any]) -> None:
    """Log a throw made although rent was due; it is refused, and a ruling lets it stand with a reason."""
    page = hand.page
    before = hand.seq
    hand.tab("play")
    anyway = page.locator('[data-test="anyway"]')
    anyway.locator("summary").tap()
    hand.tap(f'[data-thrower="{ruling["apply"]["player"]}"]', anyway)
    hand.roll(ruling["apply"])
    hand.wait_for_entry(before + 1)
    refused = page.locator('[data-test="refused"]')
    expect(refused.get_by_role("link", name="JMA/RENT-3")).to_have_attribute("href", "/rules/jma-2006/JMA/RENT-3")
    refused.get_by_role("button", name="Let it stand …").tap()
    page.get_by_label("Reason").fill(ruling["reason"])
    page.get_by_role("button", name="Let it stand, as a ruling").tap()
    hand.wait_for_entry(before + 2)


@pytest.mark.parametrize(
    ("name", "width", "height"), [("time-up-in-an-auction.jsonl", 390, 844), ("opera-and-hotels.jsonl", 768, 1024)]
)
def test_a_game_goes_on_from_a_position_at_any_size(
    browser: Browser, service: Running, name: str, width: int, height: int
) -> None:
    header, reports, end = sample(name)
    table = table_of(service, header)
    with tablet(browser, table, script=WATCHED) as visitor:
        visitor.page.set_viewport_size({"width": width, "height": height})
        hand = Hand(visitor.page)
        for report, accepted in reports:
            if accepted:
                hand.report(report)
        check_places(visitor.page)
    assert table.position() == end


def test_the_tables_device_is_offered_no_way_back_from_what_the_bench_has_taken_back(
    browser: Browser, service: Running
) -> None:
    table = new_table(service)
    with tablet(browser, table, table.bind_device()) as visitor:
        undo = visitor.page.locator('[data-test="undo"]')
        throw(visitor.page, 1, 2)
        expect(undo).to_be_visible()
        table.post_elsewhere({"type": "retract", "seq": 1}, reason="void")
        expect(visitor.page.locator('.recent [data-seq="2"]')).to_be_visible()
        throw(visitor.page, 3, 4)
        expect(undo).to_be_visible()  # the device's own throw
        Hand(visitor.page).retract({})
        expect(visitor.page.locator('.recent [data-seq="4"]')).to_be_visible()
        expect(undo).to_have_count(0)
