"""The form of docs/performance.md, into which the benchmarks write, never its figures."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from tests.benchmarks.__main__ import PRINTED, WRITTEN
from tests.benchmarks.crowd import Pace
from tests.benchmarks.national import Stage
from tests.benchmarks.results import BLOCK, DOCUMENT, Figure, Result, number, updated_document

KINDS = {"law", "moves on SQLite", "moves on PostgreSQL", "hall", "public", "paper", "device", "national"}
# Blocks written before the machine was measured by python-chess say nothing of it.
MACHINE = re.compile(
    r"\d{4}-\d\d-\d\d · \d+ × .+( · python-chess \S+ µs)? · \d+ GB · .+ · Python 3\S+ · SQLite 3\S+"
    r" · PostgreSQL \S+ · load .+"
)
HAND = "# Figures\n\nBefore.\n\n<!-- measured: law -->\nold\n<!-- end of law -->\n\nBehind.\n"
FOUND = Result(
    "law", (Figure("a report", 1234.5, "µs", 2.345, "a move", "2 at least"), Figure("errors", 0)), ("Said.",)
)


@pytest.mark.parametrize("kind", [*dict.fromkeys(kind for kind, *_ in WRITTEN), *PRINTED])
def test_every_benchmark_can_be_begun(kind: str) -> None:
    """What it measures is renamed now and then, and nobody would notice before the next release."""
    module = import_module(f"tests.benchmarks.{kind.replace('-', '_')}")
    assert callable(module.main if kind in PRINTED else module.measure)


def test_every_benchmark_that_writes_has_one_block_and_nothing_else_looks_like_one() -> None:
    document = DOCUMENT.read_text("utf-8")
    names = [found["name"] for found in BLOCK.finditer(document)]
    assert len(names) == len(set(names)) == document.count("<!-- measured: ") == document.count("<!-- end of ")
    assert set(names) >= KINDS
    assert {kind for kind, *_ in WRITTEN} <= {name.split()[0] for name in names}


@pytest.mark.parametrize("found", [*BLOCK.finditer(DOCUMENT.read_text("utf-8"))], ids=lambda found: found["name"])
def test_a_block_says_the_machine_and_is_a_table_with_as_many_cells_in_each_row(found: re.Match[str]) -> None:
    machine, empty, heads, rule, *rows = found["found"].splitlines()
    assert MACHINE.fullmatch(machine)
    assert empty == ""
    assert set(rule) == {"|", "-"}
    table = [row for row in rows if row.startswith("|")]
    assert table
    assert {row.count("|") for row in (heads, *table)} == {rule.count("|")}
    assert all(row.startswith("- ") for row in rows[len(table) :] if row)


def test_a_result_replaces_its_own_block_and_leaves_all_else() -> None:
    once = updated_document(HAND, FOUND, "machine")
    before, _, behind = HAND.partition("<!-- measured: law -->\nold\n<!-- end of law -->\n")
    assert once == f"{before}{FOUND.block('machine')}{behind}"
    assert updated_document(once, FOUND, "machine") == once
    assert "| a report | 1,234 µs | 2.35 × a move | 2 at least |" in once
    assert "- Said." in once


def test_a_result_that_has_no_block_yet_is_put_at_the_end_and_replaced_there() -> None:
    other = Result("replay", (Figure("a game", 1.5, "ms"),))
    once = updated_document(HAND, other, "machine")
    assert once.startswith(HAND)
    assert "## Replay" in once
    assert updated_document(once, other, "another").count("<!-- measured: replay -->") == 1


def test_what_is_printed_says_the_same_as_what_is_written() -> None:
    for row in FOUND.table():
        assert all(cell in FOUND.text() and cell in FOUND.block("machine") for cell in row)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (12, "12"), (1234567.8, "1,234,568"), (12.34, "12.3"), (0.123, "0.12")]
)
def test_a_number_has_no_more_digits_than_it_is_worth(value: float, text: str) -> None:
    assert number(value) == text


CALM = Stage("calm", Pace(1, 1, 10), 40, 5, 20, 10, 30, (), 1.0, 0.9, 0.2, 0.1, 0.0, 0.6, 1.0, "nothing")


@pytest.mark.parametrize(
    ("seen", "where"),
    [
        ({"p99": 300.0, "busy": 0.99}, "the processors (the service"),
        ({"answered": 0.9, "load": 0.95, "busy": 0.99}, "the load generator"),
        ({"p99": 300.0, "lag": 200.0}, "the load generator"),
        ({"p99": 300.0, "service": 3.8}, "the service's processes"),
        ({"errors": ("no answer",), "waits": "IO WalSync"}, "IO WalSync"),
    ],
)
def test_a_stage_that_bends_says_where(seen: dict[str, Any], where: str) -> None:
    assert not CALM.bent
    stage = replace(CALM, **seen)
    assert stage.bent
    assert where in stage.bottleneck(4)
