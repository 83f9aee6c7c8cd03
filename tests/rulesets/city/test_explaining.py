"""Explanations of positions in Monopoly City: all have their sentences in every language."""

from __future__ import annotations

from random import Random

import pytest

from rulesets.city import RULESET
from rulesets.kernel import conformance
from rulesets.languages import LANGUAGES
from rulesets.reports import as_report


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_random_game_is_explained_in_every_language(seed: int) -> None:
    random = Random(seed)
    game = conformance.started(RULESET, conformance.opening(RULESET, random))
    for _ in range(120):
        if RULESET.over(game):
            break
        report = RULESET.mechanics.propose(game, random, hurry=random.random() < 0.05)
        for language in LANGUAGES:
            rendered = RULESET.explanation(game).to_json(language)
            assert all(entry["text"] and "{" not in entry["text"] for entry in rendered["may"])
            tried = RULESET.explanation(game, as_report(report)).to_json(language)
            assert tried["accepted"] == RULESET.judge(game, as_report(report)).accepted
        game = RULESET.judge(game, as_report(report)).game


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann uses a Get Out of Jail Free card"),
        ("ja", "Annが「刑務所から釈放」カードを使う"),
        ("zh", "Ann使用出狱卡"),
    ],
)
def test_a_jailed_player_about_to_throw_hears_of_the_card_in_hand(language: str, text: str) -> None:
    start = {"players": {"A": {"space": "jail", "jail": 1, "cards": ["release_2"]}}}
    game = RULESET.start(["A", "B"], names={"A": "Ann"}, start=start)
    assert text in [entry["text"] for entry in RULESET.explanation(game).to_json(language)["may"]]


def test_the_shared_words_for_the_hammer_are_those_of_the_lamp() -> None:
    auction = {"kind": "auction", "deed": "old_town"}
    game = RULESET.start(["A", "B"], start={"phase": "turn", "turn": "A", "due": [auction]})
    texts = {entry["type"]: entry["text"] for entry in RULESET.explanation(game).to_json("en")["may"]}
    assert texts["close_auction"] == "the lamp goes out"
