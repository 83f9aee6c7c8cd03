"""Every position that play reaches can be explained in every language, with the report made there and without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rulesets
from rulesets import Game
from rulesets.kernel import conformance
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report
from tests.rulesets import scenarios

JAILED = {
    "city": {"space": "jail", "cards": ["release_1"]},
    "classic": {"space": "jail", "cards": ["chance"]},
}
"""A player in jail with the card that would set them free, by the kind of board."""


def spoilt(value: Any) -> Iterator[str]:
    """Yield the sentences of an explanation that are empty or have an unfilled placeholder."""
    if isinstance(value, dict):
        text = value.get("text", "sentence")
        if not text.strip() or "{" in text:
            yield str(value)
        for part in value.values():
            yield from spoilt(part)
    elif isinstance(value, list):
        for part in value:
            yield from spoilt(part)


def explained(game: Game, report: Any = None) -> None:
    """Check the explanation of a position against what must hold for all."""
    explanation = game.ruleset.explanation(game, report)
    for language in LANGUAGES:
        rendered = explanation.to_json(language)
        assert not list(spoilt(rendered))
        assert {entry["type"] for entry in rendered["may"]} == {entry["type"] for entry in explanation.may}


@pytest.mark.slow
def test_every_position_of_the_citys_scenarios_is_explained() -> None:
    count = 0
    for _, scenario in scenarios.load("city"):
        record = scenarios.judged(scenario)
        game = record.opening.game
        if game is None:
            continue
        for answer, step in zip(record.answers, scenario.get("steps", ()), strict=True):
            explained(game, {name: part for name, part in step.items() if name != "expect"})
            game = answer.game
            count += 1
        explained(game)
    assert count > 900


@pytest.mark.slow
@pytest.mark.parametrize("name", rulesets.names())
def test_every_position_of_a_random_game_is_explained(name: str) -> None:
    for answer in conformance.play(rulesets.load(name), 7, 90).answers:
        explained(answer.game)


@pytest.mark.parametrize("name", rulesets.names())
def test_a_jailed_player_who_has_to_throw_is_explained_with_every_way_out(name: str) -> None:
    ruleset = rulesets.load(name)
    jailed = {**JAILED["city" if name == "city" else "classic"], "jail": 0}
    start = {"phase": "between_turns", "turn": "A", "begun": True, "players": {"A": jailed}}
    game = ruleset.start(["A", "B"], start=start)
    assert "use_card" in {entry["type"] for entry in ruleset.explanation(game).may if entry.get("player") == "A"}
    for report in ({"type": "use_card"}, {"type": "pay_bail"}, {"type": "roll", "dice": [2, 2]}):
        explained(game, {**report, "player": "A"})
        explained(ruleset.judge(game, as_report({**report, "player": "A"})).game)
