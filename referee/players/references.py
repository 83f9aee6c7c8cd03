"""Where other rows refer to a player, for those that hand references over or put them back."""

from __future__ import annotations

from typing import Any

from referee.models import (
    Adjustment,
    CountStep,
    DecisionMade,
    Made,
    Notice,
    Penalty,
    Playoff,
    Registration,
    Seat,
    TableResult,
)

LINKED_TABLES: tuple[Any, ...] = (Seat, CountStep, Penalty, Adjustment, Notice, Registration)
"""Tables that refer to a player by ``player_id``."""
EMBEDDED_IDS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (TableResult, ("players", "entered")),
    (DecisionMade, ("players", "details")),
    (Playoff, ("players",)),
    (Made, ("content",)),
)
"""Tables that have player ids inside the text of some columns.  Not seatings, which keep what they were drawn from: a
merge is a move in them.
"""
