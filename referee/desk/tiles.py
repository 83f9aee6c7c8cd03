"""The tables of the rounds that are played: what each is doing, those that wait for a hand first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.desk.queries import Desk
from referee.rounds.queries import RoundView, TableView

STATES = ("called", "late", "entered", "playing", "confirmed")
"""What a table may be doing, what needs a hand before the rest: it has called, its time is up, its result waits to be
confirmed, it plays, it is done."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table.  ``state``: one of `STATES`."""

    round: RoundView
    table: TableView
    state: str


def tiles(found: Desk, called: Sequence[str]) -> list[Tile]:
    """The tables of the rounds that are played.  ``called``: the ids of those that wait for a judge."""
    made = [
        Tile(each, table, state_of(table, called))
        for each in found.rounds
        if each.stage in ("running", "entered")
        for table in each.tables
    ]
    return sorted(made, key=lambda tile: STATES.index(tile.state))


def state_of(table: TableView, called: Sequence[str]) -> str:
    """What a table is doing."""
    if table.table.id in called:
        return "called"
    if table.late:
        return "late"
    return "playing" if table.result == "none" else table.result
