"""What is due: the public list of what the table must do next (record format, Answers)."""

from __future__ import annotations

from typing import Any

from rulesets.classic.debts import debt
from rulesets.classic.game.draft import View
from rulesets.classic.game.pending import (
    HOTEL,
    JAIL_FEE,
    Auction,
    Debt,
    Draw,
    Payment,
    PayOrDraw,
    Pending,
    Place,
    Purchase,
    TaxChoice,
    Throw,
    is_fee,
)
from rulesets.classic.game.state import BETWEEN_TURNS, FREE, OVER, SETUP, TURN
from rulesets.classic.shortages import declaration
from rulesets.kernel.track.table import NONE


def listing(view: View) -> list[dict[str, Any]]:
    """Return everything due, first things first, as JSON objects."""
    phase = view.phase
    if phase == OVER:
        return []
    seats = view.table.seats
    if phase == SETUP:
        return [{"kind": "setup", "deal": view.table.options["dealt_deeds"], "seats": list(seats)}]
    found: list[dict[str, Any]] = []
    owed: dict[int, int] = {}
    busy = False  # an auction is open, or a win is to be paid first: auctions behind it wait
    for entry in view.pending:
        if type(entry) is Auction:
            row = auction_json(view, entry)
            found.append({**row, "waiting": True} if busy else row)
            busy = True
        elif type(entry) is Debt:
            found += debt_entries(view, entry, owed)
        else:
            found.append(entry_json(view, entry))
            busy = busy or type(entry) is Payment
    if view.declared and declaration.waiting(view):
        before = sum(entry["kind"] != "roll" or entry["why"] == "utility_rent" for entry in found)
        found.insert(before, building_entry(view))
    if phase == BETWEEN_TURNS and not view.closing:
        turn = view.turn
        why = "turn" if view.players[turn].jail == FREE else "jail"
        found.append({"kind": "roll", "player": seats[turn], "why": why})
    elif phase == TURN and not found:
        found.append({"kind": "roll", "player": seats[view.turn], "why": "doubles"})
    return found


def building_entry(view: View) -> dict[str, Any]:
    """The declarations that wait for others to follow."""
    entry: dict[str, Any] = {"kind": "building", "declared": declared_json(view), "short": declaration.short(view)}
    if view.excluded:
        entry["out"] = [view.table.seats[seat] for seat in view.excluded]
    if view.anew:
        entry["anew"] = True
    return entry


def declared_json(view: View) -> dict[str, dict[str, int]]:
    table = view.table
    return {
        table.seats[seat]: {table.deed_key(deed): level for deed, level in levels} for seat, levels in view.declared
    }


def debt_entries(view: View, entry: Debt, owed: dict[int, int]) -> list[dict[str, Any]]:
    """Return a debt and, behind a jail fee, the rent of the space to be reached.

    ``provisional``: own assets cannot pay it together with the player's older debts (``owed``).
    """
    table = view.table
    player, to, amount, cause, deed, dice, taken_over = entry
    seats = table.seats
    by_card = cause == JAIL_FEE and is_fee(entry) and debt.settles_fee(view, player)
    total = owed[player] = owed.get(player, 0) + (0 if by_card else amount)
    row: dict[str, Any] = {
        "kind": "debt",
        "player": seats[player],
        "to": seats[to] if to >= 0 else table.party(to),
        "amount": amount,
        "cause": cause,
        "provisional": _beyond(view, player, total),
    }
    if deed >= 0:
        row["deed"] = table.edition.deeds[deed].key
    if dice is not None:
        row["dice"] = list(dice)
    if taken_over:
        row["taken_over"] = True
    rows = [row]
    if dice is not None and (behind := debt.ahead(view, entry)):
        owed[player] += behind.amount
        rows.append(
            {
                "kind": "debt",
                "player": seats[player],
                "to": seats[behind.owner],
                "amount": behind.amount,
                "cause": "rent",
                "deed": table.deed_key(behind.deed),
                "provisional": _beyond(view, player, owed[player]),
                "after": JAIL_FEE,
            }
        )
    return rows


def _beyond(view: View, player: int, owed: int) -> bool:
    """Whether own assets cannot pay a sum; if the cash alone can, nothing else is counted."""
    return owed > view.players[player].cash and owed > debt.assets(view, player)


def entry_json(view: View, entry: Pending) -> dict[str, Any]:
    """Return a pending entry that is neither a debt nor an auction; purchases come first, as the most frequent."""
    table = view.table
    seats = table.seats
    row: dict[str, Any]
    if type(entry) is Purchase:
        player, number = entry
        deed = table.edition.deeds[number]
        return {"kind": "buy_or_decline", "player": seats[player], "deed": deed.key, "price": deed.price}
    if isinstance(entry, Throw):
        row = {"kind": "roll", "player": seats[entry.player], "why": entry.why}
        return row | ({"times": entry.times, "to": seats[entry.to]} if entry.times else {})
    if isinstance(entry, TaxChoice):
        return {"kind": "choose_tax", "player": seats[entry.player]}
    if isinstance(entry, PayOrDraw):
        return {"kind": "pay_or_draw", "player": seats[entry.player], "amount": entry.amount, "deck": entry.deck}
    if isinstance(entry, Draw):
        return {"kind": "draw", "player": seats[entry.player], "deck": entry.deck}
    if isinstance(entry, Payment):
        row = {"kind": "payment", "player": seats[entry.player], "amount": entry.amount, **_thing(view, entry)}
        if entry.out:
            row["out"] = [seats[seat] for seat in entry.out]
    else:
        assert isinstance(entry, Place)
        row = {"kind": "place", "player": seats[entry.player], "piece": entry.piece, "amount": entry.amount}
    if getattr(entry, "piece", ""):
        if entry.piece == HOTEL and view.table.figures.direct_hotel:
            row["direct"] = [table.deed_key(lot) for lot in entry.direct]
        row["declared"] = declared_json(view)
        if getattr(entry, "final", False):
            row["final"] = True
        if view.excluded:
            row["out"] = [seats[seat] for seat in view.excluded]
    return row


def auction_json(view: View, entry: Auction) -> dict[str, Any]:
    """Return an open auction: for what, the high call, who may not call, and with a piece what is declared besides."""
    table = view.table
    seats = table.seats
    deed, piece, bidder, amount, barred = entry
    high = None if bidder == NONE else {"player": seats[bidder], "amount": amount}
    if not piece:
        out = [seats[seat] for seat in barred] if barred else []
        return {"kind": "auction", "deed": table.edition.deeds[deed].key, "high": high, "out": out}
    out = [seats[seat] for seat in view.excluded]
    return {"kind": "auction", "piece": piece, "high": high, "out": out, "declared": declared_json(view)}


def _thing(view: View, entry: Payment) -> dict[str, str]:
    return {"piece": entry.piece} if entry.piece else {"deed": view.table.deed_key(entry.deed)}
