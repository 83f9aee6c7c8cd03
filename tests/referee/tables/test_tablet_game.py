"""Whole games logged on the judge's tablet in a real browser, by taps only.

A second tap is no decision: no screen of them has what changes the game where the finger was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import rulesets
from tests.referee.support.browser import Visit
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


@contextmanager
def watched(browser: Browser, table: Table, width: int, height: int) -> Iterator[Visit]:
    """The page of a table at a size; at the end, nothing that changes the game has come to where the finger was."""
    with tablet(browser, table, script=NO_DEBOUNCE + PLACES) as opened:
        opened.page.set_viewport_size({"width": width, "height": height})
        yield opened
        assert opened.page.evaluate("window.places") == []
        assert opened.page.evaluate("window.pairs") > 9
        assert opened.page.evaluate("window.taken") > 0  # where the place is taken, time keeps the distance


def test_a_championship_game_is_logged_by_taps_and_ends_as_its_record_does(browser: Browser, service: Running) -> None:
    header, reports, end = sample("championship-table.jsonl")
    table = table_of(service, header)
    logged = 0
    with watched(browser, table, 1024, 768) as visitor:
        hand = Hand(visitor.page)
        for number, (report, accepted) in enumerate(reports, 1):
            if not accepted or report["type"] in UNASKED:
                continue
            if report["type"] == "ruling":
                ruled(hand, report)
                logged += 1
            else:
                hand.report(report)
            logged += 1
            assert visitor.page.locator('[data-test="refused"]').count() == 0, (number, report)
        expect(visitor.page.locator('[data-due="over"]')).to_be_visible()
        faults = [fault for fault in visitor.faults if "422" not in fault]
        assert faults == []
    entries = table.entries()
    assert len(entries) == logged >= 120
    assert [each["seq"] for each in entries if not each["accepted"]] == [
        each["seq"] - 1 for each in entries if each["report"]["type"] == "ruling"
    ]
    assert table.position() == end


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
    with watched(browser, table, width, height) as visitor:
        hand = Hand(visitor.page)
        for report, accepted in reports:
            if accepted:
                hand.report(report)
    assert table.position() == end


def test_the_tables_device_is_offered_no_way_back_from_what_the_bench_has_taken_back(
    browser: Browser, service: Running
) -> None:
    table = new_table(service)
    with tablet(browser, table, table.bind_device()) as visitor:
        undo = visitor.page.locator('[data-test="undo"]')
        throw(visitor.page, 1, 2)
        expect(undo).to_be_visible()
        body = {"client_id": "bench-0001", "base": 1, "report": {"type": "retract", "seq": 1}, "reason": "void"}
        service.made(f"/tables/{table.id}/entries", **body)
        expect(visitor.page.locator('.recent [data-seq="2"]')).to_be_visible()
        throw(visitor.page, 3, 4)
        expect(undo).to_be_visible()  # the device's own throw
        Hand(visitor.page).retract({})
        expect(visitor.page.locator('.recent [data-seq="4"]')).to_be_visible()
        expect(undo).to_have_count(0)
