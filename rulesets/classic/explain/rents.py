"""Rents that nobody has asked for: until when they may be, or whose throw closed them (RENT-7, boxed rules)."""

from __future__ import annotations

from rulesets.classic.game.state import OpenRent, State
from rulesets.kernel.explanation import Facts
from rulesets.kernel.track.order import after
from rulesets.kernel.track.table import NONE


def rents(state: State) -> tuple[Facts, ...]:
    """Return all of them, oldest first; none if rent is owed without asking."""
    return tuple(rent_line(state, rent) for rent in state.rents)


def rent_line(state: State, rent: OpenRent) -> Facts:
    """Return one rent.  ``until``: whose throw at the start of a turn closes it; ``closed_by``: whose throw did."""
    table = state.table
    facts = {
        "player": table.seats[rent.to],
        "payer": table.seats[rent.player],
        "deed": table.deed_key(rent.deed),
        "amount": rent.amount,
    }
    if rent.lapsed != NONE:
        return {"kind": "rent_too_late", **facts, "closed_by": table.seats[rent.lapsed]}
    closing = rent.player
    for _ in range(table.figures.claims_until):
        closing = after(state, closing)
    return {"kind": "rent_unasked", **facts, "until": table.seats[closing]}
