"""The bank's stock of houses and hotels: what it allows, who may still want how many, where a piece fits (SHORT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesets.classic.game.draft import View
from rulesets.classic.game.pending import HOTEL, HOUSE, Auction, Payment, Place
from rulesets.classic.game.state import Levels
from rulesets.classic.game.table import Figures
from rulesets.classic.property import building
from rulesets.kernel.track.table import BANK


class Lot(NamedTuple):
    """A lot as the stock sees it: its present level and the one wanted; ``direct``: a hotel without houses first."""

    now: int
    level: int
    direct: bool = False

    @classmethod
    def of(cls, view: View, deed: int, level: int) -> Lot:
        return cls(view.holdings[deed].level, level, building.is_direct(view, deed, level))

    def needs_houses(self, figures: Figures) -> bool:
        return self.level < 5 or (self.now < figures.hotel_from and not self.direct)


class Shortage(NamedTuple):
    """Which pieces are wanted beyond the bank's stock."""

    houses: bool
    hotels: bool


def plenty(view: View, groups: Iterable[tuple[int, ...]], following: int) -> bool:
    """Whether the bank has a house for every free place in these groups, and ``following`` more."""
    holdings = view.holdings
    return following + sum([4 - min(holdings[deed].level, 4) for group in groups for deed in group]) <= view.houses


def against_stock(view: View, targets: Mapping[int, int], following: int = 0) -> Shortage:
    """Return which pieces the bank lacks for bringing lots to these levels and building ``following`` more houses.

    Hotels that can be built at once come first and their houses count as stock; for the others every lot of the group
    must get its houses first.

    Clauses: EQUIP-2 of CLASSIC-JA and US, WIKI/BUILD-14.
    """
    holdings = view.holdings
    groups = {view.table.edition.deeds[deed].siblings for deed in targets}
    hotels_short = list(targets.values()).count(5) > view.hotels
    if plenty(view, groups, following):
        return Shortage(False, hotels_short)
    enough = view.table.figures.hotel_from
    houses, demand = view.houses, following
    waiting = []
    for group in groups:
        rows = [Lot.of(view, deed, targets.get(deed, holdings[deed].level)) for deed in group]
        hotels = [lot for lot in rows if lot.level == 5 > lot.now]
        missing = sum(max(enough - lot.now, 0) for lot in rows if not lot.direct) if hotels else 0
        built_first = enough if missing else 0
        demand += sum(lot.level - max(lot.now, built_first) for lot in rows if lot.now < lot.level < 5)
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
    return Shortage(short or demand > houses, hotels_short)


def hotels_ready(view: View, levels: Levels) -> Levels:
    """The hotels of a declaration that can be built at once: four houses stand on the lot, four or more on the
    others; or the hotel is bought directly.  Only they compete for the hotels of the bank.
    """
    deeds = view.table.edition.deeds
    enough = view.table.figures.hotel_from
    return tuple(
        (deed, level)
        for deed, level in levels
        if level == 5
        and view.holdings[deed].level < 5
        and (
            min(view.holdings[lot].level for lot in deeds[deed].siblings) >= enough
            or building.is_direct(view, deed, level)
        )
    )


class Room(NamedTuple):
    """How many houses and hotels a player could still declare, cash aside."""

    houses: int
    hotels: int


NO_ROOM = Room(0, 0)


def room(view: View, player: int) -> Room:
    """Return how many houses and hotels a player could still declare, and so follow with (record format, flow).

    If mortgages are lifted before anybody builds (JMA/SHORT-7), mortgaged groups count too.
    """
    groups = building.owned_groups if view.table.figures.mortgaged_may_follow else building.whole_groups
    return room_in(view, groups(view, player))


def room_of_others(view: View, player: int) -> Room:
    """What all others together could still declare, as `room` counts it."""
    edition = view.table.edition
    holdings = view.holdings
    groups = []
    for group in edition.groups.values():
        if (
            holdings[group[0]].owner not in (BANK, player)
            and edition.deeds[group[0]].building_cost
            and whole(view, group)
        ):
            groups.append(group)
    return room_in(view, groups) if groups else NO_ROOM


def whole(view: View, group: tuple[int, ...]) -> bool:
    """Whether a group has one owner, who may build there as `room` counts it."""
    holdings = view.holdings
    owner = holdings[group[0]].owner
    with_mortgages = view.table.figures.mortgaged_may_follow
    for deed in group:
        holding = holdings[deed]
        if holding.owner != owner or (holding.mortgaged and not with_mortgages):
            return False
    return True


def room_in(view: View, groups: Iterable[tuple[int, ...]]) -> Room:
    """Return the room for houses and hotels in groups.

    A hotel has a place if every lot of the group has the houses for it, or if one that lacks some is open to a direct
    hotel; that one is no room for houses.
    """
    houses = hotels = 0
    holdings = view.holdings
    enough = view.table.figures.hotel_from
    for group in groups:
        levels = [holdings[deed].level for deed in group]
        direct = [] if view.houses else [deed for deed in group if building.is_direct(view, deed, 5)]
        houses += sum([4 - min(level, 4) for deed, level in zip(group, levels, strict=True) if deed not in direct])
        if direct or min(levels) >= enough:
            hotels += len(levels) - levels.count(5)
    return Room(houses, hotels)


# -- pieces one by one


def piece_entry(view: View) -> Auction | Payment | Place | None:
    """Return the auction, payment or placing of a piece that is under way, or None."""
    for entry in view.pending:
        if type(entry) is Place or ((type(entry) is Auction or type(entry) is Payment) and entry.piece):
            return entry
    return None


def houses_to_spare(view: View) -> int:
    """The houses in the bank, less the one that is auctioned, paid for or placed."""
    entry = piece_entry(view)
    return view.houses - (entry is not None and entry.piece == HOUSE)


def lots(view: View, player: int, piece: str) -> list[int]:
    """The lots where a player may put a piece now: whole unmortgaged groups, evenly; a hotel also directly
    (WIKI/BUILD-16).
    """
    found = []
    enough = view.table.figures.hotel_from
    for group in building.whole_groups(view, player):
        levels = [view.holdings[deed].level for deed in group]
        for deed, level in zip(group, levels, strict=True):
            if (piece == HOUSE and level < 4 and level == min(levels)) or (
                piece == HOTEL and ((level < 5 and min(levels) >= enough) or building.is_direct(view, deed, 5))
            ):
                found.append(deed)
    return found


def lowest_cost(view: View, player: int, piece: str) -> int | None:
    """Return the lowest printed building cost of the lots where a player may put a piece, or None without a lot."""
    deeds = view.table.edition.deeds
    return min((deeds[lot].building_cost for lot in lots(view, player, piece)), default=None)
