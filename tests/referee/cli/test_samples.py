"""The sample games end as docs/samples/README.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesets import replay

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"


@pytest.mark.parametrize(
    ("name", "reports", "refused", "over", "order"),
    [
        ("championship-table", 180, 7, True, ["B", "C", "A", "D"]),
        ("time-up-in-an-auction", 37, 7, True, ["B", "C", "A", "D"]),
        ("opera-and-hotels", 37, 7, False, ["D", "B", "C", "A"]),
    ],
)
def test_sample(name: str, reports: int, refused: int, over: bool, order: list[str]) -> None:
    lines = (SAMPLES / f"{name}.jsonl").read_text("utf-8").splitlines()
    header, *rest = map(json.loads, lines)
    record = replay(header, rest, stop=False)
    assert record.game is not None
    assert len(record.answers) == reports
    assert sum(not answer.accepted for answer in record.answers) == refused
    ruleset = record.game.ruleset
    assert ruleset.over(record.game) is over
    assert [row["player"] for row in ruleset.standing(record.game)] == order


def test_every_sample_is_held_to_its_story() -> None:
    stories = {"championship-table", "time-up-in-an-auction", "opera-and-hotels"}
    assert {file.stem for file in SAMPLES.glob("*.jsonl")} == stories
