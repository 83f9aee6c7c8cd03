"""What the table must do next, in order; what is merely allowed is in `legal` and in the position."""

from __future__ import annotations

from typing import Any

from rulesets.city import debt
from rulesets.city.game.draft import View
from rulesets.city.game.pending import Auction, Draw, Pending, Purchase
from rulesets.city.game.state import BETWEEN_TURNS, FREE, OVER, TURN
from rulesets.city.turns import chance
from rulesets.kernel.track.ledger import Debt, debt_facts
from rulesets.kernel.track.table import NONE


def listing(view: View) -> list[dict[str, Any]]:
    """Everything due, as JSON objects; between turns the last entry is the next player's throw."""
    if view.phase == OVER:
        return []
    seats = view.table.seats
    owed: dict[int, int] = {}
    found = [entry_json(view, entry, owed) for entry in view.pending]
    if view.phase == BETWEEN_TURNS:
        why = "turn" if view.players[view.turn].jail == FREE else "jail"
        found.append({"kind": "roll", "player": seats[view.turn], "why": why})
    elif not found and view.phase == TURN:
        found.append({"kind": "roll", "player": seats[view.turn], "why": "doubles"})
    return found


def entry_json(view: View, entry: Pending, owed: dict[int, int]) -> dict[str, Any]:
    """Return an entry as a JSON object; ``owed``: the running total of each player's debts, updated here
    (``provisional``: the player's own assets cannot cover it).
    """
    table = view.table
    seats = table.seats
    if isinstance(entry, Purchase):
        facts = {"deed": table.deed_key(entry.deed), "price": table.edition.deeds[entry.deed].price}
        return {"kind": "buy_or_decline", "player": seats[entry.player], **facts}
    if isinstance(entry, Auction):
        return auction_json(view, entry)
    if isinstance(entry, Draw):
        return {"kind": "draw", "player": seats[entry.player], "deck": chance.DECK}
    if isinstance(entry, Debt):
        owed[entry.player] = owed.get(entry.player, 0) + entry.amount
        beyond = owed[entry.player] > debt.capacity(view, entry.player)
        return {"kind": "debt", **debt_facts(entry, table), "provisional": beyond}
    return {"kind": "roll", "player": seats[entry.player], "why": entry.why}


def auction_json(view: View, entry: Auction) -> dict[str, Any]:
    """An auction: waiting for the button, or running with its calls."""
    seats = view.table.seats
    row: dict[str, Any] = {"kind": "auction" if entry.running else "start_auction"}
    row["deed"] = view.table.deed_key(entry.deed)
    row["caller"] = None if entry.caller == NONE else seats[entry.caller]
    row["estate"] = entry.estate
    if entry.running:
        row["high"] = {"player": seats[entry.calls[-1][0]], "amount": entry.high} if entry.calls else None
        row["calls"] = [[seats[seat], amount] for seat, amount in entry.calls]
        row["since"] = entry.since
    return row
