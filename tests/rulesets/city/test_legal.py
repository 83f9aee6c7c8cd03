"""Every report that `legal` lists is accepted, and every accepted report was listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.city import RULESET
from rulesets.city.game.pieces import BONUSES, HAZARDS, SIZES
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report
from tests.rulesets.city.listed import covers
from tests.rulesets.listed import instances

SEATS = ["A", "B", "C"]


def games(seed: int, count: int = 60) -> list[tuple[Game, dict[str, Any]]]:
    """The positions of a random game with the report that came next."""
    random = Random(seed)
    start = RULESET.mechanics.scatter(RULESET.start(SEATS).state, random) if seed % 2 else None
    game = RULESET.start(SEATS, start=start)
    found = []
    for _ in range(count):
        report = RULESET.mechanics.propose(game, random, hurry=False)
        if report.get("type") in ("ruling", "retract"):
            continue
        found.append((game, report))
        game = RULESET.judge(game, as_report(report)).game
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_is_accepted(seed: int) -> None:
    for game, _ in games(seed)[::6]:
        for entry in RULESET.legal(game):
            for report in instances(game, entry):
                assert RULESET.judge(game, as_report(report)).accepted, (entry, report)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_accepted_was_listed(seed: int) -> None:
    for game, report in games(seed, 40):
        if RULESET.judge(game, as_report(report)).accepted and report.get("give", {}) != report.get("take"):
            assert any(covers(entry, report) for entry in RULESET.legal(game)), report


def on_districts(game: Game) -> Iterator[dict[str, Any]]:
    """Every report that names one district, for every player."""
    keys = [deed.key for deed in game.state.table.edition.deeds]
    for player, key in product(SEATS, keys):
        base = {"player": player, "deed": key}
        for kind in ("put_up", "build_railroad", "build_stadium", "build_skyscraper", "build_tower"):
            yield {"type": kind, **base}
        for part, size in product(("residential", "industrial"), SIZES):
            yield {"type": "build", **base, part: [size]}
        for kind, piece in product(("permit", "remove_hazard"), (*BONUSES, *HAZARDS)):
            yield {"type": kind, **base, "piece": piece}
        for kind in ("mortgage", "lift_mortgage"):
            yield {"type": kind, "player": player, "deeds": [key]}
        yield {"type": "ride", "player": player, "to": key}


@pytest.mark.parametrize("seed", range(4))
def test_no_district_outside_the_list_is_accepted(seed: int) -> None:
    for game, _ in games(seed, 40)[::3]:
        every = [report for entry in RULESET.legal(game) for report in instances(game, entry)]
        for report in on_districts(game):
            if report not in every:
                assert RULESET.obstacle(game, as_report(report)) is not None, report


def test_nothing_is_legal_after_the_end() -> None:
    game = RULESET.start(SEATS, options={"time_limit_minutes": 60})
    assert {"type": "time_up"} in RULESET.legal(game)
    assert RULESET.legal(RULESET.judge(game, {"type": "time_up"}).game) == []
