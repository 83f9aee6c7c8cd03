"""Step B: what the space reached demands, and buying (CITY/LAND)."""

from __future__ import annotations

from rulesets.city.game.board import DISTRICT
from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import RENT, TAX, Auction, Draw, Purchase
from rulesets.city.game.state import PERMIT, PUT_UP, State
from rulesets.city.property import rent
from rulesets.city.turns import dodge, movement
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import Debt, in_hand
from rulesets.kernel.track.table import BANK, NONE


def land(draft: Draft, player: int) -> None:
    """Apply the space that the player is on: what it demands and what it offers.

    Clauses: OVER-2, LAND-4, LAND-7, LAND-8, PARK-1, PARK-2.
    """
    space = draft.table.edition.spaces[draft.players[player].space]
    if space.kind == DISTRICT:
        land_on_district(draft, player, space.deed)
    elif space.kind == "industry_tax":
        if any(district.owner == player and district.industrial for district in draft.districts):
            draft.owe(Debt(player, BANK, draft.table.figures.industry_tax, TAX))
    elif space.kind == "chance":
        draft.add(Draw(player))
    elif space.kind == "free_parking":
        dodge.take(draft, player)
    elif space.kind == "go_to_jail":
        movement.go_to_jail(draft, player, "space")
    elif draft.step is not None and (
        space.kind == "planning_permission" or (space.kind == "auction" and unowned(draft))
    ):
        draft.step = draft.step._replace(right=PERMIT if space.kind == "planning_permission" else PUT_UP)


def land_on_district(draft: Draft, player: int, deed: int) -> None:
    """Unowned: buy or auction (OVER-3); another's: rent is owed at once (LAND-3, MORT-5); own: nothing (LAND-4)."""
    owner = draft.districts[deed].owner
    if owner == BANK:
        draft.add(Purchase(player, deed))
    elif owner != player and (amount := rent.amount(draft, deed)):
        draft.owe(Debt(player, owner, amount, RENT, deed))


def unowned(view: View) -> list[int]:
    """The districts that have no owner and are neither offered nor to be auctioned."""
    waiting = {entry.deed for entry in view.pending if isinstance(entry, Purchase | Auction)}
    return [deed for deed, district in enumerate(view.districts) if district.owner == BANK and deed not in waiting]


BUY = by_player("buy", CHOICE)
DECLINE = by_player("decline", CHOICE)


def purchase(view: View) -> Purchase | None:
    """The purchase that waits for a decision."""
    return next((entry for entry in view.pending if isinstance(entry, Purchase)), None)


def unopened(view: View, player: int) -> Auction | None:
    """The auction that a player has called for but not opened yet (CITY/AUCTION-3)."""
    for entry in view.pending:
        if isinstance(entry, Auction):
            return entry if entry.caller == player and not entry.calls else None
    return None


def offered(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Only the player who landed on an unowned district decides (CITY/LAND-1)."""
    entry = purchase(state)
    seats = state.table.seats
    if entry is None:
        return [refuse("no_district_offered", player=seats[report.player])]
    if entry.player != report.player:
        facts = {"player": seats[report.player], "other": seats[entry.player], "deed": state.table.deed_key(entry.deed)}
        return [refuse("district_of_lander", **facts)]
    return None


def declinable(state: State, report: ByPlayer) -> list[Refusal] | None:
    """A district is offered to the player, or an auction is the player's to open (CITY/LAND-1, AUCTION-3)."""
    return None if unopened(state, report.player) is not None else offered(state, report)


def affordable(state: State, report: ByPlayer) -> list[Refusal] | None:
    """The player has the price in cash."""
    entry = purchase(state)
    if entry is None:
        return None
    return in_hand(state, report.player, state.table.edition.deeds[entry.deed].price)


def buy(draft: Draft, report: ByPlayer) -> None:
    """The player who landed pays the printed price to the bank and gets the card (LAND-1, BANK-1)."""
    entry = purchase(draft)
    assert entry is not None
    draft.remove(entry)
    draft.buy(entry.player, entry.deed, draft.table.edition.deeds[entry.deed].price)


def decline(draft: Draft, report: ByPlayer) -> None:
    """Send the district to auction (LAND-2), or leave the opening of an auction called for to others (AUCTION-3)."""
    table = draft.table
    entry = purchase(draft)
    seat = table.seats[report.player]
    if entry is not None and entry.player == report.player:
        draft.replace(entry, Auction(entry.deed, entry.player))
        draft.event("auction_opened", player=seat, deed=table.deed_key(entry.deed))
        return
    auction = unopened(draft, report.player)
    assert auction is not None
    draft.replace(auction, auction._replace(caller=NONE))
    draft.event("opening_passed", player=seat, deed=table.deed_key(auction.deed))
