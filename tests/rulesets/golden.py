"""Golden playthroughs; ``python -m tests.rulesets.golden NAME`` stores the answers of one anew after an intended
change.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rulesets import load
from rulesets.kernel.conformance import golden_answers

FOLDER = Path(__file__).parent / "golden"


def lines(file: Path) -> list[dict[str, Any]]:
    """The JSON objects of a file, one per line."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def stored(name: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The stored record and answers of a ruleset."""
    return lines(FOLDER / f"{name}.jsonl"), lines(FOLDER / f"{name}.answers.jsonl")


def renew(name: str) -> None:
    """Write the answers that the ruleset gives now."""
    header, *reports = lines(FOLDER / f"{name}.jsonl")
    rows = [json.dumps(answer, ensure_ascii=False) + "\n" for answer in golden_answers(load(name), header, reports)]
    (FOLDER / f"{name}.answers.jsonl").write_text("".join(rows), "utf-8")


if __name__ == "__main__":
    renew(sys.argv[1])
