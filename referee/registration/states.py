"""The states of a registration."""

from __future__ import annotations

REGISTERED, WAITING, CANCELLED = "registered", "waiting", "cancelled"
TO_CONFIRM = "to_confirm"
"""The letter with the link is on its way: no player yet, and no place."""
HELD = "held"
"""So many came from the same network that the desk looks at it first: no player yet, no place, and no letter."""
REMOVED = "removed"
"""Removed by the desk, together with others; it can be put back."""
UNCONFIRMED = (TO_CONFIRM, HELD)
ENDED = (CANCELLED, REMOVED)
