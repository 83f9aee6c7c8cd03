"""What `legal` lists is accepted, and its bounds are the last that are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rulesets
from rulesets import Game, editions
from rulesets.shipped import SHIPPED

JMA = rulesets.load("jma-2006")
CLASSIC = tuple(name for name in SHIPPED if rulesets.load(name).default_edition in editions.names())
ORANGE = ("st_james_place", "tennessee_avenue", "new_york_avenue")


def accepted(game: Game, report: dict[str, Any]) -> bool:
    return game.ruleset.judge(game, report).accepted


def listed(game: Game, kind: str, player: str | None = None) -> list[dict[str, Any]]:
    return [
        entry for entry in game.ruleset.legal(game) if entry["type"] == kind and player in (None, entry.get("player"))
    ]


def opened(seed: int) -> tuple[Game, Random]:
    """A game of four under one of the rulesets, every other one from a random position."""
    random = Random(seed)
    ruleset = rulesets.load(CLASSIC[seed % len(CLASSIC)])
    seats = ["A", "B", "C", "D"]
    scattered = seed // len(CLASSIC) % 2
    start = ruleset.mechanics.scatter(ruleset.start(seats).state, random) if scattered else None
    return ruleset.start(seats, start=start), random


def positions(count: int = 2 * len(CLASSIC), length: int = 40) -> list[Game]:
    """Games in all kinds of phases: each random game sampled along its way."""
    found = []
    for seed in range(count):
        game, random = opened(seed)
        for step in range(length):
            report = game.ruleset.mechanics.propose(game, random, hurry=False)
            if report.get("type") not in ("ruling", "retract"):
                game = game.ruleset.judge(game, report).game
            if step % 8 == 0:
                found.append(game)
    return found


POSITIONS = positions()


@pytest.mark.parametrize("game", POSITIONS, ids=range(len(POSITIONS)))
def test_everything_listed_is_accepted(game: Game) -> None:
    for entry in game.ruleset.legal(game):
        for report in instances(entry):
            assert accepted(game, report), (entry, report)


def instances(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Reports that an entry stands for; deals and rescues need terms, building its group's evenness."""
    kind = entry["type"]
    base = {"type": kind, **({"player": entry["player"]} if "player" in entry else {})}
    if kind == "roll":
        return [{**base, "dice": [first, second]} for first in (1, 6) for second in (1, 5)]
    if kind == "draw":
        return [{**base, "card": card} for card in entry["cards"]]
    if kind == "choose_tax":
        return [{**base, "option": option} for option in entry["options"]]
    if kind == "bid":
        return [{**base, "amount": entry["least"]}, {**base, "amount": entry["least"] + 3 * entry["step"]}]
    if kind in ("mortgage", "lift_mortgage"):
        return [{**base, "deeds": [deed]} for deed in entry["deeds"]]
    if kind in ("open_talk", "close_talk"):
        return [{**base, "with": other} for other in entry["with"]]
    if kind == "pay":
        return [{key: value for key, value in entry.items() if key != "amount"}]
    if kind == "withdraw_build":
        return [{**base, "to": {lot: level}} for lot, level in entry["lots"].items()]
    if kind in ("build", "sell", "trade", "offer_rescue", "roll_off", "deal"):
        return []
    return [entry]


def test_the_lowest_call_is_the_lowest() -> None:
    game = JMA.start(["A", "B", "C"])
    for report in (
        {"type": "roll", "player": "A", "dice": [2, 4]},
        {"type": "decline", "player": "A"},
        {"type": "bid", "player": "B", "amount": 40},
    ):
        game = JMA.judge(game, report).game
    assert listed(game, "bid", "C") == [{"type": "bid", "player": "C", "least": 50, "step": 10}]
    assert not accepted(game, {"type": "bid", "player": "C", "amount": 40})


def test_lots_are_built_up_to_what_cash_and_evenness_allow() -> None:
    start = {"players": {"A": {"cash": 650}}, "deeds": {deed: {"owner": "A"} for deed in ORANGE}}
    game = JMA.start(["A", "B"], start=start)
    lots = listed(game, "build", "A")[0]["lots"]
    assert lots == dict.fromkeys(ORANGE, 2)  # 2-2-2 for 600; 3-2-2 would be 700
    assert accepted(game, {"type": "build", "player": "A", "to": dict.fromkeys(ORANGE, 2)})
    assert not accepted(game, {"type": "build", "player": "A", "to": {**dict.fromkeys(ORANGE, 2), ORANGE[0]: 3}})


def test_a_debtor_sells_down_no_further_than_needed() -> None:
    start = {
        "players": {"A": {"cash": 40, "space": "short_line"}},
        "deeds": {deed: {"owner": "A", "level": 2} for deed in ORANGE},
    }
    game = JMA.start(["A", "B"], start=start)
    game = JMA.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]}).game
    assert listed(game, "sell", "A")[0]["lots"] == dict.fromkeys(ORANGE, 1)
    assert listed(game, "sell", "B") == []


def test_nothing_but_the_throw_and_raising_cash_before_the_doubles_throw() -> None:
    game = JMA.start(["A", "B"], start={"deeds": {"boardwalk": {"owner": "B"}}})
    game = JMA.judge(game, {"type": "roll", "player": "A", "dice": [5, 5]}).game
    assert {entry["type"] for entry in JMA.legal(game)} == {"roll", "time_up"}


def test_who_may_deal_with_whom_in_debt_negotiation() -> None:
    start = {
        "players": {"A": {"cash": 20, "space": "short_line"}},
        "deeds": {"boardwalk": {"owner": "A"}, "reading_railroad": {"owner": "C"}},
    }
    game = JMA.start(["A", "B", "C"], start=start)
    game = JMA.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]}).game
    assert {(entry["player"], other) for entry in listed(game, "trade") for other in entry["with"]} == {
        ("A", "B"),
        ("A", "C"),
        ("B", "A"),
        ("C", "A"),
    }


def test_the_set_up_and_the_end() -> None:
    dealt = JMA.start(["A", "B"], options={"dealt_deeds": 2})
    assert [entry["type"] for entry in JMA.legal(dealt)] == ["deal"]
    game = JMA.start(["A", "B"])
    for report in ({"type": "time_up"}, {"type": "roll", "player": "A", "dice": [4, 6]}):
        game = JMA.judge(game, report).game
    assert JMA.legal(game) == [{"type": "roll_off", "seats": ["A", "B"]}]


@pytest.mark.parametrize("seed", range(2 * len(CLASSIC)))
def test_whatever_is_accepted_was_listed(seed: int) -> None:
    game, random = opened(seed)
    for _ in range(120):
        report = game.ruleset.mechanics.propose(game, random, hurry=False)
        answer = game.ruleset.judge(game, report)
        kind, players = report.get("type"), [report.get("player"), *report.get("players", [])]
        if answer.accepted and kind not in ("ruling", "retract"):
            entries = listed(game, str(kind))
            assert any(entry.get("player") in (None, *players) for entry in entries), (report, entries)
        game = answer.game
