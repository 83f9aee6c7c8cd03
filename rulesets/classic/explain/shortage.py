"""Houses and hotels: how many are left, who could want how many, and when a piece is auctioned (BUILD, SHORT)."""

from __future__ import annotations

from typing import Any

from rulesets.classic import auction
from rulesets.classic.game.pending import HOTEL, HOUSE, Auction
from rulesets.classic.game.state import OVER, SETUP, State
from rulesets.classic.property import stock, win
from rulesets.classic.shortages import declaration
from rulesets.classic.shortages import shortage as closing
from rulesets.kernel.explanation import Facts
from rulesets.kernel.ruleset import Game
from rulesets.kernel.track.order import active


def shortage(game: Game) -> Facts | None:
    """Return how matters stand with the pieces; None if nobody could build."""
    state: State = game.state
    if state.phase in (SETUP, OVER):
        return None
    rooms = [room(state, seat) for seat in active(state)]
    rooms = [each for each in rooms if each["houses"] or each["hotels"]]
    running = stock.piece_entry(state)
    if running is None and (state.time_up or not (rooms or state.declared)):
        return None
    view = closing.contested(state) if running is None and state.declared else state
    scarce = stock.piece_entry(view) if view else None
    piece = scarce.piece if scarce else ""
    return {
        "houses": state.houses,
        "hotels": state.hotels,
        "rooms": rooms,
        "declared": declared(state),
        "piece": piece,
        "lines": [
            {"kind": "pieces_left", "houses": state.houses, "hotels": state.hotels},
            *lines(game, rooms, piece, running is not None),
        ],
    }


def room(state: State, seat: int) -> dict[str, Any]:
    """What a player could still put on own whole groups, cash aside (JMA/BUILD-6)."""
    houses, hotels = stock.room(state, seat)
    key = state.table.seats[seat]
    return {"player": key, "houses": houses, "hotels": hotels, "cash": state.players[seat].cash}


def declared(state: State) -> dict[str, dict[str, int]]:
    """What is declared, by seat: lots with the levels that they are to have."""
    table = state.table
    return {
        table.seats[seat]: {table.deed_key(deed): level for deed, level in levels} for seat, levels in state.declared
    }


def lines(game: Game, rooms: list[dict[str, Any]], piece: str, running: bool) -> list[Facts]:
    """Who could follow, and what would come of it."""
    state: State = game.state
    barred = [state.table.seats[seat] for seat in state.excluded]
    found: list[Facts] = [{"kind": "could_build", **each} for each in rooms if each["player"] not in barred]
    found += [{"kind": "barred_from_piece", "player": player} for player in barred]
    found += [{"kind": "has_declared", "player": player, "to": to} for player, to in declared(state).items()]
    if running:
        found.append(under_way(state))
    elif piece:
        found.append({"kind": "beyond_stock", "piece": piece, "players": list(declared(state))})
    elif state.declared and declaration.short(state):
        found.append({"kind": "as_far_as_stock", "players": list(declared(state))})
    elif state.declared:
        found.append({"kind": "within_stock", "players": list(declared(state))})
    else:
        found += (waits := [at_once(state, each, rooms) for each in rooms if may_declare(game, each["player"])])
        found += [{"kind": "auction_if_beyond"}] if any(each["kind"] == "at_once" for each in waits) else []
    if piece:
        found += callers(state)
    return found


def under_way(state: State) -> Facts:
    """What is going on with a piece: calls, or a win, which is held or final (JMA/SHORT-5)."""
    entry = stock.piece_entry(state)
    assert entry is not None
    if isinstance(entry, Auction):
        return {"kind": "piece_called", "piece": entry.piece}
    kind = "piece_held" if state.table.figures.calls_open_pieces and win.held(state, entry) else "piece_final"
    return {"kind": kind, "piece": entry.piece, "player": state.table.seats[entry.player], "amount": entry.amount}


def at_once(state: State, mine: dict[str, Any], rooms: list[dict[str, Any]]) -> Facts:
    """How much of what a player could declare takes effect at once, because nobody could follow beyond the stock
    (JMA/BUILD-6); anything more waits for the others.
    """
    left = {}
    for kind, there in ((HOUSE, state.houses), (HOTEL, state.hotels)):
        name = f"{kind}s"
        others = sum(each[name] for each in rooms if each is not mine)
        left[name] = min(mine[name], max(0, there - others))
    every = all(left[name] == mine[name] for name in left)
    return {"kind": "all_at_once" if every else "at_once", "player": mine["player"], **left}


def may_declare(game: Game, player: str) -> bool:
    """Whether a player may declare at least one building now."""
    state: State = game.state
    seat = state.table.seat_number[player]
    found = {(lot, state.holdings[lot].level + 1) for piece in (HOUSE, HOTEL) for lot in stock.lots(state, seat, piece)}
    return any(
        game.ruleset.obstacle(game, {"type": "build", "player": player, "to": {state.table.deed_key(lot): level}})
        is None
        for lot, level in sorted(found)
    )


def callers(state: State) -> list[Facts]:
    """Who has a lot for the piece that is on offer, and the lowest call of each (JMA/SHORT-3, SHORT-4)."""
    lot = auction.on_offer(state)
    if lot is None or not lot.piece:
        return []
    return [
        {
            "kind": "may_call",
            "player": state.table.seats[seat],
            "least": auction.next_call(lot, seat),
            "step": state.table.figures.bid_step,
        }
        for seat in active(state)
        if seat not in lot.out and stock.lots(lot.view, seat, lot.piece)
    ]
