"""Landing: what a space asks for - buying, rent, tax, a card, jail (JMA/LAND, RENT-1, TAX, PARK-1)."""

from __future__ import annotations

from rulesets.classic.game.draft import Draft
from rulesets.classic.game.order import halted
from rulesets.classic.game.pending import Auction, Debt, Draw, Payment, Place, Purchase, TaxChoice, Throw
from rulesets.classic.game.state import State
from rulesets.classic.property import rent, rent_claim
from rulesets.classic.turns import movement, parking, tax
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import in_hand
from rulesets.kernel.track.table import BANK, NONE


def land(draft: Draft, player: int, dice: int, times: int = 1, anew: int = 0) -> None:
    """Carry out what the space under the token asks for.

    ``dice``: the sum that brought the player there; ``times``: a card's factor on a railroad's rent; ``anew``: the
    factor on the new throw that a utility's rent needs when a card led there (JMA/RENT-5), else 0.

    Clauses: JMA/TAX-1, TAX-2, PARK-1; HOUSE/PARKING-1.
    """
    table = draft.table
    space = table.edition.spaces[draft.players[player].space]
    if space.deed >= 0:
        land_on_deed(draft, player, space.deed, dice, times, anew)
    elif space.tax and tax.has_choice(table, space):
        draft.add(TaxChoice(player))
    elif space.tax:
        draft.owe(Debt(player, BANK, space.tax, "tax"))
    elif space.kind in table.edition.decks:
        draft.add(Draw(player, space.kind))
    elif space.kind == "go_to_jail":
        movement.go_to_jail(draft, player, "space")
    elif space.kind == "free_parking":
        parking.take(draft, player)


def land_on_deed(draft: Draft, player: int, deed: int, dice: int, times: int, anew: int) -> None:
    """Offer an unowned deed, unless it is waiting to be auctioned; charge the rent of another's unmortgaged deed
    (JMA/LAND-3, RENT-1, JAIL-9).
    """
    owner, _, mortgaged, _ = draft.holdings[deed]
    if owner == BANK:
        if not draft.pending or not any(
            isinstance(entry, Auction | Payment) and entry.deed == deed for entry in draft.pending
        ):
            draft.add(Purchase(player, deed))
    elif owner != player and not mortgaged:
        if anew and draft.table.edition.deeds[deed].kind == "utility":
            draft.add(Throw(player, "utility_rent", anew, owner))
        else:
            amount = rent.amount(draft, deed, dice, times)
            rent_claim.fall_due(draft, Debt(player, owner, amount, "rent", deed, None, False))


BUY = by_player("buy", CHOICE)
DECLINE = by_player("decline", CHOICE)


def purchase(view: State | Draft) -> Purchase | None:
    """Return the purchase that waits for a decision, or None."""
    for entry in view.pending:
        if type(entry) is Purchase:
            return entry
    return None


def offered(state: State, report: ByPlayer) -> list[Refusal] | None:
    """Only the player who landed on an unowned property decides (JMA/LAND-1)."""
    entry = purchase(state)
    seat = state.table.seats[report.player]
    if entry is None:
        return [refuse("nothing_offered", player=seat), refuse("no_decision_due", player=seat)]
    if entry.player != report.player:
        other, deed = state.table.seats[entry.player], state.table.deed_key(entry.deed)
        return [refuse("offered_to_another", player=seat, other=other, deed=deed)]
    return None


def affordable(state: State, report: ByPlayer) -> list[Refusal] | None:
    """The price must be in hand when it is paid."""
    entry = purchase(state)
    if entry is None:
        return None
    return in_hand(state, entry.player, state.table.edition.deeds[entry.deed].price)


def buy(draft: Draft, report: ByPlayer) -> None:
    """Sell the deed to the player who landed on it (JMA/LAND-1)."""
    entry = purchase(draft)
    assert entry is not None
    draft.remove(entry)
    draft.buy(entry.player, entry.deed, draft.table.edition.deeds[entry.deed].price)


def decline(draft: Draft, report: ByPlayer) -> None:
    """Auction the deed, after what is under the hammer or won already; between the end signal and the last throw the
    bank keeps it (record format, flow).

    Clauses: JMA/LAND-2.
    """
    entry = purchase(draft)
    assert entry is not None
    table = draft.table
    facts = {"player": table.seats[entry.player], "deed": table.deed_key(entry.deed)}
    if halted(draft):
        draft.remove(entry)
        draft.event("left_with_bank", **facts)
    else:
        if any(type(other) in (Auction, Payment, Place) for other in draft.pending):
            draft.remove(entry)
            draft.await_first(Auction(entry.deed, "", NONE, 0, ()))
        else:
            draft.replace(entry, Auction(entry.deed, "", NONE, 0, ()))
        draft.event("auction_opened", **facts)
