"""What holds for Monopoly City's catalogue besides the tests of all catalogues (`tests.rulesets.test_catalogue`)."""

from __future__ import annotations

import importlib

import pytest

from rulesets.kernel.clause import catalogue
from tests.rulesets.observed import all_refusals

OWN = [clause for clause in catalogue("city").clauses.values() if clause.id.startswith("CITY/")]


def test_there_are_172_clauses() -> None:
    assert len(OWN) == 172
    assert {clause.layer for clause in OWN} == {"boxed"}


def test_every_code_is_provoked_by_a_scenario() -> None:
    provoked = {refusal.code for ruleset, refusal in all_refusals() if ruleset is not None and ruleset.name == "city"}
    assert not {code for clause in OWN for code in clause.refuses} - provoked


@pytest.mark.parametrize(
    ("clause", "reference"), [(clause.id, reference) for clause in OWN for reference in clause.computes]
)
def test_every_computation_names_its_clause(clause: str, reference: str) -> None:
    module, _, path = reference.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    assert clause.split("/")[1] in (found.__doc__ or "")
