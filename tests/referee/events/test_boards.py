"""The boards that a regulation can name, whichever game they belong to."""

from __future__ import annotations

import pytest

import rulesets
from referee.events.game_header import board_title, boards


def test_a_ruleset_that_cannot_be_loaded_takes_no_board_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    every, load = boards("en"), rulesets.load

    def broken(name: str, version: str | None = None) -> rulesets.Ruleset:
        if name == "broken":
            raise rulesets.BrokenRuleset(name, "it is")
        return load(name, version)

    known = rulesets.names()
    monkeypatch.setattr(rulesets, "names", lambda: ("broken", *known))
    monkeypatch.setattr(rulesets, "load", broken)
    assert boards("en") == every
    assert {"city-sample", "london"} <= set(every)
    own = load("city").mechanics.edition("city-sample").names["zh"]
    assert (board_title("city-sample", "zh"), board_title("nowhere", "en")) == (own, "nowhere")
