"""Random play of Monopoly City leaves nothing out."""

from __future__ import annotations

import pytest

import rulesets
from rulesets.kernel import conformance

CITY = rulesets.load("city")


@pytest.mark.slow
def test_random_play_reaches_every_type_of_report() -> None:
    reached: set[str] = set()
    for seed in range(50):
        played = conformance.play(CITY, seed, 120)
        reached |= {
            str(report["type"])
            for report, answer in zip(played.reports, played.answers, strict=True)
            if answer.accepted
        }
        if set(CITY.rules) <= reached:
            return
    assert set(CITY.rules) <= reached
