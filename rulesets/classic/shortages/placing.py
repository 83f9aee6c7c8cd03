"""A house or hotel won at auction: where it goes, what remains declared after it, and wins that are void (SHORT)."""

from __future__ import annotations

from rulesets.classic.debts import debt
from rulesets.classic.game import steps
from rulesets.classic.game.draft import Draft, View
from rulesets.classic.game.pending import HOTEL, Auction, Payment, Place
from rulesets.classic.game.state import Levels, State
from rulesets.classic.property import building, stock, win
from rulesets.classic.shortages import declaration, lapsing
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE
from rulesets.kernel.track.fields import OnDeed, on_deed
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK, NONE

PLACE = on_deed("place", CHOICE)


# -- the lot


def place_due(state: State, report: OnDeed) -> list[Refusal] | None:
    """The winner names a lot of an own group, fit for the piece, with a printed cost no higher than the price paid."""
    entry = stock.piece_entry(state)
    seats = state.table.seats
    if type(entry) is not Place or entry.player != report.player:
        return [refuse("nothing_to_place", player=seats[report.player])]
    key = state.table.deed_key(report.deed)
    deed = state.table.edition.deeds[report.deed]
    if state.holdings[report.deed].owner != report.player or not deed.building_cost:
        code = "place_on_no_lot" if not deed.building_cost else "place_on_anothers_lot"
        return [refuse(code, deed=key), refuse("deed_not_held", player=seats[report.player], deed=key)]
    lots = win.lots(state, entry)
    if report.deed in lots:
        return None
    if found := misfit(state, report.deed, entry.piece):
        return found
    if state.table.figures.pieces_from_cost and deed.building_cost > entry.amount:
        found.append(refuse("place_below_cost", deed=key, cost=deed.building_cost, amount=entry.amount))
    found += building.group_faults(state, report.player, deed.siblings, key)
    return found or [refuse("place_uneven", deed=key, level=state.holdings[report.deed].level)]


def misfit(view: View, deed: int, piece: str) -> list[Refusal]:
    """Return why a piece does not fit on what stands on a lot: a house above four, a hotel on too few."""
    level = view.holdings[deed].level
    enough = view.table.figures.hotel_from
    fits = enough <= level < 5 if piece == HOTEL else level < 4
    if fits:
        return []
    key = view.table.deed_key(deed)
    short_of_houses = "place_needs_three" if enough == 3 else "place_needs_four"
    return [
        refuse(short_of_houses if piece == HOTEL else "place_needs_hotel", deed=key),
        refuse("piece_does_not_fit", deed=key, piece=piece, level=level),
    ]


def skipped_paid(state: State, report: OnDeed) -> list[Refusal] | None:
    """The cash for the houses that a hotel skips is in hand (WIKI/BUILD-16)."""
    entry = stock.piece_entry(state)
    if type(entry) is not Place or entry.player != report.player:
        return None
    return in_hand(state, report.player, win.skipped(state, entry, report.deed))


def place(draft: Draft, report: OnDeed) -> None:
    """Put up the piece and shrink the player's declaration by it; all declarations are taken anew (JMA/SHORT-3)."""
    entry = stock.piece_entry(draft)
    assert isinstance(entry, Place)
    player, deed = report
    level = 5 if entry.piece == HOTEL else draft.holdings[deed].level + 1
    extra = win.skipped(draft, entry, deed)
    direct = declaration.direct(draft)
    draft.remove(entry)
    draft.set_level(deed, level, steps.won(draft, deed, level, entry.amount))
    draft.pay(player, BANK, extra)
    draft.event("built", player=draft.table.seats[player], deed=draft.table.deed_key(deed), level=level, amount=extra)
    draft.excluded, draft.anew = (), True
    if levels := declaration.of(draft, player):
        declaration.set_to(draft, player, less(draft, levels, deed, entry.piece))
    lapsing.lapse_used_up(draft, direct)


def less(view: View, levels: Levels, placed: int, piece: str) -> Levels:
    """Return a declaration after one piece of it was won.

    If the lot itself was declared, it needs a level less; otherwise the last lot that wants such a piece comes down a
    level, as evenness allows (reading 5).  If only hotels are declared, the declaration is unchanged by winning a
    house.
    """
    rest = {deed: level for deed, level in levels if view.holdings[deed].level < level}
    if placed not in dict(levels):
        of_kind = [deed for deed, level in rest.items() if (level == 5) == (piece == HOTEL)]
        shrunk = [lapsing.lowered(view, tuple(rest.items()), deed) for deed in reversed(of_kind)]
        player = view.holdings[placed].owner
        every = (fewer for fewer in shrunk if lapsing.possible(view, player, fewer) == fewer)
        return next(every, tuple(rest.items()))
    return tuple(rest.items())


# -- the hammer again, no call, a void win


def under_the_hammer_again(draft: Draft) -> Auction | None:
    """Auction a piece again that was won but not placed, and return what was paid (JMA/SHORT-5)."""
    for entry in draft.pending:
        if type(entry) is Place:
            draft.pay(BANK, entry.player, entry.amount)
            draft.event("returned", player=draft.table.seats[entry.player], amount=entry.amount)
            again = Auction(NONE, entry.piece, entry.player, entry.amount, ())
            draft.replace(entry, again)
            return again
    return None


def no_call(draft: Draft) -> None:
    """Leave the piece in the bank, since nobody called, and let the declarations lapse."""
    draft.declared = ()
    draft.event("declarations_lapsed")


def void_win(draft: Draft, entry: Payment | Place) -> None:
    """Make a win void that cannot be paid, or placed: the declarations of the others are made anew (JMA/SHORT-6)."""
    if isinstance(entry, Place):
        draft.pay(BANK, entry.player, entry.amount)
    draft.remove(entry)
    draft.declared = tuple(row for row in draft.declared if row[0] != entry.player)
    others = tuple(seat for seat in draft.excluded if seat != entry.player)
    draft.excluded, draft.anew = (*others, entry.player), True


# -- what a winner can pay


def means(view: View, entry: Payment) -> int:
    """Return the most that a winner can pay, in dollars: cash and own assets, for a piece without what it needs: of the
    group that it is to stand on nothing is sold or mortgaged (JMA/SHORT-6, SHORTAGE-2, WIKI/BUILD-18).
    """
    if not entry.piece:
        return debt.assets(view, entry.player)
    return max(most(view, entry)[1], 0)


def most(view: View, entry: win.Called) -> tuple[int, int]:
    """Return the lot that leaves the winner of a piece most to pay with, and how much, in dollars; no lot: NONE, -1."""
    lots = [(lot, beside(view, entry, lot)) for lot in win.lots(view, entry)]
    return max(lots, key=lambda row: row[1], default=(NONE, -1))


def placeable(view: View, entry: Place) -> bool:
    """Whether the winner of a piece has a lot for it, and the means for the houses that it skips there."""
    return any(beside(view, entry, lot) >= 0 for lot in win.lots(view, entry))


def beside(view: View, entry: win.Called, lot: int) -> int:
    """Return what is left to a winner who puts the piece on a lot, besides its group and the houses skipped there."""
    group = view.table.edition.deeds[lot].siblings
    return debt.assets(view, win.caller(entry), group) - win.skipped(view, entry, lot)
