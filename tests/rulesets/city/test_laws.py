"""Laws that hold in every game of Monopoly City, as properties."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.city import RULESET
from rulesets.city.game.board import MONEY
from rulesets.city.property import building, rent
from rulesets.kernel import conformance
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report

SEATS = ["A", "B", "C"]
SEEDS = st.integers(0, 10**6)


def played(seed: int, count: int = 60) -> list[Game]:
    """The positions of a random game without rulings and retractions."""
    random = Random(seed)
    start = RULESET.mechanics.scatter(RULESET.start(SEATS).state, random) if seed % 2 else None
    game = RULESET.start(SEATS, options={"time_limit_minutes": 60}, start=start)
    found = [game]
    for _ in range(count):
        if RULESET.over(game):
            break
        report = RULESET.mechanics.propose(game, random, hurry=False)
        if report.get("type") not in ("ruling", "retract"):
            game = RULESET.judge(game, as_report(report)).game
            found.append(game)
    return found


@given(SEEDS)
@settings(max_examples=20)
def test_nothing_is_made_or_lost(seed: int) -> None:
    games = played(seed)
    counted = [RULESET.mechanics.conserved(game.state) for game in games]
    assert all(row == counted[0] for row in counted)


@given(SEEDS)
@settings(max_examples=20)
def test_a_position_read_back_is_the_same_state(seed: int) -> None:
    for game in played(seed)[::5]:
        position = json.loads(json.dumps(RULESET.position(game)))
        state, faults = RULESET.mechanics.restored(game.state.table, position)
        assert not faults
        assert state == game.state


@given(SEEDS)
@settings(max_examples=10)
def test_replay_equals_play(seed: int) -> None:
    conformance.replays(RULESET, conformance.play(RULESET, seed, 60), seed)


@given(SEEDS)
@settings(max_examples=20)
def test_no_district_has_more_than_eight_blocks_and_no_rent_is_fourfold(seed: int) -> None:
    for game in played(seed):
        for deed, district in enumerate(game.state.districts):
            assert district.blocks <= 8
            assert rent.factor(game.state, deed) in (1, 2)
            assert not (district.bonuses and district.hazards)
        assert all(player.cash >= 0 and player.cash % 10 == 0 for player in game.state.players)


@given(st.lists(st.integers(1, 3), max_size=4), st.lists(st.integers(1, 3), max_size=4))
def test_blocks_cost_what_the_card_says_in_whatever_pieces(residential: list[int], industrial: list[int]) -> None:
    state: Any = RULESET.start(SEATS).state
    card = state.table.edition.deeds[0]
    report = building.Build(0, 0, tuple(residential), tuple(industrial))
    assert building.cost(state, report) == (
        sum(residential) * card.residential[0] + sum(industrial) * card.industrial[0]
    )


@given(st.integers(0, 10**6))
def test_money_is_printed_as_the_notes_are(amount: int) -> None:
    printed = MONEY.shown(amount)
    unit = {"K": 1, "M": 1000}[printed[-1]]
    assert round(float(printed[:-1].replace(",", "")) * unit) == amount


def test_some_amounts() -> None:
    assert [MONEY.shown(amount) for amount in (37700, 500, 10, 1000, 3850, 0)] == [
        "37.7M",
        "500K",
        "10K",
        "1M",
        "3.85M",
        "0K",
    ]
