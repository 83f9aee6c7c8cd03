"""Every rule scenario is a test, named as the scenario is."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.kernel.clause import catalogue
from tests.rulesets.scenarios import difference, load, verdict

JMA = load("jma")


@pytest.mark.parametrize("scenario", [scenario for _, scenario in JMA], ids=[name for name, _ in JMA])
def test_jma(scenario: dict[str, Any]) -> None:
    assert verdict(scenario) is None, scenario["why"]


def test_scenario_names_are_not_used_twice() -> None:
    names = [scenario["name"] for _, scenario in JMA]
    assert sorted(set(names)) == sorted(names)


def test_scenarios_are_tagged_with_clauses_that_exist() -> None:
    known = set(catalogue("jma").clauses)
    strange = {clause for _, scenario in JMA for clause in scenario["clauses"]} - known
    assert not strange


def test_the_runner_sees_a_difference() -> None:
    assert difference({"players": {"A": {"cash": 1}}}, {"players": {"A": {"cash": 2}}}, "position")
    assert difference({"due": []}, {"due": [{"kind": "draw"}]}, "position")
    assert difference({"deeds": {"boardwalk": {"owner": None}}}, {"deeds": {}}, "position") is None


def test_the_runner_sees_a_wrong_verdict() -> None:
    good = next(scenario for name, scenario in JMA if name == "auction/auction-whole-tens-from-ten-and-rising")
    assert verdict(good) is None
    assert verdict({**good, "final": {"players": {"B": {"cash": 1}}}})
    assert verdict({**good, "steps": [{**step, "expect": "refused"} for step in good["steps"]]})
