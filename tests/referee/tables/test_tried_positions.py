"""The positions to begin with on ``/try``: each leads to its question, in every language."""

from __future__ import annotations

import json

import pytest

import rulesets
from referee.rules.answers import answer_address
from referee.tables.queries import QUESTIONS, tried_positions
from rulesets.answers.playing import read
from rulesets.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_position_opens_and_its_moves_are_legal(language: str) -> None:
    found = tried_positions(language)
    assert [each.answer for each in found] == [answer_address(name) for name in QUESTIONS]
    assert len({each.question for each in found}) == len(found)
    assert len({json.dumps(each.header) for each in found}) == len(found)  # the page knows the question by it
    for each in found:
        header = each.header
        game = rulesets.load(header["ruleset"]).start(
            header["seats"], header.get("edition"), header.get("options"), header.get("start"), header.get("names")
        )
        for line in each.moves:
            answer = game.ruleset.judge(game, read(line, game))
            assert answer.accepted, (each.question, line)
            game = answer.game
        assert game.ruleset.due(game)
