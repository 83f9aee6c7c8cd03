"""Reading rule scenarios and comparing a judged record with what a scenario expects."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rulesets import Record, replay
from rulesets.kernel.clause import catalogue
from rulesets.reports import as_report

FOLDER = Path(__file__).parent.parent / "scenarios"
FOLDERS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


NAME = re.compile(r"^- name: (\S+)$", re.MULTILINE)
"""Where a scenario begins, and its name."""


def files(folder: str) -> list[Path]:
    """The files with the scenarios of a folder."""
    return sorted((FOLDER / folder).glob("*.yaml"))


def identifiers(folder: str) -> list[str]:
    """The identifiers of a folder's scenarios, without reading more: every process that runs tests lists them all."""
    return [f"{file.stem}/{name}" for file in files(folder) for name in NAME.findall(file.read_text("utf-8"))]


@cache
def load(name: str) -> list[tuple[str, dict[str, Any]]]:
    """The scenarios of a folder as (identifier, scenario)."""
    return [(f"{file.stem}/{scenario['name']}", scenario) for file in files(name) for scenario in read(file)]


def read(file: Path) -> list[dict[str, Any]]:
    """The scenarios of a file."""
    return yaml.load(file.read_text("utf-8"), yaml.CSafeLoader) or []


@cache
def commands(name: str) -> list[tuple[str, Path, dict[str, Any]]]:
    """The scenarios of a folder that run a command of their own as (identifier, folder of the file, scenario)."""
    return [
        (f"{file.parent.name}/{file.stem}/{scenario['name']}", file.parent, scenario)
        for file in sorted((FOLDER / name).glob("*/*.yaml"))
        for scenario in read(file)
    ]


def rows(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    """A scenario as the lines of a record, header first."""
    steps = ({key: part for key, part in step.items() if key != "expect"} for step in scenario.get("steps", []))
    return [{"record": "monopoly/1", **scenario["header"]}, *steps]


def judged(scenario: dict[str, Any]) -> Record:
    """A scenario as a record, judged to its end."""
    header, *reports = rows(scenario)
    return replay(header, map(as_report, reports), stop=False)


def output_fault(scenario: dict[str, Any], code: int, out: str) -> str | None:
    """How the exit code or the standard output of a command differs from the scenario's expectations, or None."""
    if code != scenario.get("exit", 0):
        return f"exit {code}"
    lowered = out.lower()
    if missing := [text for text in scenario.get("says", []) if text.lower() not in lowered]:
        return f"does not say {missing}"
    if unwanted := [text for text in scenario.get("silent", []) if text.lower() in lowered]:
        return f"says {unwanted}"
    if "answer" in scenario:
        return difference(scenario["answer"], json.loads(out.splitlines()[0]), "answer")
    return None


def verdict(scenario: dict[str, Any], record: Record) -> str | None:
    """How a judged record differs from the scenario's expectations, or None."""
    steps = scenario.get("steps", [])
    if "expect_header" in scenario:
        ruleset = record.opening.ruleset
        clause_of = (ruleset.catalogue if ruleset else catalogue("record")).clause_of
        cited_in_order = [clause_of[refusal.code] for refusal in record.opening.refusals]
        enough = len(cited_in_order) >= scenario.get("faults", 1)
        return None if enough and set(cited_in_order) & set(scenario["expect_header"]) else f"header: {cited_in_order}"
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
    """The first place where ``have`` lacks what the subset ``want`` says; an absent entry counts as empty."""
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
