"""Deals that stand with a warning name the sum: cash for nothing, deeds below the mortgage, an estate that shrinks."""

from __future__ import annotations

from typing import Any

import pytest

import rulesets
from rulesets.kernel.ruleset import Game
from rulesets.reports import as_report

HOPELESS: dict[str, Any] = {
    "phase": "turn",
    "turn": "A",
    "players": {"A": {"cash": 10}, "C": {"cash": 500, "cards": ["chance"]}},
    "deeds": {"boardwalk": {"owner": "A"}, "park_place": {"owner": "A"}, "states_avenue": {"owner": "B"}},
    "due": [{"kind": "debt", "player": "A", "to": "B", "amount": 550, "cause": "rent", "deed": "states_avenue"}],
}
"""A owes B 550 and can raise 10 + 200 + 175."""

UNPAID = {
    "phase": "turn",
    "turn": "A",
    "players": {"B": {"cash": 100}},
    "deeds": {"reading_railroad": {"owner": "B"}},
    "due": [{"kind": "payment", "player": "B", "amount": 150, "deed": "oriental_avenue"}],
}


def warned(game: Game, one: str, two: str, give: dict[str, Any], take: dict[str, Any]) -> dict[str, object]:
    """The warnings of an accepted deal: the sum of each, by code."""
    answer = game.ruleset.judge(
        game, as_report({"type": "trade", "player": one, "with": two, "give": give, "take": take})
    )
    assert answer.accepted, answer.refusals
    return {warning.code: warning.facts["amount"] for warning in answer.warnings if "amount" in warning.facts}


@pytest.mark.parametrize("name", ["classic-ja", "classic-us", "wiki-2008"])
@pytest.mark.parametrize(
    ("give", "take", "expected"),
    [
        ({"deeds": ["boardwalk", "park_place"]}, {"cash": 1}, {"estate_poorer": 374, "deed_below_mortgage": 1}),
        ({"deeds": ["boardwalk"]}, {"cash": 200}, {}),
        ({"deeds": ["boardwalk"]}, {"cash": 199}, {"estate_poorer": 1, "deed_below_mortgage": 199}),
        ({"deeds": ["park_place"]}, {"cards": ["chance"]}, {"estate_poorer": 175}),
    ],
)
def test_an_estate_that_leaks(name: str, give: dict[str, Any], take: dict[str, Any], expected: dict[str, int]) -> None:
    game = rulesets.load(name).start(["A", "B", "C"], start=HOPELESS)
    assert warned(game, "A", "C", give, take) == expected
    assert warned(game, "C", "A", take, give) == expected


@pytest.mark.parametrize("name", ["classic-ja", "classic-us", "wiki-2008"])
def test_a_winner_who_has_not_paid(name: str) -> None:
    game = rulesets.load(name).start(["A", "B", "C"], start=UNPAID)
    found = warned(game, "B", "C", {"deeds": ["reading_railroad"]}, {"cash": 1})
    assert found == {"winner_poorer": 99, "deed_below_mortgage": 1}


def test_what_is_paid_to_the_creditor_is_no_loss() -> None:
    game = rulesets.load("classic-us").start(["A", "B", "C"], start=HOPELESS)
    claim = {"debtor": "A", "creditor": "B", "amount": 400}
    assert warned(game, "A", "B", {"deeds": ["boardwalk"]}, {"claims": [claim]}) == {}


@pytest.mark.parametrize("name", ["classic-ja", "classic-us", "wiki-2008"])
@pytest.mark.parametrize(
    ("give", "take", "expected"),
    [
        ({"deeds": ["boardwalk"]}, {"cash": 30}, {"estate_poorer": 85, "deed_below_mortgage": 30}),
        ({"deeds": ["boardwalk"]}, {"cash": 115}, {"deed_below_mortgage": 115}),
        ({"deeds": ["boardwalk"]}, {"cards": ["chance"]}, {"estate_poorer": 115}),
    ],
)
def test_a_deal_that_makes_a_debtor_unable_to_pay(
    name: str, give: dict[str, Any], take: dict[str, Any], expected: dict[str, int]
) -> None:
    """A can raise 385 for the 300 owed: what goes beyond the 85 to spare is the creditor's loss."""
    start = {**HOPELESS, "due": [{**HOPELESS["due"][0], "amount": 300}]}
    game = rulesets.load(name).start(["A", "B", "C"], start=start)
    assert warned(game, "A", "C", give, take) == expected
    assert warned(game, "C", "A", take, give) == expected


@pytest.mark.parametrize("name", ["classic-ja", "classic-us"])
def test_a_claim_for_nothing_is_cash_for_nothing(name: str) -> None:
    due = [{"kind": "debt", "player": "A", "to": "B", "amount": 900, "cause": "rent", "deed": "states_avenue"}]
    start = {"phase": "turn", "turn": "A", "deeds": {"states_avenue": {"owner": "B"}}, "due": due}
    game = rulesets.load(name).start(["A", "B", "C"], start=start)
    claim = {"claims": [{"debtor": "A", "creditor": "B", "amount": 900}]}
    assert warned(game, "B", "C", claim, {}) == {"cash_for_nothing": 900}
    assert warned(game, "C", "B", {"cash": 1}, claim) == {"cash_for_nothing": 899}
    assert warned(game, "B", "C", claim, {"cash": 900}) == {}


@pytest.mark.parametrize("name", ["classic-ja", "classic-us"])
def test_cash_for_nothing(name: str) -> None:
    game = rulesets.load(name).start(["A", "B"])
    assert warned(game, "A", "B", {"cash": 130}, {"cash": 30}) == {"cash_for_nothing": 100}


def test_city() -> None:
    """The same in K: the present rent of an unmortgaged district is what the bank lends on it."""
    ruleset = rulesets.load("city")
    deeds = list(ruleset.position(ruleset.start(["A", "B"]))["deeds"]) or ["central_quay"]
    start = {
        "phase": "turn",
        "turn": "A",
        "players": {"A": {"cash": 100}},
        "deeds": {deeds[0]: {"owner": "A"}},
        "due": [{"kind": "debt", "player": "A", "to": "B", "amount": 90000, "cause": "card"}],
    }
    game = ruleset.start(["A", "B", "C"], start=start)
    game = ruleset.judge(game, {"type": "start_trade", "player": "A", "with": "C"}).game
    value = ruleset.mechanics.charges(game.state)[deeds[0]]["amount"]
    assert warned(game, "A", "C", {"deeds": [deeds[0]], "cash": 100}, {}) == {
        "cash_for_nothing": 100,
        "deed_below_mortgage": 0,
        "estate_poorer": value + 100,
    }


def test_city_where_the_trade_itself_leaves_too_little() -> None:
    """A can pay the 7500 owed until the 8000 in hand are given away."""
    due = [{"kind": "debt", "player": "A", "to": "B", "amount": 7500, "cause": "card"}]
    ruleset = rulesets.load("city")
    start = {"phase": "turn", "turn": "A", "players": {"A": {"cash": 8000}}, "due": due}
    game = ruleset.start(["A", "B", "C"], start=start)
    game = ruleset.judge(game, {"type": "start_trade", "player": "A", "with": "C"}).game
    assert warned(game, "A", "C", {"cash": 500}, {}) == {"cash_for_nothing": 500}
    assert warned(game, "A", "C", {"cash": 8000}, {}) == {"cash_for_nothing": 8000, "estate_poorer": 7500}
