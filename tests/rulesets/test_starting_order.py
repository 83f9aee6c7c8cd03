"""Throws for the starting order belong before the first turn (JMA/MOVE-1, CITY/PLAY-2)."""

from __future__ import annotations

from typing import Any

import pytest

import rulesets
from rulesets.shipped import SHIPPED

FALLING = {"A": [6, 5], "B": [6, 4], "C": [6, 3]}
MOVED: dict[str, dict[str, Any]] = {
    "a token away from GO": {"players": {"B": {"space": "jail"}}},
    "the turn of another": {"turn": "B"},
    "somebody out": {"players": {"C": {"out": True, "cash": 0}}},
    "a turn that runs": {"phase": "turn", "turn": "A", "doubles": 1},
}


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("moved", MOVED)
def test_no_throw_for_the_order_in_a_game_that_is_on(name: str, moved: str) -> None:
    game = rulesets.load(name).start(["A", "B", "C"], start=MOVED[moved])
    assert not any(entry["type"] == "roll_off" for entry in game.ruleset.legal(game))
    assert not game.ruleset.judge(game, {"type": "roll_off", "dice": FALLING}).accepted


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("start", [None, {"players": {"A": {"cash": 900}}}], ids=["set-up", "with other cash"])
def test_the_throw_for_the_order_before_the_first_turn(name: str, start: dict[str, Any] | None) -> None:
    game = rulesets.load(name).start(["A", "B", "C"], start=start)
    assert any(entry["type"] == "roll_off" for entry in game.ruleset.legal(game))
    assert game.ruleset.judge(game, {"type": "roll_off", "dice": FALLING}).accepted
