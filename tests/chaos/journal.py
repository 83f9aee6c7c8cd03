"""Records, outside the service, what was acknowledged and shown to tablets and staff, for the final verification."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple


class Promise(NamedTuple):
    """Something that the service has acknowledged.  ``what``: entry, call, resolved, case, decision, appeal, settled,
    result, confirmed, activation; ``facts``: from its answer.
    """

    what: str
    facts: dict[str, Any]


class Journal:
    """Promises, entries seen, what happened and faults found on the way; also written to ``journal.jsonl``.

    ``entries``: the acknowledged ones by table and client id; ``seen``: hashes of all entries that anybody saw, by
    table and seq.
    """

    def __init__(self, folder: Path) -> None:
        self.promises: list[Promise] = []
        self.entries: dict[tuple[str, str], dict[str, Any]] = {}
        self.seen: dict[tuple[str, int], str] = {}
        self.wrong: list[str] = []
        self._file = (folder / "journal.jsonl").open("a", buffering=1, encoding="utf-8")

    def record_promise(self, what: str, **facts: Any) -> None:
        """Record that the service has acknowledged something."""
        self.promises.append(Promise(what, facts))
        self.note(what, **facts)

    def record_entry(self, table: str, entry: dict[str, Any]) -> None:
        """Record that the service has answered a report with an entry of the log."""
        before = self.entries.setdefault((table, entry["client_id"]), entry)
        if before != entry:
            self.fault(f"table {table}: {entry['client_id']} was answered first with {before}, then with {entry}")
        elif before is entry:
            self.note("entry", table=table, **entry)
        self.record_seen(table, entry)

    def record_seen(self, table: str, entry: dict[str, Any]) -> None:
        """Record that somebody was shown an entry of the log."""
        before = self.seen.setdefault((table, entry["seq"]), entry["hash"])
        if before != entry["hash"]:
            self.fault(f"table {table}: entry {entry['seq']} had the hash {before}, then {entry['hash']}")

    def fault(self, sentence: str) -> None:
        self.wrong.append(sentence)
        self.note("fault", told=sentence)

    def note(self, what: str, **facts: Any) -> None:
        """Write a line to the journal file."""
        line = {"at": round(time.time(), 3), "what": what, **facts}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()
