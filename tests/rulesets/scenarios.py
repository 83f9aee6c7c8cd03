"""Reading rule scenarios, and holding a judged record against what a scenario expects."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rulesets import Record, replay
from rulesets.kernel.clause import catalogue

FOLDER = Path(__file__).parent.parent / "scenarios"
FOLDERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


@cache
def load(name: str) -> list[tuple[str, dict[str, Any]]]:
    """The scenarios of a folder as (identifier, scenario)."""
    return [
        (f"{file.stem}/{scenario['name']}", scenario)
        for file in sorted((FOLDER / name).glob("*.yaml"))
        for scenario in yaml.load(file.read_text("utf-8"), yaml.CSafeLoader) or []
    ]


def judged(scenario: dict[str, Any]) -> Record:
    """A scenario as a record, judged to its end."""
    header = {"record": "monopoly/1", **scenario["header"]}
    steps = ({key: part for key, part in step.items() if key != "expect"} for step in scenario.get("steps", []))
    return replay(header, list(steps), stop=False)


def verdict(scenario: dict[str, Any], record: Record) -> str | None:
    """What differs from the scenario's expectations, or None."""
    steps = scenario.get("steps", [])
    if "expect_header" in scenario:
        ruleset = record.opening.ruleset
        clause_of = (ruleset.catalogue if ruleset else catalogue("record")).clause_of
        cited = {clause_of[refusal.code] for refusal in record.opening.refusals}
        return None if cited & set(scenario["expect_header"]) else f"header: cited {sorted(cited)}"
    if record.game is None:
        return f"header refused: {record.opening.refusals}"
    ruleset = record.game.ruleset
    for step, answer in zip(steps, record.answers, strict=True):
        cited = {ruleset.catalogue.clause_of[refusal.code] for refusal in answer.refusals}
        expect = step.get("expect")
        if expect is None:
            if not answer.accepted:
                return f"{answer.seq} {step}: refused with {sorted(cited)}"
        elif answer.accepted or (expect != "refused" and not cited & set(expect)):
            return f"{answer.seq} {step}: {'accepted' if answer.accepted else sorted(cited)}"
    position = ruleset.position(record.game)
    if position["phase"] == "between_turns":
        position["due"] = [entry for entry in position["due"] if entry["kind"] != "roll"]
    if lacking := difference(scenario.get("final", {}), position, "position"):
        return lacking
    if "standing" in scenario:
        ranks: dict[int, list[str]] = {}
        for row in ruleset.standing(record.game):
            ranks.setdefault(row["rank"], []).append(row["player"])
        have = [sorted(ranks[rank]) for rank in sorted(ranks)]
        want = [sorted(group) for group in scenario["standing"]]
        return None if have == want else f"standing {have}, expected {want}"
    return None


def difference(want: Any, have: Any, where: str) -> str | None:
    """The first place where ``have`` lacks what the subset ``want`` says; an absent entry stands for what is empty."""
    if isinstance(want, dict) and isinstance(have, dict):
        for key, value in want.items():
            if key not in have:
                if value and not (isinstance(value, dict) and not any(value.values())):
                    return f"{where}.{key}: absent, expected {value!r}"
            elif found := difference(value, have[key], f"{where}.{key}"):
                return found
        return None
    if isinstance(want, list) and isinstance(have, list) and len(want) == len(have):
        pairs = enumerate(zip(want, have, strict=True))
        return next(filter(None, (difference(one, other, f"{where}[{at}]") for at, (one, other) in pairs)), None)
    return None if want == have else f"{where}: {have!r}, expected {want!r}"
