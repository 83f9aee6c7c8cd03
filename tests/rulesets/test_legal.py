"""Every report that `legal` lists is accepted, and its bounds are tight."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import rulesets
from rulesets import Game, editions
from rulesets.reports import as_report
from rulesets.shipped import SHIPPED
from tests.rulesets.count_positions import DARK_BLUE, GREEN, LIGHT_BLUE, ORANGE, RED, YELLOW, lots
from tests.rulesets.counts import universe
from tests.rulesets.listed import covers, instances

JMA = rulesets.load("jma-2006")
CLASSIC = tuple(name for name in SHIPPED if rulesets.load(name).default_edition in editions.names())
BROWN = ("mediterranean_avenue", "baltic_avenue")
PINK = ("st_charles_place", "states_avenue", "virginia_avenue")


def accepted(game: Game, report: dict[str, Any]) -> bool:
    return game.ruleset.judge(game, as_report(report)).accepted


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
                game = game.ruleset.judge(game, as_report(report)).game
            if step % 8 == 0:
                found.append(game)
    return found


POSITIONS = positions()


@pytest.mark.parametrize("game", POSITIONS, ids=range(len(POSITIONS)))
def test_everything_listed_is_accepted(game: Game) -> None:
    for entry in game.ruleset.legal(game):
        for report in instances(game, entry):
            assert accepted(game, report), (entry, report)


def test_the_lowest_call_is_the_lowest() -> None:
    game = JMA.start(["A", "B", "C"])
    for report in (
        {"type": "roll", "player": "A", "dice": [2, 4]},
        {"type": "decline", "player": "A"},
        {"type": "bid", "player": "B", "amount": 40},
    ):
        game = JMA.judge(game, as_report(report)).game
    assert listed(game, "bid", "C") == [{"type": "bid", "player": "C", "least": 50, "step": 10, "choose": ["amount"]}]
    assert not accepted(game, {"type": "bid", "player": "C", "amount": 40})


def test_lots_are_built_up_to_what_cash_and_evenness_allow() -> None:
    start = {"players": {"A": {"cash": 650}}, "deeds": {deed: {"owner": "A"} for deed in ORANGE}}
    game = JMA.start(["A", "B"], start=start)
    lots = listed(game, "build", "A")[0]["lots"]
    assert lots == dict.fromkeys(ORANGE, 2)  # 2-2-2 for 600; 3-2-2 would be 700
    assert accepted(game, {"type": "build", "player": "A", "to": dict.fromkeys(ORANGE, 2)})
    assert not accepted(game, {"type": "build", "player": "A", "to": {**dict.fromkeys(ORANGE, 2), ORANGE[0]: 3}})


ELSEWHERE = {**lots("B", LIGHT_BLUE, 4), **lots("B", RED, 4)}
HOTELS = {**lots("B", LIGHT_BLUE, 5), **lots("B", RED, 5), **lots("B", YELLOW, 5), **lots("B", DARK_BLUE, 5)}
AT_THE_EDGE: dict[str, tuple[str, int, tuple[int, ...], dict[str, Any], int]] = {
    "the last hotel": ("jma-2006", 5000, (4,), HOTELS, 5),
    "the last house": ("jma-2006", 5000, (), {**ELSEWHERE, **lots("B", YELLOW, 3, 2, 2)}, 1),
    "the last houses, for a hotel": ("classic-us", 5000, (3, 3, 4), {**ELSEWHERE, **lots("B", RED, 3, 3, 2)}, 5),
    "no house, a hotel without": ("wiki-2008", 5000, (3, 4, 4), {**ELSEWHERE, **lots("B", RED, 3)}, 5),
    "a hotel above three houses": ("classic-us-short", 100, (3,), {}, 5),
    "the last dollar": ("jma-2006", 400, (), {**ELSEWHERE, **lots("B", YELLOW, 2, 1, 1)}, 2),
    "a dollar short": ("jma-2006", 399, (), {**ELSEWHERE, **lots("B", YELLOW, 2, 1, 1)}, 1),
}
"""Rules, A's cash, the levels of A's lots, what else stands, and the level that A can build up to."""


@pytest.mark.parametrize("edge", AT_THE_EDGE)
def test_the_last_piece_and_the_last_dollar_count(edge: str) -> None:
    name, cash, levels, others, highest = AT_THE_EDGE[edge]
    start = {"players": {"A": {"cash": cash}}, "deeds": {**lots("A", ORANGE, *levels), **others}}
    game = rulesets.load(name).start(["A", "B"], start=start)
    assert listed(game, "build", "A")[0]["lots"] == dict.fromkeys(ORANGE, highest)


def test_houses_that_a_declared_hotel_returns_can_be_built() -> None:
    built = {**lots("B", RED, 4), **lots("C", LIGHT_BLUE, 4), **lots("C", YELLOW, 3, 3, 2)}
    hotels = {**lots("C", GREEN, 5), **lots("C", DARK_BLUE, 5), **lots("C", PINK, 5), **lots("C", BROWN, 5)}
    game = JMA.start(
        ["A", "B", "C"], start={"players": {"B": {"cash": 500}}, "deeds": {**lots("A", ORANGE), **built, **hotels}}
    )
    assert listed(game, "build", "A") == []
    game = JMA.judge(game, {"type": "build", "player": "B", "to": {RED[0]: 5}}).game
    assert listed(game, "build", "A")[0]["lots"] == dict.fromkeys(ORANGE, 2)  # four houses: 2-1-1


def test_a_debtor_sells_down_no_further_than_needed() -> None:
    start = {
        "players": {"A": {"cash": 40, "space": "short_line"}},
        "deeds": {deed: {"owner": "A", "level": 2} for deed in ORANGE},
    }
    game = JMA.start(["A", "B"], start=start)
    game = JMA.judge(game, {"type": "roll", "player": "A", "dice": [1, 2]}).game
    assert listed(game, "sell", "A")[0]["lots"] == dict.fromkeys(ORANGE, 1)
    assert listed(game, "sell", "B") == []


def test_hotels_are_sold_down_as_far_as_any_sale_goes_where_the_bank_lacks_houses() -> None:
    """Broken hotels want houses, and a debtor sells no more than needed: the lots may end up at different levels."""
    debt = {"kind": "debt", "player": "A", "to": "bank", "amount": 200, "cause": "tax"}
    deeds = {**lots("A", ORANGE, 5, 4, 5), **lots("B", LIGHT_BLUE, 4), **lots("B", RED, 4)}
    start = {"phase": "turn", "due": [debt], "players": {"A": {"cash": 25}}, "deeds": deeds}
    game = JMA.start(["A", "B"], start=start)
    every = [dict(zip(ORANGE, levels, strict=True)) for levels in product(range(6), range(5), range(6))]
    sales = [{lot: level for lot, level in to.items() if level < deeds[lot]["level"]} for to in every]
    legal = [to for to in sales if to and JMA.judge(game, {"type": "sell", "player": "A", "to": to}).accepted]
    furthest = {lot: min(to[lot] for to in legal if lot in to) for lot in ORANGE}
    assert listed(game, "sell", "A")[0]["lots"] == furthest


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
    assert [entry["type"] for entry in JMA.legal(dealt)] == ["deal", "roll_off"]
    game = JMA.start(["A", "B"])
    for report in ({"type": "time_up"}, {"type": "roll", "player": "A", "dice": [4, 6]}):
        game = JMA.judge(game, as_report(report)).game
    assert JMA.legal(game) == [{"type": "roll_off", "seats": ["A", "B"], "choose": ["dice"]}]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [each + len(CLASSIC) * (each % 2) for each in range(len(CLASSIC))])
def test_whatever_is_accepted_was_listed(seed: int) -> None:
    game, random = opened(seed)
    for _ in range(120):
        report = game.ruleset.mechanics.propose(game, random, hurry=False)
        answer = game.ruleset.judge(game, as_report(report))
        if answer.accepted and (kind := report.get("type")) not in ("ruling", "retract"):
            entries = listed(game, str(kind))
            assert any(covers(entry, report) for entry in entries), (report, entries)
        game = answer.game


@pytest.mark.parametrize("game", POSITIONS[::9], ids=range(len(POSITIONS[::9])))
def test_no_report_outside_the_list_is_accepted(game: Game) -> None:
    ruleset, table = game.ruleset, game.state.table
    entries = ruleset.legal(game)
    for report in universe(ruleset.position(game), table.edition, table.seats):
        if not any(covers(entry, report) for entry in entries):
            assert ruleset.obstacle(game, as_report(report)) is not None, report


HOTELS_READY = dict.fromkeys(LIGHT_BLUE, 4)
OWN_HOTELS = {
    "one": (HOTELS_READY | dict.fromkeys(DARK_BLUE, 0), 1500),
    "some": (HOTELS_READY | {"vermont_avenue": 5} | dict.fromkeys(DARK_BLUE, 3), 1500),
    "two": ({"baltic_avenue": 4, "mediterranean_avenue": 4} | dict.fromkeys(GREEN, 0), 1700),
    "poor": (HOTELS_READY | dict.fromkeys(DARK_BLUE, 0), 30),
}
"""The levels of A's lots, and A's cash."""


@pytest.mark.parametrize("name", ["jma-2006", "classic-ja", "wiki-2008"])
@pytest.mark.parametrize("case", OWN_HOTELS)
def test_own_hotels_return_houses_for_another_group_in_the_same_report(name: str, case: str) -> None:
    """B has all houses but A's: what each lot can reach is what some report of the two groups brings it to."""
    levels, cash = OWN_HOTELS[case]
    others = ("st_charles_place", "states_avenue", "virginia_avenue", *ORANGE, *RED)
    left = 32 - sum(level for level in levels.values() if level < 5)
    deeds = {deed: {"owner": "A", "level": level} for deed, level in levels.items()}
    even = {deed: {"owner": "B", "level": left // 9 + (at < left % 9)} for at, deed in enumerate(others)}
    start = {"phase": "between_turns", "deeds": deeds | even, "players": {"A": {"cash": cash}, "B": {"cash": 0}}}
    game = rulesets.load(name).start(["A", "B"], start=start)
    assert game.ruleset.position(game)["bank"]["houses"] == 0
    best: dict[str, int] = {}
    for after in product(*(range(level, 6) for level in levels.values())):
        to = {deed: level for (deed, now), level in zip(levels.items(), after, strict=True) if level > now}
        report = as_report({"type": "build", "player": "A", "to": to})
        if to and any(to[deed] > best.get(deed, 0) for deed in to) and game.ruleset.obstacle(game, report) is None:
            best |= {deed: max(level, best.get(deed, 0)) for deed, level in to.items()}
    listed = [entry["lots"] for entry in game.ruleset.legal(game) if entry["type"] == "build"]
    assert listed == ([best] if best else [])
