"""Reads JSON from users: what is wrong with it is told by its place, not in the words of a parser."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tournaments.fault import Fault, Faulty


def parse(text: str) -> Any:
    """Parse a JSON text in which no key stands twice: otherwise one value might be shown and the other checked.

    Raises `Faulty`, with one fault.
    """
    try:
        return json.loads(text, object_pairs_hook=_without_duplicate_keys)
    except json.JSONDecodeError as error:
        raise Faulty([Fault("", "not_json", {"line": error.lineno, "column": error.colno})]) from None
    except Faulty:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, or thousands of brackets
        raise Faulty([Fault("", "json_endless")]) from None


def _without_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        keys = ", ".join(sorted(key for key, count in counts.items() if count > 1))
        raise Faulty([Fault("", "json_key_twice", {"keys": keys})])
    return found
