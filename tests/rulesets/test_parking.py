"""The house rule of Free Parking: random games keep every promise of the contract with all of it on, and without it
nothing of a ruleset changes.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rulesets
from rulesets import editions
from rulesets.kernel import conformance
from rulesets.kernel.record import FORMAT
from rulesets.shipped import SHIPPED

CLASSIC = tuple(name for name in SHIPPED if rulesets.load(name).default_edition in editions.names())
OPTIONS = {"parking_taxes": True, "parking_fines": True, "parking_jail": True, "parking_stake": 100}
SEATS = ["A", "B", "C"]


def opening(ruleset: rulesets.Ruleset, random: Random) -> dict[str, Any]:
    """A header with all of the house rule, from a set-up or a random position; the first player is near the space."""
    start = ruleset.mechanics.scatter(ruleset.start(SEATS).state, random) if random.random() < 0.5 else {"players": {}}
    start["players"]["A"] = {"space": random.choice(("new_york_avenue", "st_james_place", "virginia_avenue"))}
    start["pot"] = random.choice((0, 100, 475))
    return {"record": FORMAT, "ruleset": ruleset.name, "seats": SEATS, "options": OPTIONS, "start": start}


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSIC)
def test_games_with_money_in_the_middle_keep_the_contract(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conservation at every step, the same game by replay, its positions to start from, an end: `conformance.check`."""
    monkeypatch.setattr(conformance, "opening", opening)
    ruleset, kinds = rulesets.load(name), set()
    conformance.check(ruleset, seeds=range(2), reports=150)
    for seed in range(6):
        played = conformance.play(ruleset, seed, 40)
        kinds |= {event["kind"] for answer in played.answers for event in answer.events}
        assert played.game.state.pot >= 0
    assert {"pot_filled", "pot_taken", "pot_staked"} <= kinds


@pytest.mark.parametrize("name", CLASSIC)
def test_what_is_taken_was_put_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the middle is the stakes and payments that the events tell, less what was taken."""
    monkeypatch.setattr(conformance, "opening", opening)
    ruleset, told = rulesets.load(name), {"pot_filled": 1, "pot_staked": 1, "pot_taken": -1}
    for seed in range(6):
        pot: int | None = None
        for answer in conformance.play_again(ruleset, seed, 60):
            events = [each for each in answer.events if each["kind"] in told]
            if pot is not None and not {"ruling", "retracted"} & {each["kind"] for each in answer.events}:
                pot += sum(told[each["kind"]] * each["amount"] for each in events)
                assert answer.game.state.pot == pot
            pot = answer.game.state.pot


@pytest.mark.parametrize("name", SHIPPED)
def test_without_the_house_rule_nothing_lies_in_the_middle(name: str) -> None:
    game = rulesets.load(name).start(SEATS)
    assert "pot" not in game.ruleset.position(game)
    assert not any(clause.layer == "house" for clause in game.ruleset.catalogue.in_force.values())


@pytest.mark.parametrize("name", CLASSIC)
def test_its_options_name_the_clause_that_holds_instead(name: str) -> None:
    ruleset = rulesets.load(name)
    for option, value in OPTIONS.items():
        ((bent, instead),) = ruleset.house_rules({option: value}).items()
        assert bent in ruleset.catalogue.in_force
        assert ruleset.catalogue.clauses[instead].layer == "house"
    assert ruleset.house_rules({"parking_taxes": False, "starting_cash": 1000}) == {}
