"""Ordinary turns by taps on every screen and in every language, judged on the device while the network is slow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.referee.support.browser import visit
from tests.referee.support.law import judging_service, wait_for_law
from tests.referee.support.ordinary_games import COUNTERS, HEADER, play
from tests.referee.support.running import Running
from tests.referee.support.tablets import DELAYED_ANSWERS, NO_DEBOUNCE, new_table

TURNS = 5


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose pages can judge."""
    with judging_service(tmp_path_factory.mktemp("turns")) as started:
        yield started


@pytest.mark.parametrize(
    ("size", "language", "late"), [("phone", "ja", 0), ("phone turned", "zh", 150), ("tablet", "en", 1000)]
)
def test_no_report_is_lost_or_doubled_and_no_judged_table_goes_away(
    browser: Browser, service: Running, size: str, language: str, late: int
) -> None:
    table = new_table(service, **HEADER)
    with visit(browser, f"http://127.0.0.1:{service.port}", size, service.headers["Cookie"]) as opened:
        opened.page.add_init_script(NO_DEBOUNCE + DELAYED_ANSWERS % late + COUNTERS)
        opened.page.goto(f"{table.page}?lang={language}")
        wait_for_law(opened.page)
        played = play(opened.page, TURNS, seed=late)
        expect(opened.page.locator(".link.waiting")).to_have_count(0)
        assert opened.faults == []
    entries = table.entries()
    assert [each["report"]["type"] for each in entries] == [each["type"] for each in played.reports]
    assert table.position() == played.position
    assert len({each["client_id"] for each in entries}) == len(entries)
    assert played.unjudged == len(entries)  # each was unjudged once, while it was being judged
    assert played.moved == []
