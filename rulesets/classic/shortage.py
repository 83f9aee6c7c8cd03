"""Scarce houses and hotels: what the stock allows, and the auction of pieces one by one (JMA/SHORT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulesets.classic import building, fields, steps
from rulesets.classic.draft import Draft, View
from rulesets.classic.pending import HOTEL, HOUSE, NONE, Auction, Payment, Place
from rulesets.classic.state import Levels, State
from rulesets.classic.table import BANK
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import Field, Form


class Shortage(NamedTuple):
    """Which pieces are wanted beyond the bank's stock."""

    houses: bool
    hotels: bool


def against_stock(view: View, targets: Mapping[int, int], following: int = 0) -> Shortage:
    """Whether lots can be brought to these levels from the bank's stock, and as many houses be built besides.

    Hotels that can be built at once come first and their houses count as stock; for the others every lot of the group
    must get its houses before.

    Clauses: EQUIP-2 of CLASSIC-JA and US, WIKI/BUILD-14.
    """
    enough = view.table.figures.hotel_from
    houses, demand = view.houses, following
    waiting = []
    for group in {view.table.edition.deeds[deed].siblings for deed in targets}:
        lots = [building.Lot.of(view, deed, targets.get(deed, view.holdings[deed].level)) for deed in group]
        hotels = [lot for lot in lots if lot.level == 5 > lot.now]
        missing = sum(max(enough - lot.now, 0) for lot in lots if not lot.direct) if hotels else 0
        built_first = enough if missing else 0
        demand += sum(lot.level - max(lot.now, built_first) for lot in lots if lot.now < lot.level < 5)
        returned = sum(lot.now if lot.direct else max(lot.now, built_first) for lot in hotels)
        if missing:
            waiting.append((missing, returned))
        else:
            houses += returned
    short = False
    waiting.sort(key=lambda step: (step[1] < step[0], step[0] if step[1] >= step[0] else -step[1]))
    for missing, returned in waiting:
        short = short or houses < missing
        houses += returned - missing
    return Shortage(short or demand > houses, sum(level == 5 for level in targets.values()) > view.hotels)


def wanted(view: View) -> dict[int, int]:
    """The levels declared, by all players, by lot."""
    return {deed: level for _, levels in view.declared for deed, level in levels if level > view.holdings[deed].level}


def short(view: View) -> bool:
    """Whether the declarations together exceed the stock."""
    return any(against_stock(view, wanted(view)))


def scarce(view: View) -> str:
    """The piece that is auctioned first when the declarations exceed the stock: hotels come before houses
    (JMA/SHORT-7).
    """
    houses, hotels = against_stock(view, wanted(view))
    return HOTEL if hotels else HOUSE if houses else ""


def piece_entry(view: View) -> Auction | Payment | Place | None:
    """The auction, payment or placing of a piece that is under way."""
    for entry in view.pending:
        if isinstance(entry, Place) or (isinstance(entry, Auction | Payment) and entry.piece):
            return entry
    return None


def houses_to_spare(view: View) -> int:
    """The houses in the bank, less the one that is auctioned, paid for or placed."""
    entry = piece_entry(view)
    return view.houses - (entry is not None and entry.piece == HOUSE)


def open_building(view: View) -> bool:
    """Whether declarations wait for others to follow (JMA/BUILD-6)."""
    return bool(view.declared) and piece_entry(view) is None


def lots(view: View, player: int, piece: str) -> list[int]:
    """The lots where a player may put a piece now: whole unmortgaged groups, evenly."""
    found = []
    enough = view.table.figures.hotel_from
    for group in building.whole_groups(view, player):
        levels = [view.holdings[deed].level for deed in group]
        for deed, level in zip(group, levels, strict=True):
            if (piece == HOUSE and level < 4 and level == min(levels)) or (
                piece == HOTEL and level < 5 and min(levels) >= enough
            ):
                found.append(deed)
    return found


def lowest_cost(view: View, player: int, piece: str) -> int | None:
    """The lowest printed building cost of the lots where a player may put a piece, None where there is no such lot."""
    deeds = view.table.edition.deeds
    return min((deeds[lot].building_cost for lot in lots(view, player, piece)), default=None)


def open_piece(draft: Draft) -> Auction:
    """Hotels that the stock allows are built, then the first scarce piece comes under the hammer (JMA/BUILD-7,
    SHORT-3).

    Clauses: JMA/SHORT-2.
    """
    building.drop_impossible(draft)
    piece = scarce(draft)
    if piece == HOUSE:
        building.build_hotels_first(draft)
    entry = Auction(NONE, piece, NONE, 0, ())
    draft.await_first(entry)
    draft.event("auction_opened", piece=piece)
    return entry


def under_the_hammer_again(draft: Draft) -> Auction | None:
    """A piece won but not placed is called for again; what was paid is returned (JMA/SHORT-5)."""
    for entry in draft.pending:
        if type(entry) is Place:
            draft.pay(BANK, entry.player, entry.amount)
            draft.event("returned", player=draft.table.seats[entry.player], amount=entry.amount)
            again = Auction(NONE, entry.piece, entry.player, entry.amount, ())
            draft.replace(entry, again)
            return again
    return None


class PlacePiece(NamedTuple):
    """Where a building won at auction goes."""

    player: int
    deed: int


PLACE = Form("place", PlacePiece, Field("player", fields.seat), Field("deed", fields.deed))


def place_due(state: State, report: PlacePiece) -> list[Refusal] | None:
    """The winner names a lot of an own group that is fit for the piece, printed at the price paid or less."""
    entry = piece_entry(state)
    seats = state.table.seats
    if type(entry) is not Place or entry.player != report.player:
        return [refuse("nothing_to_place", player=seats[report.player])]
    key = state.table.deed_key(report.deed)
    deed = state.table.edition.deeds[report.deed]
    holding = state.holdings[report.deed]
    if holding.owner != report.player or not deed.building_cost:
        code = "place_on_no_lot" if not deed.building_cost else "place_on_anothers_lot"
        return [refuse(code, deed=key), refuse("deed_not_held", player=seats[report.player], deed=key)]
    figures = state.table.figures
    fits = figures.hotel_from <= holding.level < 5 if entry.piece == HOTEL else holding.level < 4
    if not fits:
        short_of_houses = "place_needs_three" if figures.hotel_from == 3 else "place_needs_four"
        found = [refuse(short_of_houses if entry.piece == HOTEL else "place_needs_hotel", deed=key)]
        return [*found, refuse("piece_does_not_fit", deed=key, piece=entry.piece, level=holding.level)]
    found = []
    if figures.pieces_from_cost and deed.building_cost > entry.amount:
        found.append(refuse("place_below_cost", deed=key, cost=deed.building_cost, amount=entry.amount))
    found += building.group_faults(state, report.player, deed.siblings, key)
    if not found and report.deed not in lots(state, report.player, entry.piece):
        found.append(refuse("place_uneven", deed=key, level=holding.level))
    return found or None


def place(draft: Draft, report: PlacePiece) -> None:
    """The piece stands; the declarations shrink by what that player has got, and the rest goes on (JMA/SHORT-3)."""
    entry = piece_entry(draft)
    assert isinstance(entry, Place)
    level = 5 if entry.piece == HOTEL else draft.holdings[report.deed].level + 1
    draft.remove(entry)
    draft.set_level(report.deed, level, steps.built(draft, report.deed, level, entry.amount))
    draft.event(
        "built",
        player=draft.table.seats[report.player],
        deed=draft.table.deed_key(report.deed),
        level=level,
        amount=0,
    )
    draft.excluded = ()
    draft.declared = tuple(
        (seat, levels)
        for seat, levels in (
            (seat, less(draft, levels, report.deed) if seat == report.player else levels)
            for seat, levels in draft.declared
        )
        if levels
    )
    drop_beyond_stock(draft)


def less(view: View, levels: Levels, placed: int) -> Levels:
    """A declaration after one piece of it was won: the lot itself, else its last lot shrinks by a level."""
    rest = [(deed, level) for deed, level in levels if view.holdings[deed].level < level]
    if placed not in dict(levels) and rest:
        deed, level = rest.pop()
        lower = view.table.figures.hotel_from if level == 5 else level - 1
        if view.holdings[deed].level < lower:
            rest.append((deed, lower))
    return tuple(rest)


def drop_beyond_stock(draft: Draft) -> None:
    """When a kind of piece is used up, what was declared of it lapses (record format, flow)."""
    enough = draft.table.figures.hotel_from
    ready = (building.hotels_ready(draft, levels) for _, levels in draft.declared)
    houses = bool(draft.houses) or any(ready)
    kept = []
    for seat, levels in draft.declared:
        left = []
        for deed, level in levels:
            now = draft.holdings[deed].level
            target = enough if level == 5 and not draft.hotels else level
            if target > now and (houses or (level == 5 and now >= enough)):
                left.append((deed, target))
        if left:
            kept.append((seat, tuple(left)))
    if len(kept) != len(draft.declared):
        draft.event("declarations_lapsed")
    draft.declared = tuple(kept)


def lapse(draft: Draft) -> None:
    """Nobody called: the piece stays in the bank, and the declarations lapse."""
    draft.declared = draft.excluded = ()
    draft.event("declarations_lapsed")


def void_win(draft: Draft, entry: Payment | Place) -> None:
    """A win that cannot be paid, or placed, is void: the declarations of the others are taken again (JMA/SHORT-6)."""
    if isinstance(entry, Place):
        draft.pay(BANK, entry.player, entry.amount)
    draft.remove(entry)
    draft.declared = tuple(row for row in draft.declared if row[0] != entry.player)
    draft.excluded = (*draft.excluded, entry.player) if draft.declared else ()
