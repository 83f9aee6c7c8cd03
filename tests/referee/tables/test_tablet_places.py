"""A second tap is no decision: over games logged by taps, no screen has what changes the game where the finger was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.referee.support.judges_hand import Hand
from tests.referee.support.ordinary_games import HEADER, ordinary_game
from tests.referee.support.running import Running
from tests.referee.support.sight import PLACES
from tests.referee.support.tablets import NO_DEBOUNCE, new_table, tablet

SIZES = {(390, 844): 7, (768, 1024): 8, (1024, 768): 9}
"""The sizes of the page, and the seed of the game that is played at it."""
TURNS = 9


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}")
def test_nothing_that_changes_the_game_comes_to_where_the_finger_was(
    browser: Browser, service: Running, size: tuple[int, int]
) -> None:
    table = new_table(service, **HEADER)
    with tablet(browser, table, script=NO_DEBOUNCE + PLACES) as opened:
        page = opened.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        hand = Hand(page)
        for _, report in ordinary_game(TURNS, SIZES[size]):
            hand.report(report)
        assert page.evaluate("window.places") == []
        assert page.evaluate("window.pairs") > TURNS
        assert page.evaluate("window.taken") > 0  # where the place is taken, time keeps the distance
