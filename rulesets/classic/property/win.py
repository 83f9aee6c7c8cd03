"""A piece called for or won at auction: the lots that it may stand on, and what it costs there (SHORT, SHORTAGE-2 of
CLASSIC-JA and US, WIKI/BUILD-16, BUILD-18).
"""

from __future__ import annotations

from rulesets.classic.game.draft import View
from rulesets.classic.game.pending import HOTEL, Auction, Payment, Place
from rulesets.classic.property import building, stock
from rulesets.kernel.track.table import NONE

Called = Auction | Payment | Place
"""What is due for a piece from the first call until it is placed."""


def caller(entry: Called) -> int:
    """Return who has the high call for a piece or has won it; NONE if nobody has called."""
    return entry.bidder if isinstance(entry, Auction) else entry.player


def direct_lots(view: View, player: int, piece: str) -> tuple[int, ...]:
    """Return the lots of a player that a hotel may go on now without the houses that they lack (WIKI/BUILD-16)."""
    if piece != HOTEL:
        return ()
    return tuple(lot for lot in stock.lots(view, player, piece) if building.is_direct(view, lot, 5))


def lots(view: View, entry: Called) -> list[int]:
    """Return the lots that a piece may stand on, at the price called for it (JMA/SHORT-5).

    Once the hammer has fallen, a hotel goes directly on the lots that were open to it then, and on no others.
    """
    player = caller(entry)
    if player == NONE:
        return []
    deeds, figures = view.table.edition.deeds, view.table.figures
    found = stock.lots(view, player, entry.piece)
    if figures.direct_hotel and entry.piece == HOTEL and not isinstance(entry, Auction):
        found = [lot for lot in found if lot in entry.direct or not building.is_direct(view, lot, 5)]
        found += [
            lot
            for lot in entry.direct
            if lot not in found
            and building.lacks_houses_alone(view, lot)
            and not building.group_faults(view, player, deeds[lot].siblings, "")
        ]
    if figures.pieces_from_cost:
        found = [lot for lot in found if deeds[lot].building_cost <= entry.amount]
    return found


def skipped(view: View, entry: Called, lot: int) -> int:
    """Return what the houses cost that a hotel skips on a lot, at the printed price, in dollars (WIKI/BUILD-16)."""
    if entry.piece != HOTEL:
        return 0
    missing = max(view.table.figures.hotel_from - view.holdings[lot].level, 0)
    return missing * view.table.edition.deeds[lot].building_cost


def least_skipped(view: View, entry: Called) -> int:
    """Return the least that the winner of a piece must pay for skipped houses, whatever the lot, in dollars."""
    if entry.piece != HOTEL or not view.table.figures.direct_hotel:
        return 0
    return min((skipped(view, entry, lot) for lot in lots(view, entry)), default=0)


def price(view: View, entry: Payment) -> int:
    """Return the cash that a win takes, in dollars: the amount called, and for a hotel the least for houses skipped."""
    return entry.amount + (least_skipped(view, entry) if entry.piece else 0)


def held(view: View, entry: Payment | Place) -> bool:
    """Whether a win is held: its winner could build on a lot whose printed cost is above the call (JMA/SHORT-5).

    A win that reaches the printed cost of every such lot is final, and stays so if it does at the hammer.
    """
    if entry.final:
        return False
    deeds = view.table.edition.deeds
    return any(deeds[lot].building_cost > entry.amount for lot in stock.lots(view, entry.player, entry.piece))
