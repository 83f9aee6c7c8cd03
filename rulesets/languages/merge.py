"""A table put over another one: what the upper one has holds, and the rest is that of the lower one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both tables in one, tables within them too; rows of a list are put over those that have the same ``key``."""
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
