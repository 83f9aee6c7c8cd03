"""The log of a table over HTTP."""

from __future__ import annotations

from tests.referee.service.world import World

ROLL = {"type": "roll", "player": "A", "dice": [3, 4]}


def test_an_accepted_report_is_logged_and_answered(world: World) -> None:
    response = world.report(0, ROLL)
    assert response.status_code == 201
    assert response.json is not None
    assert response.json["seq"] == 1
