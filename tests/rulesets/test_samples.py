"""The facts that answers carry do not change unnoticed (see `tests.rulesets.samples`)."""

from __future__ import annotations

import pytest

from tests.rulesets import samples

STORED: samples.Samples = samples.stored("facts")


@pytest.mark.parametrize("what", ["refusals", "events", "due"])
def test_answers_carry_the_facts_that_they_carried(what: str) -> None:
    now = samples.facts()[what]
    assert {name: rows for name, rows in now.items() if STORED[what].get(name) != rows} == {}
    assert set(now) == set(STORED[what])
