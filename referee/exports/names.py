"""Names of exported files: safe on every system."""

from __future__ import annotations

from referee.exports.source import Played


def table_name(table: Played) -> str:
    """A table's name among others of its event."""
    return f"round-{table.round_number}-table-{table.number}"
