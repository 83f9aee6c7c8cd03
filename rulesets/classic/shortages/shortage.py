"""Closing the building: what the stock allows is built at the printed cost; a piece that two players want and the bank
cannot give to both is auctioned (JMA/SHORT, SHORTAGE-2 of CLASSIC-JA and US, WIKI/BUILD-18).
"""

from __future__ import annotations

from typing import NamedTuple

from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.order import signalled
from rulesets.classic.game.pending import HOTEL, HOUSE, Auction
from rulesets.classic.game.state import Levels, State
from rulesets.classic.property import building, stock
from rulesets.classic.shortages import declaration, lapsing
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import FORMALITY, Form
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import NONE


class CloseBuilding(NamedTuple):
    """The building is closed: nobody else follows."""


CLOSE = Form("close_building", CloseBuilding, nature=FORMALITY)


# -- closing


def closable(state: State, _report: object) -> list[Refusal] | None:
    """Something is declared, and everybody who builds now has the cash in hand."""
    if not declaration.waiting(state):
        found = [refuse("stopped_by_signal")] if signalled(state) else []
        return [*found, refuse("no_building_declared")]
    found = []
    for seat, player in enumerate(as_closed(state).players):
        found += in_hand(state, seat, state.players[seat].cash - player.cash) or ()
    return found or None


def as_closed(state: State) -> Draft:
    """Return the position as closing the building would leave it; cash below zero is what its player lacks for that."""
    draft = Draft(state)
    close(draft, CloseBuilding())
    return draft


def close(draft: Draft, _report: CloseBuilding) -> None:
    """Build hotels first, then houses, stage by stage.

    What fits the stock is built at the printed cost, and if only one player wants more than there is, that declaration
    comes down to the stock.  The first piece that two want and the bank cannot give to both is auctioned (JMA/SHORT-2).
    What cannot be built or paid for lapses first.

    Clauses: JMA/BUILD-7, JMA/SHORT-7; SHORTAGE-2 of CLASSIC-JA and US; WIKI/BUILD-18.
    """
    draft.anew = False
    lapsing.lapse_used_up(draft, declaration.direct(draft))
    while draft.declared:
        direct = declaration.direct(draft)
        ready = competing(draft)
        piece = hotels_first(draft, ready) if ready else then_houses(draft)
        lapsing.lapse_used_up(draft, direct)
        if piece:
            open_piece(draft, piece)
            return


def competing(view: View) -> dict[int, Levels]:
    """Return who competes for hotels, with those that can be built at once.

    They need four houses or more on every lot of the group (reading 4).
    """
    rows = ((seat, stock.hotels_ready(view, levels)) for seat, levels in view.declared)
    return {seat: hotels for seat, hotels in rows if hotels}


def hotels_first(draft: Draft, ready: dict[int, Levels]) -> str:
    """Build the hotels that can be built at once.

    If they are too few, the declaration of one player alone comes down to what there is; if two compete, one hotel is
    to be auctioned.  Returns the piece to auction, or an empty string.
    """
    if sum(map(len, ready.values())) > draft.hotels:
        if len(ready) > 1:
            return HOTEL
        come_down(draft, next(iter(ready)), HOTEL)
        return ""
    for seat, hotels in ready.items():
        building.construct(draft, seat, hotels)
    return ""


def then_houses(draft: Draft) -> str:
    """Build houses if no hotel can be built yet, including those that come before a hotel.

    Everything is built if the stock has it.  Hotels that two players want and only one can have wait until their houses
    stand.  If pieces are too few, the declaration of one player alone comes down to what there is; if two compete for
    houses, one is to be auctioned.  Returns the piece to auction, or an empty string.
    """
    levels = declaration.wanted(draft)
    if stock.against_stock(draft, levels).hotels:
        wanting = [seat for seat, lots in draft.declared if any(level == 5 for _, level in lots)]
        if len(wanting) == 1:
            come_down(draft, wanting[0], HOTEL)
            return ""
        levels = {deed: level if level < 5 else lapsing.up_to_houses(draft, deed) for deed, level in levels.items()}
    if not stock.against_stock(draft, levels).houses:
        for seat, declared in draft.declared:
            built = ((deed, levels[deed]) for deed, _ in declared)
            building.construct(draft, seat, tuple(lot for lot in built if lot[1] > draft.holdings[lot[0]].level))
        return ""
    if len(draft.declared) > 1:
        return HOUSE
    come_down(draft, draft.declared[0][0], HOUSE)
    return ""


def come_down(draft: Draft, player: int, piece: str) -> None:
    """Lower the declaration of a player who alone wants more than the bank has to the stock: one level of the last lot
    at the highest level, again and again.
    """
    levels = declaration.of(draft, player)
    while levels and beyond_stock(draft, dict(levels), piece):
        levels = lapsing.less_by_one(draft, levels)
    table = draft.table
    declaration.set_to(draft, player, levels)
    to = {table.deed_key(deed): level for deed, level in levels}
    draft.event("came_down", player=table.seats[player], to=to, piece=piece)


def beyond_stock(view: View, levels: dict[int, int], piece: str) -> bool:
    """Whether levels take more of a piece than the bank has; if some hotels can be built at once, only those count."""
    if piece == HOUSE:
        return stock.against_stock(view, levels).houses
    hotels = stock.hotels_ready(view, tuple(levels.items()))
    return (len(hotels) or sum(level == 5 for level in levels.values())) > view.hotels


def open_piece(draft: Draft, piece: str) -> None:
    """Bring a piece under the hammer (JMA/SHORT-3)."""
    draft.await_first(Auction(NONE, piece, NONE, 0, ()))
    draft.event("auction_opened", piece=piece)


def contested(state: State) -> Draft | None:
    """Return the position as closing the building would leave it if that opens the auction of a piece, else None."""
    closed = as_closed(state)
    return closed if stock.piece_entry(closed) is not None else None
