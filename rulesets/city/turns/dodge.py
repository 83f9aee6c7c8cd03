"""The Rent Dodge card: taken at Free Parking, used once against a rent, and put back (CITY/DODGE)."""

from __future__ import annotations

from rulesets.city.game.draft import Draft, View
from rulesets.city.game.pending import RENT
from rulesets.city.game.state import State
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import CHOICE
from rulesets.kernel.track.fields import ByPlayer, by_player
from rulesets.kernel.track.ledger import Debt, caused
from rulesets.kernel.track.table import BANK


def take(draft: Draft, player: int) -> None:
    """Give the card to a player who lands on Free Parking, from the board or its holder (LAND-10, DODGE-2, DODGE-5).

    A holder who lands there again keeps it unchanged.
    """
    if draft.dodge == player:
        return
    seats = draft.table.seats
    facts = {} if draft.dodge == BANK else {"other": seats[draft.dodge]}
    draft.dodge = player
    draft.dodge_fresh = True
    draft.event("dodge_taken", player=seats[player], **facts)


def put_back(draft: Draft) -> None:
    """Put the card back by Free Parking (DODGE-4)."""
    draft.dodge = BANK
    draft.dodge_fresh = False


USE_DODGE = by_player("use_dodge", CHOICE)


def rent_owed(view: View, player: int) -> Debt | None:
    """The oldest rent that a player owes."""
    return caused(view, player, RENT)


def usable(state: State, report: ByPlayer) -> list[Refusal] | None:
    """The player has the card since before this throw, and owes rent (CITY/DODGE-1, DODGE-3, DODGE-4, DODGE-5)."""
    seats = state.table.seats
    player = seats[report.player]
    if state.dodge == BANK:
        return [refuse("dodge_at_parking", player=player)]
    if state.dodge != report.player:
        return [refuse("dodge_with_another", player=player, other=seats[state.dodge])]
    if rent_owed(state, report.player) is None:
        return [refuse("dodge_only_rent", player=player)]
    if state.dodge_fresh:
        return [refuse("dodge_too_soon", player=player)]
    return None


def use(draft: Draft, report: ByPlayer) -> None:
    """Cancel the whole rent and put the card back by Free Parking (DODGE-1, DODGE-4)."""
    entry = rent_owed(draft, report.player)
    assert entry is not None
    table = draft.table
    draft.remove(entry)
    put_back(draft)
    facts = {"player": table.seats[report.player], "to": table.party(entry.to), "amount": entry.amount}
    draft.event("rent_dodged", **facts, **({"deed": table.deed_key(entry.deed)} if entry.deed >= 0 else {}))
