"""Stored samples of the facts in answers: ``python -m tests.rulesets.samples`` regenerates them after an intended
change.

Facts are public, and what is made from them (sentences, pages, prints) depends on them.  ``facts.json`` shows them: for
every refusal code and every kind of event and of due entry, the first answers among the scenarios that have it.
``digests.json`` holds a short digest of all the answers to each scenario, so that no change goes unnoticed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from rulesets import Record
from rulesets.kernel.refusal import plain
from tests.rulesets.observed import of_record, records
from tests.rulesets.scenarios import FOLDERS, judged, load

FOLDER = Path(__file__).parent / "golden"
MOST = 3
"""Most samples of a code or kind, each from a different scenario."""

NAMING_RULESETS = frozenset({"ruleset_unknown"})
"""Codes whose facts name the rulesets installed."""

Samples = dict[str, dict[str, list[Any]]]


def facts() -> Samples:
    """The samples of refusals, events and due entries."""
    found: Samples = {"refusals": {}, "events": {}, "due": {}}

    def keep(what: str, name: str, facts: dict[str, Any], seen: set[str]) -> None:
        rows = found[what].setdefault(name, [])
        if len(rows) < MOST and f"{what} {name}" not in seen and facts not in rows:
            seen.add(f"{what} {name}")
            rows.append(facts)

    for _, record in records():
        seen: set[str] = set()
        for _, refusal in of_record(record):
            if refusal.code not in NAMING_RULESETS:
                keep("refusals", refusal.code, plain(refusal.facts), seen)
        for answer in record.answers:
            for event in answer.events:
                keep("events", event["kind"], dict(event), seen)
            for entry in answer.due:
                keep("due", entry["kind"], entry, seen)
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def digest(record: Record) -> str:
    """A short digest that changes with any fact of any answer to a record and with its last position."""
    rows: list[Any] = [
        [refusal.code, {} if refusal.code in NAMING_RULESETS else plain(refusal.facts)]
        for refusal in record.opening.refusals
    ]
    for answer in record.answers:
        refusals = [[refusal.code, plain(refusal.facts)] for refusal in (*answer.refusals, *answer.warnings)]
        rows.append([refusals, answer.events, answer.due])
    if record.game is not None:
        rows.append(record.game.ruleset.position(record.game))
    text = json.dumps(rows, sort_keys=True, default=dict)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]


def digests() -> dict[str, str]:
    """The digest of every scenario."""
    return {f"{folder}/{name}": digest(judged(scenario)) for folder in FOLDERS for name, scenario in load(folder)}


def stored(name: str) -> Any:
    """The stored ``facts`` or ``digests``."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


if __name__ == "__main__":
    for name, data in (("facts", facts()), ("digests", digests())):
        text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
        (FOLDER / f"{name}.json").write_text(text + "\n", "utf-8")
