"""Laws of a changed past, over random games: every throw, card and agreement is kept or asked about."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.cases.undoing import inverse
from tests.referee.cases.remedied import CLASSIC, REMEDIES, remedied

LENGTH = 50
"""Of the one game of each ruleset; `tests.referee.cases.remedied` plays more and longer ones."""


@pytest.mark.parametrize("name", CLASSIC)
def test_six_remedies_keep_every_throw_card_and_agreement_of_random_games_and_are_undone(name: str) -> None:
    fates: Counter[str] = Counter()
    applied = set()
    for remedy, became in remedied(name, "suite", LENGTH):
        fates += became or Counter()
        applied |= {remedy} if became is not None else set()
    assert len(applied) >= len(REMEDIES) - 2  # not every game has a building, or a token that can be moved
    assert fates["stands"] > fates["obsolete"]


@pytest.mark.parametrize(("lies_now", "lies_then"), [(300, 500), (375, 575), (0, 200)])
def test_money_in_the_middle_moves_back_by_the_difference_as_cash_does(lies_now: int, lies_then: int) -> None:
    """A ruling gave A the $200 that A had not taken; what came into the middle since stays there when it is undone."""

    def position(cash: int, pot: int) -> dict[str, Any]:
        return {"players": {"A": {"cash": cash}}, "deeds": {}, "pot": pot}

    undone = inverse(position(1500, 500), position(1700, 300), position(1600, lies_now))
    assert undone == {"players": {"A": {"cash": 1400}}, "pot": lies_then}
