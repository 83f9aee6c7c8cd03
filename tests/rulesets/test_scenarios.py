"""Every rule scenario is a test, named as the scenario is."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.rulesets import samples
from tests.rulesets.scenarios import FOLDERS, difference, identifiers, judged, load, verdict
from tests.rulesets.test_catalogue import clauses

NAMES = [f"{folder}/{name}" for folder in FOLDERS for name in identifiers(folder)]


@cache
def every() -> dict[str, dict[str, Any]]:
    """Every scenario by folder, file and name."""
    return {f"{folder}/{name}": scenario for folder in FOLDERS for name, scenario in load(folder)}


@cache
def digests() -> dict[str, str]:
    """The stored digests of the answers."""
    stored: dict[str, str] = samples.stored("digests")
    return stored


@pytest.mark.parametrize("name", NAMES)
def test_scenario(name: str) -> None:
    """It ends as expected, and the answers are the stored ones, fact by fact."""
    scenario = every()[name]
    record = judged(scenario)
    assert verdict(scenario, record) is None, scenario["why"]
    assert samples.digest(record) == digests().get(name), "the answers changed: see tests/rulesets/samples.py"


def test_every_scenario_that_is_there_is_run() -> None:
    assert [f"{folder}/{name}" for folder in FOLDERS for name, _ in load(folder)] == NAMES


@pytest.mark.parametrize("folder", FOLDERS)
def test_scenario_names_are_not_used_twice(folder: str) -> None:
    names = [scenario["name"] for _, scenario in load(folder)]
    assert sorted(set(names)) == sorted(names)


def test_scenarios_are_tagged_with_clauses_that_exist() -> None:
    assert not {clause for scenario in every().values() for clause in scenario["clauses"]} - set(clauses())


def test_the_runner_sees_a_difference() -> None:
    assert difference({"players": {"A": {"cash": 1}}}, {"players": {"A": {"cash": 2}}}, "position")
    assert difference({"due": []}, {"due": [{"kind": "draw"}]}, "position")
    assert difference({"deeds": {"boardwalk": {"owner": None}}}, {"deeds": {}}, "position") is None


def test_the_runner_sees_a_wrong_verdict() -> None:
    good = every()["jma/auction/auction-whole-tens-from-ten-and-rising"]
    record = judged(good)
    assert verdict(good, record) is None
    assert verdict({**good, "final": {"players": {"B": {"cash": 1}}}}, record)
    assert verdict({**good, "steps": [{**step, "expect": "refused"} for step in good["steps"]]}, record)


def test_the_runner_counts_the_faults_of_a_header() -> None:
    header = {"ruleset": "jma-2006", "seats": ["A"], "options": {"speed": 1}}
    scenario: dict[str, Any] = {"header": header, "expect_header": ["RECORD/OPTION"], "faults": 2}
    record = judged(scenario)
    assert verdict(scenario, record) is None
    assert verdict({**scenario, "faults": 3}, record)
