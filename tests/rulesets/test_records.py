"""Games of an independent engine: every report is accepted, and money, deeds and standing come out the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets import replay
from rulesets.reports import as_report
from tests.rulesets.golden import lines
from tests.rulesets.scenarios import difference

FOLDER = Path(__file__).parent.parent / "records"
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_game_of_another_engine_is_judged_as_it_was_played(file: Path) -> None:
    header, *reports = lines(file)
    expected: dict[str, Any] = json.loads(file.with_name(f"{file.stem}.expect.json").read_text("utf-8"))
    record = replay(header, map(as_report, reports))
    assert record.stopped is None, (record.stopped, record.answers[-1].refusals)
    assert record.game is not None
    ruleset = record.game.ruleset
    position = {key: part for key, part in expected["position"].items() if part is not None}
    assert difference(position, ruleset.position(record.game), "position") is None
    for checkpoint in expected.get("checkpoints", ()):
        then = ruleset.position(record.answers[checkpoint["after"] - 1].game)
        known = {key: part for key, part in checkpoint.items() if key != "after"}
        assert difference(known, then, f"after {checkpoint['after']}") is None
    assert ruleset.over(record.game) == expected["over"]
    if expected.get("standing"):
        ranks = [(row["rank"], row["player"]) for row in ruleset.standing(record.game)]
        assert ranks == [(row["rank"], row["player"]) for row in expected["standing"]]
