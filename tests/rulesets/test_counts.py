"""The counts of legal reports are as stored, and agree with the list of what is legal (docs/counts.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rulesets
from rulesets import Game
from tests.rulesets import counts
from tests.rulesets.count_positions import Report, positions
from tests.rulesets.counts import Count
from tests.rulesets.listed import covers

pytestmark = pytest.mark.slow

STORED = {name: {row["name"]: row for row in counts.stored(name)} for name in counts.names()}
POSITIONS = [pytest.param(name, at, id=f"{name}/{at}") for name, rows in STORED.items() for at in rows]
DEEPER = [
    pytest.param(name, at, id=f"{name}/{at}") for name, rows in STORED.items() for at in rows if "depth2" in rows[at]
]
BY_TYPE = ("roll", "draw", "choose_tax", "mortgage", "lift_mortgage", "withdraw_build", "bid", "pay", "claim_rent")


def text(report: Report) -> str:
    """A report in a hashable form."""
    return json.dumps(report, sort_keys=True)


@cache
def tallied(name: str, position: str) -> tuple[Game, list[Report], Count]:
    """The game of a stored entry, the accepted reports, and the counts."""
    row = STORED[name][position]
    game = counts.reached(rulesets.load(name), row["header"], row["reports"])
    return game, *counts.tally(game, row["header"])


def test_every_ruleset_of_the_classic_board_has_its_file() -> None:
    assert {file.name for file in counts.FOLDER.iterdir()} == {f"{name}.json" for name in counts.names()}


@pytest.mark.parametrize("name", counts.names())
def test_the_files_are_complete(name: str) -> None:
    kept = [(row["name"], row["header"], row["reports"]) for row in counts.stored(name)]
    assert kept == [tuple(entry) for entry in positions(name)], f"run: python -m tests.rulesets.counts {name}"
    deepest = [row["total"] for row in STORED[name].values() if "depth2" in row]
    others = [row["total"] for row in STORED[name].values() if "depth2" not in row and row["total"]]
    assert len(deepest) == counts.DEEPER
    assert max(deepest) <= min(others)


@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_counts(name: str, position: str) -> None:
    row = STORED[name][position]
    assert tallied(name, position)[2]._asdict() == {key: row[key] for key in Count._fields}


@pytest.mark.parametrize(("name", "position"), DEEPER)
def test_counts_two_deep(name: str, position: str) -> None:
    row = STORED[name][position]
    assert counts.depth2(rulesets.load(name), row["header"], row["reports"]) == row["depth2"]


def named(listed: dict[str, Any]) -> Iterator[Report]:
    """Yield the exact reports that an entry of the list stands for, as the universe writes them."""
    kind = listed["type"]
    base: Report = {key: listed[key] for key in ("type", "player") if key in listed}
    if kind not in BY_TYPE:
        yield listed
    elif kind == "roll":
        yield from ({**base, "dice": [first, second]} for first in range(1, 7) for second in range(1, 7))
    elif kind == "draw":
        yield from ({**base, "card": card} for card in listed["cards"])
    elif kind == "choose_tax":
        yield from ({**base, "option": option} for option in listed["options"])
    elif kind in ("mortgage", "lift_mortgage"):
        yield from ({**base, "deeds": [deed]} for deed in listed["deeds"])
    elif kind == "withdraw_build":
        yield from ({**base, "to": {lot: level}} for lot, level in listed["lots"].items())
    elif kind == "bid":
        yield {**base, "amount": listed["least"]}
    elif kind == "pay":
        yield {**base, "to": listed.get("to", "bank")}
    else:
        yield {**base, "from": listed["from"]}


@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_the_list_of_what_is_legal_agrees(name: str, position: str) -> None:
    game, found, _ = tallied(name, position)
    legal = game.ruleset.legal(game)
    accepted = {text(report) for report in found}
    refused = [report for entry in legal for report in named(entry) if text(report) not in accepted]
    if refused:
        every = counts.possible(game, STORED[name][position]["header"])
        assert [report for report in refused if report in every] == [], "listed but not counted"
    assert [report for report in found if not any(covers(entry, report) for entry in legal)] == []


@pytest.mark.parametrize("name", counts.names())
def test_the_universe_holds_each_report_once(name: str) -> None:
    for position in ("opening", "declared_beyond_stock", "jail_last_throw_with_card"):
        reports = counts.possible(tallied(name, position)[0], STORED[name][position]["header"])
        assert len({text(report) for report in reports}) == len(reports)
