"""Tables with a recorded game in their logs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.core.chain import Author
from referee.log.append import Log, Posting
from tests.referee.support.world import World

RECORD = Path(__file__).parents[2] / "rulesets" / "golden" / "jma-2006.jsonl"
HEADER, *REPORTS = map(json.loads, RECORD.read_text("utf-8").splitlines())
AUTHOR = Author("審判 Ä \U0001f3b2")


def logged_table(world: World, number: int, count: int) -> str:
    """Create a table with the first ``count`` reports of a game in its log, some refused, and return its id."""
    fields: dict[str, Any] = {name: value for name, value in HEADER.items() if name != "record"}
    table_id = world.new_table(number, **fields)
    report_on(world, table_id, 0, count)
    return table_id


def report_on(world: World, table_id: str, base: int, count: int, stop: Callable[[], bool] = lambda: False) -> int:
    """Log up to ``count`` reports after entry ``base`` until ``stop`` is true; returns the number of the last one."""
    for seq in range(base, base + count):
        if stop():
            return seq
        posting = Posting(f"client-{seq:05}", REPORTS[seq % len(REPORTS)])
        world.service.part(Log).append(table_id, seq, [posting], AUTHOR)
    return base + count
