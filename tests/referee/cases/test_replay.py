"""Laws of a changed past, over random games: every throw, card and agreement is kept or asked about."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import rulesets
from referee.cases.undoing import inverse
from rulesets.kernel.report import FACT, REPLY
from tests.referee.cases.remedied import REMEDIES, remedied

LENGTH = 50
"""Of the one game of each ruleset; `tests.referee.cases.remedied` plays more and longer ones."""


@pytest.mark.parametrize("name", rulesets.names())
def test_six_remedies_keep_every_throw_card_and_agreement_of_random_games_and_are_undone(name: str) -> None:
    fates: Counter[str] = Counter()
    applied = set()
    for remedy, became in remedied(name, "suite", LENGTH):
        fates += became or Counter()
        applied |= {remedy} if became is not None else set()
    assert len(applied) >= len(REMEDIES) - 2  # not every game has a building, or a token that can be moved
    assert fates["stands"] > fates["obsolete"]


HAPPENED = {"dice", "card", "result", "give"}
"""Fields of what came of dice, a pile, a button or an agreement."""


@pytest.mark.parametrize("name", rulesets.names())
def test_no_game_calls_a_throw_a_card_or_an_agreement_a_choice_or_formality(name: str) -> None:
    rules = rulesets.load(name).rules
    facts = {kind for kind, rule in rules.items() if rule.form.nature in (FACT, REPLY)}
    assert {kind for kind, rule in rules.items() if HAPPENED & {each.name for each in rule.form.fields}} <= facts
    assert {"buy", "decline", "bid", "pay"} & facts == set(), "these answer what is due, and nothing else"


@pytest.mark.parametrize(("lies_now", "lies_then"), [(300, 500), (375, 575), (0, 200)])
def test_money_in_the_middle_moves_back_by_the_difference_as_cash_does(lies_now: int, lies_then: int) -> None:
    """A ruling gave A the $200 that A had not taken; what came into the middle since stays there when it is undone."""

    def position(cash: int, pot: int) -> dict[str, Any]:
        return {"players": {"A": {"cash": cash}}, "deeds": {}, "pot": pot}

    undone = inverse(position(1500, 500), position(1700, 300), position(1600, lies_now))
    assert undone == {"players": {"A": {"cash": 1400}}, "pot": lies_then}
