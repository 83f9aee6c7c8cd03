"""What a page offers is accepted, or asks: every button of the desk, in events of every size and at every point."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.held_event import HeldEvent
from tests.referee.support.offered import press_all
from tests.referee.support.world import World

pytestmark = [pytest.mark.slow, SQLITE_ONLY]

OFFERED = 6
"""The fewest buttons that any event offers."""


def round_closed(held: HeldEvent) -> None:
    held.begin()
    held.done("POST", f"/rounds/{held.rounds()[0]['id']}/close", anyway=True, reason="over")


def draft_of_a_closed_round(held: HeldEvent) -> None:
    held.draw()
    held.done("POST", f"/rounds/{held.rounds()[0]['id']}/close", anyway=True, reason="not held")


def nobody_qualified(held: HeldEvent) -> None:
    held.begin()
    for table in held.tables(1):
        if not held.done("GET", f"/tables/{table['id']}/results")["version"]:
            held.result(table["id"])
    for player in held.players:
        held.done("PUT", f"/players/{player}/drop-out", after=1, reason="the last train")
    held.done("POST", f"/rounds/{held.rounds()[0]['id']}/close", anyway=True, reason="over")


def begun(held: HeldEvent) -> None:
    held.begin()


def begun_and_ended(held: HeldEvent) -> None:
    held.begin()
    held.end()


POINTS: dict[str, tuple[int, Callable[[HeldEvent], object]]] = {
    "empty": (0, lambda held: None),
    "too small to be seated": (3, lambda held: None),
    "registered": (9, lambda held: None),
    "drawn": (9, lambda held: held.draw()),
    "being played": (9, begun),
    "a round closed": (9, round_closed),
    "a closed round with a draft": (9, draft_of_a_closed_round),
    "nobody qualified": (8, nobody_qualified),
    "large": (40, begun),
    "over": (9, begun_and_ended),
}


@pytest.mark.parametrize("point", POINTS)
def test_every_button_that_is_offered_is_accepted_or_asks(
    app: Flask, world: World, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    players, until = POINTS[point]
    held = HeldEvent(world, players)
    until(held)
    tried = list(press_all(app, held, monkeypatch))
    assert len(tried) >= OFFERED
    refused = [str(each) for each in tried if each.refused]
    assert not refused, "\n".join(refused)
