"""Merges two tables: values of the upper one take precedence over those of the lower one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return both tables merged, including nested tables; rows of a list are matched by their ``key``."""
    return {**below, **{name: _put(below.get(name), value) for name, value in above.items()}}


def _put(below: Any, above: Any) -> Any:
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        return merged(below, above)
    if isinstance(below, list) and isinstance(above, list) and all(_has_key(row) for row in (*below, *above)):
        rows = {row["key"]: row for row in above}
        return [merged(row, rows.get(row["key"], {})) for row in below]
    return above


def _has_key(row: Any) -> bool:
    return isinstance(row, Mapping) and "key" in row
