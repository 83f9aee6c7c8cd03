"""What `legal` lists is accepted, and what is accepted was listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.city import RULESET
from rulesets.city.pieces import BONUSES, HAZARDS, SIZES
from rulesets.kernel.game import Game

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
        game = RULESET.judge(game, report).game
    return found


def instances(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Reports that an entry stands for; trades and roll-offs need terms."""
    kind = entry["type"]
    base = {key: value for key, value in entry.items() if key in ("type", "player", "piece", "deed")}
    if kind == "roll":
        return [{**base, "dice": [1, 1]}, {**base, "dice": [6, 5]}]
    if kind == "draw":
        return [{**base, "card": card} for card in entry["cards"]]
    if kind == "bid":
        return [{**base, "amount": entry["least"]}, {**base, "amount": entry["least"] + 3 * entry["step"]}]
    if kind == "press":
        return [{**base, "result": result} for result in entry["results"]]
    if kind == "pay":
        return [{key: value for key, value in entry.items() if key != "amount"}]
    if kind == "ride":
        return [{**base, "to": deed} for deed in entry["districts"]]
    if kind in ("mortgage", "lift_mortgage"):
        return [{**base, "deeds": [deed]} for deed in entry["deeds"]]
    if kind == "build":
        return [
            {**base, "deed": deed, part: [size]}
            for part in ("residential", "industrial")
            for deed, largest in entry.get(part, {}).items()
            for size in SIZES
            if size <= largest
        ]
    if kind == "start_trade":
        return [{**base, "with": other} for other in entry["with"]]
    if "districts" in entry:
        return [{**base, "deed": deed} for deed in entry["districts"]]
    return [] if kind in ("trade", "roll_off", "swap") else [entry]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_is_accepted(seed: int) -> None:
    for game, _ in games(seed)[::6]:
        for entry in RULESET.legal(game):
            for report in instances(entry):
                assert RULESET.judge(game, report).accepted, (entry, report)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_accepted_was_listed(seed: int) -> None:
    for game, report in games(seed, 40):
        if RULESET.judge(game, report).accepted:
            entries = [entry for entry in RULESET.legal(game) if entry["type"] == report["type"]]
            players = (None, report.get("player"), report.get("with"))
            assert any(entry.get("player") in players for entry in entries), report


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
        every = [report for entry in RULESET.legal(game) for report in instances(entry)]
        for report in on_districts(game):
            if report not in every:
                assert RULESET.obstacle(game, report) is not None, report


def test_nothing_is_legal_after_the_end() -> None:
    game = RULESET.start(SEATS, options={"time_limit_minutes": 60})
    assert {"type": "time_up"} in RULESET.legal(game)
    assert RULESET.legal(RULESET.judge(game, {"type": "time_up"}).game) == []
