"""The counts of legal reports are as stored, and agree with the list of what is legal (docs/counts.md)."""

from __future__ import annotations

import json
from functools import cache

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


def text(report: Report) -> str:
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


def short(report: Report) -> Report:
    """A report as the universe writes it: what is paid or claimed names no deed, and who is paid is always named."""
    if report["type"] == "pay":
        return {"to": "bank", **{name: value for name, value in report.items() if name != "deed"}}
    return {name: value for name, value in report.items() if (report["type"], name) != ("claim_rent", "deed")}


ENDLESS = ("bid", "trade", "withdraw_build")
"""Types of which the universe and `rulesets.moves` choose differently."""


@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_the_list_of_what_is_legal_agrees(name: str, position: str) -> None:
    game, found, _ = tallied(name, position)
    legal = game.ruleset.legal(game)
    assert [report for report in found if not any(covers(entry, report) for entry in legal)] == []


@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_the_moves_are_what_is_counted(name: str, position: str) -> None:
    game, found, _ = tallied(name, position)
    every = {text(report) for report in counts.possible(game, STORED[name][position]["header"])}
    moves = {text(report) for report in map(short, map(dict, rulesets.moves(game)))} & every
    accepted = {text(report) for report in found if report["type"] not in ENDLESS}
    assert accepted <= moves
    assert moves <= {text(report) for report in found}


@pytest.mark.parametrize("name", counts.names())
def test_the_universe_holds_each_report_once(name: str) -> None:
    for position in ("opening", "declared_beyond_stock", "jail_last_throw_with_card"):
        reports = counts.possible(tallied(name, position)[0], STORED[name][position]["header"])
        assert len({text(report) for report in reports}) == len(reports)
