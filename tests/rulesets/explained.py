"""Positions that explanations are tested on: debtors, bankrupts, wins, rents, the end, scarce houses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import rulesets
from rulesets import Game
from rulesets.reports import as_report
from tests.rulesets.count_positions import DARK_BLUE, LIGHT_BLUE, ORANGE, RED, YELLOW, lots

RAILROAD = "reading_railroad"


def position(*reports: dict[str, Any], name: str = "jma-2006", seats: str = "ABC", **start: Any) -> Game:
    """A game from a position, after these reports, all of which must be accepted."""
    game = rulesets.load(name).start(list(seats), start=start)
    for report in reports:
        answer = game.ruleset.judge(game, as_report(report))
        assert answer.accepted, answer.refusals
        game = answer.game
    return game


def owing(cash: int, seats: str = "ABC", **more: Any) -> Game:
    """A owes B the rent of Boardwalk with three houses, $1,400, and has this much cash and the orange lots."""
    deeds = {**lots("B", DARK_BLUE, 3), RAILROAD: {"owner": "A"}, **lots("A", ORANGE, 2)}
    players = {"A": {"cash": cash, "space": "short_line"}, **more}
    return position({"type": "roll", "player": "A", "dice": [1, 3]}, seats=seats, players=players, deeds=deeds)


def in_the_city(amount: int) -> Game:
    """A owes B this much, in K, and has 100K and two districts of 150K land rent."""
    deeds = {key: {"owner": "A"} for key in ("mill_lane", "canal_street")}
    due = [{"kind": "debt", "player": "A", "to": "B", "amount": amount, "cause": "card"}]
    return position(name="city", players={"A": {"cash": 100}}, deeds=deeds, phase="turn", due=due)


def owing_all_but(lacking: int, **player: Any) -> Game:
    """A owes B the rent of Boardwalk with three houses, and lacks this much of it in cash."""
    players = {"A": {"cash": 1400 - lacking, "space": "short_line", **player}}
    return position({"type": "roll", "player": "A", "dice": [1, 3]}, players=players, deeds=lots("B", DARK_BLUE, 3))


def won(cash: int) -> Game:
    """B has won Baltic Avenue at $120, and has this much cash and a railroad."""
    return position(
        {"type": "roll", "player": "A", "dice": [1, 2]},
        {"type": "decline", "player": "A"},
        {"type": "bid", "player": "B", "amount": 120},
        {"type": "close_auction"},
        players={"B": {"cash": cash}},
        deeds={RAILROAD: {"owner": "B"}},
    )


def third_try(cash: int, **player: Any) -> Game:
    """A's third throw for doubles has failed and leads to B's New York Avenue with a hotel, $1,000."""
    deeds = {**lots("B", ORANGE, 5), RAILROAD: {"owner": "A"}}
    players = {"A": {"cash": cash, "jail": 2, **player}, "C": {"cash": 400, "cards": ["community_chest"]}}
    return position({"type": "roll", "player": "A", "dice": [4, 5]}, players=players, deeds=deeds)


SIGNAL = {"type": "time_up"}
HOUSES = {**lots("C", LIGHT_BLUE, 4), **lots("C", RED, 4), **lots("C", DARK_BLUE, 2)}
CASES: Mapping[str, Game] = {
    "cash covers": owing(1400),
    "cash falls short": owing(1000),
    "provisional": owing(40),
    "only together": owing(40, "ABCD", C={"cash": 300}, D={"cash": 500}),
    "not even together": owing(40, C={"cash": 300}),
    "payable in the city": in_the_city(300),
    "too much in the city": in_the_city(500),
    "fee and rent": third_try(900),
    "fee and rent, with a card": third_try(900, cards=["chance"]),
    "fee by card, the rent beyond": third_try(800, cards=["chance"]),
    "not even the fee": position(
        {"type": "roll", "player": "A", "dice": [4, 5]},
        players={"A": {"cash": 10, "jail": 2}},
        deeds=lots("B", ORANGE, 5),
    ),
    "to the bank": position(
        {"type": "roll", "player": "A", "dice": [1, 3]},
        players={"A": {"cash": 10, "space": "go"}},
        deeds={RAILROAD: {"owner": "A", "mortgaged": True}},
    ),
    "after the signal": position(SIGNAL),
    "signal among doubles": position(
        {"type": "roll", "player": "A", "dice": [5, 5]}, SIGNAL, deeds={"boardwalk": {"owner": "B"}}
    ),
    "last throw": position(SIGNAL, {"type": "roll", "player": "A", "dice": [2, 4]}),
    "pays each": position(
        players={"A": {"cash": 10}},
        deeds={RAILROAD: {"owner": "A", "mortgaged": True}},
        phase="turn",
        due=[{"kind": "debt", "player": "A", "to": "each", "amount": 100, "cause": "card"}],
    ),
    "only a card": owing_all_but(100, cards=["chance"]),
    "a third has a card": third_try(2000, cards=[]),
    "bankrupt by the last throw": position(
        SIGNAL,
        {"type": "roll", "player": "A", "dice": [1, 3]},
        players={"A": {"cash": 10, "space": "go"}},
    ),
    "auctioned after the last throw": position(
        SIGNAL,
        {"type": "roll", "player": "A", "dice": [1, 3]},
        players={"A": {"cash": 10, "space": "go"}},
        deeds={RAILROAD: {"owner": "A", "mortgaged": True}},
    ),
    "win to be raised": won(50),
    "win too high": won(0),
    "rent not asked for": position(
        {"type": "roll", "player": "A", "dice": [2, 3]}, name="classic-us", deeds={RAILROAD: {"owner": "C"}}
    ),
    "rent asked for too late": position(
        {"type": "roll", "player": "A", "dice": [2, 3]},
        {"type": "roll", "player": "B", "dice": [4, 6]},
        name="classic-ja",
        deeds={RAILROAD: {"owner": "C"}},
    ),
    "with mortgaged deeds": position(
        name="classic-us",
        players={"A": {"cash": 10}},
        phase="turn",
        deeds={RAILROAD: {"owner": "A", "mortgaged": True}, "boardwalk": {"owner": "A", "mortgaged": True}},
        due=[{"kind": "debt", "player": "A", "to": "B", "amount": 100, "cause": "card"}],
    ),
    "timed by the box": position(name="classic-us-timed", seats="AB", deeds={RAILROAD: {"owner": "A"}}),
    "few houses": position(deeds={**lots("A", ORANGE), **lots("B", YELLOW), **HOUSES}),
    "declared": position(
        {"type": "build", "player": "A", "to": dict.fromkeys(ORANGE, 1)},
        {"type": "build", "player": "B", "to": dict.fromkeys(YELLOW[:2], 1)},
        deeds={**lots("A", ORANGE), **lots("B", YELLOW), **HOUSES},
    ),
}
